// What the strongest agent would play.

/** @import {Agent, Report, Session} from "../lib/api.js" */
import * as api from "../lib/api.js";
import { complain } from "../lib/messages.js";
import { listenOnce } from "../lib/stream.js";
import { preferred } from "./agent.js";

const TIME = "1s";

/** @param {Agent[]} agents @param {(move: string) => void} found */
export function hints(agents, found) {
  /** @type {{close: () => void} | null} */
  let stream = null;
  const stop = () => {
    stream?.close();
    stream = null;
  };
  return {
    stop,
    /** @param {Session} state */
    ask({ game, start, moves }) {
      stop();
      const query = { game, position: start, moves: moves.join(" "), agent: preferred(agents), time: TIME, lines: 1 };
      stream = listenOnce(
        api.address("/analysis", query),
        { done: (/** @type {Report} */ { pv: [move] }) => move && found(move) },
        (problem) => complain(new api.Problem("No hint", problem.detail ?? api.silence(), problem.status ?? 0)),
      );
    },
  };
}
