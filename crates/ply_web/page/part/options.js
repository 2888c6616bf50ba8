// A form made from the options a game or an agent describes.

/** @import {Option} from "../lib/api.js" */
import { h } from "../lib/dom.js";

/** Numbers beyond this lose digits here: they are typed as text. */
const SAFE = 1e15;

/** What may be typed, in words. @param {Option} option */
export function rangeText({ min, max, or_off, range }) {
  if (min === null || max === null) return range.replaceAll("|", ", or ");
  const numbers = min === max ? `${min}` : max < SAFE ? `${min} to ${max}` : `${min} or more`;
  return or_off ? `${numbers}, or off` : numbers;
}

/** @param {Option} option @param {string} value @returns {HTMLInputElement | HTMLSelectElement} */
function control({ key, default: usual, kind, min, max, or_off, choices }, value) {
  // A visitor has no files here.
  const words = kind === "file" ? [usual] : choices;
  if (words.length) {
    const listed = words.map((word) => h("option", { value: word }, word === usual ? `${word} (usual)` : word));
    return h("select", { name: key, value: value || usual }, listed);
  }
  if (min !== null && max !== null && max < SAFE && !or_off && /^[\d.]+$/.test(usual)) {
    return h("input", { type: "number", name: key, min, max, step: kind === "decimal" ? "any" : 1, placeholder: usual, value });
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
        h("small", {}, `${option.about}${input instanceof HTMLSelectElement ? "" : ` (${rangeText(option)})`}`),
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
