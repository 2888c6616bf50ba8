// Pentago-Swap: four quadrants of nine cells, two of which change places in every move.

/** @import {Board, Scene, Target} from "./types.js" */
/** @import {VNode} from "../lib/vnode.js" */
import { group, v } from "../lib/vnode.js";
import { arrow, badge, fields, GHOSTS, heatClass, move as animateMove, onLine, plural } from "./parts.js";

/** @typedef {{cells: string[], mover: string}} Model 36 of w, b and . */

const CELL = 100;
const GAP = 26;
const PAD = 34;
export const QUADRANTS = ["TL", "TR", "BL", "BR"];
const WORDS = /** @type {Record<string, string>} */ ({ TL: "top left", TR: "top right", BL: "bottom left", BR: "bottom right" });

/** @param {Scene} scene @returns {Model} */
export function parse(scene) {
  const [cells = "", mover = "w"] = scene.position.split(" ");
  return { cells: [...cells], mover };
}

/** The middle of a row or column. @param {number} i */
const at = (i) => PAD + i * CELL + 50 + (i > 2 ? GAP : 0);

/** Row and column of a quadrant's first cell. @param {string} name @returns {[number, number]} */
const corner = (name) => [name[0] === "B" ? 3 : 0, name[1] === "R" ? 3 : 0];

/** @param {number} r @param {number} c */
const quadrantOf = (r, c) => /** @type {string} */ (QUADRANTS[(r > 2 ? 2 : 0) + (c > 2 ? 1 : 0)]);

/** Where a cell is after two quadrants have changed places. @param {number} r @param {number} c @param {string} swap @returns {[number, number]} */
export function afterSwap(r, c, swap) {
  const pair = swap.split("-");
  const here = quadrantOf(r, c);
  if (!pair.includes(here)) return [r, c];
  const [r0, c0] = corner(pair[0] === here ? (pair[1] ?? here) : (pair[0] ?? here));
  return [r0 + (r % 3), c0 + (c % 3)];
}

/** @param {string} kind @param {number} cx @param {number} cy @param {string} [extra] */
function stone(kind, cx, cy, extra = "") {
  const name = kind === "w" ? "light" : "dark";
  return v(
    "g",
    { class: `stone ${name} ${extra}` },
    v("circle", { class: "body", cx, cy, r: 36 }),
    v("circle", { class: "inner", cx, cy, r: 20 }),
  );
}

/** @param {string | undefined} move */
function lastStone(move) {
  if (!move) return null;
  const [r = "0", c = "0", swap = ""] = fields(move);
  return afterSwap(Number(r), Number(c), swap);
}

/** @param {Model} model @param {Scene} scene @returns {VNode[]} */
function draw(model, scene) {
  const last = lastStone(scene.moves.at(-1));
  const swapped = fields(scene.moves.at(-1) ?? "")[2]?.split("-") ?? [];
  const quadrants = QUADRANTS.map((name) => {
    const [r0, c0] = corner(name);
    /** @type {VNode[]} */
    const inside = [];
    for (let r = r0; r < r0 + 3; r++) {
      for (let c = c0; c < c0 + 3; c++) {
        const [cx, cy] = [at(c), at(r)];
        inside.push(v("circle", { class: "hole", cx, cy, r: 40 }));
        const kind = model.cells[r * 6 + c];
        const isLast = last?.[0] === r && last[1] === c;
        if (kind && kind !== ".") inside.push(stone(kind, cx, cy, isLast ? "is-last" : ""));
        if (onLine(scene.line, r, c)) inside.push(v("circle", { class: "win-ring", cx, cy, r: 44 }));
        else if (isLast) inside.push(v("circle", { class: "last-ring", cx, cy, r: 43 }));
      }
    }
    const moved = swapped.includes(name) ? " moved" : "";
    const [x0, y0] = [at(c0) - 50, at(r0) - 50];
    return v(
      "g",
      { class: "quadrant", "data-quadrant": name },
      v("rect", { class: `slab tile${moved}`, x: x0 - 6, y: y0 - 6, width: 312, height: 312, rx: 26 }),
      inside,
    );
  });
  const labels = [0, 1, 2, 3, 4, 5].flatMap((i) => [
    v("text", { class: "axis", x: at(i), y: 18 }, String(i)),
    v("text", { class: "axis", x: 13, y: at(i), dy: "0.36em" }, String(i)),
  ]);
  const far = 2 * PAD + 6 * CELL + GAP;
  const corners = QUADRANTS.map((name) => v("text", { class: "axis corner", x: name[1] === "L" ? 13 : far - 13, y: name[0] === "T" ? 18 : far - 8 }, name));
  return [group("axes", labels, corners), ...quadrants];
}

