// Simplexity: a wall of holes into which round and square pieces fall.

/** @import {Board, Scene, Target} from "./types.js" */
/** @import {VNode} from "../lib/vnode.js" */
import { group, v } from "../lib/vnode.js";
import { numberOption } from "../lib/spec.js";
import { badge, GHOSTS, move as animateMove, onLine } from "./parts.js";

/**
 * Cells from the top, each "", or one of w W r R: white and red, round and square.
 * @typedef {{rows: number, cols: number, cells: string[][], mover: string, left: Record<string, number>}} Model
 */

const CELL = 100;
const PAD = 20;
const TOP = 90;

/** @param {Scene} scene @returns {Model} */
export function parse(scene) {
  const [board = "", mover = "w"] = scene.position.split(" ");
  const cells = board.split("/").map((row) =>
    [...row.matchAll(/\d+|[a-zA-Z]/g)].flatMap(([token]) =>
      /\d/.test(token) ? Array(Number(token)).fill("") : [token],
    ),
  );
  const rows = cells.length;
  const cols = cells[0]?.length ?? 0;
  const round = numberOption(scene.game, "round", Math.floor((rows * cols) / 4));
  const square = numberOption(scene.game, "square", Math.ceil((rows * cols) / 4));
  const left = { w: round, W: square, r: round, R: square };
  for (const cell of cells.flat()) if (cell in left) left[/** @type {"w"} */ (cell)] -= 1;
  return { rows, cols, cells, mover, left };
}

/** @param {number} c */
const x = (c) => PAD + (c + 0.5) * CELL;
/** @param {number} r */
const y = (r) => TOP + PAD + (r + 0.5) * CELL;

/** @param {string} piece @param {number} cx @param {number} cy @param {string} [extra] */
function piece(piece, cx, cy, extra = "") {
  const name = piece.toLowerCase() === "w" ? "first" : "second";
  const isRound = piece === piece.toLowerCase();
  return v(
    "g",
    { class: `piece ${name} ${extra}` },
    isRound
      ? v("circle", { class: "body", cx, cy, r: 38 })
      : v("rect", { class: "body", x: cx - 34, y: cy - 34, width: 68, height: 68, rx: 9 }),
    isRound
      ? v("circle", { class: "inner", cx, cy, r: 22 })
      : v("rect", { class: "inner", x: cx - 19, y: cy - 19, width: 38, height: 38, rx: 4 }),
  );
}

/** The row a piece falls to, -1 in a full column. @param {string[][]} cells @param {number} c */
export function landing(cells, c) {
  let row = -1;
  while (row + 1 < cells.length && !cells[row + 1]?.[c]) row += 1;
  return row;
}

/** Where the last move's piece lies. @param {Model} model @param {string | undefined} move */
const lastCell = (model, move) => {
  const c = Number(move?.slice(1));
  return move === undefined ? null : { r: landing(model.cells, c) + 1, c };
};

/** @param {Model} model @param {Scene} scene @returns {VNode[]} */
function draw(model, scene) {
  const last = lastCell(model, scene.moves.at(-1));
  /** @type {VNode[]} */
  const holes = [];
  /** @type {VNode[]} */
  const pieces = [];
  for (let r = 0; r < model.rows; r++) {
    for (let c = 0; c < model.cols; c++) {
      holes.push(v("circle", { class: "hole", cx: x(c), cy: y(r), r: 43 }));
      const cell = model.cells[r]?.[c];
      if (!cell) continue;
      const drawn = piece(cell, x(c), y(r));
      drawn.attrs["data-cell"] = `${r},${c}`;
      pieces.push(drawn);
      if (onLine(scene.line, model.rows - 1 - r, c)) pieces.push(v("circle", { class: "win-ring", cx: x(c), cy: y(r), r: 46 }));
      else if (last?.r === r && last.c === c) {
        pieces.push(v("circle", { class: "last-ring", cx: x(c), cy: y(r), r: 45 }));
      }
    }
  }
  const labels = Array.from({ length: model.cols }, (_, c) =>
    v("text", { class: "axis", x: x(c), y: TOP + PAD * 2 + model.rows * CELL + 22 }, String(c)),
  );
  return [
    v("rect", { class: "slab", x: 0, y: TOP, width: model.cols * CELL + 2 * PAD, height: model.rows * CELL + 2 * PAD, rx: 28 }),
    group("holes", holes),
    group("pieces", pieces),
    group("axes", labels),
  ];
}

/** @param {Model} model @param {string} mode */
const shown = (model, mode) => (mode === "s" ? model.mover.toUpperCase() : model.mover);

/** @param {string} move */
const say = (move) => `${move.startsWith("o") ? "round" : "square"} piece in column ${move.slice(1)}`;

/** @param {Model} model @param {number} c @param {string} preview @returns {VNode[]} */
function columnShape(model, c, preview) {
  const r = landing(model.cells, c);
  return [
    v("rect", { class: "hit", x: x(c) - 50, y: 0, width: CELL, height: TOP + PAD * 2 + model.rows * CELL, rx: 20 }),
    group("ghost", piece(preview, x(c), 44), r >= 0 ? piece(preview, x(c), y(r), "landing") : null),
  ];
}

