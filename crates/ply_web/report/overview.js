// The tournament: standings, cross table, ratings, forfeits, thinking times.

/** @import {Summary} from "./data.js" */
import { boardOf } from "../page/board/index.js";
import { h } from "../page/lib/dom.js";
import { crossTable, ratings, standingsTable, thinkingTimes } from "../page/part/standings.js";
import { agentLink, meetingLink } from "./links.js";

/** A cross table of more agents is no longer read; each agent's page has its own line. */
const MOST_CROSSED = 40;

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
  );
}

/** @param {Summary} all */
export function overview(all) {
  const links = { agent: agentLink, meeting: (/** @type {number} */ row, /** @type {number} */ column) => meetingLink(row, column) };
  const many = all.agents.length > MOST_CROSSED;
  return h(
    "div.stack-y",
    {},
    heading(all),
    section("Standings", standingsTable(all, links)),
    section("Cross table", many ? h("p.small.soft", {}, `The first ${MOST_CROSSED} of ${all.agents.length}; an agent's page has all its meetings.`) : null, crossTable(all, links, MOST_CROSSED)),
    h("div.watch-grid", {}, section("Ratings", ratings(all)), h("div.stack-y", {}, forfeits(all), section("Thinking times", thinkingTimes(all)))),
    section("Files", h("ul.files", {}, FILES.map(([file, what]) => h("li", {}, h("a", { href: file }, file), h("span.soft", {}, ` ${what}`))))),
  );
}
