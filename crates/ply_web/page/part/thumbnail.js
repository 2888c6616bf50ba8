// A small picture of a game.

import { boardOf } from "../board/index.js";
import { picture, sampleScene } from "../board/picture.js";
import { h } from "../lib/dom.js";
import { mount } from "../lib/vnode.js";

/** @param {string} name of a game */
export async function thumbnail(name) {
  const board = boardOf(name);
  const sample = sampleScene(board);
  const scene = (await board.load?.(sample)) ?? sample;
  const svg = /** @type {SVGElement} */ (mount(picture(board, board.parse(scene), scene)));
  svg.setAttribute("aria-hidden", "true");
  return h("div.thumb", {}, svg);
}
