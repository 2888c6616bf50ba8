// A human moment before an opponent's move is seen: the answer may be here already, and is shown when somebody could have
// thought of it. One move at a time, so that each is seen.

/** @import {Session} from "../lib/api.js" */
import { personOf } from "./viewpoint.js";

const [LEAST_MS, MOST_MS] = [300, 900];
/** With so many moves to choose from, more make nobody slower. */
const MANY = 40;

/**
 * How long a move takes that is one of so many: a forced one comes soon.
 * @param {number} choices @param {number} chance from 0 to 1
 */
export function momentOf(choices, chance) {
  const freedom = Math.min(1, Math.log(Math.max(1, choices)) / Math.log(MANY));
  return LEAST_MS + (MOST_MS - LEAST_MS) * freedom * (0.5 + 0.5 * chance);
}

/** A game as it was before its last moves: whoever made the next is about to. @param {Session} state @param {number} ply @returns {Session} */
export function asOf(state, ply) {
  const next = state.history[ply];
  if (!next) return state;
  const history = state.history.slice(0, ply);
  const before = { history, moves: state.moves.slice(0, ply), position: history.at(-1)?.position ?? state.start, line: null };
  return { ...state, ...before, ply: state.ply - state.moves.length + ply, to_move: next.by, outcome: null, reason: null, reason_text: null, legal_moves: [], thinking: true };
}

/**
 * Hands states of a game on, an opponent's moves after their moment.
 * @param {Session} first what is shown to begin with
 * @param {{show: (state: Session) => void, atOnce: () => boolean}} listeners
 */
export function moments(first, { show, atOnce }) {
  const person = personOf(first.players);
  let [shown, newest] = [first, first];
  let timer = 0;
  const begin = () => performance.now() + momentOf(shown.legal_moves.length || MANY, Math.random());
  /** When the next move of the opponent may be seen. */
  let due = begin();
  const hand = (/** @type {Session} */ state) => {
    const moved = state.moves.length !== shown.moves.length;
    shown = state;
    if (moved) due = begin();
    show(state);
  };
  /** Shows what may be seen now, and comes back for the rest. */
  const go = () => {
    clearTimeout(timer);
    timer = 0;
    while (shown !== newest) {
      const next = newest.history[shown.moves.length];
      const left = next && next.by !== person ? due - performance.now() : 0;
      if (left > 0) return void (timer = window.setTimeout(go, left));
      hand(asOf(newest, shown.moves.length + (next ? 1 : 0)));
    }
  };
  const hurry = () => {
    clearTimeout(timer);
    timer = 0;
    if (shown !== newest) hand(newest);
  };
  return {
    /** Shows everything that is here. */
    hurry,
    /** @param {Session} next */
    take(next) {
      const back = next.moves.length <= shown.moves.length;
      newest = next;
      // While a clock runs is no time to wait, and what ends without a move is known at once.
      if (person === null || atOnce() || next.clocks || next.reason || back) hurry();
      else go();
    },
    stop: () => clearTimeout(timer),
  };
}
