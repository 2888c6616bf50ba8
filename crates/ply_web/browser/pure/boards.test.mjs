// The boards as functions: positions read, written, drawn; moves put together from choices.

import assert from "node:assert/strict";
import { test } from "node:test";
import { BOARDS, boardOf } from "../../page/board/index.js";
import { picture, sampleScene } from "../../page/board/picture.js";
import { nearest } from "../../page/board/view.js";
import { parse as parseSimplexity } from "../../page/board/simplexity.js";
import { afterSwap } from "../../page/board/pentago.js";
import { canonical, room } from "../../page/board/colosseum.js";
import { ownersOf, allEdges } from "../../page/board/dots.js";
import { reached } from "../../page/board/infexion.js";
import { print } from "../../page/lib/vnode.js";

const scene = (game, position, rest = {}) => ({ game, start: position, moves: [], position, line: null, ...rest });

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
  const board = boardOf("simplexity");
  const model = board.parse(sampleScene(board));
  const targets = board.targets(model, ["o0", "s0", "o3"], [], "o");
  assert.deepEqual(targets.map((target) => target.move), ["o0", "o3"]);
});

test("pentago-swap: a cell, then two quadrants in either order, give one spelling", () => {
  const board = boardOf("pentago-swap");
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
  const board = boardOf("colosseum");
  const model = board.parse(scene("colosseum:size=2", "2 a 0,0 1,1 0,0,r+1,0,r"));
  assert.equal(room(model, [0, 0]).size, 2);
  assert.deepEqual(board.status(model), ["2 cells", "2 cells"]);
});

test("colosseum: a cell, then the sides that are free", () => {
  const board = boardOf("colosseum");
  const model = board.parse(sampleScene(board));
  const legal = ["2,1,u", "2,1,d", "2,2,u"];
  assert.deepEqual(board.targets(model, legal, [], "").map((target) => target.key), ["2,1", "2,2"]);
  assert.deepEqual(board.targets(model, legal, ["2,1"], "").map((target) => target.move), ["2,1,u", "2,1,d"]);
});

test("dots-and-boxes: closing a box keeps the turn and owns the box", () => {
  const moves = "h0,0 h1,0 v0,0 v0,1".split(" ");
  const start = "1x2 1 0-0 0000000";
  const edges = new Set(moves);
  assert.deepEqual(ownersOf({ ...scene("dots-and-boxes", start), moves, start }, 1, 2, edges), [["B", ""]]);
  assert.equal(allEdges(4, 4).length, 40);
});

test("dots-and-boxes: boxes closed before the first known move are nobody's", () => {
  const board = boardOf("dots-and-boxes");
  const model = board.parse(scene("dots-and-boxes", "1x2 2 0-1 1010110"));
  assert.deepEqual(model.owners, [["?", ""]]);
});

test("infexion: a spread wraps round the torus", () => {
  const board = boardOf("infexion");
  const cells = Array(49).fill(".");
  cells[6 * 7 + 6] = "r3";
  const model = board.parse(scene("infexion", `0 ${cells.join(",")}`));
  assert.deepEqual(reached(model, 6, 6, "ur"), [[0, 6], [1, 6], [2, 6]]);
  const legal = ["0,0", "6,6,ur", "6,6,u"];
  assert.deepEqual(board.targets(model, legal, [], "").map(({ key, move }) => [key, move]), [["0,0", "0,0"], ["6,6", undefined]]);
  assert.deepEqual(board.targets(model, legal, ["6,6"], "").map((target) => target.move), ["6,6,u", "6,6,ur"]);
});

test("arrow keys go to the nearest choice ahead", () => {
  const at = (key, x, y) => ({ key, x, y });
  const targets = [at("a", 0, 0), at("b", 100, 0), at("c", 200, 0), at("d", 100, 100)];
  assert.equal(nearest(targets, targets[0], [1, 0])?.key, "b");
  assert.equal(nearest(targets, targets[3], [0, -1])?.key, "b");
  assert.equal(nearest(targets, targets[0], [-1, 0]), undefined);
});

test("an unknown game is named", () => {
  assert.throws(() => boardOf("zzz:x=1"), /no board is drawn for the game 'zzz'/);
});
