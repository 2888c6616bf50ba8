// Drawings as plain data: made by pure functions, turned into elements in the page and into text elsewhere.

/**
 * @typedef {{tag: string, attrs: Record<string, string | number | undefined>, children: (VNode | string)[]}} VNode
 * @typedef {VNode | string | null | undefined | false} Child
 */

/**
 * A node of a drawing.
 * @param {string} tag
 * @param {Record<string, string | number | undefined>} [attrs]
 * @param {...(Child | Child[])} children
 * @returns {VNode}
 */
export function v(tag, attrs = {}, ...children) {
  return { tag, attrs, children: /** @type {(VNode | string)[]} */ (children.flat().filter((c) => c || c === "")) };
}

/** A group with a class. @param {string} name @param {...(Child | Child[])} children */
export const group = (name, ...children) => v("g", { class: name }, ...children);

/** @param {number} n At most two decimals, so that drawings stay small. */
export const round = (n) => Math.round(n * 100) / 100;

/** Points of a polygon as an attribute. @param {[number, number][]} points */
export const points = (points) => points.map(([x, y]) => `${round(x)},${round(y)}`).join(" ");

const SVG = "http://www.w3.org/2000/svg";

/** The node as an element of the page. @param {VNode | string} node @returns {Node} */
export function mount(node) {
  if (typeof node === "string") return document.createTextNode(node);
  const element = document.createElementNS(SVG, node.tag);
  for (const [name, value] of Object.entries(node.attrs)) {
    if (value !== undefined) element.setAttribute(name, String(value));
  }
  for (const child of node.children) element.append(mount(child));
  return element;
}

/** @param {string} text */
const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");

/** The node as text. @param {VNode | string} node @returns {string} */
export function print(node) {
  if (typeof node === "string") return escape(node);
  const attrs = Object.entries(node.attrs)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => ` ${name}="${escape(String(value))}"`)
    .join("");
  const inner = node.children.map(print).join("");
  return inner ? `<${node.tag}${attrs}>${inner}</${node.tag}>` : `<${node.tag}${attrs}/>`;
}
