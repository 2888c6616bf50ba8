// The boards by game: the one in the file of the game's name, where the server has such a file; else what the rules draw.

/** @import {Board} from "./types.js" */
import * as api from "../lib/api.js";
import { parseSpec } from "../lib/spec.js";
import { drawn } from "./drawn.js";

/** @type {Map<string, Board<any>>} */
const known = new Map();

/** Fetches the boards that games have of their own. */
export async function loadBoards() {
  const own = (await api.games()).filter(({ name, board }) => board && !known.has(name));
  await Promise.all(own.map(async ({ name }) => known.set(name, (await import(`./${name}.js`)).board)));
}

/** The board of a game, by name or full spelling. @param {string} game @returns {Board<any>} */
export function boardOf(game) {
  const { name } = parseSpec(game);
  const board = known.get(name) ?? drawn(name);
  known.set(name, board);
  return board;
}
