// The pictures of the guide and the README, from the page's own drawings: node pictures.mjs

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { BOARDS } from "./lib/boards.mjs";
import { picture, sampleScene } from "../page/board/picture.js";
import { print, v } from "../page/lib/vnode.js";

const here = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const css = readFileSync(here("../page/style/board.css"), "utf8");
const rules = css.replace(/\/\*.*?\*\//gs, "").match(/[^{}@]+\{[^{}]*\}/g) ?? [];

/** The rules a drawing needs: those of classes it has. @param {string} drawing */
function styleOf(drawing) {
  const classes = new Set([...drawing.matchAll(/class="([^"]*)"/g)].flatMap((match) => (match[1] ?? "").split(" ")));
  const used = rules.filter((rule) => {
    const selector = rule.slice(0, rule.indexOf("{"));
    if (/hover|focus|data-theme|target/.test(selector)) return false;
    const named = [...selector.matchAll(/\.([\w-]+)/g)].map((match) => match[1] ?? "");
    return named.length === 0 || selector.split(",").some((one) => [...one.matchAll(/\.([\w-]+)/g)].every((match) => classes.has(match[1] ?? "")));
  });
  const small = (/** @type {string} */ text) => text.replace(/\s+/g, " ").trim();
  return used.map(small).join("");
}

const folder = here("../../../docs/src/images");
mkdirSync(folder, { recursive: true });
for (const board of BOARDS) {
  const scene = sampleScene(board);
  const model = board.parse(scene);
  const node = picture(board, model, scene);
  const { width, height } = board.size(model);
  node.attrs.width = Math.round(width / 2);
  node.attrs.height = Math.round(height / 2);
  node.attrs.role = "img";
  // A ground of its own: the pictures stand on light and on dark pages.
  node.children.unshift(v("title", {}, board.title), v("rect", { width, height, rx: 24, fill: "#fff" }));
  const drawing = print(node);
  const at = drawing.indexOf(">") + 1;
  const text = `${drawing.slice(0, at)}<style>${styleOf(drawing)}</style>${drawing.slice(at)}\n`;
  writeFileSync(`${folder}/${board.name}.svg`, text);
  console.log(`${board.name}.svg ${(text.length / 1000).toFixed(1)} kB`);
}
