// From what the server says to what a board shows.

/** @import {Scene} from "../board/types.js" */
/** @import {Position} from "./api.js" */

/** The scene after so many moves. @param {Position} state @param {number} [ply] all moves if left out @returns {Scene} */
export function sceneAt(state, ply = state.history.length) {
  const step = state.history[ply - 1];
  return {
    game: state.game,
    start: state.start,
    position: step?.position ?? state.start,
    moves: state.history.slice(0, ply).map(({ move }) => move),
    taken: [...state.taken, ...state.history.slice(0, ply).flatMap(({ taken }) => taken)],
    drawing: state.drawings?.[ply] ?? (ply === state.history.length ? state.drawing : undefined),
    line: ply === state.history.length ? state.line : (step?.line ?? null),
  };
}
