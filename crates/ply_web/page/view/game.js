// A game being played.

/** @import {Session} from "../lib/api.js" */
import { boardOf } from "../board/index.js";
import { BoardView } from "../board/view.js";
import { capital, still } from "../board/parts.js";
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { announce, complain, confirmed, copy, download, trying } from "../lib/messages.js";
import { recall, remember } from "../lib/remember.js";
import { printRoute } from "../lib/route.js";
import { sceneAt } from "../lib/scene.js";
import { sound } from "../lib/sound.js";
import { parseSpec } from "../lib/spec.js";
import { listen } from "../lib/stream.js";
import { transport } from "../lib/transport.js";
import { hints } from "../part/hint.js";
import { moments } from "../part/moment.js";
import { moveList, stepper } from "../part/moves.js";
import { inOrder } from "../part/order.js";
import { players } from "../part/players.js";
import { prefers, preferences } from "../part/preferences.js";
import { rulesPanel } from "../part/rules.js";
import { shapeToggle } from "../part/shapes.js";
import { evaluationBar, thinkingPanel } from "../part/thinking.js";
import { hasPerson, personOf, seenBy, viewerOf } from "../part/viewpoint.js";
import { earlyMoves, waitingMove } from "../part/waiting.js";
import { personMoves, reporter, soundOf, statusText } from "../part/state.js";

/** Time for a movement to be seen before the next, where nobody has to answer. */
const PACE_MS = 600;

