// Infexion: hexagons on a torus, drawn as a diamond in which directions look like their names.

/** @import {Board, Scene, Target} from "./types.js" */
/** @import {VNode} from "../lib/vnode.js" */
import { group, points, round, v } from "../lib/vnode.js";
import { arrow, badge, fields, GHOSTS, heatClass, move as animateMove } from "./parts.js";

/** @typedef {{turn: number, cells: string[], size: number}} Model cells by size * r + q, each . or a letter and a power below the size */

const S = 58;
const HALF = (Math.sqrt(3) / 2) * S;
/** Room beside the diamond, and above and below it, where arrows of its corners must have their place. */
const PAD = 24;
const PAD_Y = 76;
export const DIRECTIONS = /** @type {Record<string, [number, number]>} */ ({
  u: [1, -1],
  ur: [1, 0],
  dr: [0, 1],
  d: [-1, 1],
  dl: [-1, 0],
  ul: [0, -1],
});
const WORDS = /** @type {Record<string, string>} */ ({
  u: "up", ur: "up and right", dr: "down and right", d: "down", dl: "down and left", ul: "up and left",
});

/** @param {Scene} scene @returns {Model} */
export function parse(scene) {
  const [turn = "0", text = ""] = scene.position.split(" ");
  const cells = text.split(",");
  return { turn: Number(turn), cells, size: Math.round(Math.sqrt(cells.length)) };
}

/** @param {Model} model */
const mover = (model) => (model.turn % 2 ? "b" : "r");

/** The middle of a cell; also beyond the edges. @param {number} size @param {number} r @param {number} q @returns {[number, number]} */
const at = (size, r, q) => [PAD + S + 1.5 * S * (r + q), PAD_Y + HALF * (q - r + size)];

/** @param {number} x @param {number} y @param {number} radius */
const hexagon = (x, y, radius) =>
  points([0, 1, 2, 3, 4, 5].map((k) => [x + radius * Math.cos((k * Math.PI) / 3), y + radius * Math.sin((k * Math.PI) / 3)]));

/** @param {Model} model @param {number} r @param {number} q */
const wrap = (model, r, q) => {
  const n = model.size;
  return /** @type {[number, number]} */ ([((r % n) + n) % n, ((q % n) + n) % n]);
};

/** The cells a spread reaches. @param {Model} model @param {number} r @param {number} q @param {string} direction */
export function reached(model, r, q, direction) {
  const power = Number(model.cells[model.size * r + q]?.slice(1)) || 0;
  const [dr, dq] = DIRECTIONS[direction] ?? [0, 0];
  return Array.from({ length: power }, (_, i) => wrap(model, r + dr * (i + 1), q + dq * (i + 1)));
}

/**
 * A spread as arrows: where it leaves the board, it comes in again on the other side.
 * @param {Model} model @param {number} r @param {number} q @param {string} direction @param {number} steps @param {string} name
 */
export function rays(model, r, q, direction, steps, name) {
  const n = model.size;
  const [dr, dq] = DIRECTIONS[direction] ?? [0, 0];
  /** @type {VNode[]} */
  const nodes = [];
  let [cr, cq] = [r, q];
  let from = at(n, r, q);
  for (let step = 0; step < steps; step++) {
    const [nr, nq] = wrap(model, cr + dr, cq + dq);
    if (nr !== cr + dr || nq !== cq + dq) {
      nodes.push(arrow(...from, ...at(n, cr + 0.8 * dr, cq + 0.8 * dq), name, step ? 0 : 14));
      from = at(n, nr - 0.8 * dr, nq - 0.8 * dq);
    }
    [cr, cq] = [nr, nq];
  }
  return [...nodes, arrow(...from, ...at(n, cr, cq), name, 14)];
}

/** A stack: layers below, its power on top; red ones are round, blue ones have corners. @param {string} text @param {number} x @param {number} y @param {string} [extra] */
function stack(text, x, y, extra = "") {
  const power = Number(text.slice(1));
  const side = text.startsWith("r") ? "first" : "second";
  const base = y + 2.5 * (power - 1);
  const layers = Array.from({ length: power }, (_, i) => {
    const ly = round(base - 5 * i);
    return side === "first"
      ? v("circle", { class: "body", cx: round(x), cy: ly, r: 31 })
      : v("polygon", { class: "body", points: hexagon(x, ly, 34) });
  });
  const top = round(base - 5 * (power - 1));
  return v("g", { class: `stack ${side} ${extra}` }, layers, v("text", { x: round(x), y: top, dy: "0.36em" }, String(power)));
}

