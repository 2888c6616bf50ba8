// A tournament as tables and charts.

import { h } from "../lib/dom.js";
import { mount } from "../lib/vnode.js";
import { ratingChart, seriesChart } from "./chart.js";
import { duration, signed } from "./format.js";

/**
 * @typedef {{rank: number, agent: string, spec: string, games: number, wins: number, draws: number, losses: number, points: number, forfeits: number, elo: number | null, elo_low: number | null, elo_high: number | null}} Standing
 * @typedef {{points: number, games: number, wins: number, draws: number, losses: number} | null} Meeting
 * @typedef {object} Tournament
 * @property {string} tournament its name
 * @property {string} state
 * @property {number} games played
 * @property {number | null} games_total
 * @property {{game: string, time: string}[]} plays
 * @property {string} format
 * @property {string[]} agents
 * @property {Standing[]} standings
 * @property {{agent: string, reason: string, games: number}[]} set_aside those whose games count for nobody
 * @property {Meeting[][]} cross in the order of the agents
 * @property {{agent: string, moves: number, mean_ms: number, median_ms: number, p95_ms: number, max_ms: number}[]} thinking
 * @property {{games: number, elo: [number, number, number][]}[]} series ratings after so many games, in the order of the agents
 */

/** @param {Standing} one */
const interval = (one) =>
  one.elo_low === null || one.elo_high === null ? "" : `${signed(Math.round(one.elo_low))} to ${signed(Math.round(one.elo_high))}`;

/**
 * Where the names and the cells of the tables lead.
 * @typedef {object} Links
 * @property {(agent: number) => string} agent by its number
 * @property {(row: number, column: number) => string} meeting
 */

/** More agents make a chart unreadable: of curves, and of rows. */
const [MOST_CURVES, MOST_ROWS] = [8, 40];

/** A column of which so small a share is not 0 is told beside the names instead. */
const RARE = 0.1;

/** What stands behind a name: what has no column of its own. @param {Standing} one @param {[name: string, of: (one: Standing) => number][]} rare */
function notes(one, rare) {
  const told = rare.filter(([, of]) => of(one)).map(([name, of]) => `${of(one)} ${name}`);
  return told.length ? h("small.soft", {}, ` ${told.join(", ")}`) : null;
}

/** @param {Tournament} tournament @param {Links} [links] */
export function standingsTable({ standings, agents }, links) {
  /** @type {[string, (one: Standing) => number][]} */
  const all = [["Games", (one) => one.games], ["Won", (one) => one.wins], ["Drawn", (one) => one.draws], ["Lost", (one) => one.losses], ["Forfeited", (one) => one.forfeits]];
  const isRare = (/** @type {(one: Standing) => number} */ of) => standings.filter(of).length <= RARE * standings.length;
  const columns = all.filter(([, of]) => !isRare(of));
  const rare = all.filter(([name, of]) => ["Drawn", "Forfeited"].includes(name) && isRare(of)).map(([name, of]) => /** @type {typeof all[0]} */ ([name.toLowerCase(), of]));
  const name = (/** @type {Standing} */ one) => (links ? h("a", { href: links.agent(agents.indexOf(one.agent)) }, h("b", {}, one.agent)) : h("b", {}, one.agent));
  return h(
    "div.scroll-x",
    { tabindex: 0, role: "region", "aria-label": "Standings" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th.num", {}, "#"), h("th", {}, "Agent"), h("th.num", {}, "Points"), h("th.num", {}, "Rating"), h("th.num", {}, "95 % interval"), columns.map(([name]) => h("th.num", {}, name)))),
      h(
        "tbody",
        {},
        standings.map((one) =>
          h(
            "tr",
            {},
            h("td.num", {}, one.rank),
            h("td.agent", { title: one.spec }, name(one), notes(one, rare)),
            h("td.num", {}, h("b", {}, one.points)),
            h("td.num", {}, one.elo === null ? "–" : signed(Math.round(one.elo))),
            h("td.num.soft", {}, interval(one)),
            columns.map(([, of]) => h("td.num", {}, of(one))),
          ),
        ),
      ),
    ),
  );
}

