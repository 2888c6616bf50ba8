// Talking to the server.

import { transport } from "./transport.js";

/**
 * @typedef {"number" | "limit" | "megabytes" | "threads" | "seed" | "decimal" | "switch" | "choice" | "weights" | "file"} Kind
 * @typedef {{key: string, default: string, range: string, about: string, kind: Kind, min: number | null,
 *   max: number | null, or_off: boolean, choices: string[], tunable: boolean}} Option
 * @typedef {{name: string, about: string, options: Option[], board: boolean}} Game with a board of its own or without
 * @typedef {{name: string, source: string, about: string, options: Option[]}} Agent
 * @typedef {[row: number, column: number, owner: "first" | "second" | null]} Taken a cell won for good
 * @typedef {{move: string, by: "first" | "second", position: string, line: [number, number][] | null, taken: Taken[]}} Step
 * @typedef {{rows: [text: string, style: string][][], spots: Record<string, [number, number] | null>}} Drawing with the places of the legal moves
 * @typedef {object} Position
 * @property {string} game
 * @property {string} start
 * @property {string} position
 * @property {"first" | "second" | null} to_move
 * @property {"first" | "second" | "draw" | null} outcome
 * @property {number} ply
 * @property {[number, number] | null} scores
 * @property {[number, number][] | null} line
 * @property {string[]} legal_moves
 * @property {Taken[]} taken before the first move
 * @property {Step[]} history
 * @property {Drawing} [drawing] sessions leave it out
 * @property {Drawing[]} [drawings] before the first move and after each, where the server cannot be asked
 * @typedef {object} Line
 * @property {string} move
 * @property {number | null} score
 * @property {string} score_text
 * @property {string[]} pv
 * @typedef {object} Report
 * @property {number | null} depth
 * @property {number | null} score
 * @property {string} [score_text]
 * @property {number | null} [win_chance]
 * @property {number} nodes
 * @property {number} [nps]
 * @property {number} time_ms
 * @property {string[]} pv
 * @property {Line[]} [lines]
 * @property {any} [insight]
 * @property {{value: string, margin: number | null, moves: {move: string, judgement: string}[]}} [tablebase] what a table says
 * @typedef {object} SessionPart
 * @property {string} id
 * @property {number} epoch counts changes: of two states the one with less is older
 * @property {string[]} moves
 * @property {string | null} reason
 * @property {string | null} reason_text
 * @property {{first: string, second: string}} players
 * @property {string} clock
 * @property {{first_ms: number | null, second_ms: number | null, running: string | null} | null} clocks
 * @property {boolean} thinking
 * @property {Report | null} last_report
 * @typedef {Position & SessionPart} Session
 */

const BASE = "/api/v1";

/** What the server refused, with its own words. */
export class Problem extends Error {
  /** @param {string} title @param {string} detail @param {number} status */
  constructor(title, detail, status) {
    super(detail || title);
    this.title = title;
    this.status = status;
  }
}

/** Nobody is there who could answer. */
export const noAnswer = () => new Problem("No answer", transport.server ? "The server does not answer. Is plyground still running?" : silence(), 0);

/** A file of the page, where failing to fetch it means that nobody answers. @template T @param {Promise<T>} file @returns {Promise<T>} */
export const arrived = (file) =>
  file.catch((error) => {
    throw error instanceof TypeError ? noAnswer() : error;
  });

/**
 * @param {string} path
 * @param {Record<string, string | number | undefined>} [query]
 */
export function address(path, query = {}) {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== "");
  const text = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString();
  return `${BASE}${path}${text ? `?${text}` : ""}`;
}

/** @param {string} url @param {RequestInit} [init] @returns {Promise<Response>} */
async function reach(url, init) {
  /** @type {Response} */
  let response;
  try {
    response = await transport.fetch(url, init);
  } catch {
    throw noAnswer();
  }
  if (response.ok) return response;
  const body = await response.json().catch(() => null);
  throw new Problem(body?.title ?? "Refused", body?.detail ?? response.statusText, response.status);
}

/** @param {string} url @param {RequestInit} [init] @returns {Promise<any>} */
async function ask(url, init) {
  const response = await reach(url, init);
  return response.status === 204 ? null : response.json().catch(() => null);
}

/** What is said where an answer did not come, and nobody said why. */
export const silence = () => (transport.server ? "The server did not answer." : "The agent did not answer.");

/** @param {string} path @param {Record<string, string | number | undefined>} [query] */
export const get = (path, query) => ask(address(path, query));

/** The answer as it came, to be saved. @param {string} path @param {Record<string, string | number | undefined>} [query] */
export const text = async (path, query) => (await reach(address(path, query))).text();

/** @param {string} path @param {unknown} [body] */
export const post = (path, body = {}) =>
  ask(BASE + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) });

/** @type {Map<string, Promise<any>>} */
const kept = new Map();

/** What does not change while the server runs. @param {string} path */
function once(path) {
  const known = kept.get(path) ?? get(path);
  kept.set(path, known);
  known.catch(() => kept.delete(path));
  return known;
}

/** @returns {Promise<Game[]>} */
export const games = () => once("/games");
/** @param {string} game @returns {Promise<Agent[]>} */
export const agents = (game) => once(`/games/${game}/agents`);
/** @param {string} game @param {string} position @param {string[]} moves @returns {Promise<Position & {drawing: Drawing}>} */
export const position = (game, position, moves) => get("/position", { game, position, moves: moves.join(" ") });
