// How someone likes to play: sounds, a question before each move, premoves, colours and direction of the board.

/** @import {Board} from "../board/types.js" */
/** @import {BoardView} from "../board/view.js" */
import { h } from "../lib/dom.js";
import { recall, remember } from "../lib/remember.js";
import { sound } from "../lib/sound.js";

/** @typedef {"sounds" | "confirm" | "premove" | "at-once"} Preference */

const LABELS = /** @type {Record<Preference, string>} */ ({
  sounds: "Sounds",
  confirm: "Ask before my moves are made",
  premove: "Choose my next move while the other thinks",
  "at-once": "Show the other's moves at once",
});
const COLOURS = [["", "Usual"], ["wood", "Wood"], ["slate", "Slate"], ["contrast", "High contrast"]];

/** @param {Preference} name */
export const prefers = (name) => recall(name, "off") === "on";

/** @param {Preference} name @param {() => void} changed */
function preferenceSwitch(name, changed) {
  const input = h("input", {
    type: "checkbox",
    name,
    onchange: () => {
      remember(name, input.checked ? "on" : "off");
      if (name === "sounds") sound("move");
      changed();
    },
  });
  input.checked = prefers(name);
  return h("label.switch", {}, input, LABELS[name]);
}

/**
 * @param {Board<any>} board
 * @param {BoardView} boardView
 * @param {Preference[]} switches
 * @param {() => void} [changed]
 */
export function preferences(board, boardView, switches, changed = () => {}) {
  const key = `turned.${board.name}`;
  boardView.turn(!!board.turnable && recall(key, "") === "yes");
  const turn = h(
    "button",
    {
      type: "button",
      hidden: !board.turnable,
      onclick: () => {
        boardView.turn(!boardView.turned);
        remember(key, boardView.turned ? "yes" : "");
      },
    },
    "Turn the board",
  );
  const colours = h(
    "select",
    {
      value: recall("board", ""),
      onchange: () => {
        remember("board", colours.value);
        document.documentElement.dataset.board = colours.value;
      },
    },
    COLOURS.map(([value, text]) => h("option", { value }, text)),
  );
  return h(
    "details.card.rules-card",
    {},
    h("summary", {}, "Board and preferences"),
    h("div.stack-y.tight", {}, turn, h("label.field", {}, h("span", {}, "Colours of the board"), colours), switches.map((name) => preferenceSwitch(name, changed))),
  );
}
