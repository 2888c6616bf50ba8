// Spellings, addresses, variations, numbers.

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { parseSpec, printSpec } from "../../page/lib/spec.js";
import { recall, remember } from "../../page/lib/remember.js";
import { parseRecord } from "../../page/lib/record.js";
import { parseRoute, printRoute } from "../../page/lib/route.js";
import { parseEvent } from "../../page/lib/stream.js";
import { cut, follow, lastOf, nodesOf, noteMovers, parseTree, pathOf, printTree } from "../../page/lib/tree.js";
import { clock, count, duration, playerName, signed } from "../../page/part/format.js";
import { lessonOf } from "../../page/learn/index.js";
import { rangeText } from "../../page/part/options.js";
import { heatMaps } from "../../page/part/heat.js";
import { asOf, momentOf } from "../../page/part/moment.js";
import { inOrder } from "../../page/part/order.js";
import { turns } from "../../page/part/moves.js";
import { hasPerson, personOf, seenBy, turned } from "../../page/part/viewpoint.js";
import { markOf, ratingChart, scoreChart, seriesChart, shortened } from "../../page/part/chart.js";
import { print, v } from "../../page/lib/vnode.js";
import { scaled } from "../../page/board/parts.js";

test("a spec is read and written", () => {
  const text = "simplexity:rows=8,cols=9";
  const { name, options } = parseSpec(text);
  assert.equal(printSpec(name, options), text);
  assert.deepEqual(parseSpec("pentago-swap"), { name: "pentago-swap", options: {} });
});

test("the first game of a file is read, and anything else is refused", () => {
  const line = JSON.stringify({ game: "infexion", agents: ["human", "random"], moves: [], ending: { by: "unfinished" } });
  assert.equal(parseRecord(`\n${line}\n${line.replace("infexion", "simplexity")}\n`).game, "infexion");
  const strange = line.replace(/"agents":\[[^\]]*\]/, '"agents":["random",{}]');
  for (const text of ["", "o3 s3", "null", "[]", '{"game":"infexion"}', strange]) assert.throws(() => parseRecord(text), /saved game/);
});

test("a choice holds as long as the page where the browser keeps nothing", () => {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, get: () => assert.fail("forbidden") });
  remember("side", "second");
  assert.deepEqual([recall("side", "first"), recall("clock", "none")], ["second", "none"]);
});

test("an event has a name and data, a comment has neither", () => {
  assert.deepEqual(parseEvent('event: ply\ndata: {"ply":\ndata: 3}'), [{ name: "ply", data: { ply: 3 } }]);
  assert.deepEqual(parseEvent(": hello\nretry: 1000"), []);
});

test("what an option may be is said in words", () => {
  const option = { key: "", default: "", about: "", choices: [], tunable: false, or_off: false };
  const number = (/** @type {number} */ min, /** @type {number} */ max, or_off = false) =>
    rangeText({ ...option, kind: "number", range: "", min, max, or_off });
  assert.equal(number(0, 1000), "0 to 1000");
  assert.equal(number(1, 200, true), "1 to 200, or off");
  assert.equal(number(7, 7), "7");
  assert.equal(number(0, 18446744073709551615), "0 or more");
  assert.equal(rangeText({ ...option, kind: "file", range: "built-in|FILE", min: null, max: null }), "built-in, or FILE");
});

test("an address says which view", () => {
  assert.equal(parseRoute("").view, "play");
  assert.equal(parseRoute("#/play/abc").view, "game");
  assert.throws(() => parseRoute("#/play/%"), /'%' is no part of an address/);
  assert.equal(parseRoute("#/watch/spring").view, "tournament");
  assert.deepEqual(parseRoute("#/watch/spring%20one/1f").names, ["spring one", "1f"]);
  const query = { game: "colosseum:size=5", position: "5 a 1,2 3,4 0,1,r+2,3,d", moves: "1,2,u 3,3,l" };
  assert.deepEqual(parseRoute(printRoute(["analyse"], query)).query, query);
});

test("variations are read and written", () => {
  for (const text of ["", "a b c", "a b (x y) c", "a (p s (q) r) b (x y (z)) c d"]) {
    assert.equal(printTree(parseTree(text)), text);
  }
});

