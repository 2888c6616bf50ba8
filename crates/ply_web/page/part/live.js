// Games in progress, side by side.

import { boardOf } from "../board/index.js";
import { BoardView } from "../board/view.js";
import { fill, h } from "../lib/dom.js";

/** @typedef {{id: string, names: [string, string], game: string, start: string, moves: string[], position: string, outcome?: string | null}} Live */

/** Boards that stay where they are while their games go on. */
export function liveBoards() {
  const element = h("div.live-boards");
  /** @type {Map<string, {element: HTMLElement, show: (game: Live) => void}>} */
  const known = new Map();
  const create = (/** @type {Live} */ first) => {
    const view = new BoardView({ onMove: () => {} });
    const board = boardOf(first.game);
    const text = h("span.small.soft.number");
    const node = h("figure.live-board", {}, view.holder, h("figcaption", {}, h("b", {}, `${first.names[0]} – ${first.names[1]}`), h("br"), text));
    return {
      element: node,
      show: (/** @type {Live} */ game) => {
        view.show({ board, scene: { ...game, line: null }, legal: [] });
        text.textContent = game.outcome ? (game.outcome === "draw" ? "drawn" : `${game.names[game.outcome === "first" ? 0 : 1]} won`) : `${game.moves.length} moves`;
      },
    };
  };
  return {
    element,
    /** @param {Live[]} games */
    show(games) {
      for (const id of known.keys()) if (!games.some((game) => game.id === id)) known.delete(id);
      for (const game of games) {
        const one = known.get(game.id) ?? create(game);
        known.set(game.id, one);
        one.show(game);
      }
      fill(element, games.length ? [...known.values()].map((one) => one.element) : h("p.soft.small", {}, "No game is being played right now."));
    },
  };
}
