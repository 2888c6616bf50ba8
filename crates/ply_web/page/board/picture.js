// A whole board as one drawing.

/** @import {Board, Scene} from "./types.js" */
/** @import {VNode} from "../lib/vnode.js" */
import { group, round, v } from "../lib/vnode.js";

/** The scene a board is introduced with. @param {Board<any>} board @returns {Scene} */
export function sampleScene(board) {
  return { start: board.sample.position, line: null, taken: [], ...board.sample };
}

/**
 * @param {Board<any>} board
 * @param {any} model
 * @param {Scene} scene
 * @param {VNode[]} [over] what is drawn above the pieces
 * @returns {VNode}
 */
export function picture(board, model, scene, over = []) {
  const { width, height } = board.size(model);
  const attrs = { class: `board board-${board.look ?? board.name}`, viewBox: `0 0 ${round(width)} ${round(height)}` };
  return v("svg", { xmlns: "http://www.w3.org/2000/svg", ...attrs }, group("drawn", board.draw(model, scene)), over);
}
