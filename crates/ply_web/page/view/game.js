// A game being played.

/** @import {Session} from "../lib/api.js" */
import { boardOf } from "../board/index.js";
import { BoardView } from "../board/view.js";
import { capital, still } from "../board/parts.js";
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { announce, complain, confirmed, toast, trying } from "../lib/messages.js";
import { recall, remember } from "../lib/remember.js";
import { printRoute } from "../lib/route.js";
import { sceneAt } from "../lib/scene.js";
import { parseSpec } from "../lib/spec.js";
import { listen, listenOnce } from "../lib/stream.js";
import { preferred } from "../part/agent.js";
import { playerName } from "../part/format.js";
import { moveList, stepper } from "../part/moves.js";
import { players } from "../part/players.js";
import { rulesPanel } from "../part/rules.js";
import { shapeToggle } from "../part/shapes.js";
import { evaluationBar, thinkingPanel } from "../part/thinking.js";

const HINT_TIME = "1s";
/** Time for a movement to be seen before the next. */
const PACE_MS = 600;

/** How a game ended, in words. @param {Session} state */
function ending(state) {
  const { sides } = boardOf(state.game);
  const how = state.reason_text && state.reason ? ` (${state.reason === "resignation" ? "the other resigned" : state.reason})` : "";
  if (state.outcome === "draw") return "A draw.";
  return `${sides[state.outcome === "first" ? 0 : 1]} wins${how}.`;
}

/** @param {Session} state whether a person is to move */
const personMoves = (state) => !!state.to_move && state.players[state.to_move] === "human";

