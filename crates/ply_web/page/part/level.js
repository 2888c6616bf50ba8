// Choosing how strong an opponent is.

import { h, segmented } from "../lib/dom.js";
import { parseSpec } from "../lib/spec.js";

const NAMES = ["Novice", "Beginner", "Casual", "Regular", "Club player", "Expert", "Master", "Champion"];
const USUAL = 2;
/** The rating of the lowest level, and how far each game's levels lie apart, as measured in matches. */
const [LOWEST, APART] = [800, /** @type {Record<string, number>} */ ({ simplexity: 192, "pentago-swap": 213, colosseum: 224, "dots-and-boxes": 193, infexion: 399 })];

/** A level's rating among the levels of its game. @param {string} game @param {number} strength */
export function ratingOf(game, strength) {
  const apart = APART[game];
  return apart === undefined ? "" : ` · rating ${Math.round((LOWEST + (strength - 1) * apart) / 10) * 10}`;
}

/** @param {string} game @param {string} spec chosen before */
export function levelChoice(game, spec) {
  let strength = Number(parseSpec(spec).options.strength ?? USUAL);
  const name = h("span.small.soft", { "aria-live": "polite" });
  const show = () => (name.textContent = `Level ${strength}: ${NAMES[strength - 1]}${ratingOf(game, strength)}`);
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
