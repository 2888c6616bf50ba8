// Games in progress: the desk in a worker knows them, agents think in another, and whoever listens hears of every change.

import { dropGame, keepGame, keptGame } from "./kept.js";
import { hold } from "./lock.js";
import { bookFor, Clerk, Unloaded } from "./workers.js";

/** @typedef {{id: string, epoch: number, state: object, record: object, task: {id: string, epoch: number} | null, flag_ms: number | null}} News */
/** @typedef {(name: "state" | "report" | "trouble", data: string) => void} Hear */

/** An agent that has said nothing for so long has no answer. */
const STALLED_MS = 45_000;
/** Agents that could not be loaded are tried again after so long. */
const AGAIN_MS = 10_000;
/** The longest that a browser waits. */
const MOST_MS = 2 ** 31 - 1;

/** @type {Clerk | null} */
let desk = null;
/** The games that the desk knows. @type {Set<string>} */
const known = new Set();
/** @type {Map<string, Set<Hear>>} */
const listeners = new Map();
/** @type {Map<string, number>} */
const alarms = new Map();

/** The desk; a new one begins with the games as they were kept. */
function open() {
  if (desk?.alive) return desk;
  known.clear();
  return (desk = new Clerk("desk"));
}

/** @param {object} question */
async function ask(question) {
  const asked = open();
  try {
    return await asked.ask(question);
  } catch (error) {
    // Whatever it was, it knows nothing for certain any more.
    asked.end("the desk is gone");
    throw error;
  }
}

/** @param {string} id @param {"state" | "report" | "trouble"} name @param {string} data */
const tell = (id, name, data) => listeners.get(id)?.forEach((hear) => hear(name, data));

/** @param {News | null | void} news */
function hear(news) {
  if (!news) return;
  const { id, epoch, state, record, task, flag_ms } = news;
  known.add(id);
  keepGame(id, record);
  if (thought && thought.id === id && thought.epoch !== epoch) stopThinking();
  clearTimeout(alarms.get(id));
  if (flag_ms !== null) alarms.set(id, window.setTimeout(() => look(id), Math.min(flag_ms + 20, MOST_MS)));
  tell(id, "state", JSON.stringify(state));
  // Where nobody listens whoever comes back begins the thought.
  if (task && listeners.get(id)?.size) think(task);
  else if (task) giveUp(task);
}

/** @param {{id: string, epoch: number}} task */
const giveUp = ({ id, epoch }) => void ask({ kind: "giveUp", id, epoch }).catch(() => {});

/** The thought under way. @type {{id: string, epoch: number, clerk: Clerk} | null} */
let thought = null;
/** Agents with what they remember of the last game. @type {Clerk | null} */
let players = null;

function stopThinking() {
  const stopped = thought;
  thought = null;
  players = null;
  stopped?.clerk.end("nobody wants it");
  return stopped;
}

/** @param {{id: string, epoch: number}} task */
async function think(task) {
  const before = thought && stopThinking();
  if (before) giveUp(before);
  const { id, epoch } = task;
  if (!players?.alive) players = new Clerk("agents");
  const mine = { id, epoch, clerk: players };
  thought = mine;
  const stalled = setTimeout(() => mine.clerk.end("it gave no answer"), STALLED_MS);
  const text = JSON.stringify(task);
  const aloud = (/** @type {string} */ name, /** @type {string} */ report) => {
    if (thought !== mine || name !== "report") return;
    ask({ kind: "report", id, epoch, report }).catch(() => {});
    tell(id, "report", report);
  };
  const crashed = (/** @type {Error} */ error) => {
    mine.clerk.end("it crashed");
    if (error instanceof Unloaded) return null;
    return JSON.stringify({ fault: { reason: "crash", message: `the agent could not go on: ${error.message}` } });
  };
  const said = await mine.clerk.ask({ kind: "think", task: text, book: bookFor(text) }, aloud).catch(crashed);
  clearTimeout(stalled);
  if (thought !== mine) return;
  thought = null;
  if (said === null) return tryAgain(task);
  hear(await ask({ kind: "answered", id, epoch, said }).catch(() => void look(id)));
}

/** Nobody could think. @param {{id: string, epoch: number}} task */
function tryAgain(task) {
  giveUp(task);
  const detail = `${new Unloaded().message}; it is tried again`;
  tell(task.id, "trouble", JSON.stringify({ title: "No answer", detail, status: 500 }));
  setTimeout(() => listeners.get(task.id)?.size && look(task.id), AGAIN_MS);
}

/** Whoever comes back finds the game as it was kept. @param {string} id */
async function takeIn(id) {
  const record = known.has(id) ? null : keptGame(id);
  if (record && (await ask({ kind: "takeIn", id, record: JSON.stringify(record) }))) known.add(id);
}

/** @param {string} id */
const look = (id) => answer("GET", `/api/v1/sessions/${id}`, "").catch(() => null);

/**
 * Answers a question about positions or games.
 * @param {string} method @param {string} url @param {string} body
 * @returns {Promise<{status: number, body: string}>}
 */
export async function answer(method, url, body) {
  const [, id] = /\/sessions\/([0-9a-f]{32})(?:\/|$)/.exec(url) ?? [];
  if (id && !(await hold(id))) return { status: 409, body: JSON.stringify({ title: "Not now", status: 409, detail: "this game is open in another tab" }) };
  open();
  if (id) await takeIn(id);
  const { status, body: text, news } = await ask({ kind: "ask", method, url, body, game: id });
  if (method === "DELETE" && id) dropGame(id);
  hear(news);
  return { status, body: text };
}

/** Hears of a game until it is told to stop; thoughts end where nobody does. @param {string} id @param {Hear} hear */
export function listenTo(id, hear) {
  const all = listeners.get(id) ?? new Set();
  listeners.set(id, all.add(hear));
  return () => {
    all.delete(hear);
    if (all.size === 0 && thought?.id === id) {
      giveUp(thought);
      stopThinking();
    }
  };
}
