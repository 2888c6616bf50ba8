// Dots-and-Boxes: edges to draw, boxes to own.

/** @import {Board, Scene, Target} from "./types.js" */
/** @import {Taken} from "../lib/api.js" */
/** @import {VNode} from "../lib/vnode.js" */
import { group, points, v } from "../lib/vnode.js";
import { badge, fields, GHOSTS, move as animateMove, plural } from "./parts.js";

/**
 * Edges by their text; which boxes are closed, and by whom, is what the server says.
 * @typedef {{rows: number, cols: number, mover: string, scores: [number, number], edges: Set<string>, taken: Taken[]}} Model
 */

const CELL = 100;
const PAD = 40;

/** All edges in the order of a position's digits. @param {number} rows @param {number} cols @returns {string[]} */
export function allEdges(rows, cols) {
  const edges = [];
  for (let r = 0; r <= rows; r++) for (let c = 0; c < cols; c++) edges.push(`h${r},${c}`);
  for (let r = 0; r < rows; r++) for (let c = 0; c <= cols; c++) edges.push(`v${r},${c}`);
  return edges;
}

/** @param {string} edge @returns {{across: boolean, r: number, c: number}} */
function parts(edge) {
  const [r = 0, c = 0] = fields(edge.slice(1)).map(Number);
  return { across: edge.startsWith("h"), r, c };
}

/** @param {Scene} scene @returns {Model} */
export function parse({ position, taken }) {
  const [size = "4x4", mover = "1", scores = "0-0", digits = ""] = position.split(" ");
  const [rows = 4, cols = 4] = size.split("x").map(Number);
  const edges = new Set(allEdges(rows, cols).filter((_, i) => digits[i] === "1"));
  const [a = 0, b = 0] = scores.split("-").map(Number);
  return { rows, cols, mover, scores: [a, b], edges, taken };
}

/** @param {Model} model */
const print = (model) =>
  `${model.rows}x${model.cols} ${model.mover} ${model.scores.join("-")} ${allEdges(model.rows, model.cols)
    .map((edge) => (model.edges.has(edge) ? "1" : "0"))
    .join("")}`;

/** @param {number} i */
const at = (i) => PAD + i * CELL;

/** @param {string} edge @param {string} name */
function line(edge, name) {
  const { across, r, c } = parts(edge);
  const [x1, y1] = [at(c), at(r)];
  return v("line", { class: name, "data-edge": edge, x1, y1, x2: across ? x1 + CELL : x1, y2: across ? y1 : y1 + CELL });
}

/** @param {Taken} taken */
function box([r, c, owner]) {
  const [x, y] = [at(c), at(r)];
  /** @type {VNode[]} */
  const hatch =
    owner === "second"
      ? [20, 40, 60, 80, 100, 120, 140, 160].map((d) =>
          v("line", { class: "hatch", x1: x + Math.max(8, d - 92), y1: y + Math.min(d, 92), x2: x + Math.min(d, 92), y2: y + Math.max(8, d - 92) }),
        )
      : [];
  return v(
    "g",
    { class: `box ${owner ?? "nobody"}`, "data-box": `${r},${c}` },
    v("rect", { x: x + 6, y: y + 6, width: 88, height: 88, rx: 10 }),
    hatch,
    v("text", { x: x + 50, y: y + 50, dy: "0.36em" }, owner === null ? "?" : owner === "first" ? "A" : "B"),
  );
}

/** @param {Model} model @param {Scene} scene @returns {VNode[]} */
function draw(model, scene) {
  const last = scene.moves.at(-1);
  const edges = allEdges(model.rows, model.cols);
  const faint = edges.filter((edge) => !model.edges.has(edge)).map((edge) => line(edge, "edge-faint"));
  const drawn = edges.filter((edge) => model.edges.has(edge)).map((edge) => line(edge, edge === last ? "edge last" : "edge"));
  /** @type {VNode[]} */
  const dots = [];
  for (let r = 0; r <= model.rows; r++) {
    for (let c = 0; c <= model.cols; c++) dots.push(v("circle", { class: "dot", cx: at(c), cy: at(r), r: 9 }));
  }
  const labels = [
    ...Array.from({ length: model.cols + 1 }, (_, c) => v("text", { class: "axis", x: at(c), y: 18 }, String(c))),
    ...Array.from({ length: model.rows + 1 }, (_, r) => v("text", { class: "axis", x: 14, y: at(r), dy: "0.36em" }, String(r))),
  ];
  return [group("axes", labels), group("boxes", model.taken.map(box)), group("edges", faint, drawn), group("dots", dots)];
}

