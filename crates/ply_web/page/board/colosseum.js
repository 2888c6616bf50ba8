// Colosseum: a floor of cells, two gladiators, and the walls between cells.

/** @import {Board, Scene, Target} from "./types.js" */
/** @import {VNode} from "../lib/vnode.js" */
import { group, points, v } from "../lib/vnode.js";
import { arrow, badge, fields, move as animateMove, plural } from "./parts.js";

/** @typedef {{size: number, mover: string, a: [number, number], b: [number, number], walls: Set<string>}} Model */

const CELL = 100;
const PAD = 36;
const SIDES = /** @type {Record<string, [number, number]>} */ ({ u: [-1, 0], r: [0, 1], d: [1, 0], l: [0, -1] });
const WORDS = /** @type {Record<string, string>} */ ({ u: "above", r: "to the right", d: "below", l: "to the left" });
/** Where a wall is, seen from the cell it is written with. */
const BESIDE = /** @type {Record<string, string>} */ ({ r: "right of", d: "below" });

/** @param {string} text @returns {[number, number]} */
const cell = (text) => {
  const [r = "0", c = "0"] = fields(text);
  return [Number(r), Number(c)];
};

/** @param {Scene} scene @returns {Model} */
export function parse(scene) {
  const [size = "8", mover = "a", a = "0,0", b = "1,1", walls = "-"] = scene.position.split(" ");
  return { size: Number(size), mover, a: cell(a), b: cell(b), walls: new Set(walls === "-" ? [] : walls.split("+")) };
}

/** A wall as positions spell it: with the cell on its left or above it. @param {number} r @param {number} c @param {string} side */
export function canonical(r, c, side) {
  if (side === "u") return `${r - 1},${c},d`;
  if (side === "l") return `${r},${c - 1},r`;
  return `${r},${c},${side}`;
}

/** @param {number} i */
const at = (i) => PAD + (i + 0.5) * CELL;

/** The ends of a wall. @param {number} r @param {number} c @param {string} side @returns {[number, number, number, number]} */
function ends(r, c, side) {
  const [dr, dc] = SIDES[side] ?? [0, 0];
  const [mx, my] = [at(c) + dc * 50, at(r) + dr * 50];
  return dr ? [mx - 50, my, mx + 50, my] : [mx, my - 50, mx, my + 50];
}

/** @param {number} r @param {number} c @param {string} side @param {string} name */
function wall(r, c, side, name) {
  const [x1, y1, x2, y2] = ends(r, c, side);
  return v("line", { class: name, x1, y1, x2, y2 });
}

/** @param {string} who a or b @param {number} r @param {number} c @param {string} [extra] */
function gladiator(who, r, c, extra = "") {
  const [x, y] = [at(c), at(r)];
  const body =
    who === "a"
      ? v("circle", { class: "body", cx: x, cy: y, r: 32 })
      : v("rect", { class: "body", x: x - 29, y: y - 29, width: 58, height: 58, rx: 10 });
  return v(
    "g",
    { class: `gladiator ${who === "a" ? "first" : "second"} ${extra}` },
    body,
    v("text", { x, y, dy: "0.36em" }, who.toUpperCase()),
  );
}

/** Cells joined with a cell. @param {Model} model @param {[number, number]} from */
export function room(model, from) {
  const seen = new Set([from.join(",")]);
  const queue = [from];
  for (const [r, c] of queue) {
    for (const [side, [dr, dc]] of Object.entries(SIDES)) {
      const [nr, nc] = [r + dr, c + dc];
      const inside = nr >= 0 && nc >= 0 && nr < model.size && nc < model.size;
      if (!inside || seen.has(`${nr},${nc}`) || model.walls.has(canonical(r, c, side))) continue;
      seen.add(`${nr},${nc}`);
      queue.push([nr, nc]);
    }
  }
  return seen;
}

