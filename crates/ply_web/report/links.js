// Addresses within the report: #/agent/3, #/meeting/0/3, #/game/0/3/5. Names come from strangers and are in none.

/** @import {GameRef} from "./data.js" */

/** @param {number} agent */
export const agentLink = (agent) => `#/agent/${agent}`;
/** @param {number} a @param {number} b @param {number} [from] the first game shown */
export const meetingLink = (a, b, from = 0) => `#/meeting/${a}/${b}${from ? `/${from}` : ""}`;
/** @param {GameRef} game */
export const gameLink = ([a, b, number]) => `#/game/${Math.min(a, b)}/${Math.max(a, b)}/${number}`;

/** @param {string} hash */
export function parseLink(hash) {
  const [view = "", ...numbers] = hash.replace(/^#\/?/, "").split("/");
  return { view, numbers: numbers.map(Number) };
}
