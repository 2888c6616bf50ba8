// The board of any game: what its rules draw, with a place to click for every move.

/** @import {Board, Scene, Target} from "./types.js" */
/** @import {Drawing} from "../lib/api.js" */
/** @import {VNode} from "../lib/vnode.js" */
import * as api from "../lib/api.js";
import { group, points, v } from "../lib/vnode.js";
import { around } from "./around.js";
import { HIGH, run, WIDE } from "./characters.js";
import { folded, LEAST, lengthOf } from "./fold.js";
import { badge, capital, GHOSTS } from "./parts.js";

/** @typedef {{drawing: Drawing, position: string}} Model */

const PAD = 14;
/** How many drawings are remembered. */
const KEPT = 500;
/** Drawings by what led to them, and those still to come. @type {Map<string, Drawing | Promise<Drawing>>} */
const kept = new Map();

/** With what is too wide for the page folded. @param {Drawing} drawing @returns {Drawing} */
const fitted = ({ rows, spots }) => ({ rows: folded(rows, Math.max(0, ...Object.values(spots).map((spot) => spot?.[0] ?? 0))), spots });

/** Asks the server for a drawing. @param {Scene} scene @param {string} key */
async function ask(scene, key) {
  try {
    const drawing = fitted((await api.position(scene.game, scene.start, scene.moves)).drawing);
    kept.set(key, drawing);
    return drawing;
  } catch (error) {
    kept.delete(key);
    throw error;
  }
}

/** Adds the drawing, which the server makes. @param {Scene} scene @returns {Scene | Promise<Scene>} */
function load(scene) {
  const key = [scene.game, scene.start, ...scene.moves].join(" ");
  if (kept.size >= KEPT) kept.clear();
  const found = kept.get(key) ?? (scene.drawing ? fitted(scene.drawing) : ask(scene, key));
  kept.set(key, found);
  return found instanceof Promise ? found.then((drawing) => ({ ...scene, drawing })) : { ...scene, drawing: found };
}

/** The middle of a place on the drawing. @param {string} key "row,column" @returns {[number, number]} */
function middle(key) {
  const [row = 0, column = 0] = key.split(",").map(Number);
  return [PAD + (column + 0.5) * WIDE, PAD + (row + 0.5) * HIGH];
}

/** The size without the moves below. @param {Drawing} drawing */
function sheet({ rows }) {
  return { width: 2 * PAD + WIDE * Math.max(LEAST, ...rows.map(lengthOf)), height: 2 * PAD + HIGH * rows.length };
}

/** How moves that are chosen by their text are laid out. @param {string[]} moves @param {number} width */
function grid(moves, width) {
  const [wide, high] = [15 * Math.max(2, ...moves.map((move) => move.length)) + 26, 50];
  const columns = Math.max(1, Math.min(moves.length, Math.floor(width / wide)));
  return { wide, high, columns, width: columns * wide, height: Math.ceil(moves.length / columns) * high };
}

/** Moves chosen by their text, in rows. @param {string[]} moves @param {number} left @param {number} top @param {number} width at most @returns {Target[]} */
function chips(moves, left, top, width) {
  const { wide, high, columns } = grid(moves, width);
  return moves.map((move, index) => {
    const [x, y] = [left + ((index % columns) + 0.5) * wide, top + (Math.floor(index / columns) + 0.5) * high];
    const shape = [
      v("rect", { class: "hit chip", x: x - wide / 2 + 3, y: y - high / 2 + 3, width: wide - 6, height: high - 6, rx: 10 }),
      v("text", { class: "chip-text", x, y: y + 9 }, move),
    ];
    return { key: move, label: move, x, y, shape, move };
  });
}

/** The moves of one place, below or above it. @param {Model} model @param {string} key @param {string[]} moves @returns {Target[]} */
function choices({ drawing }, key, moves) {
  const { width, height } = sheet(drawing);
  const [x, y] = middle(key);
  const panel = grid(moves, width);
  const left = Math.max(0, Math.min(width - panel.width, x - panel.width / 2));
  const below = y + HIGH / 2;
  const top = below + panel.height <= height ? below : Math.max(0, y - HIGH / 2 - panel.height);
  return chips(moves, left, top, width);
}

