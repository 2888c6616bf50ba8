// The boards as functions: positions read, written, drawn; moves put together from choices.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BOARDS, ownBoard } from "../lib/boards.mjs";
import { around } from "../../page/board/around.js";
import { run } from "../../page/board/characters.js";
import { drawn } from "../../page/board/drawn.js";
import { folded } from "../../page/board/fold.js";
import { boardOf } from "../../page/board/index.js";
import { picture, sampleScene } from "../../page/board/picture.js";
import { nearest } from "../../page/board/view.js";
import { parse as parseSimplexity } from "../../page/board/simplexity.js";
import { afterSwap } from "../../page/board/pentago-swap.js";
import { canonical, room } from "../../page/board/colosseum.js";
import { allEdges } from "../../page/board/dots-and-boxes.js";
import { reached } from "../../page/board/infexion.js";
import { print, v } from "../../page/lib/vnode.js";

const scene = (game, position, rest = {}) => ({ game, start: position, moves: [], position, line: null, taken: [], ...rest });

for (const board of BOARDS) {
  test(`${board.name}: the editor writes the position it has read`, () => {
    const sample = sampleScene(board);
    assert.equal(board.editor.print(board.parse(sample)), sample.position);
  });

  test(`${board.name}: a drawing has a size, is well formed and carries no style attribute`, () => {
    const sample = sampleScene(board);
    const text = print(picture(board, board.parse(sample), sample));
    assert.match(text, /^<svg xmlns="[^"]+" class="board board-[a-z-]+" viewBox="0 0 [\d.]+ [\d.]+">/);
    assert.doesNotMatch(text, / style="|NaN|undefined/);
    assert.ok(text.length < 40_000, `${text.length} characters`);
  });

  test(`${board.name}: words for the position and its sides`, () => {
    const model = board.parse(sampleScene(board));
    assert.ok(board.describe(model).length > 10);
    assert.equal(board.status(model).length, 2);
  });
}

test("simplexity: pieces left follow from the board and the game", () => {
  const model = parseSimplexity(scene("simplexity:rows=6,cols=7,win=4,round=10,square=11", "7/7/7/2w4/2rR3/2Ww3 r"));
  assert.deepEqual(model.left, { w: 8, W: 10, r: 9, R: 10 });
  assert.equal(model.mover, "r");
  assert.deepEqual([model.rows, model.cols], [6, 7]);
});

test("simplexity: a column of the chosen shape is one choice", () => {
  const board = ownBoard("simplexity");
  const model = board.parse(sampleScene(board));
  const targets = board.targets(model, ["o0", "s0", "o3"], [], "o");
  assert.deepEqual(targets.map((target) => target.move), ["o0", "o3"]);
});

test("pentago-swap: a cell, then two quadrants in either order, give one spelling", () => {
  const board = ownBoard("pentago-swap");
  const model = board.parse(sampleScene(board));
  const legal = ["0,0,TL-TR", "0,0,TR-BL"];
  assert.deepEqual(board.targets(model, legal, [], "").map((target) => target.key), ["0,0"]);
  assert.equal(board.targets(model, legal, ["0,0"], "").length, 4);
  const moves = board.targets(model, legal, ["0,0", "BL"], "").map((target) => target.move);
  assert.deepEqual(moves, ["0,0,TL-BL", "0,0,TR-BL", "0,0,BL-BR"]);
});

test("pentago-swap: a stone goes with its quadrant", () => {
  assert.deepEqual(afterSwap(2, 5, "TR-BL"), [5, 2]);
  assert.deepEqual(afterSwap(0, 0, "TR-BL"), [0, 0]);
});

test("colosseum: walls have one spelling, and cut rooms off", () => {
  assert.equal(canonical(3, 3, "u"), "2,3,d");
  assert.equal(canonical(3, 3, "l"), "3,2,r");
  const board = ownBoard("colosseum");
  const model = board.parse(scene("colosseum:size=2", "2 a 0,0 1,1 0,0,r+1,0,r"));
  assert.equal(room(model, [0, 0]).size, 2);
  assert.deepEqual(board.status(model), ["2 cells", "2 cells"]);
});

test("colosseum: a cell, then the sides that are free", () => {
  const board = ownBoard("colosseum");
  const model = board.parse(sampleScene(board));
  const legal = ["2,1,u", "2,1,d", "2,2,u"];
  assert.deepEqual(board.targets(model, legal, [], "").map((target) => target.key), ["2,1", "2,2"]);
  assert.deepEqual(board.targets(model, legal, ["2,1"], "").map((target) => target.move), ["2,1,u", "2,1,d"]);
});

test("dots-and-boxes: boxes are whose the server says", () => {
  const board = ownBoard("dots-and-boxes");
  const taken = [[0, 0, "second"], [0, 1, null]];
  const shown = scene("dots-and-boxes", "1x2 2 0-2 1111111", { taken });
  const text = print(picture(board, board.parse(shown), shown));
  assert.deepEqual([...text.matchAll(/data-box="([^"]+)".*?>([AB?])</g)].map(([, cell, owner]) => [cell, owner]), [["0,0", "B"], ["0,1", "?"]]);
  assert.equal(allEdges(4, 4).length, 40);
});

test("dots-and-boxes: setting edges asks the server which boxes they close", async () => {
  const { editor, parse } = ownBoard("dots-and-boxes");
  const asked = [];
  const ask = async (position, moves) => {
    asked.push(position, ...moves);
    return { history: [{ taken: [] }, { taken: [[0, 0, "first"]] }] };
  };
  const model = await editor.apply(parse(scene("dots-and-boxes", "1x1 2 0-0 1011")), "h1,0", "edge", ask);
  assert.deepEqual(asked, ["1x1 1 0-0 0000", "h0,0", "v0,0", "v0,1", "h1,0"]);
  assert.equal(editor.print(model), "1x1 2 0-1 1111");
});

test("infexion: a spread wraps round the torus", () => {
  const board = ownBoard("infexion");
  const cells = Array(49).fill(".");
  cells[6 * 7 + 6] = "r3";
  const model = board.parse(scene("infexion", `0 ${cells.join(",")}`));
  assert.deepEqual(reached(model, 6, 6, "ur"), [[0, 6], [1, 6], [2, 6]]);
  const legal = ["0,0", "6,6,ur", "6,6,u"];
  assert.deepEqual(board.targets(model, legal, [], "").map(({ key, move }) => [key, move]), [["0,0", "0,0"], ["6,6", undefined]]);
  assert.deepEqual(board.targets(model, legal, ["6,6"], "").map((target) => target.move), ["6,6,u", "6,6,ur"]);
});

test("infexion: a smaller torus wraps sooner, and its stacks are lower", () => {
  const board = ownBoard("infexion");
  const model = board.parse(scene("infexion:size=3,rules=referee", "0 .,.,.,.,.,.,.,.,r2"));
  assert.deepEqual(reached(model, 2, 2, "ur"), [[0, 2], [1, 2]]);
  assert.ok(board.size(model).width < board.size(board.parse(board.sample)).width);
  const { editor } = board;
  assert.ok(editor);
  const higher = editor.apply(model, "0,0", "b");
  assert.equal(editor.print(/** @type {any} */ (higher)), "0 b1,.,.,.,.,.,.,.,r2");
  assert.equal(editor.print(/** @type {any} */ (editor.apply(model, "2,2", "r"))), "0 .,.,.,.,.,.,.,.,.");
});

test("infexion: the ways out of every corner can be clicked", () => {
  const board = ownBoard("infexion");
  for (const corner of [[0, 0], [0, 6], [6, 0], [6, 6]]) {
    const cells = Array(49).fill(".");
    cells[corner[0] * 7 + corner[1]] = "r1";
    const model = board.parse(scene("infexion", `0 ${cells.join(",")}`));
    const { width, height } = board.size(model);
    const key = corner.join(",");
    for (const { x, y } of board.targets(model, ["u", "ur", "dr", "d", "dl", "ul"].map((way) => `${key},${way}`), [key], "")) {
      assert.ok(x > 0 && y > 0 && x < width && y < height, `${key}: ${x},${y}`);
    }
  }
});

test("arrow keys go to the nearest choice ahead", () => {
  const at = (key, x, y) => ({ key, x, y });
  const targets = [at("a", 0, 0), at("b", 100, 0), at("c", 200, 0), at("d", 100, 100)];
  assert.equal(nearest(targets, targets[0], [1, 0])?.key, "b");
  assert.equal(nearest(targets, targets[3], [0, -1])?.key, "b");
  assert.equal(nearest(targets, targets[0], [-1, 0]), undefined);
});

const CORNERS = {
  rows: [[["   0", "dimmed"]], [["0 ", ""], ["x", "bold red"], ["─", ""], ["o", "invert blue"]]],
  spots: { a: [1, 2], "b,1": [1, 4], "b,2": [1, 4], c: null },
};

test("a game without a board of its own is shown as its rules draw it", () => {
  const board = boardOf("tic-tac-toe:size=3");
  assert.deepEqual([board.name, board.title, board.look], ["tic-tac-toe", "Tic-tac-toe", "drawn"]);
  const shown = scene("tic-tac-toe", "x-o", { drawing: CORNERS });
  const text = print(picture(board, board.parse(shown), shown));
  assert.match(text, /^<svg xmlns="[^"]+" class="board board-drawn" viewBox="0 0 [\d.]+ [\d.]+">/);
  assert.match(text, /<g class="ground ink-blue"><rect [^>]+><\/g><g class="run ink-paper grounded"><text [^>]+>o</);
  assert.doesNotMatch(text, / style="|NaN|undefined|─/);
});

test("a drawn board: a place with one move plays it, one with several asks which, a move without a place is a word below", () => {
  const board = drawn("corners");
  const model = board.parse(scene("corners", "x-o", { drawing: CORNERS }));
  const legal = ["a", "b,1", "b,2", "c"];
  assert.deepEqual(
    board.targets(model, legal, [], "").map(({ key, label, move }) => [key, label, move]),
    [["1,2", "a", "a"], ["1,4", "b: 2 moves", undefined], ["c", "c", "c"]],
  );
  assert.deepEqual(board.targets(model, legal, ["1,4"], "").map(({ move }) => move), ["b,1", "b,2"]);
  const { width, height } = board.size(model);
  for (const path of [[], ["1,4"]]) {
    for (const { x, y } of board.targets(model, legal, path, "")) assert.ok(x > 0 && y > 0 && x < width && y < height, `${x},${y}`);
  }
});

test("text below a board is folded where it has gaps", () => {
  const board = [["0123456789abcdefghi", ""]];
  const text = [["  first A 3", "blue"], ["   ", ""], ["second B 1", "red"]];
  assert.deepEqual(folded([board, text], 0), [board, [["  ", ""], ["first A 3", "blue"]], [["  ", ""], ["second B 1", "red"]]]);
  assert.deepEqual(folded([board, text], 1), [board, text]);
});

test("clicks go to the nearest place", () => {
  const area = around([0, 0], [[0, 0], [32, 0], [0, 16]], 64, 64);
  assert.deepEqual(area, [[-64, -64], [16, -64], [16, 8], [-64, 8]]);
});

test("lines of a drawing reach the edges of their characters", () => {
  assert.deepEqual([...print(run("┗", "", 0, 19) ?? v("g")).matchAll(/x2="(\d+)" y2="(\d+)"/g)].map(([, x, y]) => [x, y]), [["10", "0"], ["20", "19"]]);
});