/** @param {Model} model @param {Scene} scene @returns {VNode[]} */
function draw(model, scene) {
  const n = model.size;
  const last = scene.moves.at(-1);
  const [lr = -1, lq = -1] = last ? fields(last).slice(0, 2).map(Number) : [];
  const direction = last ? fields(last)[2] : undefined;
  /** @type {VNode[]} */
  const floor = [];
  /** @type {VNode[]} */
  const stacks = [];
  for (let r = n - 1; r >= 0; r--) {
    for (let q = 0; q < n; q++) {
      const [x, y] = at(n, r, q);
      const mark = r === lr && q === lq ? (direction ? " left" : " last") : "";
      floor.push(v("polygon", { class: `hex${mark}`, "data-hex": `${r},${q}`, points: hexagon(x, y, S - 2) }));
      const text = model.cells[n * r + q] ?? ".";
      if (text === ".") continue;
      const node = stack(text, x, y);
      node.attrs["data-cell"] = `${r},${q}`;
      stacks.push(node);
    }
  }
  const [x, y] = at(n, lr, lq);
  const [dr, dq] = DIRECTIONS[direction ?? ""] ?? [0, 0];
  const [tx, ty] = at(n, lr + dr, lq + dq);
  const trail = direction ? [arrow(x, y, x + (tx - x) * 0.62, y + (ty - y) * 0.62, "trail", 0)] : [];
  const labels = Array.from({ length: n }, (_, i) => {
    const [rx, ry] = at(n, i, -0.62);
    const [qx, qy] = at(n, -0.62, i);
    // Both ends of a line have its number: it goes on there.
    const ends = [[rx, ry], [qx, qy], at(n, i, n - 0.38), at(n, n - 0.38, i)];
    return ends.map(([x = 0, y = 0]) => v("text", { class: "axis", x: round(x), y: round(y), dy: "0.36em" }, String(i)));
  }).flat();
  return [group("axes", labels), group("floor", floor), group("trail", trail), group("stacks", stacks)];
}

/** @param {Model} model @param {number} r @param {number} q @param {string} [preview] @returns {VNode[]} */
function cellShape(model, r, q, preview) {
  const [x, y] = at(model.size, r, q);
  return [v("polygon", { class: "hit", points: hexagon(x, y, S - 4) }), preview ? group("ghost", stack(preview, x, y)) : group("ghost")];
}

/** @param {Model} model @param {number} r @param {number} q @param {string} direction @returns {Target} */
function directionTarget(model, r, q, direction) {
  const n = model.size;
  const [dr, dq] = DIRECTIONS[direction] ?? [0, 0];
  const [x, y] = at(n, r, q);
  const [tx, ty] = at(n, r + dr, q + dq);
  const [mx, my] = [x + (tx - x) * 0.92, y + (ty - y) * 0.92];
  const cells = reached(model, r, q, direction).map(([cr, cq]) =>
    v("polygon", { class: `hex affected ${mover(model) === "r" ? "first" : "second"}`, points: hexagon(...at(n, cr, cq), S - 6) }),
  );
  const shape = [
    group("ghost", cells, rays(model, r, q, direction, cells.length, "way-ray")),
    v("circle", { class: "hit way", cx: round(mx), cy: round(my), r: 44 }),
    arrow(x + (tx - x) * 0.66, y + (ty - y) * 0.66, x + (tx - x) * 1.2, y + (ty - y) * 1.2, "way"),
  ];
  return { key: direction, label: `spread ${WORDS[direction]}`, x: mx, y: my, shape, move: `${r},${q},${direction}` };
}

/** @param {Model} model @param {string[]} legal @param {string[]} path @returns {Target[]} */
function targets(model, legal, path) {
  if (path[0] !== undefined) {
    const [r = 0, q = 0] = fields(path[0]).map(Number);
    return Object.keys(DIRECTIONS)
      .filter((direction) => legal.includes(`${path[0]},${direction}`))
      .map((direction) => directionTarget(model, r, q, direction));
  }
  const known = new Set(legal);
  const cells = [...new Set(legal.map((move) => fields(move).slice(0, 2).join(",")))];
  return cells.map((key) => {
    const [r = 0, q = 0] = fields(key).map(Number);
    const [x, y] = at(model.size, r, q);
    const spawn = known.has(key);
    const power = model.cells[model.size * r + q]?.slice(1);
    const label = spawn ? `spawn on ${r}, ${q}` : `spread the stack of power ${power} on ${r}, ${q}`;
    const shape = cellShape(model, r, q, spawn ? `${mover(model)}1` : undefined);
    return { key, label, x, y, shape, move: spawn ? key : undefined };
  });
}

/** @param {Model} model @param {string[]} path @returns {VNode[]} */
function chosen(model, [key]) {
  if (key === undefined) return [];
  const [r = 0, q = 0] = fields(key).map(Number);
  return [v("polygon", { class: "picked", points: hexagon(...at(model.size, r, q), S - 4) })];
}

/** @param {Model} model @param {string[]} pv @returns {VNode[]} */
function ghosts(model, pv) {
  return pv.slice(0, GHOSTS).flatMap((move, index) => {
    const [row = "0", column = "0", direction] = fields(move);
    const [r, q] = [Number(row), Number(column)];
    const [x, y] = at(model.size, r, q);
    const side = (model.turn + index) % 2 ? "b" : "r";
    if (!direction) return [stack(`${side}1`, x, y, `pv pv-${index}`), badge(x, y - 30, index)];
    const steps = Math.max(1, index === 0 ? reached(model, r, q, direction).length : 1);
    return [...rays(model, r, q, direction, steps, `pv-arrow pv-${index}`), badge(x, y - 30, index)];
  });
}

