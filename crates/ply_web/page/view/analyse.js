// Analyse: any position, any line, any agent's opinion.

/** @import {Position} from "../lib/api.js" */
/** @import {Node} from "../lib/tree.js" */
import { boardOf } from "../board/index.js";
import { BoardView } from "../board/view.js";
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { announce, copy, download, trying } from "../lib/messages.js";
import { recall, remember } from "../lib/remember.js";
import { printRoute } from "../lib/route.js";
import { sceneAt } from "../lib/scene.js";
import { follow, cut, lastOf, nodesOf, noteMovers, parseTree, pathOf, printTree, root } from "../lib/tree.js";
import { analysis } from "../part/analysis.js";
import { positionEditor } from "../part/editor.js";
import { stepper } from "../part/moves.js";
import { review } from "../part/review.js";
import { preferences } from "../part/preferences.js";
import { rulesPanel } from "../part/rules.js";
import { shapeToggle } from "../part/shapes.js";
import { tally } from "../part/tally.js";
import { evaluationBar } from "../part/thinking.js";
import { treeView } from "../part/tree.js";

/** @type {import("../main.js").View} */
export async function view(host, route) {
  document.title = "Analyse · Plyground";
  const games = await api.games();
  const remembered = games.find((one) => one.name === recall("game", "")) ?? games[0];
  const game = route.query.game || (remembered?.name ?? "");
  const board = boardOf(game);
  const agents = await api.agents(board.name);
  let start = route.query.position ?? "";
  let top = parseTree(route.query.moves ?? "");
  let node = nodesOf(top)[Number(route.query.at)] ?? lastOf(top);
  /** @type {Position} */
  let state = await api.position(game, start, pathOf(node));

  const prompt = h("p.prompt.soft");
  const backButton = h("button.small", { type: "button", hidden: true, onclick: () => boardView.back() }, "Back");
  const boardView = new BoardView({
    onMove: (move) => go(follow(node, move)),
    onPath: (text, path) => {
      prompt.textContent = text;
      backButton.hidden = path.length === 0;
    },
  });
  const shapes = shapeToggle(() => draw());
  const score = tally(board);
  const bar = evaluationBar(board);
  const tree = treeView((to) => go(to), board.name);
  const status = h("h1.status");
  const graph = review(board, (ply) => go(nodeAt(ply)), () => draw());
  const thinking = analysis(board.name, agents, {
    onReport: (report) => (report ? bar.show(report.win_chance, report.score_text) : settle()),
    onLine: (pv) => boardView.setLine(pv),
    onChoose: (pv) => pv[0] && go(follow(node, pv[0])),
    onHeat: (values) => boardView.setHeat(values),
  });
  const edit = positionEditor(board, boardView, (position) =>
    trying(async () => {
      // Refused positions change nothing.
      await api.position(game, position, []);
      start = position;
      top = root();
      go(top);
    }),
  );
  edit.onToggle(() => draw());

  /** The whole line through the node, to its end. */
  const line = () => pathOf(lastOf(node));
  const nodeAt = (/** @type {number} */ ply) => {
    let at = top;
    for (const move of line().slice(0, ply)) at = follow(at, move);
    return at;
  };
  const link = () =>
    printRoute(["analyse"], {
      game: state.game,
      position: start,
      moves: printTree(top),
      at: node.children.length || printTree(top).includes("(") ? String(nodesOf(top).indexOf(node)) : "",
    });

  const draw = () => {
    if (edit.isOpen()) {
      shapes.element.hidden = true;
      score.hide();
      status.textContent = "Setting up";
      return;
    }
    const scene = sceneAt(state);
    const model = board.parse(scene);
    score.show(state, model);
    const mode = shapes.show(board, model, state.legal_moves, state.to_move);
    boardView.show({ board, scene, legal: state.legal_moves, mode });
    const side = board.sides[state.to_move === "first" ? 0 : 1];
    const winner = state.outcome === "draw" ? "A draw" : `${board.sides[state.outcome === "first" ? 0 : 1]} wins`;
    status.textContent = state.outcome ? winner : `${side} to move`;
    const length = pathOf(node).length;
    noteMovers(node, state.history);
    graph.show({ game: state.game, position: start, moves: line() }, length);
    tree.show(top, node, (one) => (line().join(" ").startsWith(pathOf(one).join(" ")) ? graph.markAt(pathOf(one).length) : ""));
    edit.set(state.game, state.position);
    remove.disabled = node === top;
  };

  const place = () => ({ game: state.game, position: start, moves: pathOf(node).join(" "), to_move: state.to_move });
  /** The bar before anybody has thought. */
  const settle = () => (state.outcome ? bar.end(state.outcome) : bar.show(null));
  let asked = 0;
  /** Shows another node, if the server agrees. @param {Node} next */
  const go = (next) =>
    trying(async () => {
      const ticket = ++asked;
      try {
        const found = await api.position(game, start, pathOf(next));
        if (ticket !== asked) return;
        const on = found.history.length > state.history.length;
        [state, node] = [found, next];
        history.replaceState(null, "", link());
        draw();
        settle();
        thinking.move(place(), !!state.outcome);
        if (on) announce(`${board.say(node.move)}. ${status.textContent}`);
      } catch (error) {
        if (next.children.length === 0 && next !== node) cut(next);
        throw error;
      }
    });
  const step = (/** @type {"first" | "back" | "on" | "last"} */ to) =>
    go({ first: top, back: node.parent ?? node, on: node.children[0] ?? node, last: lastOf(node) }[to]);

  const button = (/** @type {string} */ text, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, text);
  const remove = button("Delete from here", () => go(cut(node)));
  const name = `${board.name}-${pathOf(node).length}`;
  const record = () => api.text("/record", { game: state.game, position: start, moves: line().join(" ") });
  const save = button("Save as JSON", () => trying(async () => download(`${name}.json`, await record(), "application/json")));
  const asText = () => `game: ${state.game}\nstart: ${state.start}\nmoves: ${printTree(top)}\n`;
  const gameChoice = h(
    "select",
    {
      "aria-label": "Game",
      value: board.name,
      onchange: () => {
        remember("game", gameChoice.value);
        location.hash = printRoute(["analyse"], { game: gameChoice.value });
      },
    },
    games.map((one) => h("option", { value: one.name }, boardOf(one.name).title)),
  );
  const playOn = async () => {
    const agent = recall(`agent.${board.name}`, "alpha-beta");
    const players = state.to_move === "first" ? { first: "human", second: agent } : { first: agent, second: "human" };
    const session = await api.post("/sessions", { game: state.game, position: state.position, ...players, clock: "none" });
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
        h("div.row.spread", {}, h("div.row.grow", {}, status, score.element), h("div.game-choice", {}, gameChoice)),
        bar.element,
        boardView.element,
        h("div.row.under", {}, prompt, backButton, shapes.element),
        stepper(step),
      ),
      h(
        "div.side",
        {},
        thinking.element,
        h("section.card.stack-y.tight", {}, h("h2", {}, "Moves"), tree.element, h("div.row", {}, remove)),
        graph.element,
        edit.element,
        rulesPanel(board.name),
        preferences(board, boardView, []),
        h(
          "section.card.stack-y.tight",
          {},
          h("h2", {}, "Share and keep"),
          h(
            "div.row",
            {},
            button("Copy link", () => copy(location.href, "Link")),
            button("Copy moves", () => copy(line().join(" "), "Moves")),
            save,
            button("Save as text", () => download(`${name}.txt`, asText(), "text/plain")),
            button("Play on from here", () => trying(playOn)),
          ),
        ),
      ),
    ),
  );
  settle();
  draw();
  thinking.move(place(), !!state.outcome);
  history.replaceState(null, "", link());
  const keys = (/** @type {KeyboardEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest("input, select, .board-holder")) return;
    if (event.key === "ArrowLeft") step("back");
    if (event.key === "ArrowRight") step("on");
  };
  document.addEventListener("keydown", keys);
  return () => {
    document.removeEventListener("keydown", keys);
    thinking.stop();
    graph.stop();
  };
}
