// A game that was kept, move by move: one of a tournament, or of a file.

/** @import {GameRecord, MoveRecord} from "../lib/record.js" */
import { boardOf } from "../board/index.js";
import { capital } from "../board/parts.js";
import { BoardView } from "../board/view.js";
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { trying } from "../lib/messages.js";
import { openedRecord } from "../lib/record.js";
import { printRoute } from "../lib/route.js";
import { sceneAt } from "../lib/scene.js";
import { clock, count, duration, endingText, playerName } from "../part/format.js";
import { moveList, stepper } from "../part/moves.js";

const PACE_MS = 900;

/** What is known of a move. @param {MoveRecord} played */
function told({ ms, depth, nodes, score, left_ms, pv }) {
  const known = (/** @type {number | null | undefined} */ value) => value !== null && value !== undefined;
  return [
    duration(ms),
    known(left_ms) && `${clock(Number(left_ms))} left`,
    depth && `depth ${depth}`,
    known(nodes) && `${count(Number(nodes))} nodes`,
    known(score) && `score ${score}`,
    pv?.length && pv.join(" "),
  ].filter(Boolean);
}

/** @type {import("../main.js").View} */
export async function view(host, route) {
  const [name = "", id = ""] = route.names;
  const path = name && `/tournaments/${encodeURIComponent(name)}/games/${encodeURIComponent(id)}`;
  const opened = () => ({ record: openedRecord(), agents: openedRecord().agents });
  /** @type {{agents: [string, string], record: GameRecord}} */
  const { agents: names, record } = path ? await api.get(path) : opened();
  const board = boardOf(record.game);
  const start = record.start ?? "";
  const opening = record.opening ?? [];
  const all = [...opening, ...record.moves.map((one) => one.move)];
  const state = await api.position(record.game, start, all);
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
  const unfinished = record.outcome === "unfinished";
  const result = record.outcome === "draw" ? "A draw" : `${board.sides[record.outcome === "first" ? 0 : 1]} wins`;
  const reason = endingText(record.ending) && ` (${endingText(record.ending)})`;
  const playOn = async () => {
    const [first, second] = record.agents;
    const clock = typeof record.time === "string" ? record.time : "none";
    const session = await api.post("/sessions", { game: record.game, position: start, moves: all.join(" "), first, second, clock });
    location.hash = printRoute(["play", session.id]);
  };
  fill(
    host,
    h(
      "div.table",
      {},
      h(
        "div.stage",
        {},
        h("a.small", { href: printRoute(["watch", name].filter(Boolean)) }, `← ${name || "Watch"}`),
        h("h1.status", {}, unfinished ? "Not finished" : `${result}${reason}`),
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
          h("a.button", { href: printRoute(["analyse"], { game: record.game, position: start, moves: all.join(" ") }) }, "Analyse"),
          path ? h("a.button", { href: api.address(`${path}/record`), download: `${id}.json` }, "Save") : null,
          unfinished ? h("button", { type: "button", onclick: () => trying(playOn) }, "Play on") : null,
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
