// The rules of a game in full, to open beside its board.

/** @import {Lesson} from "../learn/types.js" */
import { boardOf } from "../board/index.js";
import { fill, h } from "../lib/dom.js";
import { trying } from "../lib/messages.js";
import { printRoute } from "../lib/route.js";
import { hasLesson, lessonOf } from "../learn/index.js";

/** @param {Lesson} lesson */
export const rulesText = (lesson) =>
  lesson.rules.map(({ title, points }) => h("section", {}, h("h3", {}, title), h("ul", {}, points.map((point) => h("li", {}, point)))));

/** Nothing for a game without a lesson. @param {string} game its name or full spelling */
export function rulesPanel(game) {
  if (!hasLesson(game)) return null;
  const board = boardOf(game);
  const body = h("div.stack-y.tight.rules");
  const open = () =>
    trying(async () => {
      const lesson = await lessonOf(game);
      if (!details.open || body.childElementCount || !lesson) return;
      const tutorial = h("a.button", { href: printRoute(["learn", board.name]) }, `Learn ${board.title} step by step`);
      fill(body, rulesText(lesson), tutorial);
    });
  const details = h("details.card.rules-card", { ontoggle: open }, h("summary", {}, `Rules of ${board.title}`), body);
  return details;
}
