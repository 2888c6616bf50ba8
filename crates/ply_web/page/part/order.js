// The states of a game in their order. Answers to requests and the stream of events come on two ways, and what sets out first
// may arrive last: a game must not jump back, nor a move be made where it has gone on.

/** @import {Session} from "../lib/api.js" */

/** @param {Session} first what is known to begin with @param {(state: Session) => void} take */
export function inOrder(first, take) {
  let newest = first.epoch;
  /** What an answer told of, until the stream has got there. */
  let awaited = 0;
  return {
    /** The stream tells a state. @param {Session} next */
    told(next) {
      if (next.epoch < awaited) return;
      [newest, awaited] = [next.epoch, 0];
      take(next);
    },
    /** A request was answered with a state. @param {Session} next */
    answered(next) {
      if (next.epoch <= newest) return;
      newest = awaited = next.epoch;
      take(next);
    },
    /** The stream broke off: whoever tells of the game next may count anew. */
    lost() {
      newest = awaited = 0;
    },
  };
}
