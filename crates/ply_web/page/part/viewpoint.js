// One side's view throughout: scores come for whoever is to move, and are shown for whoever looks.

/** @import {Report} from "../lib/api.js" */

/** @typedef {"first" | "second"} Side */

/** Whether a person plays. @param {{first: string, second: string}} players */
export const hasPerson = ({ first, second }) => first === "human" || second === "human";

/** The only person at the board, if there is exactly one. @param {{first: string, second: string}} players @returns {Side | null} */
export function personOf({ first, second }) {
  if ((first === "human") === (second === "human")) return null;
  return first === "human" ? "first" : "second";
}

/** Whose view is shown: the person's own, else the first player's. @param {{first: string, second: string}} players @returns {Side} */
export const viewerOf = (players) => personOf(players) ?? "first";

/** A score of the other side. @param {string} text "+12", "-3", "win in 2" */
export function turned(text) {
  if (/^win/.test(text)) return text.replace("win", "loss");
  if (/^loss/.test(text)) return text.replace("loss", "win");
  if (/^\+0(\.0+)?$/.test(text)) return text;
  return text.replace(/^[+-]/, (sign) => (sign === "+" ? "-" : "+"));
}

/**
 * A report as one side sees it.
 * @param {Report} report @param {Side | null} by whose score it is @param {Side} viewer
 * @returns {Report}
 */
export function seenBy(report, by, viewer) {
  if (by === null || by === viewer) return report;
  const score = (/** @type {string | undefined} */ text) => (text === undefined ? "" : turned(text));
  return { ...report, score_text: score(report.score_text), lines: report.lines?.map((line) => ({ ...line, score_text: score(line.score_text) })) };
}
