// Puzzles: positions in which one move wins, the easier ones first, and how many in a row were found.

/** @import {Lesson} from "../learn/types.js" */
import { boardOf } from "../board/index.js";
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { recall, remember } from "../lib/remember.js";
import { printRoute } from "../lib/route.js";
import { hasLesson } from "../learn/index.js";
import { thumbnail } from "../part/thumbnail.js";
import { tutorial } from "../part/tutorial.js";

/** @typedef {{game: string, position: string, move: string, line: string[], plies: number | null, fastest?: boolean, rating: number}} Puzzle other moves may win too, only slower, where it is the fastest */

/** @param {string} name @returns {Promise<Puzzle[]>} */
async function puzzlesOf(name) {
  const response = await api.arrived(fetch(`puzzles/${name}.json`));
  if (!response.ok) throw new Error(`there are no puzzles of '${name}'`);
  return response.json();
}

/** All games that have puzzles. @param {HTMLElement} host */
async function choice(host) {
  document.title = "Puzzles · Plyground";
  const names = (await api.games()).map(({ name }) => name).filter(hasLesson);
  const thumbnails = await Promise.all(names.map(thumbnail));
  const cards = names.map((name, index) => {
    const best = Number(recall(`streak.best.${name}`, "0"));
    const said = best ? `Longest streak: ${best}` : "One move wins. Which?";
    return h("a.card.game-card", { href: printRoute(["puzzles", name]) }, thumbnails[index], h("span.game-text", {}, h("b", {}, boardOf(name).title), h("small", {}, said)));
  });
  fill(host, h("div.hero", {}, h("h1", {}, "Puzzles"), h("p.soft", {}, "In each position one move wins and every other does not, or not as fast. All of it is proven.")), h("div.game-cards.learn-cards", {}, cards));
}

/** The winner's moves among so many plies. @param {number | null} plies */
const movesOf = (plies) => (!plies || plies < 2 ? "one move" : `${Math.ceil(plies / 2)} moves`);

/** @param {string} name @param {Puzzle[]} puzzles @returns {Lesson} */
const asLesson = (name, puzzles) => ({
  game: name,
  rules: [],
  steps: puzzles.map(({ game, position, move, line, plies, fastest, rating }) => ({
    title: fastest ? `Win in ${movesOf(plies)}` : "Find the winning move",
    text: `${fastest ? "Other moves may win later. " : plies ? `A win in ${movesOf(plies)}. ` : ""}Rating ${rating}.`,
    turn: true,
    game,
    position,
    answers: [move],
    then: line.slice(1),
    right: fastest ? "Found: no other move wins as fast." : "Found: the only move that wins.",
    shown: fastest ? "No other move wins as fast." : "It is the only move that wins.",
    wrong: fastest ? "That is not as fast. Look again." : "That does not win. Look again.",
  })),
});

/** @type {import("../main.js").View} */
export async function view(host, route) {
  const [name = ""] = route.names;
  if (!name) return void (await choice(host));
  const board = boardOf(name);
  document.title = `Puzzles of ${board.title} · Plyground`;
  const puzzles = await puzzlesOf(name);
  let streak = Number(recall(`streak.${name}`, "0"));
  /** A puzzle counts with the first move that is tried. */
  let counted = false;
  const now = h("b");
  const best = h("b");
  const tell = () => {
    const longest = Math.max(streak, Number(recall(`streak.best.${name}`, "0")));
    remember(`streak.${name}`, String(streak));
    remember(`streak.best.${name}`, String(longest));
    now.textContent = String(streak);
    best.textContent = String(longest);
  };
  tell();
  const lessons = tutorial(board, asLesson(name, puzzles), {
    onStep(index) {
      counted = false;
      remember(`puzzle.${name}`, String(index + 1));
      history.replaceState(null, "", printRoute(["puzzles", name], { number: String(index + 1) }));
    },
    onEnd() {
      location.hash = printRoute(["puzzles"]);
    },
    onTried(right) {
      if (counted) return;
      counted = true;
      streak = right ? streak + 1 : 0;
      tell();
    },
  });
  await lessons.show(Number(route.query.number ?? recall(`puzzle.${name}`, "1")) - 1);
  fill(
    host,
    h(
      "div.table",
      {},
      lessons.element,
      h(
        "div.side",
        {},
        h("a.small", { href: "#/puzzles" }, "← All games"),
        h("section.card.stack-y.tight", {}, h("h2", {}, `Puzzles of ${board.title}`), h("p", {}, "In a row: ", now, " · longest: ", best), h("p.small.soft", {}, "A puzzle counts with the first move you try. They come from games of ours; a solver proved that one move wins and no other does, or none as fast.")),
      ),
    ),
  );
  return lessons.stop;
}