test("variations are walked, grown and cut", () => {
  const top = parseTree("a b (x y) c");
  assert.deepEqual(pathOf(lastOf(top)), ["a", "b", "c"]);
  const branch = follow(follow(top, "a"), "x");
  assert.deepEqual(pathOf(lastOf(branch)), ["a", "x", "y"]);
  assert.equal(nodesOf(top).length, 6);
  follow(branch, "z");
  cut(lastOf(branch));
  assert.equal(printTree(top), "a b (x z) c");
});

test("players have names that people say", () => {
  const specs = ["human", "level:strength=3", "level:nodes=300,slips=15", "mcts:sims=9", "cmd:python3 a.py"];
  assert.deepEqual(specs.map(playerName), ["Person", "Level 3", "level", "mcts", "python3 a.py"]);
});

test("a forced move comes soon, a free one after a moment", () => {
  assert.equal(momentOf(1, 0.9), 300);
  assert.ok(momentOf(5, 0.5) > 300 && momentOf(5, 0.5) < momentOf(30, 0.5));
  assert.deepEqual([momentOf(40, 0), momentOf(4000, 1)], [600, 900]);
});

test("a game as it was before its last move is that of whoever made it", () => {
  const history = [{ move: "a", by: "first", position: "1" }, { move: "b", by: "second", position: "2" }];
  const state = /** @type {any} */ ({ start: "0", history, moves: ["a", "b"], ply: 6, outcome: "second", to_move: null });
  const before = asOf(state, 1);
  assert.deepEqual([before.position, before.ply, before.to_move, before.outcome, before.moves], ["1", 5, "second", null, ["a"]]);
  assert.equal(asOf(state, 2), state);
});

test("what a stream tells late does not take a game back", () => {
  /** @type {number[]} */
  const taken = [];
  const at = (/** @type {number} */ epoch) => /** @type {any} */ ({ epoch });
  const order = inOrder(at(4), ({ epoch }) => taken.push(epoch));
  order.answered(at(5));
  for (const epoch of [4, 4, 5, 6]) order.told(at(epoch));
  order.answered(at(5));
  assert.deepEqual(taken, [5, 5, 6], "older states are left out, on either way");
  order.answered(at(8));
  order.lost();
  order.told(at(1));
  order.answered(at(2));
  assert.deepEqual(taken.slice(3), [8, 1, 2], "a server that was started again counts anew");
});

test("a line remembers who moved, as far as it is known", () => {
  const top = parseTree("a b (x y) c");
  const node = follow(follow(top, "a"), "b");
  noteMovers(node, [{ by: "first" }, { by: "first" }]);
  assert.deepEqual(nodesOf(top).map((one) => one.by), [undefined, "first", "first", undefined, undefined, undefined]);
});

test("numbers are short", () => {
  assert.deepEqual([count(999), count(1234), count(56_789), count(3_370_000)], ["999", "1.23 k", "56.8 k", "3.37 M"]);
  assert.deepEqual([duration(0.04), duration(5.25), duration(1500)], ["40 µs", "5.3 ms", "1.5 s"]);
  assert.deepEqual([clock(245_000), clock(9_340), clock(-5)], ["4:05", "9.3", "0.0"]);
  assert.deepEqual([signed(3), signed(-3), signed(0)], ["+3", "−3", "0"]);
});

test("scores are turned for whoever looks", () => {
  assert.deepEqual(["+12", "-3", "+0", "win in 2", "loss in 4"].map(turned), ["-12", "+3", "+0", "loss in 2", "win in 4"]);
  const report = { depth: 1, score: 5, score_text: "+5", nodes: 1, time_ms: 1, pv: [], lines: [{ move: "a", score: 5, score_text: "+5", pv: [] }] };
  assert.equal(seenBy(report, "second", "second").score_text, "+5");
  assert.equal(seenBy(report, "first", "second").lines?.[0]?.score_text, "-5");
  assert.deepEqual([["human", "random"], ["random", "human"], ["human", "human"]].map(([first = "", second = ""]) => personOf({ first, second })), ["first", "second", null]);
  assert.deepEqual([["human", "human"], ["random", "human"], ["random", "random"]].map(([first = "", second = ""]) => hasPerson({ first, second })), [true, true, false]);
});

test("moves stand in rows of a turn of each side", () => {
  const rows = turns(["first", "second", "second", "first", "first", "second", "first"]);
  assert.deepEqual(rows, [{ first: [0], second: [1, 2] }, { first: [3, 4], second: [5] }, { first: [6], second: [] }]);
  assert.deepEqual(turns(["second", "first"]), [{ first: [], second: [0] }, { first: [1], second: [] }]);
});

