// Simplexity's toggle between round and square pieces.

/** @import {Board} from "../board/types.js" */
import { fill, h } from "../lib/dom.js";
import { mount, v } from "../lib/vnode.js";
import { piece } from "../board/simplexity.js";

/** @param {() => void} changed */
export function shapeToggle(changed) {
  let mode = "o";
  const element = h("div.row.shapes", { role: "group", "aria-label": "Shape" });
  const button = (/** @type {string} */ key, /** @type {string} */ kind, /** @type {number} */ left, /** @type {boolean} */ usable) => {
    const icon = /** @type {SVGElement} */ (
      mount(v("svg", { class: "board-simplexity", viewBox: "0 0 100 100", "aria-hidden": "true" }, piece(kind, 50, 50)))
    );
    const choose = () => {
      mode = key;
      changed();
    };
    return h(
      "button.shape",
      { type: "button", "data-shape": key, "aria-pressed": String(mode === key), disabled: !usable, onclick: choose },
      icon,
      `${key === "o" ? "Round" : "Square"} · ${left} left`,
    );
  };
  return {
    element,
    /**
     * Shows the mover's pieces and says which shape is dropped.
     * @param {Board<any>} board @param {any} model @param {string[]} legal @param {string | null} mover
     */
    show(board, model, legal, mover) {
      element.hidden = board.name !== "simplexity";
      if (element.hidden) return "";
      const can = (/** @type {string} */ key) => legal.some((move) => move.startsWith(key));
      if (legal.length && !can(mode)) mode = mode === "o" ? "s" : "o";
      const colour = mover === "second" ? "r" : "w";
      const focused = element.contains(document.activeElement);
      fill(
        element,
        button("o", colour, model.left[colour], !legal.length || can("o")),
        button("s", colour.toUpperCase(), model.left[colour.toUpperCase()], !legal.length || can("s")),
      );
      if (focused) /** @type {HTMLElement} */ (element.querySelector('[aria-pressed="true"]'))?.focus();
      return mode;
    },
  };
}