/** @param {string} edge @returns {VNode[]} */
function edgeShape(edge) {
  const { across, r, c } = parts(edge);
  const [x, y] = [at(c), at(r)];
  const diamond = points(
    across
      ? [[x, y], [x + 50, y - 50], [x + 100, y], [x + 50, y + 50]]
      : [[x, y], [x + 50, y + 50], [x, y + 100], [x - 50, y + 50]],
  );
  return [v("polygon", { class: "hit edge-hit", points: diamond }), group("ghost", line(edge, "edge new"))];
}

/** @param {string} move */
function say(move) {
  const { across, r, c } = parts(move);
  return `${across ? "horizontal" : "vertical"} edge at row ${r}, column ${c}`;
}

/** @param {string} edge @returns {Target} */
function target(edge) {
  const { across, r, c } = parts(edge);
  const [x, y] = [at(c) + (across ? 50 : 0), at(r) + (across ? 0 : 50)];
  return { key: edge, label: say(edge), x, y, shape: edgeShape(edge) };
}

/** @param {Model} model @param {string[]} pv @returns {VNode[]} */
function ghosts(model, pv) {
  void model;
  return pv.slice(0, GHOSTS + 2).flatMap((move, index) => {
    const { x, y } = target(move);
    return [line(move, `edge new pv pv-${index}`), badge(x, y, index)];
  });
}

/** @param {Model} model @returns {[string, string]} */
const status = ({ scores: [a, b] }) => [plural(a, "box", "boxes"), plural(b, "box", "boxes")];

/** @type {Board<Model>} */
export const board = {
  name: "dots-and-boxes",
  title: "Dots-and-Boxes",
  sides: ["A", "B"],
  letters: ["A", "B"],
  turnable: true,
  drag: "along",
  sample: {
    game: "dots-and-boxes:rows=4,cols=4",
    position: "4x4 1 3-1 1101111010100110100011100001100011010010",
    moves: "h0,0 h1,0 v0,0 v0,1 h2,2 v1,2 v3,3 h1,1 h0,1 v0,2 v1,3 h3,1 h1,2 h3,2 v2,2 v2,3 h4,0 v3,0 h0,3 h2,0".split(" "),
    taken: [[0, 0, "second"], [0, 1, "first"], [1, 2, "first"], [2, 2, "first"]],
  },
  parse,
  size: (model) => ({ width: model.cols * CELL + 2 * PAD, height: model.rows * CELL + 2 * PAD }),
  draw,
  targets: (_, legal) => legal.map((move) => ({ ...target(move), move })),
  chosen: () => [],
  prompt: () => "Draw an edge. Whoever closes a box moves again.",
  ghosts,
  animate(svg, model, move, before) {
    const edge = svg.querySelector(`[data-edge="${move}"]`);
    edge?.setAttribute("pathLength", "1");
    animateMove(edge, [{ strokeDasharray: "1", strokeDashoffset: "1" }, { strokeDasharray: "1", strokeDashoffset: "0" }], 220);
    for (const [r, c] of model.taken.slice(before.taken.length)) {
      const frames = [{ transform: "scale(.3)", opacity: 0 }, { transform: "none", opacity: 1 }];
      animateMove(svg.querySelector(`[data-box="${r},${c}"]`), frames, 280, 160);
    }
  },
  say,
  describe(model) {
    const [ofA, ofB] = status(model);
    const boxes = (/** @type {string} */ title, /** @type {Taken[2]} */ owner) => {
      const owned = model.taken.flatMap(([r, c, one]) => (one === owner ? [`${r},${c}`] : []));
      return owned.length ? `${title}: ${owned.join("; ")}.` : "";
    };
    return [
      `${model.edges.size} of ${allEdges(model.rows, model.cols).length} edges drawn.`,
      `A has ${ofA}, B has ${ofB}.`,
      boxes("Boxes of A", "first"),
      boxes("Boxes of B", "second"),
      boxes("Boxes of A or B, it is not known which", null),
    ].filter(Boolean).join(" ");
  },
  status,
  editor: {
    tools: [{ key: "edge", label: "Draw or remove edges" }],
    targets: (model) => allEdges(model.rows, model.cols).map(target),
    async apply(model, key, _tool, ask) {
      const edges = new Set(model.edges);
      if (!edges.delete(key)) edges.add(key);
      // Which boxes that closes, the rules know: they play the edges on an empty board. Nobody knows who closed them, so
      // the first player keeps as many points as there are boxes for.
      const empty = { ...model, edges: new Set(), scores: /** @type {[number, number]} */ ([0, 0]), mover: "1" };
      const { history } = await ask(print(empty), [...edges]);
      const taken = history.flatMap((step) => step.taken).map(([r, c]) => /** @type {Taken} */ ([r, c, null]));
      const first = Math.min(model.scores[0], taken.length);
      return { ...model, edges, taken, scores: [first, taken.length - first] };
    },
    flip: (model) => ({ ...model, mover: model.mover === "1" ? "2" : "1" }),
    clear: (model) => ({ ...model, edges: new Set(), taken: [], scores: [0, 0] }),
    print,
  },
};
