// The games of two agents, some at a time.

/** @import {Game, Met, Summary} from "./data.js" */
import { boardOf } from "../page/board/index.js";
import { h } from "../page/lib/dom.js";
import { duration, endingText } from "../page/part/format.js";
import { agentLink, gameLink, meetingLink } from "./links.js";

/** Games of one page. */
export const PAGE = 50;

/** @param {Summary} all @param {Game} game */
function winner(all, { agents, record }) {
  if (record.outcome === "draw") return "drawn";
  if (record.outcome === "unfinished") return "not finished";
  const index = record.outcome === "first" ? 0 : 1;
  return `${all.agents[agents[index]]} (${boardOf(record.game).sides[index]})`;
}

/** @param {Summary} all @param {Game} game */
function row(all, game) {
  const { agents, record, number } = game;
  const ending = endingText(record.ending);
  const time = record.moves.reduce((sum, move) => sum + move.ms, 0);
  return h(
    "tr",
    {},
    h("td", {}, h("a", { href: gameLink([agents[0], agents[1], number]) }, `${number + 1}. ${all.agents[agents[0]]} – ${all.agents[agents[1]]}`)),
    h("td", {}, winner(all, game), ending ? h("small.soft", {}, ` · ${ending}`) : null),
    h("td.num", {}, record.moves.length + record.opening.length),
    h("td.num", {}, duration(time)),
  );
}

/** @param {Summary} all @param {Met} met @param {Game[]} games @param {number} a @param {number} b @param {number} from */
export function meetingView(all, [, , , kept, count], games, a, b, from) {
  const score = all.cross[a]?.[b];
  const turn = (/** @type {string} */ text, /** @type {number} */ to, /** @type {boolean} */ can) => (can ? h("a.button", { href: meetingLink(a, b, to) }, text) : h("span"));
  const left = count - kept;
  return h(
    "div.stack-y",
    {},
    h("a.small", { href: "#/" }, "← Standings"),
    h("h1", {}, h("a", { href: agentLink(a) }, all.agents[a]), " against ", h("a", { href: agentLink(b) }, all.agents[b])),
    score ? h("p.soft", {}, `${all.agents[a]}: ${score.points} points, ${score.wins} won, ${score.draws} drawn, ${score.losses} lost`) : null,
    h(
      "section.card.stack-y.tight",
      {},
      h("div.scroll-x", { tabindex: 0, role: "region", "aria-label": "Games" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "Game"), h("th", {}, "Winner"), h("th.num", {}, "Moves"), h("th.num", {}, "Time"))), h("tbody", {}, games.map((game) => row(all, game))))),
      kept > PAGE ? h("nav.row.spread", { "aria-label": "More games" }, turn("Earlier", from - PAGE, from > 0), h("span.small.soft.number", {}, `${from + 1} to ${Math.min(from + PAGE, kept)} of ${kept}`), turn("Later", from + PAGE, from + PAGE < kept)) : null,
      left ? h("p.small.soft", {}, `${left} more games are only in games.jsonl.`) : null,
    ),
  );
}
