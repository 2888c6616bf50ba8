// One agent: its record, whom it met, its faults with their last words, its slowest moves and its memory.

/** @import {AgentPage, Summary} from "./data.js" */
import { h } from "../page/lib/dom.js";
import { faultText } from "../page/part/fault.js";
import { duration, signed } from "../page/part/format.js";
import { agentLink, gameLink, meetingLink } from "./links.js";

/** @param {string} label @param {(string | number)[]} headings @param {HTMLElement[]} rows */
const table = (label, headings, rows) =>
  h("div.scroll-x", { tabindex: 0, role: "region", "aria-label": label }, h("table", {}, h("thead", {}, h("tr", {}, headings.map((name, index) => h(index ? "th.num" : "th", {}, name)))), h("tbody", {}, rows)));

/** @param {string} title @param {...any} body */
const section = (title, ...body) => h("section.card.stack-y.tight", {}, h("h2", {}, title), body.flat());

/** Whom it met, the best opponent first. @param {Summary} all @param {number} agent */
function meetings(all, agent) {
  const opponents = all.standings.map((one) => all.agents.indexOf(one.agent)).filter((other) => other !== agent && all.cross[agent]?.[other]);
  const drawn = opponents.some((other) => all.cross[agent]?.[other]?.draws);
  const row = (/** @type {number} */ other) => {
    const met = all.cross[agent]?.[other];
    if (!met) return h("tr");
    const result = h("a", { href: meetingLink(agent, other), title: `Games against ${all.agents[other]}` }, `${met.points} / ${met.games}`);
    const counts = drawn ? [met.wins, met.draws, met.losses] : [met.wins, met.losses];
    return h("tr", {}, h("td", {}, h("a", { href: agentLink(other) }, all.agents[other])), h("td.num", {}, result), counts.map((n) => h("td.num", {}, n)));
  };
  return section("Opponents", table("Opponents", ["Opponent", "Points", "Won", ...(drawn ? ["Drawn"] : []), "Lost"], opponents.map(row)));
}

/** @param {AgentPage} page */
function faults({ faults, fault_kinds }) {
  if (!faults.length) return section("Faults", h("p.soft", {}, "None."));
  const one = (/** @type {AgentPage["faults"][0]} */ { count, fault, lost, game }) =>
    h(
      "li.stack-y.tight",
      {},
      h("div.row.spread", {}, h("h3", {}, `${fault.reason}${count > 1 ? ` · ${count} times` : ""}${lost ? "" : " · moved at random instead"}`), game ? h("a.small", { href: gameLink(game) }, "The game") : null),
      faultText(fault),
    );
  const more = fault_kinds > faults.length ? h("p.small.soft", {}, `${fault_kinds - faults.length} other kinds are not shown.`) : null;
  return section("Faults", h("ol.faults", {}, faults.map(one)), more);
}

/** @param {Summary} all @param {AgentPage} page */
function slowest(all, { slowest }) {
  if (!slowest.length) return null;
  const rows = slowest.map(({ ms, move, ply, against, game }) =>
    h("tr", {}, h("td", {}, game ? h("a", { href: gameLink(game) }, all.agents[against]) : all.agents[against]), h("td.num", {}, duration(ms)), h("td.num.mono", {}, move), h("td.num", {}, ply)),
  );
  return section("Slowest moves", table("Slowest moves", ["Against", "Time", "Move", "Ply"], rows));
}

/** @param {Summary} all @param {AgentPage} page @param {number} agent */
function figures(all, { sides, memory }, agent) {
  const one = all.standings.find((line) => line.agent === all.agents[agent]);
  const times = all.thinking[agent];
  const record = (/** @type {number[]} */ [won = 0, drawn = 0, lost = 0]) => `${won} won, ${drawn} drawn, ${lost} lost`;
  const interval = one?.elo_low != null && one.elo_high != null ? ` (${signed(Math.round(one.elo_low))} to ${signed(Math.round(one.elo_high))})` : "";
  /** @type {[string, string | number | null | undefined][]} */
  const facts = [
    ["Rank", one && `${one.rank} of ${all.agents.length}`],
    ["Points", one && `${one.points} of ${one.games} games`],
    ["Rating", one?.elo != null ? `${signed(Math.round(one.elo))}${interval}` : null],
    ["As first player", record(sides[0])],
    ["As second player", record(sides[1])],
    ["Thinking time", times?.moves ? `${duration(times.mean_ms)} a move, ${duration(times.max_ms)} at most` : null],
    ["Memory", memory ? `${Math.round(memory.peak_mb)} MB at most, ${Math.round(memory.mean_mb)} MB on average` : null],
  ];
  return h("dl.figures.card", {}, facts.flatMap(([name, value]) => (value ? [h("div", {}, h("dt", {}, name), h("dd", {}, value))] : [])));
}

/** @param {Summary} all @param {AgentPage} page @param {number} agent */
export function agentView(all, page, agent) {
  return h(
    "div.stack-y",
    {},
    h("a.small", { href: "#/" }, "← Standings"),
    h("div", {}, h("h1", {}, all.agents[agent]), page.spec === all.agents[agent] ? null : h("p.mono.soft", {}, page.spec)),
    figures(all, page, agent),
    h("div.watch-grid", {}, meetings(all, agent), h("div.stack-y", {}, faults(page), slowest(all, page))),
  );
}
