// A form made from the options a game or an agent describes.

/** @import {Option} from "../lib/api.js" */
import { h } from "../lib/dom.js";
import { parseRange } from "../lib/spec.js";

const SAFE = 1e15;

/** What may be typed, in words. @param {string} range */
export function rangeText(range) {
  const { words, min, max } = parseRange(range);
  const numbers = min === null ? [] : Number(max) < SAFE ? [`${min} to ${max}`] : [`${min} or more`];
  return [...numbers, ...words].join(", or ");
}

/** @param {Option} option @param {string} value @returns {HTMLInputElement | HTMLSelectElement} */
function control({ key, default: usual, range }, value) {
  const { words, min, max } = parseRange(range);
  if (min === null) {
    const choices = words.map((word) => h("option", { value: word }, word === usual ? `${word} (usual)` : word));
    return h("select", { name: key, value: value || usual }, choices);
  }
  if (!words.length && Number(max) < SAFE && /^[\d.]+$/.test(usual)) {
    return h("input", { type: "number", name: key, min, max, step: usual.includes(".") ? "any" : 1, placeholder: usual, value });
  }
  const placeholder = usual.length < 24 ? usual : "automatic";
  return h("input", { type: "text", name: key, placeholder, value, autocomplete: "off", spellcheck: "false" });
}

/**
 * @param {Option[]} options
 * @param {Record<string, string>} values set before
 * @param {() => void} changed
 */
export function optionForm(options, values, changed) {
  const controls = options.map((option) => ({ option, input: control(option, values[option.key] ?? "") }));
  const element = h(
    "div.fields",
    { onchange: changed },
    controls.map(({ option, input }) =>
      h(
        "label.field",
        {},
        h("span", {}, option.key),
        input,
        h("small", {}, `${option.about}${input instanceof HTMLSelectElement ? "" : ` (${rangeText(option.range)})`}`),
      ),
    ),
  );
  return {
    element,
    /** What differs from the usual. @returns {Record<string, string>} */
    values: () =>
      Object.fromEntries(
        controls
          .map(({ option, input }) => [option.key, input.value.trim(), option.default])
          .filter(([, value, usual]) => value !== "" && value !== usual)
          .map(([key, value]) => [key, value]),
      ),
  };
}
