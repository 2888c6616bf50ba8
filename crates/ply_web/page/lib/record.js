// Saved games: the records that the page, play, match and tournament write, one a line.

import { h } from "./dom.js";
import { trying } from "./messages.js";
import { printRoute } from "./route.js";

/** @import {Ending, Fault} from "../part/format.js" */

/**
 * @typedef {object} MoveRecord
 * @property {string} move
 * @property {0 | 1} by
 * @property {number} ms
 * @property {number} [left_ms] what its maker has for the next one
 * @property {number} [score]
 * @property {number} [depth]
 * @property {number} [nodes]
 * @property {string[]} [pv]
 * @property {Fault} [instead_of] why the referee moved instead
 * @typedef {object} GameRecord
 * @property {string} game
 * @property {string} [start] the position it began from, if not the game's own start
 * @property {[string, string]} agents their full spellings
 * @property {{names?: [string, string]}} [run] of a tournament: what its agents are called there
 * @property {string | [string, string]} time
 * @property {string[]} opening
 * @property {MoveRecord[]} moves
 * @property {"first" | "second" | "draw" | "unfinished"} outcome
 * @property {Ending} ending
 */

const KEY = "plyground.record";

/** The first game of a file. @param {string} text @returns {GameRecord} */
export function parseRecord(text) {
  const line = text.split("\n").find((one) => one.trim()) ?? "";
  /** @type {any} */
  let record = null;
  try {
    record = JSON.parse(line);
  } catch {
    // What is no JSON is refused below, as any other JSON is.
  }
  if (!isRecord(record)) throw new Error("Expected a saved game: a line of JSON with its game, agents, moves and ending.");
  return record;
}

/** @param {unknown} list */
const areTexts = (list) => Array.isArray(list) && list.every((one) => typeof one === "string");

/** @param {any} record @returns {record is GameRecord} */
const isRecord = (record) =>
  typeof record?.game === "string" &&
  typeof (record.start ?? "") === "string" &&
  areTexts(record.agents) &&
  record.agents.length === 2 &&
  areTexts(record.run?.names ?? record.agents) &&
  areTexts(record.opening ?? []) &&
  Array.isArray(record.moves) &&
  areTexts(record.moves.map((/** @type {any} */ one) => one?.move)) &&
  typeof record.ending?.by === "string";

/** Lets a file be chosen, and shows its first game. */
export function openFile() {
  const input = h("input", {
    type: "file",
    onchange: () =>
      trying(async () => {
        const text = (await input.files?.[0]?.text()) ?? "";
        sessionStorage.setItem(KEY, JSON.stringify(parseRecord(text)));
        location.hash = printRoute(["replay"]);
      }),
  });
  input.click();
}

/** The game that was opened last, as long as the tab is there. */
export const openedRecord = () => parseRecord(sessionStorage.getItem(KEY) ?? "");
