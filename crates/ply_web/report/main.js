// The report: which view an address shows.

/** @import {Board} from "../page/board/types.js" */
import { addBoard } from "../page/board/index.js";
import { fill, h } from "../page/lib/dom.js";
import { theme } from "../page/lib/theme.js";
import { agentView } from "./agent.js";
import { agentPage, findGame, gamesOf, meetingOf, summary } from "./data.js";
import { gameView } from "./game.js";
import { parseLink } from "./links.js";
import { meetingView, PAGE } from "./meeting.js";
import { overview } from "./overview.js";

/** @typedef {{title: string, element: HTMLElement, stop?: () => void}} Shown */

/** @param {string} hash @returns {Promise<Shown>} */
async function view(hash) {
  const all = await summary();
  const { view, numbers } = parseLink(hash);
  const [a = 0, b = 0, place = 0] = numbers;
  const name = (/** @type {number} */ agent) => all.agents[agent] ?? "";
  if (view === "") return { title: all.tournament, element: overview(all) };
  if (view === "agent" && all.agents[a] !== undefined) return { title: name(a), element: agentView(all, await agentPage(a), a) };
  const met = meetingOf(all, a, b);
  if (view === "meeting" && met) {
    return { title: `${name(a)} – ${name(b)}`, element: meetingView(all, met, await gamesOf(all, met, place, PAGE), a, b, place) };
  }
  const found = view === "game" && met ? await findGame(all, met, place) : null;
  if (!found || !met) throw new Error("there is no such page in this report");
  const title = found.game.agents.map(name).join(" – ");
  return { title, ...(await gameView(all, met, found.game, found.at)) };
}

let showing = 0;
let stop = () => {};

async function show() {
  const ticket = ++showing;
  stop();
  stop = () => {};
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  try {
    const shown = await view(location.hash);
    if (ticket !== showing) return shown.stop?.();
    stop = shown.stop ?? stop;
    const all = await summary();
    document.title = shown.title === all.tournament ? shown.title : `${shown.title} · ${all.tournament}`;
    const label = document.getElementById("name");
    if (label) label.textContent = all.tournament;
    fill(main, all.private ? h("p.private", {}, "With the programs' logs: for the organisers alone.") : null, h("div.view", {}, shown.element));
  } catch (error) {
    if (ticket !== showing) return;
    const text = error instanceof Error ? error.message : String(error);
    fill(main, h("div.card.empty", {}, h("h1", {}, "This could not be shown"), h("p", {}, text), h("a.button", { href: "#/" }, "Go to the standings")));
  }
  window.scrollTo(0, 0);
}

/** @param {Board<any>[]} boards those that games have of their own */
export function start(boards) {
  boards.forEach(addBoard);
  theme(/** @type {HTMLElement} */ (document.getElementById("theme")));
  document.querySelector(".skip")?.addEventListener("click", (event) => {
    event.preventDefault();
    document.getElementById("main")?.focus();
  });
  window.addEventListener("hashchange", show);
  show();
}