/** @param {Model} model @param {Scene} scene @returns {VNode[]} */
function draw(model, scene) {
  const ofA = room(model, model.a);
  const over = !ofA.has(model.b.join(","));
  const ofB = over ? room(model, model.b) : new Set();
  const size = model.size * CELL;
  /** @type {VNode[]} */
  const tiles = [];
  for (let r = 0; r < model.size; r++) {
    for (let c = 0; c < model.size; c++) {
      const key = `${r},${c}`;
      const owner = over && ofA.has(key) ? " held-first" : ofB.has(key) ? " held-second" : "";
      tiles.push(v("rect", { class: `tile${owner}`, x: at(c) - 46, y: at(r) - 46, width: 92, height: 92, rx: 12 }));
    }
  }
  const move = scene.moves.at(-1);
  const [lr, lc, side = ""] = move ? fields(move) : [];
  const lastKey = move ? canonical(Number(lr), Number(lc), side) : "";
  const walls = [...model.walls].map((key) => {
    const [r = "0", c = "0", s = "r"] = fields(key);
    return wall(Number(r), Number(c), s, key === lastKey ? "wall last" : "wall");
  });
  const labels = Array.from({ length: model.size }, (_, i) => [
    v("text", { class: "axis", x: at(i), y: 18 }, String(i)),
    v("text", { class: "axis", x: 13, y: at(i), dy: "0.36em" }, String(i)),
  ]).flat();
  return [
    group("axes", labels),
    group("tiles", tiles),
    v("rect", { class: "border-wall", x: PAD, y: PAD, width: size, height: size, rx: 16 }),
    group("walls", walls),
    gladiator("a", ...model.a, model.mover === "a" ? "mover" : ""),
    gladiator("b", ...model.b, model.mover === "b" ? "mover" : ""),
  ];
}

/** @param {number} r @param {number} c @param {string} side the diamond around a wall */
function wallArea(r, c, side) {
  const [x1, y1, x2, y2] = ends(r, c, side);
  const [mx, my] = [(x1 + x2) / 2, (y1 + y2) / 2];
  const diamond = points(
    y1 === y2
      ? [[x1, y1], [mx, my - 50], [x2, y2], [mx, my + 50]]
      : [[x1, y1], [mx + 50, my], [x2, y2], [mx - 50, my]],
  );
  return v("polygon", { class: "hit wall-hit", points: diamond });
}

/** @param {Model} model @param {string[]} legal @param {string[]} path @returns {Target[]} */
function targets(model, legal, path) {
  const [key] = path;
  if (key === undefined) {
    const own = (model.mover === "a" ? model.a : model.b).join(",");
    const cells = [...new Set(legal.map((move) => fields(move).slice(0, 2).join(",")))];
    return cells.map((text) => {
      const [r, c] = cell(text);
      const shape = [
        v("rect", { class: "hit", x: at(c) - 50, y: at(r) - 50, width: CELL, height: CELL, rx: 12 }),
        own === text ? v("circle", { class: "reach reach-own", cx: at(c), cy: at(r), r: 42 }) : v("circle", { class: "reach", cx: at(c), cy: at(r), r: 11 }),
        group("ghost", gladiator(model.mover, r, c)),
      ];
      return { key: text, label: `go to row ${r}, column ${c}`, x: at(c), y: at(r), shape };
    });
  }
  const [r, c] = cell(key);
  return Object.keys(SIDES)
    .filter((side) => legal.includes(`${key},${side}`))
    .map((side) => {
      const [x1, y1, x2, y2] = ends(r, c, side);
      const shape = [wallArea(r, c, side), wall(r, c, side, "wall-choice"), group("ghost", wall(r, c, side, "wall new"))];
      return { key: side, label: `wall ${WORDS[side]}`, x: (x1 + x2) / 2, y: (y1 + y2) / 2, shape, move: `${key},${side}` };
    });
}

/** @param {Model} model @param {string[]} pv @returns {VNode[]} */
function ghosts(model, pv) {
  const who = { a: model.a, b: model.b };
  let mover = /** @type {"a" | "b"} */ (model.mover);
  return pv.slice(0, 2).flatMap((move, index) => {
    const [r, c] = cell(move);
    const side = fields(move)[2] ?? "u";
    const [fr, fc] = who[mover];
    const nodes = [
      ...(fr === r && fc === c ? [] : [arrow(at(fc), at(fr), at(c), at(r), "walk", 14)]),
      gladiator(mover, r, c, `pv pv-${index}`),
      wall(r, c, side, `wall new pv pv-${index}`),
      badge(at(c) + 26, at(r) - 26, index),
    ];
    who[mover] = [r, c];
    mover = mover === "a" ? "b" : "a";
    return nodes;
  });
}