/** @param {Model} model @param {string[]} legal @param {string[]} path @param {string} mode @returns {Target[]} */
function targets(model, legal, path, mode) {
  return legal
    .filter((move) => move.startsWith(mode))
    .map((move) => {
      const c = Number(move.slice(1));
      return { key: String(c), label: say(move), x: x(c), y: y(0), move, shape: columnShape(model, c, shown(model, mode)) };
    });
}

/** @param {Model} model @param {string[]} pv @returns {VNode[]} */
function ghosts(model, pv) {
  const cells = model.cells.map((row) => [...row]);
  let mover = model.mover;
  return pv.slice(0, GHOSTS).flatMap((move, index) => {
    const c = Number(move.slice(1));
    const r = landing(cells, c);
    const row = cells[r];
    if (!row) return [];
    const kind = move.startsWith("s") ? mover.toUpperCase() : mover;
    row[c] = kind;
    mover = mover === "w" ? "r" : "w";
    return [piece(kind, x(c), y(r), `pv pv-${index}`), badge(x(c), y(r), index)];
  });
}

const NAMES = /** @type {Record<string, string>} */ ({ w: "white round", W: "white square", r: "red round", R: "red square" });

/** @param {Model} model */
function describe(model) {
  const rows = model.cells
    .map((row, r) => {
      const pieces = row.flatMap((cell, c) => (cell ? [`${NAMES[cell]} in column ${c}`] : []));
      return pieces.length ? `Row ${model.rows - 1 - r}: ${pieces.join(", ")}.` : "";
    })
    .filter(Boolean)
    .reverse();
  return rows.length ? rows.join(" ") : "The board is empty.";
}

/** @param {Model} model */
function printModel(model) {
  const rows = model.cells.map((row) =>
    row
      .map((cell) => cell || "1")
      .join("")
      .replace(/1+/g, (run) => String(run.length)),
  );
  return `${rows.join("/")} ${model.mover}`;
}

/** @type {Board<Model>} */
export const board = {
  name: "simplexity",
  title: "Simplexity",
  sides: ["White", "Red"],
  letters: ["○", "■"],
  // Whole columns are chosen.
  touch: 30,
  drag: "to",
  sample: {
    game: "simplexity:rows=6,cols=7,win=4,round=10,square=11",
    position: "7/7/7/3rw2/1WwRr2/1wRwWRR w",
    moves: [],
  },
  parse,
  size: (model) => ({ width: model.cols * CELL + 2 * PAD, height: TOP + model.rows * CELL + 2 * PAD + 34 }),
  draw,
  targets,
  chosen: () => [],
  prompt: () => "Choose a shape and a column.",
  ghosts,
  animate(svg, model, move) {
    const last = lastCell(model, move);
    if (!last) return;
    const fall = (last.r + 1) * CELL + 20;
    const time = 140 + 55 * Math.sqrt(last.r + 1) * 2;
    const frames = [
      { transform: `translateY(${-fall}px)`, easing: "cubic-bezier(.5,0,.9,.6)" },
      { transform: "translateY(0)", offset: 0.75, easing: "ease-out" },
      { transform: "translateY(-12px)", offset: 0.87, easing: "ease-in" },
      { transform: "translateY(0)" },
    ];
    animateMove(svg.querySelector(`[data-cell="${last.r},${last.c}"]`), frames, time * 1.3, 0, "linear");
  },
  say,
  describe,
  shapes(model, mover) {
    const colour = mover === "second" ? "r" : "w";
    const shape = (/** @type {string} */ key, /** @type {string} */ label, /** @type {string} */ kind) =>
      ({ key, label, left: model.left[kind] ?? 0, icon: piece(kind, 50, 50) });
    return [shape("o", "Round", colour), shape("s", "Square", colour.toUpperCase())];
  },
  status: (model) => [`○ ${model.left.w} left · □ ${model.left.W} left`, `○ ${model.left.r} left · □ ${model.left.R} left`],
  editor: {
    tools: [
      { key: "w", label: "White round" },
      { key: "W", label: "White square" },
      { key: "r", label: "Red round" },
      { key: "R", label: "Red square" },
      { key: "", label: "Remove" },
    ],
    targets: (model) =>
      Array.from({ length: model.cols }, (_, c) => ({
        key: String(c),
        label: `column ${c}`,
        x: x(c),
        y: y(0),
        shape: columnShape(model, c, model.mover),
      })),
    apply(model, key, tool) {
      const c = Number(key);
      const cells = model.cells.map((row) => [...row]);
      const row = cells[landing(cells, c) + (tool ? 0 : 1)];
      if (row) row[c] = tool;
      const count = (/** @type {string} */ colour) => cells.flat().filter((cell) => cell.toLowerCase() === colour).length;
      return { ...model, cells, mover: count("w") > count("r") ? "r" : "w" };
    },
    clear: (model) => ({ ...model, cells: model.cells.map((row) => row.map(() => "")), mover: "w" }),
    print: printModel,
  },
};
