// Watch: the tournaments of the store.

import { boardOf } from "../board/index.js";
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { complain } from "../lib/messages.js";
import { openFile } from "../lib/record.js";
import { printRoute } from "../lib/route.js";
import { transport } from "../lib/transport.js";

const AGAIN_MS = 3000;
const MOST_NAMES = 8;

/** @typedef {{name: string, games: string[], agents: string[], games_done: number, games_total: number | null, state: string}} Listed */

/** The games of a tournament. @param {string[]} games */
export const gameTitles = (games) => [...new Set(games.map((game) => boardOf(game).title))].join(", ");

/** How far a tournament is. @param {number} done @param {number | null} total */
export function progress(done, total) {
  const bar = h("span");
  bar.style.setProperty("--share", `${total ? Math.round((100 * done) / total) : 100}%`);
  return h("div.progress", { role: "progressbar", "aria-label": "Games played", "aria-valuemin": 0, "aria-valuemax": total ?? done, "aria-valuenow": done }, bar);
}

/** As many names as fit a card, and how many more there are. @param {string[]} names */
function someOf(names) {
  const more = names.length - MOST_NAMES;
  return `${names.slice(0, MOST_NAMES).join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
}

/** @param {Listed} one */
function card(one) {
  return h(
    "a.card.tournament-card",
    { href: printRoute(["watch", one.name]) },
    h("div.row.spread", {}, h("h2", {}, one.name), h(`span.pill${one.state === "running" ? ".live" : ""}`, {}, one.state)),
    h("p.soft", {}, `${gameTitles(one.games)} · ${one.agents.length} agents`),
    progress(one.games_done, one.games_total),
    h("p.small.soft.number", {}, one.games_total ? `${one.games_done} of ${one.games_total} games` : `${one.games_done} games`),
    h("p.small", {}, someOf(one.agents)),
  );
}

const ELSEWHERE = "Tournaments are played and watched with the program, by plyground serve. Games that were saved can be opened here.";

const EMPTY = () =>
  h(
    "div.card.empty",
    {},
    h("h2", {}, "No tournaments yet"),
    h("p", {}, "Start one in a terminal; it appears here while it is played."),
    h("pre", {}, h("code", {}, "plyground tournament pentago-swap random greedy mcts alpha-beta \\\n  --pairs 10 --time 50ms --store spring.db\nplyground serve --store spring.db")),
  );

/** @type {import("../main.js").View} */
export async function view(host) {
  document.title = "Watch · Plyground";
  const open = h("button", { type: "button", onclick: openFile }, "Open a saved game…");
  if (!transport.server) return void fill(host, h("div.hero", {}, h("h1", {}, "Watch"), h("p.soft", {}, ELSEWHERE), open));
  const list = h("div.tournaments");
  let text = "";
  const load = async () => {
    /** @type {Listed[]} */
    const all = await api.get("/tournaments");
    if (JSON.stringify(all) === text) return;
    text = JSON.stringify(all);
    list.className = all.length ? "tournaments" : "";
    fill(list, all.length ? all.map(card) : EMPTY());
  };
  await load();
  fill(host, h("div.hero", {}, h("h1", {}, "Watch"), h("p.soft", {}, "Tournaments of the store, as they are played and afterwards."), open), list);
  let failed = false;
  const timer = window.setInterval(() => {
    load().then(
      () => (failed = false),
      (error) => {
        if (!failed) complain(error);
        failed = true;
      },
    );
  }, AGAIN_MS);
  return () => clearInterval(timer);
}
