// The tournament: standings, cross table, ratings, forfeits, thinking times.

/** @import {Summary} from "./data.js" */
import { boardOf } from "../page/board/index.js";
import { h } from "../page/lib/dom.js";
import { crossTable, ratings, standingsTable, thinkingTimes } from "../page/part/standings.js";
import { agentLink, meetingLink } from "./links.js";

/** Tables of more agents are no longer read, but for the standings; each agent's page has its own part of them. */
const MOST_ROWS = 40;

/** Folders and files beside the page. */
const FILES = [["games.csv", "games as a table"], ["games.jsonl", "games with every move"], ["results.tsv", "points"], ["report.md", "this page as text"]];

/** @param {string} title @param {...any} body */
const section = (title, ...body) => h("section.card.stack-y.tight", {}, h("h2", {}, title), body.flat());

/** @param {Summary} all */
function forfeits({ agents, forfeits }) {
  const lines = forfeits.flatMap((reasons, agent) => (reasons.length ? [{ agent, reasons }] : []));
  if (!lines.length) return null;
  const words = (/** @type {[string, number][]} */ reasons) => reasons.map(([reason, count]) => `${count} ${reason}`).join(", ");
  const rows = lines.map(({ agent, reasons }) => h("tr", {}, h("td", {}, h("a", { href: agentLink(agent) }, agents[agent])), h("td", {}, words(reasons))));
  return section("Forfeits", h("div.scroll-x", { tabindex: 0, role: "region", "aria-label": "Forfeits" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "Agent"), h("th", {}, "Reasons"))), h("tbody", {}, rows))));
}

/** Those who do not take part. @param {Summary} all */
function setAside({ agents, set_aside }) {
  if (!set_aside?.length) return null;
  const row = (/** @type {Summary["set_aside"][0]} */ one) => h("tr", {}, h("td", {}, h("a", { href: agentLink(agents.indexOf(one.agent)) }, one.agent)), h("td", {}, one.reason), h("td.num", {}, one.games));
  return section("Set aside", h("p.small.soft", {}, "Their games are kept and count for nobody."), h("div.scroll-x", { tabindex: 0, role: "region", "aria-label": "Set aside" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "Agent"), h("th", {}, "Reason"), h("th.num", {}, "Games"))), h("tbody", {}, set_aside.map(row)))));
}

/** The rounds of a knockout, from left to right. @param {Summary} all */
function bracket({ agents, bracket }) {
  if (!bracket) return null;
  const side = (/** @type {NonNullable<Summary["bracket"]>[0][0]} */ { agents: two, points, winner }, /** @type {0 | 1} */ index) =>
    h(`a.bracket-side${winner === two[index] ? ".winner" : ""}`, { href: meetingLink(two[0], two[1]) }, h("span", {}, agents[two[index]]), h("b.number", {}, points[index]));
  const rounds = bracket.map((round, number) => h("ol.bracket-round", { "aria-label": `Round ${number + 1}` }, round.map((two) => h("li", {}, side(two, 0), side(two, 1)))));
  return section("Bracket", h("div.scroll-x", { tabindex: 0, role: "region", "aria-label": "Bracket" }, h("div.bracket", {}, rounds)));
}

/** What was played, how, and how far it is. @param {Summary} all */
function heading(all) {
  const titles = [...new Set(all.plays.map((one) => boardOf(one.game).title))].join(", ");
  const done = all.complete ? `${all.games} games` : `${all.games} of ${all.games_total} games so far`;
  const kept = all.kept < all.games ? `${all.kept} of the ${all.games} games can be replayed here, as many of each meeting as there is room for; all of them are in games.jsonl.` : "";
  return h(
    "div.stack-y.tight",
    {},
    h("h1", {}, all.tournament),
    h("p.soft", {}, [titles, all.format, all.plays[0]?.time, `${all.agents.length} agents`, done].filter(Boolean).join(" · ")),
    kept ? h("p.small.soft", {}, kept) : null,
    all.repeated ? h("p.small.soft", {}, `${all.repeated} games are the same as another, move by move; the ratings count such a game once.`) : null,
  );
}

/** @param {Summary} all */
export function overview(all) {
  const links = { agent: agentLink, meeting: (/** @type {number} */ row, /** @type {number} */ column) => meetingLink(row, column) };
  const many = all.agents.length > MOST_ROWS;
  const slowest = [...all.thinking].sort((a, b) => (b.p95_ms ?? 0) - (a.p95_ms ?? 0)).slice(0, MOST_ROWS);
  return h(
    "div.stack-y",
    {},
    heading(all),
    section("Standings", standingsTable(all, links)),
    bracket(all),
    section("Cross table", many ? h("p.small.soft", {}, `The first ${MOST_ROWS} of ${all.agents.length}; an agent's page has all its meetings.`) : null, crossTable(all, links, MOST_ROWS)),
    h("div.watch-grid", {}, section("Ratings", ratings(all)), h("div.stack-y", {}, setAside(all), forfeits(all), section(many ? "Slowest thinkers" : "Thinking times", thinkingTimes({ ...all, thinking: many ? slowest : all.thinking })))),
    section("Files", h("ul.files", {}, FILES.map(([file, what]) => h("li", {}, h("a", { href: file }, file), h("span.soft", {}, ` ${what}`))))),
  );
}