/** @type {import("../main.js").View} */
export async function view(host, route) {
  const [id = ""] = route.names;
  /** @type {Session} */
  let state = await api.get(`/sessions/${id}`);
  const board = boardOf(state.game);
  const agents = await api.agents(board.name);
  document.title = `${board.title} · Plyground`;
  let ply = state.moves.length;
  let busy = false;
  /** What the person could play at their last turn. @type {string[]} */
  let lastLegal = [];
  let aloud = recall("aloud", "on") === "on";
  /** A move whose turn came before the answer to the one before. */
  let pending = "";

  const boardView = new BoardView({
    onMove: (move) => (!personMoves(state) ? waiting.keep(move) : prefers("confirm") ? waiting.ask(move) : play(move)),
    onPath: (text, path) => {
      prompt.textContent = text;
      backButton.hidden = path.length === 0;
    },
  });
  const waiting = waitingMove(board, boardView, (move) => play(move));
  /** What may be chosen before one's turn, and how the board looks then. */
  let early = { position: "", legal: /** @type {string[]} */ ([]) };
  const status = h("h1.status");
  const prompt = h("p.prompt.soft");
  const backButton = h("button.small", { type: "button", hidden: true, onclick: () => boardView.back() }, "Back");
  const shapes = shapeToggle(() => draw());
  const viewer = viewerOf(state.players);
  const bar = evaluationBar(board, viewer);
  const seats = players(board);
  const moves = moveList((to) => browse(to), board.name);
  const panel = thinkingPanel({ onLine: (pv) => aloud && boardView.setLine(pv) });
  const connection = h("span.pill", { hidden: !transport.server }, "connecting");
  const lastMove = h("p.small.soft.last-move");

  const button = (/** @type {string} */ text, /** @type {() => unknown} */ act) =>
    h("button", { type: "button", onclick: () => trying(async () => act()) }, text);
  const undo = button("Undo", async () => order.answered(await api.post(`/sessions/${id}/undo`)));
  const hinting = hints(agents, (move) => {
    boardView.setLine([move]);
    boardView.reveal();
    prompt.textContent = `Hint: ${capital(board.say(move))} (${move}).`;
    announce(prompt.textContent);
  });
  const hint = button("Hint", () => hinting.ask(state));
  const resign = button("Resign", async () => {
    if (await confirmed("Resign this game?", "Resign")) order.answered(await api.post(`/sessions/${id}/resign`));
  });
  const rematch = button("Rematch", async () => {
    const { game, players, clock } = state;
    const again = await api.post("/sessions", { game, position: state.start, first: players.second, second: players.first, clock });
    location.hash = printRoute(["play", again.id]);
  });
  rematch.className = "primary";
  const analyse = h("a.button", {}, "Analyse");
  const share = button("Copy link", () => copy(new URL(analyse.href, location.href).href, "Link to the game so far"));
  const save = button("Save", async () => download(`${board.name}.json`, await api.text(`/sessions/${id}/record`), "application/json"));
  const toggle = h("input", {
    type: "checkbox",
    onchange: () => {
      aloud = toggle.checked;
      remember("aloud", aloud ? "on" : "off");
      think();
    },
  });
  toggle.checked = aloud;
  const thinkCard = h("section.card", {}, h("label.switch", {}, toggle, "Think aloud"), panel.element);

  /** Draws everything anew. */
  const draw = () => {
    const now = ply === state.moves.length;
    const [mine, soon] = [now && !busy && personMoves(state), now && !busy && !personMoves(state) && early.legal.length > 0];
    const legal = mine ? state.legal_moves : soon ? early.legal : [];
    const scene = soon ? { ...sceneAt(state, ply), position: early.position } : sceneAt(state, ply);
    const model = board.parse(scene);
    const mode = shapes.show(board, model, legal, soon ? personOf(state.players) : state.to_move);
    boardView.show({ board, scene, legal, mode });
    status.textContent = statusText(state);
    status.classList.toggle("over", !!state.outcome);
    seats.show(state, board.status(model));
    moves.show(state.moves, ply, state.history.map(({ by }) => by));
    lastMove.textContent = told(ply);
    const persons = hasPerson(state.players);
    undo.disabled = !state.moves.length || !persons;
    hint.disabled = !personMoves(state);
    resign.disabled = !persons || !!state.outcome;
    hint.hidden = resign.hidden = !!state.outcome;
    rematch.hidden = !state.outcome;
    analyse.href = printRoute(["analyse"], { game: state.game, position: state.start, moves: state.moves.join(" ") });
  };

  /** The move that led here, in words. @param {number} ply */
  const told = (ply) => {
    const last = state.history[ply - 1];
    return last ? `${board.sides[last.by === "first" ? 0 : 1]} · ${last.move} · ${capital(board.say(last.move))}.` : "";
  };

  /** Shows what the agent says. */
  const think = () => {
    const report = state.last_report && seenBy(state.last_report, reporter(state), viewer);
    bar.element.hidden = panel.element.hidden = !aloud;
    if (!aloud) boardView.setLine([]);
    else {
      if (state.outcome) bar.end(state.outcome);
      else bar.show(report?.win_chance, report?.score_text);
      panel.show(report, report ? "" : "What the agent thinks appears here while it thinks.");
      boardView.setLine(state.thinking ? (report?.pv ?? []) : []);
    }
  };

  /** Lets a person choose before their turn. */
  const prepare = async () => {
    early = { position: "", legal: [] };
    const { players, moves, to_move, outcome } = state;
    const person = personOf(players);
    if (!prefers("premove") || outcome || person === null || to_move === person) return draw();
    const before = state.history.findLastIndex(({ by }) => by === person);
    const found = await earlyMoves(board, state, board.parse(sceneAt(state)), before < 0 ? [] : lastLegal).catch(() => early);
    if (state.moves.length === moves.length) early = found;
    draw();
  };

  let pacing = 0;
  let stepped = 0;
  /** Shows moves of agents that came quickly one after the other, so that each is seen. */
  const catchUp = () => {
    clearTimeout(pacing);
    pacing = 0;
    const paced = !still() && !hasPerson(state.players);
    const wait = paced ? stepped + PACE_MS - performance.now() : 0;
    if (!paced) ply = state.moves.length;
    else if (ply < state.moves.length && wait <= 0) {
      ply += 1;
      stepped = performance.now();
    }
    if (ply < state.moves.length) {
      pacing = window.setTimeout(() => (catchUp(), draw()), Math.max(20, wait > 0 ? wait : PACE_MS));
    }
  };

  /** A new state of the game. @param {Session} next */
  const take = (next) => {
    const before = state;
    const following = ply === before.moves.length || pacing !== 0;
    if (personMoves(before)) lastLegal = before.legal_moves;
    state = next;
    early = { position: "", legal: [] };
    ply = Math.min(ply, next.moves.length);
    hinting.stop();
    boardView.setLine([]);
    const due = personMoves(next) ? waiting.due(next.legal_moves) : "";
    if (next.moves.length < before.moves.length || next.outcome) waiting.clear();
    if (following) catchUp();
    draw();
    think();
    if (due && busy) pending = due;
    else if (due) play(due);
    else if (next.moves.length !== before.moves.length) trying(prepare);
    if (next.moves.length > before.moves.length || next.outcome !== before.outcome) {
      const last = next.history.at(-1);
      const said = last ? `${board.sides[last.by === "first" ? 0 : 1]}: ${board.say(last.move)}. ` : "";
      announce(`${said}${statusText(next)}`);
      sound(soundOf(next));
    }
    if (next.outcome && !before.outcome && document.activeElement === document.body) rematch.focus({ preventScroll: true });
  };

  const moment = moments(state, { show: take, atOnce: () => prefers("at-once") });
  const order = inOrder(state, moment.take);
  // Whoever cannot wait looks at the board and presses something.
  boardView.element.addEventListener("click", () => early.legal.length || moment.hurry());

  const play = (/** @type {string} */ move) =>
    trying(async () => {
      if (busy) return;
      busy = true;
      try {
        const next = await api.post(`/sessions/${id}/moves`, { move, ply: state.ply });
        busy = false;
        order.answered(next);
      } finally {
        busy = false;
        draw();
        const kept = pending;
        pending = "";
        if (kept) play(kept);
      }
    });

  const browse = (/** @type {number} */ to) => {
    clearTimeout(pacing);
    pacing = 0;
    ply = Math.max(0, Math.min(state.moves.length, to));
    boardView.setLine([]);
    draw();
  };

  const step = stepper((to) => browse({ first: 0, back: ply - 1, on: ply + 1, last: state.moves.length }[to]));
  const variant = Object.entries(parseSpec(state.game).options).map(([key, value]) => `${key} ${value}`).join(" · ");
  fill(
    host,
    h(
      "div.table",
      {},
      h("div.stage", {}, h("div.row.spread", {}, status, connection), bar.element, boardView.element, waiting.element, h("div.row.under", {}, prompt, backButton, shapes.element)),
      h(
        "div.side",
        {},
        seats.element,
        h("div.row.actions", {}, undo, hint, resign, rematch, analyse, share, save),
        thinkCard,
        moves.element,
        step,
        rulesPanel(board.name),
        preferences(board, boardView, ["sounds", "confirm", "premove", "at-once"], () => trying(prepare)),
        h("p.small.soft", {}, `${board.title}${variant ? ` · ${variant}` : ""}`),
      ),
    ),
  );
  moves.element.append(lastMove);
  draw();
  think();
  trying(prepare);
  const events = listen(
    `/api/v1/sessions/${id}/events`,
    {
      state: order.told,
      trouble: ({ title, detail, status }) => complain(new api.Problem(title, detail, status)),
      report: (report) => {
        state = { ...state, last_report: report, thinking: true };
        think();
      },
    },
    (now) => {
      if (now === "lost") order.lost();
      connection.className = `pill ${now}`;
      connection.textContent = { connecting: "connecting", live: "connected", lost: "connection lost, trying again" }[now];
    },
  );
  const keys = (/** @type {KeyboardEvent} */ event) => {
    if (/** @type {Element} */ (event.target).closest("input, select, dialog, .board-holder")) return;
    const to = { ArrowLeft: ply - 1, ArrowRight: ply + 1, Home: 0, End: state.moves.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    browse(to);
  };
  document.addEventListener("keydown", keys);
  return () => {
    document.removeEventListener("keydown", keys);
    events.close();
    hinting.stop();
    seats.stop();
    clearTimeout(pacing);
    moment.stop();
  };
}
