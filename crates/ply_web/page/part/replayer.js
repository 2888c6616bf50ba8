// A finished game, move by move, on its board.

/** @import {GameRecord, MoveRecord} from "../lib/record.js" */
/** @import {Position} from "../lib/api.js" */
/** @import {Child} from "../lib/dom.js" */
import { boardOf } from "../board/index.js";
import { capital } from "../board/parts.js";
import { BoardView } from "../board/view.js";
import { h } from "../lib/dom.js";
import { sceneAt } from "../lib/scene.js";
import { faultText } from "./fault.js";
import { clock, count, duration, endingText } from "./format.js";
import { moveList, stepper } from "./moves.js";

/**
 * @typedef {object} Replayed
 * @property {[string, string]} names what the players are called
 * @property {GameRecord} record
 * @property {Position} state the last position and how it came about
 */

const PACE_MS = 900;

/** What is known of a move. @param {MoveRecord} played */
function told({ ms, depth, nodes, score, left_ms, pv, instead_of }) {
  const known = (/** @type {number | null | undefined} */ value) => value !== null && value !== undefined;
  return [
    duration(ms),
    known(left_ms) && `${clock(Number(left_ms))} left`,
    depth && `depth ${depth}`,
    known(nodes) && `${count(Number(nodes))} nodes`,
    known(score) && `score ${score}`,
    pv?.length && pv.join(" "),
    instead_of && `the referee's choice, at random, after a fault: ${instead_of.reason}: ${instead_of.message}`,
  ].filter(Boolean);
}

/** How a game ended. @param {GameRecord} record @param {[string, string]} names */
export function resultText({ outcome, ending }, names) {
  if (outcome === "unfinished") return "Not finished";
  const result = outcome === "draw" ? "A draw" : `${names[outcome === "first" ? 0 : 1]} wins`;
  return endingText(ending) ? `${result} · ${endingText(ending)}` : result;
}

/** Why a game ended otherwise than by its rules. @param {Replayed} game */
function endingCard({ names, record: { ending } }) {
  if (ending.fault) {
    const title = `${names[ending.loser ?? 0]} forfeits: ${ending.fault.reason}`;
    return h("section.card.stack-y.tight.fault", {}, h("h2", {}, title), faultText(ending.fault));
  }
  return ending.why ? h("section.card.stack-y.tight", {}, h("h2", {}, "Adjudicated"), h("p", {}, ending.why)) : null;
}

/**
 * @param {Replayed} game
 * @param {{above: Child, actions: Child[], below?: Child[]}} around a link back, buttons beside Play, what else there is to say
 */
export function replayer(game, { above, actions, below = [] }) {
  const { names, record, state } = game;
  const board = boardOf(record.game);
  const opening = record.opening ?? [];
  const all = [...opening, ...record.moves.map((one) => one.move)];
  let ply = 0;
  let timer = 0;

  const boardView = new BoardView({ onMove: () => {} });
  const moves = moveList((to) => go(to), board.name);
  const about = h("p.small.soft.about-move", { "aria-live": "polite" });
  const playButton = h("button.primary", { type: "button", onclick: () => (timer ? pause() : run()) }, "Play");
  const marks = board.sides.map((side, index) =>
    h("div.player", {}, h(`span.player-mark.${index ? "second" : "first"}.mark-${board.name}`, { "aria-hidden": "true" }, board.letters[index]), h("div.grow", {}, h("b.player-name", { title: record.agents?.[index] }, `${side} · ${names[index]}`), h("span.soft.small"))),
  );

  const draw = () => {
    const scene = sceneAt(state, ply);
    boardView.show({ board, scene, legal: [] });
    const texts = board.status(board.parse(scene));
    marks.forEach((mark, index) => {
      const text = mark.querySelector(".soft");
      if (text) text.textContent = texts[index] ?? "";
      mark.classList.toggle("to-move", ply < all.length && state.history[ply]?.by === (index ? "second" : "first"));
      mark.classList.toggle("winner", ply === all.length && record.outcome === (index ? "second" : "first"));
    });
    moves.show(all, ply, state.history.map(({ by }) => by));
    const played = record.moves[ply - 1 - opening.length];
    const parts = played ? [capital(board.say(played.move)), ...told(played)] : [ply === 0 ? "The start." : "Part of the opening."];
    about.textContent = parts.join(" · ");
  };
  const go = (/** @type {number} */ to) => {
    ply = Math.max(0, Math.min(all.length, to));
    draw();
  };
  const pause = () => {
    clearInterval(timer);
    timer = 0;
    playButton.textContent = "Play";
  };
  const run = () => {
    if (ply === all.length) ply = 0;
    playButton.textContent = "Pause";
    go(ply + 1);
    timer = window.setInterval(() => (ply < all.length ? go(ply + 1) : pause()), PACE_MS);
  };
  const element = h(
    "div.table",
    {},
    h(
      "div.stage",
      {},
      above,
      h("h1.status", {}, resultText(record, names)),
      boardView.element,
      about,
      stepper((to) => go({ first: 0, back: ply - 1, on: ply + 1, last: all.length }[to])),
    ),
    h(
      "div.side",
      {},
      h("section.card.players", { "aria-label": "Players" }, marks),
      h("div.row.actions", {}, playButton, actions),
      endingCard(game),
      moves.element,
      below,
    ),
  );
  draw();
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (/** @type {Element} */ (event.target).closest("input, select")) return;
    if (event.key === "ArrowLeft") go(ply - 1);
    if (event.key === "ArrowRight") go(ply + 1);
  };
  document.addEventListener("keydown", keys);
  return {
    element,
    moves: all,
    stop: () => {
      clearInterval(timer);
      document.removeEventListener("keydown", keys);
    },
  };
}
