// The state of a game in words and in sound.

/** @import {Session} from "../lib/api.js" */
import { boardOf } from "../board/index.js";
import { playerName } from "./format.js";
import { personOf, viewerOf } from "./viewpoint.js";

/** How a game ended, in words. @param {Session} state */
function ending(state) {
  const { sides } = boardOf(state.game);
  if (state.outcome === "draw") return "A draw.";
  const person = personOf(state.players);
  const [winner, loser] = person === null ? [`${sides[state.outcome === "first" ? 0 : 1]} wins`, "the other"] : person === state.outcome ? ["You win", "the other"] : ["You lose", "you"];
  const how = state.reason_text && state.reason ? ` (${state.reason === "resignation" ? `${loser} resigned` : state.reason})` : "";
  return `${winner}${how}.`;
}

/** Whose opinion the last report is. @param {Session} state */
export function reporter(state) {
  const person = personOf(state.players);
  if (person) return person === "first" ? "second" : "first";
  return state.thinking ? state.to_move : (state.history.at(-1)?.by ?? null);
}

/** @param {Session} state whether a person is to move */
export const personMoves = (state) => !!state.to_move && state.players[state.to_move] === "human";

/** @param {Session} state */
export function statusText(state) {
  const board = boardOf(state.game);
  if (state.outcome) return ending(state);
  if (!state.to_move) return "";
  const side = board.sides[state.to_move === "first" ? 0 : 1];
  if (!personMoves(state)) return `${playerName(state.players[state.to_move])} thinks…`;
  const both = state.players.first === "human" && state.players.second === "human";
  return both ? `${side} to move` : `Your move (${side})`;
}

/** @param {Session} state @returns {import("../lib/sound.js").Sound} */
export function soundOf({ outcome, history, players }) {
  if (!outcome) return history.at(-1)?.taken.length ? "gain" : "move";
  return outcome === "draw" ? "draw" : outcome === viewerOf(players) || personOf(players) === null ? "win" : "loss";
}