/** @param {Session} state */
function statusText(state) {
  const board = boardOf(state.game);
  if (state.outcome) return ending(state);
  if (!state.to_move) return "";
  const side = board.sides[state.to_move === "first" ? 0 : 1];
  if (!personMoves(state)) return `${playerName(state.players[state.to_move])} thinks…`;
  const both = state.players.first === "human" && state.players.second === "human";
  return both ? `${side} to move` : `Your move (${side})`;
}

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
  let aloud = recall("aloud", "on") === "on";
  /** @type {{close: () => void} | null} */
  let hinting = null;

  const boardView = new BoardView({
    onMove: (move) => play(move),
    onPath: (text, path) => {
      prompt.textContent = text;
      backButton.hidden = path.length === 0;
    },
  });
  const status = h("h1.status");
  const prompt = h("p.prompt.soft");
  const backButton = h("button.small", { type: "button", hidden: true, onclick: () => boardView.back() }, "Back");
  const shapes = shapeToggle(() => draw());
  const bar = evaluationBar(board);
  const seats = players(board);
  const moves = moveList((to) => browse(to));
  const panel = thinkingPanel({ onLine: (pv) => aloud && boardView.setLine(pv) });
  const connection = h("span.pill", {}, "connecting");

  const button = (/** @type {string} */ text, /** @type {() => unknown} */ act) =>
    h("button", { type: "button", onclick: () => trying(async () => act()) }, text);
  const undo = button("Undo", async () => take(await api.post(`/sessions/${id}/undo`)));
  const hint = button("Hint", () => askHint());
  const resign = button("Resign", async () => {
    if (await confirmed("Resign this game?", "Resign")) take(await api.post(`/sessions/${id}/resign`));
  });
  const rematch = button("Rematch", async () => {
    const { game, players, clock } = state;
    const again = await api.post("/sessions", { game, position: state.start, first: players.second, second: players.first, clock });
    location.hash = printRoute(["play", again.id]);
  });
  rematch.className = "primary";
  const analyse = h("a.button", {}, "Analyse");
  const save = h("a.button", { href: api.address(`/sessions/${id}/record`), download: `${board.name}.json` }, "Save");
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
    const legal = now && !busy && personMoves(state) ? state.legal_moves : [];
    const scene = sceneAt(state, ply);
    const model = board.parse(scene);
    const mode = shapes.show(board, model, legal, state.to_move);
    boardView.show({ board, scene, legal, mode });
    status.textContent = statusText(state);
    status.classList.toggle("over", !!state.outcome);
    seats.show(state, board.status(model));
    moves.show(state.moves, ply);
    const persons = [state.players.first, state.players.second].includes("human");
    undo.disabled = !state.moves.length || !persons;
    hint.disabled = !personMoves(state);
    resign.disabled = !persons || !!state.outcome;
    hint.hidden = resign.hidden = !!state.outcome;
    rematch.hidden = !state.outcome;
    analyse.href = printRoute(["analyse"], { game: state.game, position: state.start, moves: state.moves.join(" ") });
  };

  /** Shows what the agent says. */
  const think = () => {
    const report = state.last_report;
    bar.element.hidden = panel.element.hidden = !aloud;
    if (!aloud) boardView.setLine([]);
    else {
      bar.show(report?.win_chance, report?.score_text);
      panel.show(report, report ? "" : "What the agent thinks appears here while it thinks.");
      boardView.setLine(state.thinking ? (report?.pv ?? []) : []);
    }
  };

  let pacing = 0;
  let stepped = 0;
  /** Shows moves that came quickly one after the other, so that each is seen. */
  const catchUp = () => {
    clearTimeout(pacing);
    pacing = 0;
    const wait = still() ? 0 : stepped + PACE_MS - performance.now();
    if (still()) ply = state.moves.length;
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
    state = next;
    ply = Math.min(ply, next.moves.length);
    hinting?.close();
    hinting = null;
    boardView.setLine([]);
    if (following) catchUp();
    draw();
    think();
    if (next.moves.length > before.moves.length || next.outcome !== before.outcome) {
      const last = next.history.at(-1);
      const said = last ? `${board.sides[last.by === "first" ? 0 : 1]}: ${board.say(last.move)}. ` : "";
      announce(`${said}${statusText(next)}`);
    }
    if (next.outcome && !before.outcome) toast(ending(next), "Rematch, or look at it again with Analyse.");
  };

  const play = (/** @type {string} */ move) =>
    trying(async () => {
      if (busy) return;
      busy = true;
      try {
        const next = await api.post(`/sessions/${id}/moves`, { move, ply: state.ply });
        busy = false;
        // The answer to the move may have come first, by the stream of events.
        if (next.moves.length > state.moves.length) take(next);
      } finally {
        busy = false;
        draw();
      }
    });

  const browse = (/** @type {number} */ to) => {
    clearTimeout(pacing);
    pacing = 0;
    ply = Math.max(0, Math.min(state.moves.length, to));
    boardView.setLine([]);
    draw();
  };

  const askHint = () => {
    hinting?.close();
    hint.disabled = true;
    const query = { game: state.game, position: state.start, moves: state.moves.join(" "), agent: preferred(agents), time: HINT_TIME, lines: 1 };
    hinting = listenOnce(
      api.address("/analysis", query),
      {
        done: (/** @type {api.Report} */ report) => {
          hint.disabled = !personMoves(state);
          const [move] = report.pv;
          if (!move) return;
          boardView.setLine([move]);
          prompt.textContent = `Hint: ${capital(board.say(move))} (${move}).`;
          announce(prompt.textContent);
        },
      },
      (problem) => {
        hint.disabled = !personMoves(state);
        complain(new api.Problem(problem.title ?? "No hint", problem.detail ?? "The server did not answer.", 0));
      },
    );
  };

  const step = stepper((to) => browse({ first: 0, back: ply - 1, on: ply + 1, last: state.moves.length }[to]));
  const variant = Object.entries(parseSpec(state.game).options).map(([key, value]) => `${key} ${value}`).join(" · ");
  fill(
    host,
    h(
      "div.table",
      {},
      h("div.stage", {}, h("div.row.spread", {}, status, connection), bar.element, boardView.element, h("div.row.under", {}, prompt, backButton, shapes.element)),
      h(
        "div.side",
        {},
        seats.element,
        h("div.row.actions", {}, undo, hint, resign, rematch, analyse, save),
        thinkCard,
        moves.element,
        step,
        rulesPanel(board.name),
        h("p.small.soft", {}, `${board.title}${variant ? ` · ${variant}` : ""}`),
      ),
    ),
  );
  draw();
  think();
  const events = listen(
    `/api/v1/sessions/${id}/events`,
    {
      state: take,
      report: (report) => {
        state = { ...state, last_report: report, thinking: true };
        think();
      },
    },
    (now) => {
      connection.className = `pill ${now}`;
      connection.textContent = { connecting: "connecting", live: "connected", lost: "connection lost, trying again" }[now];
    },
  );
  return () => {
    events.close();
    hinting?.close();
    seats.stop();
    clearTimeout(pacing);
  };
}