/** @param {Model} model */
const printModel = (model) => {
  const order = [...model.walls].sort((one, other) => {
    const [r1 = 0, c1 = 0] = fields(one).map(Number);
    const [r2 = 0, c2 = 0] = fields(other).map(Number);
    return r1 - r2 || c1 - c2 || (one.endsWith("r") ? -1 : 1);
  });
  return `${model.size} ${model.mover} ${model.a.join(",")} ${model.b.join(",")} ${order.join("+") || "-"}`;
};

/** Walls and cells that can be set up. @param {Model} model @returns {Target[]} */
function editTargets(model) {
  const all = [];
  for (let r = 0; r < model.size; r++) {
    for (let c = 0; c < model.size; c++) {
      const square = v("rect", { class: "hit", x: at(c) - 30, y: at(r) - 30, width: 60, height: 60, rx: 10 });
      all.push({ key: `${r},${c}`, label: `row ${r}, column ${c}`, x: at(c), y: at(r), shape: [square] });
      for (const side of ["r", "d"]) {
        if ((side === "r" ? c : r) === model.size - 1) continue;
        const [x1, y1, x2, y2] = ends(r, c, side);
        const shape = [wallArea(r, c, side), group("ghost", wall(r, c, side, "wall new"))];
        const label = `wall ${BESIDE[side]} row ${r}, column ${c}`;
        all.push({ key: `${r},${c},${side}`, label, x: (x1 + x2) / 2, y: (y1 + y2) / 2, shape });
      }
    }
  }
  return all.sort((one, other) => one.key.length - other.key.length).reverse();
}

/** @type {Board<Model>} */
export const board = {
  name: "colosseum",
  title: "Colosseum",
  sides: ["A", "B"],
  letters: ["A", "B"],
  turnable: true,
  drag: "to",
  sample: {
    game: "colosseum:size=6,seed=0",
    position: "6 a 2,1 3,4 0,1,d+0,4,r+1,2,r+1,3,d+2,0,d+2,2,r+3,2,r+3,4,r+4,1,d+4,3,d",
    moves: [],
  },
  parse,
  size: (model) => ({ width: model.size * CELL + 2 * PAD, height: model.size * CELL + 2 * PAD }),
  draw,
  targets,
  chosen: (model, [key]) => (key === undefined ? [] : [gladiator(model.mover, ...cell(key), "provisional")]),
  prompt: (_, path) => (path.length ? "Now choose where the wall goes." : "Choose a cell to walk to, perhaps your own."),
  ghosts,
  animate(svg, model, move, before) {
    const who = before.mover === "a" ? "a" : "b";
    const [[r, c], [fr, fc]] = [model[who], before[who]];
    const walk = [{ transform: `translate(${(fc - c) * CELL}px, ${(fr - r) * CELL}px)` }, { transform: "none" }];
    animateMove(svg.querySelector(`.gladiator.${who === "a" ? "first" : "second"}`), walk, 320);
    const flat = /[ud]$/.test(move) ? "scaleX(0)" : "scaleY(0)";
    animateMove(svg.querySelector(".wall.last"), [{ transform: flat }, { transform: "none" }], 220, 300);
  },
  say(move) {
    const [r, c, side = ""] = fields(move);
    return `row ${r}, column ${c}, wall ${WORDS[side]}`;
  },
  describe(model) {
    const walls = [...model.walls].map((key) => {
      const [r, c, side = ""] = fields(key);
      return `${BESIDE[side]} ${r},${c}`;
    });
    return `A on row ${model.a[0]}, column ${model.a[1]}. B on row ${model.b[0]}, column ${model.b[1]}. Walls: ${walls.join("; ") || "none"}.`;
  },
  status(model) {
    const [a, b] = [room(model, model.a), room(model, model.b)];
    return a.has(model.b.join(",")) ? ["", ""] : [plural(a.size, "cell"), plural(b.size, "cell")];
  },
  editor: {
    tools: [
      { key: "a", label: "Place A" },
      { key: "b", label: "Place B" },
    ],
    targets: editTargets,
    apply(model, key, tool) {
      if (fields(key).length === 3) {
        const walls = new Set(model.walls);
        if (!walls.delete(key)) walls.add(key);
        return { ...model, walls };
      }
      return { ...model, [tool]: cell(key) };
    },
    flip: (model) => ({ ...model, mover: model.mover === "a" ? "b" : "a" }),
    clear: (model) => ({ ...model, walls: new Set() }),
    print: printModel,
  },
};
