// A lesson played through: shows a step, takes a move, asks the rules about it, goes on.

/** @import {Board} from "../board/types.js" */
/** @import {Position} from "../lib/api.js" */
/** @import {Lesson} from "../learn/types.js" */
import { BoardView } from "../board/view.js";
import { capital, still } from "../board/parts.js";
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { announce, trying } from "../lib/messages.js";
import { sceneAt } from "../lib/scene.js";
import { shapeToggle } from "./shapes.js";
import { tally } from "./tally.js";

/** Time to see a move before the next. */
const PACE_MS = 1100;
const SHORT_MS = 250;

/**
 * @param {Board<any>} board
 * @param {Lesson} lesson
 * @param {object} listeners
 * @param {(index: number) => void} listeners.onStep another step is shown
 * @param {() => void} listeners.onEnd the last step is left
 * @param {(right: boolean) => void} [listeners.onTried] a move was tried, or the answer was asked for
 */
export function tutorial(board, lesson, { onStep, onEnd, onTried = () => {} }) {
  let index = 0;
  /** @type {Position | null} */
  let state = null;
  /** Whether what the step asks for is done, or was shown. */
  let done = false;
  /** Counts what makes moves still under way pointless. */
  let ticket = 0;
  let timer = 0;
  const step = () => /** @type {import("../learn/types.js").Step} */ (lesson.steps[index]);
  const boardView = new BoardView({ onMove: (move) => trying(() => played(move)), onPath: (text) => (prompt.textContent = text) });
  const shapes = shapeToggle(() => draw());
  const score = tally(board);
  const prompt = h("p.prompt.soft");
  const count = h("p.small.soft.number");
  const title = h("h1.status", { tabindex: -1 });
  const text = h("p");
  const verdict = h("p.verdict", { hidden: true });
  const button = (/** @type {string} */ label, /** @type {() => unknown} */ act) =>
    h("button", { type: "button", onclick: () => trying(async () => act()) }, label);
  const back = button("Back", () => show(index - 1));
  const help = button("Show me", () => (step().answers ? showAnswer() : show(index)));
  const next = button("Next", () => (index + 1 < lesson.steps.length ? show(index + 1) : onEnd()));

  const moves = () => state?.history.map((one) => one.move) ?? [];
  const ask = (/** @type {string[]} */ moves) => api.position(step().game ?? lesson.game, step().position ?? "", moves);

  const draw = () => {
    if (!state) return;
    const scene = sceneAt(state);
    const legal = !done && step().answers ? state.legal_moves : [];
    const model = board.parse(scene);
    score.show(state, model);
    const mode = shapes.show(board, model, legal, legal.length ? state.to_move : null);
    boardView.show({ board, scene, legal, mode });
    help.hidden = !!step().answers && done;
    help.textContent = step().answers ? "Show me" : "Once more";
    next.className = done ? "primary" : "";
    back.disabled = index === 0;
  };
  const judge = (/** @type {string} */ words, /** @type {boolean} */ right) => {
    // In the place of the task, so that nothing jumps.
    if (words) said.style.minHeight = `${said.offsetHeight}px`;
    else said.style.minHeight = "";
    text.hidden = !!words;
    verdict.hidden = !words;
    verdict.textContent = words;
    verdict.className = right ? "verdict right" : "verdict wrong";
    announce(words);
  };

  /** Plays moves one after the other, as long as nobody goes elsewhere. @param {string[]} more @param {number} mine */
  const run = async (more, mine) => {
    for (const move of more) {
      await new Promise((resolve) => (timer = window.setTimeout(resolve, still() ? SHORT_MS : PACE_MS)));
      const found = await ask([...moves(), move]);
      if (mine !== ticket) return false;
      state = found;
      draw();
      announce(`${board.sides[state.history.at(-1)?.by === "first" ? 0 : 1]}: ${capital(board.say(move))}.`);
    }
    return mine === ticket;
  };
  const succeed = async (/** @type {string} */ words) => {
    done = true;
    draw();
    if (step().then && !(await run(step().then ?? [], ticket))) return;
    judge(words, true);
    next.focus({ preventScroll: true });
  };
  const played = async (/** @type {string} */ move) => {
    const mine = ++ticket;
    const before = state;
    const after = await ask([move]);
    if (mine !== ticket) return;
    state = after;
    const right = !!step().answers?.includes(move) || !!step().goal?.(after);
    onTried(right);
    if (right) return succeed(step().right ?? "");
    done = true;
    draw();
    judge(step().wrong ?? "That is another move than the one asked for. Try again.", false);
    timer = window.setTimeout(() => {
      if (mine !== ticket) return;
      [state, done] = [before, false];
      draw();
    }, PACE_MS);
  };
  const showAnswer = async () => {
    const [answer = ""] = step().answers ?? [];
    onTried(false);
    const mine = ++ticket;
    state = await ask([]);
    if (mine !== ticket) return;
    done = true;
    draw();
    if (await run([answer], mine)) await succeed(`${capital(board.say(answer))}. ${step().shown ?? step().right ?? ""}`);
  };

  /** @param {number} to */
  const show = async (to) => {
    clearTimeout(timer);
    const mine = ++ticket;
    index = Math.max(0, Math.min(lesson.steps.length - 1, to));
    const found = await ask([]);
    if (mine !== ticket) return;
    [state, done] = [found, !step().answers];
    boardView.shown = null;
    count.textContent = `${index + 1} of ${lesson.steps.length}`;
    title.textContent = step().title;
    const turn = step().turn && found.to_move ? `${board.sides[found.to_move === "first" ? 0 : 1]} to move. ` : "";
    text.textContent = turn + step().text;
    next.textContent = index + 1 < lesson.steps.length ? "Next" : "Play";
    judge("", true);
    draw();
    onStep(index);
    announce(`${step().title}. ${text.textContent}`);
    if (!step().answers) await run(step().then ?? [], mine);
  };

  const said = h("section.card.stack-y.tight.lesson", { "aria-label": "Step" }, h("div.row.spread", {}, count, score.element), title, text, verdict, h("div.row.lesson-buttons", {}, back, help, next));
  const element = h("div.stage.lesson-stage", {}, said, boardView.element, h("div.row.under", {}, prompt, shapes.element));
  return {
    element,
    show: (/** @type {number} */ to) => trying(() => show(to)),
    stop() {
      ticket += 1;
      clearTimeout(timer);
    },
  };
}

/** The titles of a lesson's steps, to go to. @param {Lesson} lesson @param {(index: number) => void} go */
export function stepList(lesson, go) {
  const element = h("ol.steps", { "aria-label": "Steps" });
  return {
    element,
    /** @param {number} current */
    show(current) {
      const focused = element.contains(document.activeElement);
      const one = (/** @type {{title: string}} */ { title }, /** @type {number} */ index) =>
        h("li", {}, h("button.plain", { type: "button", "aria-current": index === current ? "step" : undefined, onclick: () => go(index) }, h("span.move-number", {}, index + 1), title));
      fill(element, lesson.steps.map(one));
      if (focused) /** @type {HTMLElement | null} */ (element.querySelector("[aria-current]"))?.focus();
    },
  };
}
