// A move that waits: for a word from its maker, or for its maker's turn.

/** @import {Board} from "../board/types.js" */
/** @import {BoardView} from "../board/view.js" */
/** @import {Position, Session} from "../lib/api.js" */
import { capital } from "../board/parts.js";
import * as api from "../lib/api.js";
import { h } from "../lib/dom.js";
import { announce } from "../lib/messages.js";

/**
 * @param {Board<any>} board
 * @param {BoardView} boardView
 * @param {(move: string) => void} send
 */
export function waitingMove(board, boardView, send) {
  let move = "";
  let early = false;
  const text = h("span.grow");
  const yes = h("button.primary", { type: "button", onclick: () => send(take()) }, "Play it");
  const no = h("button", { type: "button", onclick: () => clear() }, "Take it back");
  const element = h("div.row.waiting", { hidden: true, role: "group", "aria-label": "Move that waits" }, text, yes, no);
  const clear = () => {
    if (!move) return;
    const focused = element.contains(document.activeElement);
    [move, element.hidden] = ["", true];
    boardView.setLine([]);
    if (focused) boardView.focus();
  };
  const take = () => {
    const taken = move;
    clear();
    return taken;
  };
  const show = (/** @type {string} */ next, /** @type {boolean} */ isEarly) => {
    [move, early] = [next, isEarly];
    element.hidden = false;
    yes.hidden = isEarly;
    text.textContent = `${isEarly ? "Next" : "Play"}: ${capital(board.say(next))}${isEarly ? "." : "?"}`;
    boardView.go([]);
    boardView.setLine([next]);
    announce(text.textContent);
    (isEarly ? no : yes).focus({ preventScroll: true });
  };
  return {
    element,
    clear,
    /** Asks before a move is made. @param {string} next */
    ask: (next) => show(next, false),
    /** Keeps a move until its turn comes. @param {string} next */
    keep: (next) => show(next, true),
    /** The kept move, if it can be made now. @param {string[]} legal */
    due(legal) {
      if (!move || !early) return "";
      const kept = take();
      if (legal.includes(kept)) return kept;
      announce("The move that waited is not possible any more.");
      return "";
    },
  };
}

/**
 * What a person could play if it were their turn: asked of the rules where the other side's turn can be left out, else
 * what was possible at the last turn.
 * @param {Board<any>} board @param {Session} state @param {any} model @param {string[]} before
 * @returns {Promise<{position: string, legal: string[]}>}
 */
export async function earlyMoves(board, state, model, before) {
  const { editor } = board;
  if (!editor?.flip) return { position: state.position, legal: before };
  const position = editor.print(editor.flip(model));
  /** @type {Position} */
  const passed = await api.position(state.game, position, []);
  return { position, legal: passed.legal_moves };
}