/** The middle of a quadrant. @param {string} name @returns {[number, number]} */
const middle = (name) => {
  const [r, c] = corner(name);
  return [at(c + 1), at(r + 1)];
};

/** @param {number} r @param {number} c @param {string} kind @returns {VNode[]} */
const cellShape = (r, c, kind) => [
  v("rect", { class: "hit", x: at(c) - 50, y: at(r) - 50, width: CELL, height: CELL, rx: 50 }),
  group("ghost", stone(kind, at(c), at(r))),
];

/** @param {string} name @param {string} [from] the quadrant chosen before */
function quadrantShape(name, from) {
  const [x, y] = middle(name);
  const [fx, fy] = from ? middle(from) : [x, y];
  return [
    v("rect", { class: "hit quad", x: x - 156, y: y - 156, width: 312, height: 312, rx: 26 }),
    group("ghost", from ? [arrow(fx, fy, x, y, "swap", 40), arrow(x, y, fx, fy, "swap", 40)] : null),
  ];
}

/** @param {Model} model @param {string[]} legal @param {string[]} path @returns {Target[]} */
function targets(model, legal, path) {
  const [cell, first] = path;
  if (cell === undefined) {
    const cells = [...new Set(legal.map((move) => fields(move).slice(0, 2).join(",")))];
    return cells.map((key) => {
      const [r = 0, c = 0] = fields(key).map(Number);
      return { key, label: `row ${r}, column ${c}`, x: at(c), y: at(r), shape: cellShape(r, c, model.mover) };
    });
  }
  return QUADRANTS.filter((name) => name !== first).map((name) => {
    const [x, y] = middle(name);
    const pair = first === undefined ? "" : QUADRANTS.filter((q) => q === name || q === first).join("-");
    const label = first === undefined ? `swap the ${WORDS[name]} quadrant` : `with the ${WORDS[name]} quadrant`;
    return { key: name, label, x, y, shape: quadrantShape(name, first), move: pair ? `${cell},${pair}` : undefined };
  });
}

/** @param {Model} model @param {string[]} path @returns {VNode[]} */
function chosen(model, path) {
  const [cell, quadrant] = path;
  if (cell === undefined) return [];
  const [r = 0, c = 0] = fields(cell).map(Number);
  const nodes = [stone(model.mover, at(c), at(r), "provisional")];
  if (quadrant) {
    const [x, y] = middle(quadrant);
    nodes.push(v("rect", { class: "picked", x: x - 156, y: y - 156, width: 312, height: 312, rx: 26 }));
  }
  return nodes;
}

/** Moves to come, each shown where its cell is on the present board. @param {Model} model @param {string[]} pv @returns {VNode[]} */
function ghosts(model, pv) {
  /** @type {VNode[]} */
  const nodes = [];
  let mover = model.mover;
  /** @type {string[]} */
  const swaps = [];
  pv.slice(0, GHOSTS).forEach((move, index) => {
    const [row = "0", column = "0", swap = ""] = fields(move);
    let [r, c] = [Number(row), Number(column)];
    for (const earlier of [...swaps].reverse()) [r, c] = afterSwap(r, c, earlier);
    swaps.push(swap);
    nodes.push(stone(mover, at(c), at(r), `pv pv-${index}`), badge(at(c), at(r), index));
    if (index === 0) {
      const [a = "TL", b = "TR"] = swap.split("-");
      nodes.push(arrow(...middle(a), ...middle(b), "swap", 60), arrow(...middle(b), ...middle(a), "swap", 60));
    }
    mover = mover === "w" ? "b" : "w";
  });
  return nodes;
}

