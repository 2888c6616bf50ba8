// Games in progress, side by side.

import { boardOf } from "../board/index.js";
import { BoardView } from "../board/view.js";
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { complain } from "../lib/messages.js";
import { printRoute } from "../lib/route.js";
import { sceneAt } from "../lib/scene.js";

/** @typedef {{id: string, agents: [string, string], game: string, moves: string[]}} Live */

/** Boards that stay where they are while their games go on. */
export function liveBoards() {
  const element = h("div.live-boards");
  /** @type {Map<string, {element: HTMLElement, show: (game: Live) => Promise<void>}>} */
  const known = new Map();
  const create = (/** @type {Live} */ first) => {
    const view = new BoardView({ onMove: () => {} });
    const board = boardOf(first.game);
    const text = h("span.small.soft.number");
    let shown = -1;
    const analyse = h("a.small", {}, "Analyse");
    const size = h("button.plain.small", { type: "button", "aria-pressed": "false", onclick: () => enlarge() }, "Larger");
    const enlarge = () => {
      const large = node.classList.toggle("large");
      size.setAttribute("aria-pressed", String(large));
      size.textContent = large ? "Smaller" : "Larger";
      if (large) node.scrollIntoView({ block: "nearest" });
    };
    view.holder.addEventListener("click", enlarge);
    const node = h("figure.live-board", {}, view.holder, h("figcaption", {}, board.letters.map((letter, index) => h("b", { title: first.agents[index] }, `${letter} ${first.agents[index]}`)), h("div.row.spread", {}, text, analyse, size)));
    return {
      element: node,
      show: async (/** @type {Live} */ game) => {
        const { moves } = game;
        if (moves.length === shown) return;
        shown = moves.length;
        const state = await api.position(game.game, "", moves);
        if (shown === moves.length) view.show({ board, scene: sceneAt(state), legal: [] });
        text.textContent = `${moves.length} moves`;
        analyse.href = printRoute(["analyse"], { game: game.game, moves: moves.join(" ") });
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
        one.show(game).catch(complain);
      }
      fill(element, games.length ? [...known.values()].map((one) => one.element) : h("p.soft.small", {}, "No game is being played right now."));
    },
  };
}
