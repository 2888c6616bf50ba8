// The boards by game: those that were added; else what the rules draw.

/** @import {Board} from "./types.js" */
import { parseSpec } from "../lib/spec.js";
import { drawn } from "./drawn.js";

/** @type {Map<string, Board<any>>} */
const known = new Map();

/** Whether a game's board is known. @param {string} name */
export const isKnown = (name) => known.has(name);

/** A game's own board. @param {Board<any>} board */
export const addBoard = (board) => known.set(board.name, board);

/** The board of a game, by name or full spelling. @param {string} game @returns {Board<any>} */
export function boardOf(game) {
  const { name } = parseSpec(game);
  const board = known.get(name) ?? drawn(name);
  known.set(name, board);
  return board;
}