/** Who does not play on, and why. @param {Tournament} tournament */
export function setAside({ set_aside }) {
  if (!set_aside.length) return null;
  const one = (/** @type {Tournament["set_aside"][0]} */ { agent, reason }) => h("li", {}, h("b", {}, agent), `: ${reason}`);
  return h("div.set-aside", {}, h("h3", {}, "Set aside"), h("ul", {}, set_aside.map(one)), h("p.small.soft", {}, "Their games count for nobody."));
}

/** @param {Tournament} tournament @param {Links} [links] @param {number} [most] rows and columns */
export function crossTable({ standings, agents, cross }, links, most = Infinity) {
  const order = standings.map((one) => agents.indexOf(one.agent)).filter((index) => index >= 0).slice(0, most);
  const cell = (/** @type {number} */ row, /** @type {number} */ column) => {
    if (row === column) return h("td.self", {}, "");
    const met = cross[row]?.[column];
    if (!met) return h("td.soft", {}, "·");
    const text = `${met.points} / ${met.games}`;
    const title = `${agents[row]} against ${agents[column]}: ${met.wins} won, ${met.draws} drawn, ${met.losses} lost`;
    return h("td", { title }, links ? h("a", { href: links.meeting(row, column) }, text) : text);
  };
  return h(
    "div.scroll-x",
    { tabindex: 0, role: "region", "aria-label": "Cross table" },
    h(
      "table.cross",
      {},
      h("thead", {}, h("tr", {}, h("th", {}, "Points of"), order.map((_, index) => h("th.num", { title: agents[order[index] ?? 0] }, index + 1)))),
      h("tbody", {}, order.map((row, index) => h("tr", {}, h("th", { scope: "row" }, `${index + 1} ${agents[row]}`), order.map((column) => cell(row, column))))),
    ),
  );
}

/** @param {Tournament} tournament */
export function ratings({ standings, agents, series }) {
  const rows = standings.flatMap((one) =>
    one.elo === null || one.elo_low === null || one.elo_high === null ? [] : [{ name: one.agent, rating: one.elo, low: one.elo_low, high: one.elo_high }],
  );
  rows.sort((a, b) => b.rating - a.rating);
  const lines =
    series.length < 2
      ? []
      : standings.slice(0, MOST_CURVES).map(({ agent }) => ({
          name: agent,
          points: series.map((at) => /** @type {[number, number]} */ ([at.games, at.elo[agents.indexOf(agent)]?.[0] ?? 0])),
        }));
  return [
    rows.length > 1 ? mount(ratingChart(rows.slice(0, MOST_ROWS))) : h("p.soft.small", {}, "Ratings need a few games."),
    lines.length ? mount(seriesChart(lines)) : null,
    lines.length ? h("ul.legend-list", {}, lines.map((one, index) => h("li", {}, h(`span.swatch.swatch-${index % 8}`), one.name))) : null,
  ];
}

/** @param {Tournament} tournament */
export function thinkingTimes({ thinking }) {
  const known = thinking.filter((one) => one.moves > 0);
  if (!known.length) return h("p.soft.small", {}, "No moves yet.");
  const most = Math.max(...known.map((one) => one.p95_ms), 0.001);
  return h(
    "div.scroll-x",
    { tabindex: 0, role: "region", "aria-label": "Thinking times" },
    h(
      "table",
      {},
      h("thead", {}, h("tr", {}, h("th", {}, "Agent"), h("th", {}, "Logarithm"), ["Median", "95 %", "Longest"].map((name) => h("th.num", {}, name)))),
      h(
        "tbody",
        {},
        known.map((one) => {
          const bar = h("span.bar-fill");
          bar.style.setProperty("--share", `${Math.round((100 * Math.log1p(one.p95_ms * 1000)) / Math.log1p(most * 1000))}%`);
          return h(
            "tr",
            {},
            h("td", {}, h("b", {}, one.agent)),
            h("td", {}, h("div.bar-track", {}, bar)),
            [one.median_ms, one.p95_ms, one.max_ms].map((ms) => h("td.num", {}, duration(ms))),
          );
        }),
      ),
    ),
  );
}
