// The data of the report: packed JSON in scripts, since a page that was opened from disk may load nothing else.

/** @import {GameRecord} from "../page/lib/record.js" */
/** @import {Position} from "../page/lib/api.js" */
/** @import {Tournament} from "../page/part/standings.js" */
/** @import {Fault} from "../page/part/format.js" */

/**
 * @typedef {[a: number, b: number, first: number, kept: number, all: number]} Met two agents by number, where their games
 *   begin among all that are kept, and how many there are
 * @typedef {object} ReportPart
 * @property {boolean} private
 * @property {boolean} complete
 * @property {number} kept games that can be replayed
 * @property {Met[]} meetings
 * @property {number[]} shards the number of the first game of each
 * @property {[reason: string, count: number][][]} forfeits of each agent
 * @property {{agent: string, reason: string, games: number}[]} set_aside those whose games count for nobody
 * @property {number} repeated games that are the same as another
 * @property {{agents: [number, number], points: [number, number], winner: number | null}[][] | null} bracket the rounds of a knockout
 * @typedef {Tournament & ReportPart} Summary
 *
 * @typedef {object} Game
 * @property {number} number in its meeting, from 0
 * @property {string} id
 * @property {number} round
 * @property {[number, number]} agents by number
 * @property {GameRecord} record
 * @property {Position | null} state
 * @property {string} [problem] why it cannot be replayed
 * @property {string} [log] what was said, for the organisers
 *
 * @typedef {[a: number, b: number, number: number]} GameRef
 * @typedef {object} AgentPage
 * @property {string} spec
 * @property {[first: number[], second: number[]]} sides won, drawn and lost as either player
 * @property {{count: number, fault: Fault, lost: boolean, game: GameRef | null}[]} faults alike ones together
 * @property {number} fault_kinds how many there are of those
 * @property {{ms: number, move: string, ply: number, against: number, game: GameRef | null}[]} slowest
 * @property {{peak_mb: number, mean_mb: number, games: number} | null} memory
 */

/** @type {Map<string, Promise<any>>} */
const known = new Map();
/** Who waits for what. @type {Map<string, (packed: string) => void>} */
const awaited = new Map();

/** @param {string} packed gzip in base64 */
async function unpack(packed) {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const plain = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return JSON.parse(await new Response(plain).text());
}

/** @param {string} name @returns {Promise<any>} */
function fetchScript(name) {
  return new Promise((arrived, failed) => {
    awaited.set(name, arrived);
    const script = document.createElement("script");
    script.src = `data/${name}.js`;
    script.onerror = () => failed(new Error(`data/${name}.js is missing: has the whole folder been copied?`));
    script.onload = () => script.remove();
    document.head.append(script);
  }).then((packed) => unpack(/** @type {string} */ (packed)));
}

/** Called by the scripts. @param {string} name @param {string} packed */
function take(name, packed) {
  awaited.get(name)?.(packed);
  awaited.delete(name);
}
/** @type {any} */ (globalThis).plyground = { take };

/** @param {string} name */
function load(name) {
  const found = known.get(name) ?? fetchScript(name);
  known.set(name, found);
  found.catch(() => known.delete(name));
  return found;
}

/** @returns {Promise<Summary>} */
export const summary = () => load("summary");
/** @param {number} agent @returns {Promise<AgentPage>} */
export const agentPage = (agent) => load(`agent-${agent}`);

/** The meeting of two agents. @param {Summary} all @param {number} a @param {number} b @returns {Met | undefined} */
export const meetingOf = (all, a, b) => all.meetings.find(([one, other]) => one === Math.min(a, b) && other === Math.max(a, b));

/** Games of a meeting, counted among those that are kept. @param {Summary} all @param {Met} met @param {number} from @param {number} count @returns {Promise<Game[]>} */
export async function gamesOf(all, [, , first, kept], from, count) {
  const [begin, end] = [first + from, first + Math.min(kept, from + count)];
  const numbers = all.shards.flatMap((start, shard) => (start < end && (all.shards[shard + 1] ?? Infinity) > begin ? [shard] : []));
  const shards = await Promise.all(numbers.map((shard) => load(`games-${shard}`)));
  return shards.flat().slice(begin - (all.shards[numbers[0] ?? 0] ?? 0)).slice(0, end - begin);
}

/** One game of a meeting; `number` is its own, `at` its place among those that are kept. @param {Summary} all @param {Met} met @param {number} number @returns {Promise<{game: Game, at: number} | null>} */
export async function findGame(all, met, number) {
  // Games that were left out make a game's place come before its number, never after.
  let [low, high] = [0, Math.min(met[3] - 1, number)];
  while (low <= high) {
    const at = (low + high) >> 1;
    const [game] = await gamesOf(all, met, at, 1);
    if (!game || game.number === number) return game ? { game, at } : null;
    if (game.number < number) low = at + 1;
    else high = at - 1;
  }
  return null;
}
