// What all boards draw alike: arrows, numbers of a line to come, heat, movement.

import { points, round, v } from "../lib/vnode.js";

/** How many moves of a line are drawn on the board. */
export const GHOSTS = 4;

/**
 * The number of a move to come.
 * @param {number} x @param {number} y @param {number} index 0 for the first
 */
export const badge = (x, y, index) =>
  v(
    "g",
    { class: `badge badge-${index}` },
    v("circle", { cx: round(x), cy: round(y), r: 17 }),
    v("text", { x: round(x), y: round(y), dy: "0.36em" }, String(index + 1)),
  );

/**
 * An arrow from one point to another, kept off both ends.
 * @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2
 * @param {string} name its class
 * @param {number} [gap]
 */
export function arrow(x1, y1, x2, y2, name, gap = 0) {
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
  const head = Math.min(34, length / 2);
  const [tx, ty] = [x2 - ux * gap, y2 - uy * gap];
  const [bx, by] = [tx - ux * head, ty - uy * head];
  return v(
    "g",
    { class: `arrow ${name}` },
    v("line", { x1: round(x1 + ux * gap), y1: round(y1 + uy * gap), x2: round(bx), y2: round(by) }),
    v("polygon", {
      points: points([
        [tx, ty],
        [bx - uy * head * 0.55, by + ux * head * 0.55],
        [bx + uy * head * 0.55, by - ux * head * 0.55],
      ]),
    }),
  );
}

/** How strong a colour a value from 0 to 1 gets, and its place in the class list. @param {number} value */
export const heatClass = (value) => `heat heat-${Math.max(0, Math.min(9, Math.floor(value * 10)))}`;

/** Values brought to 0 to 1. @param {number[][]} values */
export function scaled(values) {
  const flat = values.flat();
  const low = Math.min(0, ...flat);
  const high = Math.max(...flat);
  return values.map((row) => row.map((value) => (high > low ? (value - low) / (high - low) : 0)));
}

/** Whether people want nothing to move. */
export const still = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/**
 * Moves an element in from somewhere; nothing happens where motion is not wanted.
 * @param {Element | null} element
 * @param {Keyframe[]} frames
 * @param {number} duration
 * @param {number} [delay]
 * @param {string} [easing]
 */
export function move(element, frames, duration, delay = 0, easing = "cubic-bezier(.3,.7,.3,1)") {
  if (!element || still()) return;
  element.animate(frames, { duration, delay, easing, fill: "backwards" });
}

/** @param {string} text "3,4,ur" @returns {string[]} */
export const fields = (text) => text.split(",");

/** "1 box", "3 boxes". @param {number} n @param {string} one @param {string} [many] */
export const plural = (n, one, many = `${one}s`) => `${n} ${n === 1 ? one : many}`;

/** Sentence with a capital. @param {string} text */
export const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);

/** Whether two lists of keys have this cell. @param {[number, number][] | null} line @param {number} r @param {number} c */
export const onLine = (line, r, c) => !!line?.some(([a, b]) => a === r && b === c);
