// The lessons by game; a game without one has its rules in the guide alone.

/** @import {Lesson} from "./types.js" */
import { parseSpec } from "../lib/spec.js";

/** @type {Record<string, () => Promise<{lesson: Lesson}>>} */
const LESSONS = {
  simplexity: () => import("./simplexity.js"),
  "pentago-swap": () => import("./pentago-swap.js"),
  colosseum: () => import("./colosseum.js"),
  "dots-and-boxes": () => import("./dots-and-boxes.js"),
  infexion: () => import("./infexion.js"),
};

/** @param {string} game its name or full spelling */
export const hasLesson = (game) => parseSpec(game).name in LESSONS;

/** @param {string} game its name or full spelling @returns {Promise<Lesson | null>} */
export async function lessonOf(game) {
  return (await LESSONS[parseSpec(game).name]?.())?.lesson ?? null;
}
