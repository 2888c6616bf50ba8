// What each player has, where nobody sits at the board to say it.

/** @import {Board} from "../board/types.js" */
/** @import {Position} from "../lib/api.js" */
import { h } from "../lib/dom.js";

/** @param {Board<any>} board */
export function tally(board) {
  const texts = board.sides.map(() => h("span.number"));
  const mark = (/** @type {number} */ index) => h(`span.player-mark.${index ? "second" : "first"}.mark-${board.name}`, {}, board.letters[index]);
  const element = h("div.row.tally", {}, texts.map((text, index) => h("span.tally-side", {}, mark(index), " ", text)));
  return {
    element,
    /** @param {Position} state @param {any} model */
    show({ scores }, model) {
      const status = board.status(model);
      element.hidden = !scores || !status.some(Boolean);
      texts.forEach((text, index) => (text.textContent = status[index] ?? ""));
    },
    hide: () => (element.hidden = true),
  };
}
