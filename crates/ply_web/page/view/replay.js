// A finished game, move by move.

import { boardOf } from "../board/index.js";
import { capital } from "../board/parts.js";
import { BoardView } from "../board/view.js";
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { download } from "../lib/messages.js";
import { printRoute } from "../lib/route.js";
import { sceneAt } from "../lib/scene.js";
import { duration, endingText, playerName } from "../part/format.js";
import { moveList, stepper } from "../part/moves.js";

const PACE_MS = 900;

/**
 * @typedef {{move: string, by: number, ms: number, score: number | null, depth: number | null}} Played
 * @typedef {object} GameRecord
 * @property {string} game
 * @property {[string, string]} agents their full spellings
 * @property {string[]} opening
 * @property {Played[]} moves
 * @property {string | null} outcome
 * @property {import("../part/format.js").Ending} ending
 */

/** @type {import("../main.js").View} */
export async function view(host, route) {
  const [name = "", id = ""] = route.names;
  /** @type {{agents: [string, string], record: GameRecord}} */
  const { agents: names, record } = await api.get(`/tournaments/${encodeURIComponent(name)}/games/${encodeURIComponent(id)}`);
  const board = boardOf(record.game);
  const opening = record.opening ?? [];
  const all = [...opening, ...record.moves.map((one) => one.move)];
  const state = await api.position(record.game, "", all);
  document.title = `${names.join(" – ")} · Plyground`;
  let ply = 0;
  let timer = 0;

  const boardView = new BoardView({ onMove: () => {} });
  const moves = moveList((to) => go(to));
  const about = h("p.small.soft", { "aria-live": "polite" });
  const playButton = h("button.primary", { type: "button", onclick: () => (timer ? pause() : run()) }, "Play");
  const marks = board.sides.map((side, index) =>
    h("div.player", {}, h(`span.player-mark.${index ? "second" : "first"}.mark-${board.name}`, { "aria-hidden": "true" }, board.letters[index]), h("div.grow", {}, h("b.player-name", { title: record.agents?.[index] }, `${side} · ${playerName(names[index] ?? "")}`), h("span.soft.small"))),
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
    moves.show(all, ply);
    const played = record.moves[ply - 1 - opening.length];
    const parts = played
      ? [capital(board.say(played.move)), duration(played.ms), played.depth ? `depth ${played.depth}` : "", played.score !== null && played.score !== undefined ? `score ${played.score}` : ""]
      : [ply === 0 ? "The start." : "Part of the opening."];
    about.textContent = parts.filter(Boolean).join(" · ");
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
  const result = record.outcome === "draw" ? "A draw" : `${board.sides[record.outcome === "first" ? 0 : 1]} wins`;
  const reason = endingText(record.ending) && ` (${endingText(record.ending)})`;
  fill(
    host,
    h(
      "div.table",
      {},
      h(
        "div.stage",
        {},
        h("a.small", { href: printRoute(["watch", name]) }, `← ${name}`),
        h("h1.status", {}, `${result}${reason}`),
        boardView.element,
        about,
        stepper((to) => go({ first: 0, back: ply - 1, on: ply + 1, last: all.length }[to])),
      ),
      h(
        "div.side",
        {},
        h("section.card.players", { "aria-label": "Players" }, marks),
        h(
          "div.row.actions",
          {},
          playButton,
          h("a.button", { href: printRoute(["analyse"], { game: record.game, moves: all.join(" ") }) }, "Analyse"),
          h("button", { type: "button", onclick: () => download(`${id}.json`, `${JSON.stringify(record, null, 2)}\n`, "application/json") }, "Save"),
        ),
        moves.element,
      ),
    ),
  );
  draw();
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (/** @type {Element} */ (event.target).closest("input, select")) return;
    if (event.key === "ArrowLeft") go(ply - 1);
    if (event.key === "ArrowRight") go(ply + 1);
  };
  document.addEventListener("keydown", keys);
  return () => {
    clearInterval(timer);
    document.removeEventListener("keydown", keys);
  };
}
