// A toggle between what a player may put on the board: round and square pieces, in Simplexity.

/** @import {Board, Shape} from "../board/types.js" */
import { fill, h } from "../lib/dom.js";
import { mount, v } from "../lib/vnode.js";

/** @param {() => void} changed */
export function shapeToggle(changed) {
  let mode = "";
  const element = h("div.row.shapes", { role: "group", "aria-label": "Shape" });
  const button = (/** @type {Board<any>} */ board, /** @type {Shape} */ { key, label, left, icon }, /** @type {boolean} */ usable) => {
    const drawn = /** @type {SVGElement} */ (
      mount(v("svg", { class: `board-${board.name}`, viewBox: "0 0 100 100", "aria-hidden": "true" }, icon))
    );
    const choose = () => {
      mode = key;
      changed();
    };
    return h(
      "button.shape",
      { type: "button", "data-shape": key, "aria-pressed": String(mode === key), disabled: !usable, onclick: choose },
      drawn,
      label,
      h("span.soft.number", {}, `${left}`, h("span.hidden-text", {}, " left")),
    );
  };
  return {
    element,
    /**
     * Shows the mover's pieces and says which shape is dropped.
     * @param {Board<any>} board @param {any} model @param {string[]} legal @param {string | null} mover
     */
    show(board, model, legal, mover) {
      const shapes = mover === null ? [] : (board.shapes?.(model, mover) ?? []);
      element.hidden = !shapes.length;
      if (element.hidden) return "";
      const can = (/** @type {string} */ key) => legal.some((move) => move.startsWith(key));
      const usable = shapes.filter(({ key }) => !legal.length || can(key));
      if (!usable.some(({ key }) => key === mode)) mode = usable[0]?.key ?? "";
      const focused = element.contains(document.activeElement);
      fill(element, shapes.map((shape) => button(board, shape, usable.includes(shape))));
      if (focused) /** @type {HTMLElement} */ (element.querySelector('[aria-pressed="true"]'))?.focus();
      return mode;
    },
  };
}
