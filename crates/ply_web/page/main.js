// The page: which view an address shows.

import { loadBoards } from "./board/load.js";
import { arrived, Problem } from "./lib/api.js";
import { fill, h } from "./lib/dom.js";
import { announce, cancelQuestions, clearToasts, complain, wordsOf } from "./lib/messages.js";
import { parseRoute } from "./lib/route.js";
import { theme } from "./lib/theme.js";

/**
 * A view fills an element and says how to stop.
 * @typedef {(host: HTMLElement, route: import("./lib/route.js").Route) => Promise<(() => void) | void>} View
 */

/** Views are fetched when first shown. @type {Record<string, () => Promise<{view: View}>>} */
const VIEWS = {
  play: () => import("./view/setup.js"),
  game: () => import("./view/game.js"),
  learn: () => import("./view/learn.js"),
  puzzles: () => import("./view/puzzles.js"),
  analyse: () => import("./view/analyse.js"),
  watch: () => import("./view/watch.js"),
  tournament: () => import("./view/tournament.js"),
  replay: () => import("./view/replay.js"),
  about: () => import("./view/about.js"),
};

const main = /** @type {HTMLElement} */ (document.getElementById("main"));
let stop = () => {};
let showing = 0;

/** Whether it may be over soon: nobody answers, or is too busy to. @param {unknown} error */
const isPassing = (error) => error instanceof Problem && (error.status === 0 || error.status === 429 || error.status >= 500);

/** Loads the page anew once somebody answers: browsers do not ask twice for a module that they did not get. */
async function again() {
  try {
    await arrived(fetch(document.baseURI, { method: "HEAD", cache: "no-store" }));
    location.reload();
  } catch (error) {
    complain(error);
  }
}

async function show() {
  const ticket = ++showing;
  stop();
  stop = () => {};
  clearToasts();
  cancelQuestions();
  const host = h("div.view");
  try {
    const route = parseRoute(location.hash);
    for (const link of document.querySelectorAll(".tabs a")) {
      if (link.getAttribute("href") === `#/${route.tab}`) link.setAttribute("aria-current", "page");
      else link.removeAttribute("aria-current");
    }
    const load = Object.hasOwn(VIEWS, route.view) && VIEWS[route.view];
    if (!load) throw new Error(`there is no page '${route.view}'`);
    const [{ view }] = await Promise.all([arrived(load()), loadBoards()]);
    const ended = await view(host, route);
    if (ticket !== showing) return void ended?.();
    stop = ended ?? stop;
    fill(main, host);
  } catch (error) {
    if (ticket !== showing) return;
    const text = wordsOf(error);
    announce(`This could not be shown: ${text}`);
    const on = isPassing(error) ? h("button.primary", { type: "button", onclick: again }, "Try again") : h("a.button", { href: "#/play" }, "Go to the games");
    fill(main, h("div.card.empty", {}, h("h1", {}, "This could not be shown"), h("p", {}, text), on));
  }
  window.scrollTo(0, 0);
}

theme(/** @type {HTMLElement} */ (document.getElementById("theme")));
document.querySelector(".skip")?.addEventListener("click", (event) => {
  event.preventDefault();
  main.focus();
});
window.addEventListener("hashchange", show);
show();
