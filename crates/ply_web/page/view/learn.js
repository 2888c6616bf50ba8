// Learn: a short tutorial for each game, and its rules.

import { boardOf } from "../board/index.js";
import { capital } from "../board/parts.js";
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { remember } from "../lib/remember.js";
import { printRoute } from "../lib/route.js";
import { hasLesson, lessonOf } from "../learn/index.js";
import { rulesText } from "../part/rules.js";
import { thumbnail } from "../part/thumbnail.js";
import { stepList, tutorial } from "../part/tutorial.js";

/** All games that can be learned. @param {HTMLElement} host */
async function choice(host) {
  document.title = "Learn · Plyground";
  const games = (await api.games()).filter(({ name }) => hasLesson(name));
  const thumbnails = await Promise.all(games.map(({ name }) => thumbnail(name)));
  const cards = games.map(({ name, about }, index) =>
    h("a.card.game-card", { href: printRoute(["learn", name]) }, thumbnails[index], h("span.game-text", {}, h("b", {}, boardOf(name).title), h("small", {}, capital(about)))),
  );
  fill(host, h("div.hero", {}, h("h1", {}, "Learn"), h("p.soft", {}, "Six small steps on the board, and you can play. Then there are ", h("a", { href: "#/puzzles" }, "puzzles"), ".")), h("div.game-cards.learn-cards", {}, cards));
}

/** @type {import("../main.js").View} */
export async function view(host, route) {
  const [name = ""] = route.names;
  if (!name) return void (await choice(host));
  const lesson = await api.arrived(lessonOf(name));
  if (!lesson) throw new Error(`there is no lesson about '${name}'`);
  const board = boardOf(name);
  document.title = `Learn ${board.title} · Plyground`;
  const steps = stepList(lesson, (index) => lessons.show(index));
  const lessons = tutorial(board, lesson, {
    onStep(index) {
      steps.show(index);
      history.replaceState(null, "", printRoute(["learn", name], { step: String(index + 1) }));
    },
    onEnd() {
      remember("game", name);
      location.hash = printRoute(["play"]);
    },
  });
  await lessons.show(Number(route.query.step ?? 1) - 1);
  fill(
    host,
    h(
      "div.table",
      {},
      lessons.element,
      h(
        "div.side",
        {},
        h("a.small", { href: "#/learn" }, "← All games"),
        h("section.card.stack-y.tight", {}, h("h2", {}, board.title), steps.element),
        h("section.card.stack-y.tight.rules", {}, h("h2", {}, "The rules"), rulesText(lesson)),
      ),
    ),
  );
  return lessons.stop;
}
