// Characters with a style, on a grid: lines and diagonals are drawn as such, so that they meet whatever the font.

/** @import {VNode} from "../lib/vnode.js" */
import { group, round, v } from "../lib/vnode.js";

/** The size of a character. */
export const WIDE = 20;
export const HIGH = 38;

/** What lines consist of: how heavy they are up, right, down and left from the middle. 3 is a double line. */
const ARMS = new Map(
  (
    "─0101 │1010 ┌0110 ┐0011 └1100 ┘1001 ├1110 ┤1011 ┬0111 ┴1101 ┼1111 ━0202 ┃2020 ┏0220 ┓0022 ┗2200 ┛2002 " +
    "┣2220 ┫2022 ┳0222 ┻2202 ╋2222 ╹2000 ╺0200 ╻0020 ╸0002 ═0303 ║3030"
  )
    .split(" ")
    .map((entry) => [entry.charAt(0), [...entry.slice(1)].map(Number)]),
);
const WAYS = /** @type {[number, number][]} */ ([[0, -1], [1, 0], [0, 1], [-1, 0]]);

/** @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 @param {number} [weight] */
const stroke = (x1, y1, x2, y2, weight = 1) =>
  v("line", { class: `stroke stroke-${weight}`, x1: round(x1), y1: round(y1), x2: round(x2), y2: round(y2) });

/** The strokes of a character around its middle; nothing if it is a letter. @param {string} character @param {number} x @param {number} y @returns {VNode[] | null} */
function strokes(character, x, y) {
  const [w, h] = [WIDE / 2, HIGH / 2];
  if (character === "╱" || character === "/") return [stroke(x - w, y + h, x + w, y - h)];
  if (character === "╲" || character === "\\") return [stroke(x - w, y - h, x + w, y + h)];
  if (character === "_") return [stroke(x - w, y + h, x + w, y + h)];
  const arms = ARMS.get(character);
  return (
    arms?.flatMap((weight, index) => {
      const [dx, dy] = WAYS[index] ?? [0, 0];
      const to = (/** @type {number} */ aside, /** @type {number} */ heavy) =>
        stroke(x + aside * dy, y + aside * dx, x + dx * w + aside * dy, y + dy * h + aside * dx, heavy);
      return weight === 0 ? [] : weight === 3 ? [to(-4, 1), to(4, 1)] : [to(0, weight)];
    }) ?? null
  );
}

/**
 * A style in words as classes: the colour of the characters, the colour behind them.
 * @param {string} style "bold dimmed invert red on-blue"
 */
function looks(style) {
  const words = style.split(" ").filter(Boolean);
  const effects = words.filter((word) => ["bold", "dimmed"].includes(word));
  const ground = words.find((word) => word.startsWith("on-"))?.slice(3);
  const ink = words.find((word) => !["bold", "dimmed", "invert"].includes(word) && !word.startsWith("on-"));
  const [front, back] = words.includes("invert") ? [ground ?? "paper", ink ?? "ink"] : [ink ?? "ink", ground];
  return { front: ["run", ...effects, `ink-${front}`, back ? "grounded" : ""].filter(Boolean).join(" "), back };
}

/** A run of characters in one style. @param {string} text @param {string} style @param {number} left @param {number} middle @returns {VNode | null} */
export function run(text, style, left, middle) {
  const { front, back } = looks(style);
  const characters = [...text].map((character, index) => ({ character, x: left + (index + 0.5) * WIDE }));
  if (!back && !text.trim()) return null;
  /** @type {VNode[]} */
  const lines = [];
  const letters = characters.filter(({ character, x }) => {
    const found = strokes(character, x, middle);
    lines.push(...(found ?? []));
    return !found && character !== " ";
  });
  const written = v("text", { x: letters.map(({ x }) => round(x)).join(" "), y: round(middle + 10) }, letters.map(({ character }) => character).join(""));
  const ground = v("rect", { x: left, y: middle - HIGH / 2, width: characters.length * WIDE, height: HIGH, rx: 5 });
  return v("g", {}, back ? group(`ground ink-${back}`, ground) : null, group(front, lines, letters.length ? written : null));
}
