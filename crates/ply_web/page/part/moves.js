// The moves of a game as a list to click and to copy.

import { fill, h } from "../lib/dom.js";
import { copy } from "../lib/messages.js";

/** @typedef {"first" | "second"} Side */

/** Moves in rows of a turn of each side; a side that moves again stays in its place. @param {Side[]} by @returns {{first: number[], second: number[]}[]} */
export function turns(by) {
  /** @type {{first: number[], second: number[]}[]} */
  const rows = [];
  by.forEach((side, index) => {
    const row = rows.at(-1);
    if (!row || (side === "first" && row.second.length)) rows.push({ first: [], second: [], [side]: [index] });
    else row[side].push(index);
  });
  return rows;
}

/** @param {(ply: number) => void} go to the position after so many moves @param {string} [game] its name, for the players' colours */
export function moveList(go, game = "") {
  const list = h(`ol.moves.of-${game}`, { "aria-label": "Moves", tabindex: 0 });
  /** @type {string[]} */
  let shown = [];
  const copyButton = h("button.plain.small", { type: "button", onclick: () => copy(shown.join(" "), "Moves") }, "Copy");
  const element = h("section.card.moves-card", {}, h("div.row.spread", {}, h("h2", {}, "Moves"), copyButton), list);
  return {
    element,
    /** @param {string[]} moves @param {number} current @param {Side[]} [by] who made them; in turn, if left out */
    show(moves, current, by = moves.map((_, index) => (index % 2 ? "second" : "first"))) {
      shown = moves;
      const focused = list.contains(document.activeElement) && document.activeElement !== list;
      copyButton.hidden = moves.length === 0;
      if (!moves.length) return fill(list, h("li.soft.small", {}, "None yet."));
      const button = (/** @type {number} */ index) =>
        h(
          `button.move.mono.by-${by[index]}`,
          { type: "button", "data-ply": index + 1, "aria-current": index + 1 === current ? "step" : undefined, onclick: () => go(index + 1) },
          h("span.hidden-text", {}, `${index + 1}. `),
          moves[index],
        );
      const row = (/** @type {{first: number[], second: number[]}} */ { first, second }, /** @type {number} */ index) =>
        h("li", {}, h("span.move-number.number", {}, index + 1), h("div.turn", {}, first.map(button)), h("div.turn", {}, second.map(button)));
      fill(list, turns(by).map(row));
      const active = /** @type {HTMLElement | null} */ (list.querySelector("[aria-current]"));
      if (active) list.scrollTop = active.offsetTop - list.clientHeight / 2;
      if (focused) (active ?? list).focus({ preventScroll: true });
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
