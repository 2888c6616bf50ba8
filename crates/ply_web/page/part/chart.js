// Charts as drawings.

/** @import {VNode} from "../lib/vnode.js" */
import { round, v } from "../lib/vnode.js";

const WIDTH = 600;

/** About how wide a letter is. @param {string} letter @returns {number} in ems */
const emsOf = (letter) => (/[MW@%\u{1100}-\u{1ffff}]/u.test(letter) ? 1.1 : /[mw\p{Lu}]/u.test(letter) ? 0.85 : 0.62);

/** A name that is no wider than so much. @param {string} name @param {number} ems */
export function shortened(name, ems) {
  const letters = [...name];
  let used = 0;
  const beyond = letters.findIndex((letter) => (used += emsOf(letter)) > ems);
  return beyond < 0 ? name : `${letters.slice(0, beyond - 1).join("")}…`;
}

/** How much worse a move made things, as a sign. @param {number | null | undefined} drop of the mover's chances, 0 to 1 */
export const markOf = (drop) => (!drop || drop < 0.15 ? "" : drop < 0.3 ? "?" : "??");

/**
 * The first player's chances over a game.
 * @param {{ply: number, win_chance: number | null, drop?: number | null}[]} plies
 * @param {number} length of the game
 * @param {number} current
 * @param {[string, string]} sides
 * @returns {VNode}
 */
export function scoreChart(plies, length, current, sides) {
  const [width, height, left, top] = [360, 170, 48, 10];
  const [right, bottom] = [width - 10, height - 22];
  const x = (/** @type {number} */ ply) => round(left + (ply / Math.max(1, length)) * (right - left));
  const y = (/** @type {number} */ chance) => round(top + (1 - chance) * (bottom - top));
  const known = plies.filter((ply) => ply.win_chance !== null);
  const points = known.map((ply) => `${x(ply.ply)},${y(ply.win_chance ?? 0.5)}`);
  const step = (right - left) / Math.max(1, length);
  const every = [1, 2, 5, 10, 20, 50, 100].find((one) => length / one <= 8) ?? 200;
  const ticks = Array.from({ length: Math.floor(length / every) + 1 }, (_, index) => index * every);
  const slots = Array.from({ length: length + 1 }, (_, ply) =>
    v("rect", { class: "slot", "data-ply": ply, x: round(x(ply) - step / 2), y: 0, width: round(step), height }),
  );
  const marks = known
    .filter((ply) => markOf(ply.drop))
    .map((ply) => {
      const [cx, cy] = [x(ply.ply), y(ply.win_chance ?? 0.5)];
      return v("g", { class: markOf(ply.drop) === "??" ? "blunder" : "mistake" }, v("circle", { cx, cy, r: 8 }), v("text", { x: cx, y: cy + 4, "text-anchor": "middle" }, markOf(ply.drop)));
    });
  const area = points.length ? `${x(known[0]?.ply ?? 0)},${bottom} ${points.join(" ")} ${x(known.at(-1)?.ply ?? 0)},${bottom}` : "";
  return v(
    "svg",
    { class: "chart", viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": `Chances of ${sides[0]} over the game` },
    v("rect", { class: "share-second", x: left, y: top, width: right - left, height: bottom - top }),
    area && v("polygon", { class: "share-first", points: area }),
    [1, 0.5, 0].map((chance) => v("text", { x: left - 6, y: y(chance) + 4, "text-anchor": "end" }, `${chance * 100} %`)),
    ticks.map((ply) => v("text", { x: x(ply), y: height - 6, "text-anchor": "middle" }, String(ply))),
    v("line", { class: "middle", x1: left, x2: right, y1: y(0.5), y2: y(0.5) }),
    points.length > 1 && v("polyline", { class: "curve", points: points.join(" ") }),
    v("line", { class: "now", x1: x(current), x2: x(current), y1: top, y2: bottom }),
    marks,
    slots,
  );
}

/**
 * Ratings with their intervals, one row an agent.
 * @param {{name: string, rating: number, low: number, high: number}[]} rows
 * @returns {VNode}
 */
export function ratingChart(rows) {
  const [label, line, top] = [176, 30, 26];
  /** Of the letters on a phone, which are the largest. */
  const ems = label / 15;
  const low = Math.min(...rows.map((row) => row.low));
  const high = Math.max(...rows.map((row) => row.high));
  const span = high - low || 1;
  const x = (/** @type {number} */ rating) => round(label + 14 + ((rating - low) / span) * (WIDTH - label - 40));
  const height = top + rows.length * line + 6;
  const step = [50, 100, 200, 500, 1000, 2000].find((one) => span / one <= 7) ?? 5000;
  const ticks = Array.from({ length: Math.floor(high / step) - Math.ceil(low / step) + 1 }, (_, i) => (Math.ceil(low / step) + i) * step);
  return v(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": "Ratings with their intervals" },
    ticks.map((tick) => [
      v("line", { class: "grid", x1: x(tick), x2: x(tick), y1: top - 8, y2: height }),
      v("text", { x: x(tick), y: 14, "text-anchor": "middle" }, String(Math.round(tick))),
    ]).flat(),
    rows.map((row, index) => {
      const y = top + index * line + line / 2;
      return v(
        "g",
        {},
        v("text", { class: "name", x: label, y: y + 4, "text-anchor": "end" }, shortened(row.name, ems)),
        v("line", { class: "interval", x1: x(row.low), x2: x(row.high), y1: y, y2: y }),
        v("circle", { class: "rating", cx: x(row.rating), cy: y, r: 6 }),
        v("title", {}, `${row.name}: ${Math.round(row.rating)} (${Math.round(row.low)} to ${Math.round(row.high)})`),
      );
    }),
  );
}

/**
 * Several curves over the games played.
 * @param {{name: string, points: [number, number][]}[]} series
 * @returns {VNode}
 */
export function seriesChart(series) {
  const [height, left, bottom] = [220, 58, 24];
  const all = series.flatMap((one) => one.points);
  const most = Math.max(1, ...all.map(([games]) => games));
  const low = Math.min(0, ...all.map(([, value]) => value));
  const high = Math.max(1, ...all.map(([, value]) => value));
  const x = (/** @type {number} */ games) => round(left + (games / most) * (WIDTH - left - 10));
  const y = (/** @type {number} */ value) => round(10 + (1 - (value - low) / (high - low)) * (height - 10 - bottom));
  const ticks = [0, 0.5, 1].map((part) => low + part * (high - low));
  return v(
    "svg",
    { class: "chart", viewBox: `0 0 ${WIDTH} ${height}`, role: "img", "aria-label": "Ratings over the games played" },
    ticks.flatMap((tick) => [
      v("line", { class: "grid", x1: left, x2: WIDTH - 10, y1: y(tick), y2: y(tick) }),
      v("text", { x: left - 6, y: y(tick) + 4, "text-anchor": "end" }, String(Math.round(tick))),
    ]),
    series.map((one, index) =>
      v(
        "polyline",
        { class: `curve series-${index % 8}`, points: one.points.map(([games, value]) => `${x(games)},${y(value)}`).join(" ") },
        v("title", {}, one.name),
      ),
    ),
    v("text", { x: WIDTH - 10, y: height - 6, "text-anchor": "end" }, `${most} games`),
  );
}
