// The moves of a game as a list to click and to copy.

import { fill, h } from "../lib/dom.js";
import { copy } from "../lib/messages.js";

/** @param {(ply: number) => void} go to the position after so many moves */
export function moveList(go) {
  const list = h("ol.moves", { "aria-label": "Moves", tabindex: 0 });
  /** @type {string[]} */
  let shown = [];
  const copyButton = h("button.plain.small", { type: "button", onclick: () => copy(shown.join(" "), "Moves") }, "Copy");
  const element = h("section.card.moves-card", {}, h("div.row.spread", {}, h("h2", {}, "Moves"), copyButton), list);
  return {
    element,
    /** @param {string[]} moves @param {number} current @param {(index: number) => string} [note] about a move */
    show(moves, current, note = () => "") {
      shown = moves;
      copyButton.hidden = moves.length === 0;
      if (!moves.length) return fill(list, h("li.soft.small", {}, "None yet."));
      fill(
        list,
        moves.map((move, index) =>
          h(
            "li",
            {},
            h(
              "button.move.mono",
              { type: "button", "aria-current": index + 1 === current ? "step" : undefined, onclick: () => go(index + 1) },
              h("span.move-number", {}, index + 1),
              move,
              note(index) && h("small", {}, note(index)),
            ),
          ),
        ),
      );
      const active = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
      if (active) list.scrollTop = active.offsetTop - list.clientHeight / 2;
    },
  };
}

/** First, back, on, last. @param {(step: "first" | "back" | "on" | "last") => void} go */
export function stepper(go) {
  const button = (/** @type {"first" | "back" | "on" | "last"} */ step, /** @type {string} */ label, /** @type {string} */ sign) =>
    h("button.icon", { type: "button", "aria-label": label, title: label, onclick: () => go(step) }, sign);
  return h(
    "div.row.stepper",
    { role: "group", "aria-label": "Go through the game" },
    button("first", "To the start", "|◀"),
    button("back", "One move back", "◀"),
    button("on", "One move on", "▶"),
    button("last", "To the end", "▶|"),
  );
}