/** @param {string} move */
function say(move) {
  const [r, c, swap = ""] = fields(move);
  const [a = "", b = ""] = swap.split("-");
  const [tr, tc] = afterSwap(Number(r), Number(c), swap);
  const moved = tr === Number(r) && tc === Number(c) ? "" : `, which takes it to row ${tr}, column ${tc}`;
  return `stone on row ${r}, column ${c}, ${WORDS[a]} and ${WORDS[b]} quadrants swapped${moved}`;
}

/** @param {Model} model */
function describe(model) {
  const list = (/** @type {string} */ kind) =>
    model.cells.flatMap((cell, i) => (cell === kind ? [`${Math.floor(i / 6)},${i % 6}`] : [])).join("; ") || "none";
  return `White stones on row, column: ${list("w")}. Black stones: ${list("b")}.`;
}

/** @param {Model} model @param {string} kind */
const count = (model, kind) => model.cells.filter((cell) => cell === kind).length;

/** @type {Board<Model>} */
export const board = {
  name: "pentago-swap",
  title: "Pentago-Swap",
  sides: ["White", "Black"],
  letters: ["○", "●"],
  turnable: true,
  sample: { game: "pentago-swap", position: ".w..b..bw...w..w.b.b..w....bw..b.... w", moves: [] },
  parse,
  size: () => ({ width: 2 * PAD + 6 * CELL + GAP, height: 2 * PAD + 6 * CELL + GAP }),
  draw,
  targets,
  chosen,
  prompt: (_, path) =>
    ["Choose an empty cell.", "Now choose a quadrant to swap.", "And the quadrant it changes places with."][path.length] ?? "",
  ghosts,
  heat: (model, values) =>
    values.flatMap((row, r) =>
      row.map((value, c) => {
        const free = model.cells[r * 6 + c] === ".";
        return v("circle", { class: `${heatClass(value)}${free ? "" : " heat-ring"}`, cx: at(c), cy: at(r), r: free ? 38 : 44 });
      }),
    ),
  animate(svg, _, move) {
    const [a = "TL", b = "TR"] = fields(move)[2]?.split("-") ?? [];
    for (const [name, from] of /** @type {[string, string][]} */ ([[a, b], [b, a]])) {
      const [x, y] = middle(name);
      const [fx, fy] = middle(from);
      const start = `translate(${fx - x}px, ${fy - y}px)`;
      const half = `translate(${(fx - x) / 2}px, ${(fy - y) / 2}px) scale(${name === a ? 0.9 : 1})`;
      const frames = [{ transform: start }, { transform: half }, { transform: "none" }];
      const quadrant = svg.querySelector(`[data-quadrant="${name}"]`);
      if (name === b) quadrant?.parentElement?.append(quadrant);
      animateMove(quadrant, frames, 620, 220, "cubic-bezier(.5,0,.3,1)");
    }
    animateMove(svg.querySelector(".is-last"), [{ opacity: 0 }, { opacity: 1 }], 200);
  },
  say,
  describe,
  status: (model) => [plural(count(model, "w"), "stone"), plural(count(model, "b"), "stone")],
  editor: {
    tools: [
      { key: "w", label: "White" },
      { key: "b", label: "Black" },
      { key: ".", label: "Remove" },
    ],
    targets: (model) =>
      model.cells.map((_, i) => {
        const [r, c] = [Math.floor(i / 6), i % 6];
        return { key: `${r},${c}`, label: `row ${r}, column ${c}`, x: at(c), y: at(r), shape: cellShape(r, c, model.mover) };
      }),
    apply(model, key, tool) {
      const [r = 0, c = 0] = fields(key).map(Number);
      const cells = [...model.cells];
      cells[r * 6 + c] = cells[r * 6 + c] === tool ? "." : tool;
      const next = { cells, mover: "w" };
      return { cells, mover: count(next, "w") > count(next, "b") ? "b" : "w" };
    },
    clear: () => ({ cells: Array(36).fill("."), mover: "w" }),
    print: (model) => `${model.cells.join("")} ${model.mover}`,
  },
};
