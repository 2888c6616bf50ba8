// A game with its variations: "o3 s3 (s2 o2) s4", where brackets hold what could have been played instead of the move before.

/** @typedef {{move: string, parent: Node | null, children: Node[], by?: "first" | "second"}} Node the first child goes on with the main line; `by` where it is known who moved */

/** @returns {Node} */
export const root = () => ({ move: "", parent: null, children: [] });

/** The node after a move, which is added if it is new. @param {Node} node @param {string} move @returns {Node} */
export function follow(node, move) {
  const known = node.children.find((child) => child.move === move);
  if (known) return known;
  const child = { move, parent: node, children: [] };
  node.children.push(child);
  return child;
}

/** Notes who made the moves that lead to a node. @param {Node} node @param {{by: "first" | "second"}[]} history */
export function noteMovers(node, history) {
  let at = node;
  for (const { by } of history.toReversed()) {
    at.by = by;
    at = at.parent ?? at;
  }
}

/** Moves from the start to a node. @param {Node} node @returns {string[]} */
export function pathOf(node) {
  const moves = [];
  for (let at = /** @type {Node | null} */ (node); at?.parent; at = at.parent) moves.unshift(at.move);
  return moves;
}

/** The end of the main line from here. @param {Node} node @returns {Node} */
export function lastOf(node) {
  let at = node;
  while (at.children[0]) at = at.children[0];
  return at;
}

/** @param {Node} node @returns {Node} */
export function rootOf(node) {
  let at = node;
  while (at.parent) at = at.parent;
  return at;
}

/** All nodes, parents before children. @param {Node} node @returns {Node[]} */
export const nodesOf = (node) => [node, ...node.children.flatMap(nodesOf)];

/** Takes a node and what follows away. @param {Node} node @returns {Node} what came before */
export function cut(node) {
  if (!node.parent) return node;
  node.parent.children = node.parent.children.filter((child) => child !== node);
  return node.parent;
}

/** @param {string} text @returns {Node} */
export function parseTree(text) {
  const top = root();
  let at = top;
  /** @type {Node[]} */
  const outer = [];
  for (const token of text.match(/[()]|[^\s()]+/g) ?? []) {
    if (token === "(") {
      outer.push(at);
      at = at.parent ?? at;
    } else if (token === ")") at = outer.pop() ?? at;
    else at = follow(at, token);
  }
  return top;
}

/** @param {Node} node @returns {string} */
export function printTree(node) {
  const [main, ...others] = node.children;
  if (!main) return "";
  const asides = others.map((other) => `(${[other.move, printTree(other)].filter(Boolean).join(" ")})`);
  return [main.move, ...asides, printTree(main)].filter(Boolean).join(" ");
}
