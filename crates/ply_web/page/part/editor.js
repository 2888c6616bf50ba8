// Setting a position up: by clicking on the board or by its text.

/** @import {Board} from "../board/types.js" */
/** @import {BoardView} from "../board/view.js" */
import * as api from "../lib/api.js";
import { h, segmented } from "../lib/dom.js";
import { trying } from "../lib/messages.js";

/**
 * @param {Board<any>} board
 * @param {BoardView} boardView
 * @param {(position: string) => void} use the position that was set up
 */
export function positionEditor(board, boardView, use) {
  let game = "";
  /** @type {any} */
  let model = null;
  const { editor } = board;
  let tool = editor?.tools[0]?.key ?? "";
  let open = false;
  let asked = 0;
  const text = h("input", { type: "text", "aria-label": "Position as text", autocomplete: "off", spellcheck: "false" });
  const verdict = h("p.small.soft", { "aria-live": "polite" });
  const apply = h("button.primary", { type: "submit" }, "Use this position");
  const show = (/** @type {any} */ next) => {
    model = next;
    text.value = editor?.print(model) ?? "";
    const scene = { game, start: text.value, position: text.value, moves: [], line: null, taken: model.taken ?? [] };
    boardView.show({ board, scene, legal: [], still: true });
    check();
  };
  /** Asks the server whether the position is one. */
  const check = async () => {
    const ticket = ++asked;
    try {
      await api.position(game, text.value.trim(), []);
      if (ticket === asked) verdict.textContent = "This position is fine.";
      apply.disabled = false;
    } catch (error) {
      if (ticket === asked) verdict.textContent = error instanceof Error ? error.message : "";
      apply.disabled = true;
    }
  };
  const button = (/** @type {string} */ label, /** @type {() => void} */ act) => h("button", { type: "button", onclick: act }, label);
  const { flip, clear } = editor ?? {};
  const tools = h(
    "div.stack-y.tight",
    { hidden: true },
    editor && editor.tools.length > 1
      ? segmented("What a click puts", editor.tools.map(({ key, label }) => ({ value: key, text: label })), tool, (key) => (tool = key))
      : null,
    h("div.row", {}, flip ? button("Other side moves", () => show(flip(model))) : null, clear ? button("Clear", () => show(clear(model))) : null),
    verdict,
  );
  const start = h("button", { type: "button", "aria-pressed": "false", hidden: !editor, onclick: () => toggle() }, "Edit on the board");
  const toggle = () => {
    open = !open;
    start.setAttribute("aria-pressed", String(open));
    tools.hidden = !open;
    if (open && boardView.model) {
      const ask = (/** @type {string} */ position, /** @type {string[]} */ moves) => api.position(game, position, moves);
      boardView.setEditing((key) => trying(async () => editor && show(await editor.apply(model, key, tool, ask))));
      show(boardView.model);
    } else {
      boardView.setEditing(null);
      apply.disabled = false;
    }
    changed(open);
  };
  let changed = (/** @type {boolean} */ _open) => {};
  const element = h(
    "form.card.stack-y.tight",
    {
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        const position = text.value.trim();
        if (open) toggle();
        use(position);
      },
    },
    h("div.row.spread", {}, h("h2", {}, "Position"), start),
    tools,
    text,
    apply,
  );
  return {
    element,
    /** @param {string} full the game @param {string} position */
    set(full, position) {
      game = full;
      if (!open) text.value = position;
    },
    isOpen: () => open,
    /** @param {(open: boolean) => void} listener */
    onToggle: (listener) => (changed = listener),
  };
}
