// Choosing how strong an opponent is.

import { h, segmented } from "../lib/dom.js";
import { parseSpec } from "../lib/spec.js";

const NAMES = ["Novice", "Beginner", "Casual", "Regular", "Club player", "Expert", "Master", "Champion"];
const USUAL = 2;

/** @param {string} spec chosen before */
export function levelChoice(spec) {
  let strength = Number(parseSpec(spec).options.strength ?? USUAL);
  const name = h("span.small.soft", { "aria-live": "polite" });
  const show = () => (name.textContent = `Level ${strength}: ${NAMES[strength - 1]}`);
  show();
  const choices = NAMES.map((title, index) => ({ value: String(index + 1), text: String(index + 1), title }));
  const buttons = segmented("Level", choices, String(strength), (value) => {
    strength = Number(value);
    show();
  });
  return {
    element: h("div.field", {}, h("span", {}, "Level"), buttons, name),
    spec: () => `level:strength=${strength}`,
  };
}