/** What several moves begin with, without a comma at the end. @param {string[]} moves */
function beginning(moves) {
  let common = moves[0] ?? "";
  while (!moves.every((move) => move.startsWith(common))) common = common.slice(0, -1);
  return common.replace(/[^\p{L}\p{N}]+$/u, "");
}

/** What marks a place. @param {string} key */
function ring(key) {
  const [x, y] = middle(key);
  return v("rect", { class: "picked", x: x - WIDE, y: y - HIGH / 2, width: 2 * WIDE, height: HIGH, rx: 8 });
}

/** A place with its moves. @param {string} key @param {string[]} moves @param {[number, number][]} all the middles of all places @returns {Target} */
function place(key, moves, all) {
  const [x, y] = middle(key);
  const shape = [
    v("polygon", { class: "hit", points: points(around([x, y], all, 3 * WIDE, 1.5 * HIGH)) }),
    v("line", { class: "spot", x1: x - 7, x2: x + 7, y1: y + 17, y2: y + 17 }),
    group("ghost", ring(key)),
  ];
  const [move, ...others] = moves;
  if (!others.length) return { key, label: move ?? "", x, y, shape, move };
  return { key, label: `${beginning(moves) || `row ${key.replace(",", ", column ")}`}: ${moves.length} moves`, x, y, shape };
}

/** @param {Model} model @param {string[]} legal @param {string[]} path @returns {Target[]} */
function targets(model, legal, [chosen]) {
  const { spots } = model.drawing;
  /** @type {Map<string, string[]>} */
  const byPlace = new Map();
  for (const move of legal) {
    const key = spots[move]?.join() ?? "";
    byPlace.set(key, [...(byPlace.get(key) ?? []), move]);
  }
  if (chosen !== undefined) return choices(model, chosen, byPlace.get(chosen) ?? []);
  const { width, height } = sheet(model.drawing);
  const placeless = byPlace.get("") ?? [];
  byPlace.delete("");
  const all = [...byPlace.keys()].map(middle);
  return [...[...byPlace].map(([key, moves]) => place(key, moves, all)), ...chips(placeless, PAD, height, width - 2 * PAD)];
}

/** @param {Model} model */
function size({ drawing }) {
  const { width, height } = sheet(drawing);
  const placeless = Object.keys(drawing.spots).filter((move) => !drawing.spots[move]);
  return { width, height: placeless.length ? height + grid(placeless, width - 2 * PAD).height + PAD : height };
}

/** @param {Model} model @returns {VNode[]} */
function draw({ drawing }) {
  const rows = drawing.rows.map((row, index) => {
    let left = PAD;
    const runs = row.map(([text, style]) => {
      const node = run(text, style, left, PAD + (index + 0.5) * HIGH);
      left += [...text].length * WIDE;
      return node;
    });
    return v("g", {}, runs);
  });
  return [group("characters", rows)];
}

/** @param {Model} model @param {string[]} pv @returns {VNode[]} */
function ghosts({ drawing }, pv) {
  const keys = pv.slice(0, GHOSTS).map((move) => drawing.spots[move]?.join());
  return keys.flatMap((key, index) => (key && keys.indexOf(key) === index ? [badge(...middle(key), index)] : []));
}

/** The board of a game that has none of its own. @param {string} name @returns {Board<Model>} */
export const drawn = (name) => ({
  name,
  look: "drawn",
  title: capital(name),
  sides: ["First", "Second"],
  letters: ["1", "2"],
  sample: { game: name, position: "", moves: [] },
  load,
  parse: (scene) => ({ drawing: scene.drawing ?? { rows: [], spots: {} }, position: scene.position }),
  size,
  draw,
  targets,
  chosen: (_, path) => path.map(ring),
  prompt: (_, path) => (path.length ? "Several moves begin here: choose one." : "Choose where to move."),
  ghosts,
  animate: () => {},
  say: (move) => move,
  describe: (model) => `The position is ${model.position}`,
  status: () => ["", ""],
});