test("maps are found in an insight, flat or in rows", () => {
  const rows = [[1, 2], [3, 4]];
  assert.deepEqual(heatMaps({ potentials: { horizontal: rows, final: rows, note: "x" } }).map((map) => map.name), ["horizontal", "final"]);
  assert.deepEqual(heatMaps({ coverage: { red: [1, 2, 3, 4], primary: 3 } }), [{ name: "red", values: rows }]);
  assert.deepEqual(heatMaps(null), []);
});

test("heat is between 0 and 1", () => {
  assert.deepEqual(scaled([[0, 5], [10, 0]]), [[0, 0.5], [1, 0]]);
  assert.deepEqual(scaled([[0, 0]]), [[0, 0]]);
});

test("mistakes are drops in the mover's chances", () => {
  assert.deepEqual([markOf(null), markOf(0.1), markOf(0.2), markOf(0.5)], ["", "", "?", "??"]);
});

test("names are shortened by how wide their letters are", () => {
  assert.equal(shortened("alpha-beta:depth=1", 12), "alpha-beta:depth=1");
  assert.equal(shortened("W".repeat(24), 12), `${"W".repeat(9)}…`);
});

test("charts are drawn with whatever is known", () => {
  assert.doesNotMatch(print(scoreChart([], 0, 0, ["A", "B"])), /NaN/);
  const plies = [{ ply: 0, win_chance: 0.5 }, { ply: 1, win_chance: 0.1, drop: 0.4 }];
  assert.match(print(scoreChart(plies, 1, 1, ["A", "B"])), /class="blunder"/);
  assert.doesNotMatch(print(ratingChart([{ name: "x", rating: 0, low: 0, high: 0 }])), /NaN/);
  assert.doesNotMatch(print(seriesChart([{ name: "x", points: [[0, 0], [4, -20]] }])), /NaN/);
});

test("text in drawings is escaped", () => {
  assert.equal(print(v("text", { title: 'a"b' }, "<x> & y")), '<text title="a&quot;b">&lt;x> &amp; y</text>');
});

test("a lesson has five to eight steps, each of which asks for a move or shows one", async () => {
  for (const game of ["simplexity", "pentago-swap", "colosseum", "dots-and-boxes", "infexion"]) {
    const lesson = await lessonOf(game);
    assert.ok(lesson && lesson.steps.length >= 5 && lesson.steps.length <= 8 && lesson.rules.length >= 2, game);
    for (const { title, text, answers, then } of lesson.steps) assert.ok(title && text && (answers?.length || then?.length), `${game}: ${title}`);
  }
  assert.equal(await lessonOf("tic-tac-toe"), null);
});

const PAGE = fileURLToPath(new URL("../../page", import.meta.url));

test("the first view's modules are asked for at once", () => {
  const needed = new Set();
  const walk = (file) => {
    if (needed.has(file)) return;
    needed.add(file);
    const text = readFileSync(join(PAGE, file), "utf8");
    for (const [, path] of text.matchAll(/^import [^;]*? from "(\.[^"]+)";/gm)) walk(normalize(join(dirname(file), path)));
  };
  walk("main.js");
  walk("view/setup.js");
  needed.delete("main.js");
  const html = readFileSync(join(PAGE, "index.html"), "utf8");
  const listed = [...html.matchAll(/rel="modulepreload" href="([^"]+)"/g)].map((match) => match[1]);
  assert.deepEqual(listed, [...needed].sort());
});

test("the first view is under 50 kB on its way, and all files of the page under 130 kB", () => {
  const sent = (/** @type {string} */ file) => gzipSync(readFileSync(file)).length;
  const all = readdirSync(PAGE, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).map((entry) => join(entry.path, entry.name));
  const html = readFileSync(join(PAGE, "index.html"), "utf8");
  const first = ["index.html", ...[...html.matchAll(/(?:href|src)="([^"#]+)"/g)].map(([, file = ""]) => file)].map((file) => join(PAGE, file));
  for (const [files, most] of /** @type {const} */ ([[first, 50_000], [all, 130_000]])) {
    const bytes = files.reduce((sum, file) => sum + sent(file), 0);
    assert.ok(bytes < most, `${files.length} files of ${bytes} bytes`);
  }
});
