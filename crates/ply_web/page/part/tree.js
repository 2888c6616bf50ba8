// A game with its variations, to click.

/** @import {Node} from "../lib/tree.js" */
import { fill, h } from "../lib/dom.js";

/** @param {(node: Node) => void} go @param {string} game its name, for the players' colours */
export function treeView(go, game) {
  const element = h(`div.tree.of-${game}`, { role: "group", "aria-label": "Moves and variations", tabindex: 0 });
  /** @type {(node: Node) => string} */
  let markOf = () => "";
  const button = (/** @type {Node} */ node, /** @type {number} */ ply, /** @type {Node} */ current) => {
    const mark = markOf(node);
    return h(
      `button.move.mono${node.by ? `.by-${node.by}` : ""}`,
      { type: "button", "aria-current": node === current ? "step" : undefined, onclick: () => go(node) },
      h("span.move-number", {}, ply),
      node.move,
      mark && h(`span.mark-${mark === "??" ? "blunder" : "mistake"}`, { title: mark === "??" ? "blunder" : "mistake" }, mark),
    );
  };
  /** A line with its asides. @param {Node} from @param {number} ply @param {Node} current @returns {HTMLElement[]} */
  const line = (from, ply, current) => {
    /** @type {HTMLElement[]} */
    const parts = [];
    for (let at = from; at.children[0]; at = at.children[0]) {
      ply += 1;
      const [main, ...others] = at.children;
      parts.push(button(main, ply, current));
      for (const other of others) {
        parts.push(h("span.variation", {}, button(other, ply, current), line(other, ply, current)));
      }
    }
    return parts;
  };
  return {
    element,
    /** @param {Node} root @param {Node} current @param {(node: Node) => string} [marks] */
    show(root, current, marks = () => "") {
      markOf = marks;
      const focused = element.contains(document.activeElement) && document.activeElement !== element;
      const parts = line(root, 0, current);
      fill(element, parts.length ? parts : h("p.soft.small", {}, "Play moves on the board; going back and playing another one starts a variation."));
      const active = /** @type {HTMLElement | null} */ (element.querySelector("[aria-current]"));
      if (active) element.scrollTop = active.offsetTop - element.offsetTop - element.clientHeight / 2;
      if (focused) (active ?? element).focus({ preventScroll: true });
    },
  };
}