/** @param {string} move */
function say(move) {
  const [r, q, direction] = fields(move);
  return direction ? `spread from ${r}, ${q} ${WORDS[direction]}` : `spawn on ${r}, ${q}`;
}

/** @param {Model} model @param {string} side */
const power = (model, side) => model.cells.reduce((sum, cell) => sum + (cell.startsWith(side) ? Number(cell.slice(1)) : 0), 0);

/** @param {Model} model */
function describe(model) {
  const list = (/** @type {string} */ side) =>
    model.cells
      .flatMap((cell, i) => (cell.startsWith(side) ? [`${cell.slice(1)} on ${Math.floor(i / model.size)},${i % model.size}`] : []))
      .join("; ") || "none";
  return `Turn ${model.turn}. Red stacks: ${list("r")}. Blue stacks: ${list("b")}.`;
}

/** @param {SVGElement} svg @param {Model} model @param {string} move @param {Model} before */
function animate(svg, model, move, before) {
  const [row = "0", column = "0", direction] = fields(move);
  const [r, q] = [Number(row), Number(column)];
  if (!direction) {
    const frames = [{ transform: "scale(.2)", opacity: 0 }, { transform: "none", opacity: 1 }];
    animateMove(svg.querySelector(`[data-cell="${r},${q}"]`), frames, 240);
    return;
  }
  const [dr, dq] = DIRECTIONS[direction] ?? [0, 0];
  reached(before, r, q, direction).forEach(([cr, cq], i) => {
    const [x, y] = at(model.size, cr, cq);
    const [sx, sy] = at(model.size, r, q);
    const [ex, ey] = at(model.size, r + dr * (i + 1), q + dq * (i + 1));
    const straight = Math.abs(ex - x) < 1 && Math.abs(ey - y) < 1;
    const [px, py] = at(model.size, cr - dr, cq - dq);
    const from = straight ? [sx - x, sy - y] : [px - x, py - y];
    const frames = [
      { transform: `translate(${from[0]}px, ${from[1]}px)`, opacity: straight ? 1 : 0 },
      { transform: "none", opacity: 1 },
    ];
    animateMove(svg.querySelector(`[data-cell="${cr},${cq}"]`), frames, 160 + 110 * (i + 1), straight ? 0 : 110 * i);
  });
}

/** @type {Board<Model>} */
export const board = {
  name: "infexion",
  title: "Infexion",
  sides: ["Red", "Blue"],
  letters: ["●", "⬢"],
  turnable: true,
  sample: {
    game: "infexion:size=7,rules=referee",
    position: "14 .,.,r1,.,.,.,.,.,b1,.,.,r2,.,.,.,b3,.,.,r1,.,.,.,.,b2,r4,.,.,.,.,.,b1,.,r1,.,.,.,.,.,b2,.,.,.,.,r1,.,.,.,.,.",
    moves: [],
  },
  parse,
  size: (model) => ({
    width: 2 * PAD + 2 * S + 3 * S * (model.size - 1),
    height: 2 * PAD_Y + 2 * HALF * model.size,
  }),
  draw,
  targets,
  chosen,
  prompt: (_, path) => (path.length ? "Choose a direction to spread in." : "Spawn on an empty cell, or choose a stack of yours to spread."),
  ghosts,
  heat: (model, values) =>
    values.flatMap((row, r) =>
      row.map((value, q) => v("polygon", { class: heatClass(value), points: hexagon(...at(model.size, r, q), S - 3) })),
    ),
  animate,
  say,
  describe,
  status: (model) => [`power ${power(model, "r")}`, `power ${power(model, "b")}`],
  editor: {
    tools: [
      { key: "r", label: "Red" },
      { key: "b", label: "Blue" },
      { key: ".", label: "Remove" },
    ],
    targets: (model) =>
      model.cells.map((_, i) => {
        const [r, q] = [Math.floor(i / model.size), i % model.size];
        const [x, y] = at(model.size, r, q);
        return { key: `${r},${q}`, label: `cell ${r}, ${q}`, x, y, shape: cellShape(model, r, q) };
      }),
    apply(model, key, tool) {
      const [r = 0, q = 0] = fields(key).map(Number);
      const cells = [...model.cells];
      const old = cells[model.size * r + q] ?? ".";
      const next = old.startsWith(tool) ? Number(old.slice(1)) + 1 : 1;
      cells[model.size * r + q] = tool === "." || next >= model.size ? "." : `${tool}${next}`;
      return { ...model, cells };
    },
    flip: (model) => ({ ...model, turn: model.turn % 2 ? model.turn - 1 : model.turn + 1 }),
    clear: (model) => ({ ...model, turn: 0, cells: model.cells.map(() => ".") }),
    print: (model) => `${model.turn} ${model.cells.join(",")}`,
  },
};
