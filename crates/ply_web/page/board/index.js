// The boards by game.

/** @import {Board} from "./types.js" */
import { parseSpec } from "../lib/spec.js";
import { colosseum } from "./colosseum.js";
import { dots } from "./dots.js";
import { infexion } from "./infexion.js";
import { pentago } from "./pentago.js";
import { simplexity } from "./simplexity.js";

/** @type {Board<any>[]} */
export const BOARDS = [simplexity, pentago, colosseum, dots, infexion];

/** The board of a game, by name or full spelling. @param {string} game @returns {Board<any>} */
export function boardOf(game) {
  const { name } = parseSpec(game);
  const found = BOARDS.find((board) => board.name === name);
  if (!found) throw new Error(`no board is drawn for the game '${name}'`);
  return found;
}
