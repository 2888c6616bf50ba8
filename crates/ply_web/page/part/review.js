// The champion's opinion of a whole game: a graph with mistakes marked.

/** @import {Board} from "../board/types.js" */
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { complain } from "../lib/messages.js";
import { listenOnce } from "../lib/stream.js";
import { mount } from "../lib/vnode.js";
import { markOf, scoreChart } from "./chart.js";

/** @typedef {{ply: number, win_chance: number | null, best?: string, drop?: number | null, judgement?: string}} Judged */

/**
 * @param {Board<any>} board
 * @param {(ply: number) => void} go
 * @param {() => void} changed when more is known
 */
export function review({ name, sides }, go, changed) {
  /** @type {Judged[]} */
  let plies = [];
  let judged = "";
  let length = 0;
  let current = 0;
  /** @type {{close: () => void} | null} */
  let stream = null;
  const chart = h(`div.of-${name}`, {
    onclick: (/** @type {Event} */ event) => {
      const ply = /** @type {Element} */ (event.target).getAttribute("data-ply");
      if (ply !== null) go(Number(ply));
    },
  });
  const note = h("p.small.soft", {}, "The score of every position, judged by the strongest agent, with mistakes marked.");
  const start = h("button", { type: "button" }, "Review the game");
  const byTable = h("p.small.by-table", { "aria-live": "polite" });
  const draw = () => {
    fill(chart, plies.length ? mount(scoreChart(plies, length, current, sides)) : null);
    const judgement = plies.find((one) => one.ply === current)?.judgement;
    byTable.textContent = judgement ? `This move, by the table: ${judgement}` : "";
  };
  const summary = () => {
    const marks = plies.map((ply) => markOf(ply.drop));
    const [mistakes, blunders] = [marks.filter((mark) => mark === "?").length, marks.filter((mark) => mark === "??").length];
    return `Chances of ${sides[0]} after each move: ${mistakes} ${mistakes === 1 ? "mistake" : "mistakes"}, ${blunders} ${blunders === 1 ? "blunder" : "blunders"}.`;
  };
  return {
    element: h("section.card.stack-y.tight.graph", {}, h("div.row.spread", {}, h("h2", {}, "Graph"), start), chart, note, byTable),
    /** @param {{game: string, position: string, moves: string[]}} place the whole line @param {number} ply */
    show(place, ply) {
      const key = `${place.game} ${place.position} ${place.moves.join(" ")}`;
      if (key !== judged) {
        stream?.close();
        plies = [];
      }
      [judged, length, current] = [key, place.moves.length, ply];
      start.disabled = place.moves.length === 0;
      start.onclick = () => {
        stream?.close();
        plies = [];
        note.textContent = "Looking at every position…";
        stream = listenOnce(
          api.address("/review", { ...place, moves: place.moves.join(" "), time: "100ms" }),
          {
            ply: (one) => {
              plies.push(one);
              draw();
              changed();
            },
            done: () => (note.textContent = summary()),
          },
          (problem) => {
            note.textContent = "The review broke off.";
            complain(new api.Problem("No review", problem.detail ?? api.silence(), problem.status ?? 0));
          },
        );
      };
      draw();
    },
    /** The sign of the move that led to a ply. @param {number} ply */
    markAt: (ply) => markOf(plies.find((one) => one.ply === ply)?.drop),
    stop: () => stream?.close(),
  };
}
