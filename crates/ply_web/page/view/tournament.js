// One tournament, live.

/** @import {Tournament} from "../part/standings.js" */
import { boardOf } from "../board/index.js";
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { announce, trying } from "../lib/messages.js";
import { printRoute } from "../lib/route.js";
import { listen } from "../lib/stream.js";
import { endingText } from "../part/format.js";
import { liveBoards } from "../part/live.js";
import { crossTable, ratings, setAside, standingsTable, thinkingTimes } from "../part/standings.js";
import { workersTable } from "../part/workers.js";
import { gameTitles, progress } from "./watch.js";

const PAGE = 20;
/** As many as the server gives at once. */
const MOST = 500;

/** @typedef {{id: string, game: string, agents: [string, string], outcome: string | null, ending: import("../part/format.js").Ending, plies: number}} Finished */

/** @type {import("../main.js").View} */
export async function view(host, route) {
  const [name = ""] = route.names;
  const path = `/tournaments/${encodeURIComponent(name)}`;
  /** @type {Tournament} */
  let shown = await api.get(path);
  document.title = `${name} · Plyground`;
  const [head, table, cross, plot, times, games] = Array.from({ length: 6 }, () => h("div.stack-y.tight"));
  const connection = h("span.pill", {}, "connecting");
  const live = liveBoards();
  const crowd = h("section.card.stack-y.tight", { hidden: true });
  let offset = 0;
  const gamesOf = (/** @type {number} */ one, /** @type {number | undefined} */ other) =>
    printRoute(["watch", name], { agent: shown.agents[one] ?? "", against: other === undefined ? "" : (shown.agents[other] ?? "") });
  /** Names and cells lead to their games. */
  const links = { agent: (/** @type {number} */ one) => gamesOf(one, undefined), meeting: gamesOf };
  const choice = (/** @type {string} */ label, /** @type {string} */ anybody, /** @type {string | undefined} */ value) =>
    h(
      "select",
      { "aria-label": label, value: shown.agents.includes(value ?? "") ? value : "", onchange: () => trying(() => ((offset = 0), list())) },
      h("option", { value: "" }, anybody),
      shown.agents.map((one) => h("option", { value: one }, one)),
    );
  const agent = choice("Games of", "All agents", route.query.agent);
  const against = choice("Against", "Against anybody", route.query.against);
  /** Finished games, the newest first. @returns {Promise<{total: number, games: Finished[]}>} */
  const finished = async () => {
    against.hidden = !agent.value;
    if (!agent.value || !against.value) return api.get(`${path}/games`, { offset, limit: PAGE, agent: agent.value });
    const { games } = await api.get(`${path}/games`, { limit: MOST, agent: agent.value });
    const met = games.filter((/** @type {Finished} */ game) => game.agents.includes(against.value));
    return { total: met.length, games: met.slice(offset, offset + PAGE) };
  };

  const won = (/** @type {Finished} */ game) =>
    game.outcome === "draw" ? "drawn" : game.outcome ? `${game.agents[game.outcome === "first" ? 0 : 1]} (${boardOf(game.game).sides[game.outcome === "first" ? 0 : 1]})` : "";
  const list = async () => {
    const found = await finished();
    const turn = (/** @type {string} */ text, /** @type {number} */ by, /** @type {boolean} */ can) =>
      h("button", { type: "button", disabled: !can, onclick: () => trying(() => ((offset += by), list())) }, text);
    const rows = found.games.map((game) =>
      h(
        "tr",
        {},
        h("td", {}, h("a", { href: printRoute(["watch", name, game.id]) }, `${game.agents[0]} – ${game.agents[1]}`)),
        h("td", {}, won(game), endingText(game.ending) && h("small.soft", {}, ` · ${endingText(game.ending)}`)),
        h("td.num", {}, game.plies),
      ),
    );
    fill(
      /** @type {HTMLElement} */ (games),
      found.total
        ? h(
            "div.scroll-x",
            { tabindex: 0, role: "region", "aria-label": "Finished games" },
            h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "Game"), h("th", {}, "Winner"), h("th.num", {}, "Moves"))), h("tbody", {}, rows)),
          )
        : h("p.soft.small", {}, "No finished games yet."),
      found.total > PAGE
        ? h("div.row.spread", {}, turn("Newer", -PAGE, offset > 0), h("span.small.soft.number", {}, `${offset + 1} to ${Math.min(offset + PAGE, found.total)} of ${found.total}`), turn("Older", PAGE, offset + PAGE < found.total))
        : null,
    );
  };

  const draw = () => {
    fill(
      /** @type {HTMLElement} */ (head),
      h("div.row.spread", {}, h("h1", {}, name), h("div.row", {}, h(`span.pill${shown.state === "running" ? ".live" : ""}.state`, {}, shown.state), connection)),
      h("p.soft", {}, [gameTitles(shown.plays.map((one) => one.game)), shown.format, shown.plays[0]?.time, `${shown.games}${shown.games_total ? ` of ${shown.games_total}` : ""} games`].filter(Boolean).join(" · ")),
      progress(shown.games, shown.games_total),
    );
    fill(/** @type {HTMLElement} */ (table), standingsTable(shown, links), setAside(shown));
    fill(/** @type {HTMLElement} */ (cross), crossTable(shown, links));
    fill(/** @type {HTMLElement} */ (plot), ratings(shown));
    fill(/** @type {HTMLElement} */ (times), thinkingTimes(shown));
  };

  const section = (/** @type {string} */ title, /** @type {Node | undefined} */ body, /** @type {Node | null} */ extra = null) =>
    h("section.card.stack-y.tight", {}, h("div.row.spread", {}, h("h2", {}, title), extra), body);
  draw();
  live.show([]);
  await list();
  fill(
    host,
    h(
      "div.stack-y",
      {},
      h("a.small", { href: "#/watch" }, "← All tournaments"),
      head,
      section("Standings", table),
      section("On the boards", live.element),
      crowd,
      h(
        "div.watch-grid",
        {},
        h("div.stack-y", {}, section("Ratings", plot), section("Thinking times", times)),
        h("div.stack-y", {}, section("Cross table", cross), section("Finished games", games, h("div.row", {}, agent, against))),
      ),
    ),
  );
  if (route.query.agent) requestAnimationFrame(() => games?.scrollIntoView({ block: "center" }));
  const events = listen(
    `/api/v1${path}/events`,
    {
      standings: (next) => {
        const [more, ended] = [next.games !== shown.games, next.state === "complete" && shown.state !== "complete"];
        shown = next;
        draw();
        if (more && offset === 0) trying(list);
        if (ended) announce(`The tournament ${name} is complete.`);
      },
      live: (boards) => live.show(boards),
      workers: (machines) => {
        crowd.hidden = machines.length === 0;
        fill(crowd, h("h2", {}, "Workers"), workersTable(machines));
      },
    },
    (now) => {
      connection.className = `pill ${now}`;
      connection.textContent = { connecting: "connecting", live: "connected", lost: "connection lost, trying again" }[now];
    },
  );
  return () => events.close();
}
