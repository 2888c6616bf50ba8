// Spellings of games and agents: NAME or NAME:key=value,key=value.

/** @typedef {{name: string, options: Record<string, string>}} Spec */

/** @param {string} text @returns {Spec} */
export function parseSpec(text) {
  const colon = text.indexOf(":");
  if (colon < 0) return { name: text, options: {} };
  const options = Object.fromEntries(
    text
      .slice(colon + 1)
      .split(",")
      .filter(Boolean)
      .map((pair) => {
        const at = pair.indexOf("=");
        return [pair.slice(0, at), pair.slice(at + 1)];
      }),
  );
  return { name: text.slice(0, colon), options };
}

/** @param {string} name @param {Record<string, string>} options @returns {string} */
export function printSpec(name, options) {
  const pairs = Object.entries(options).map(([key, value]) => `${key}=${value}`);
  return pairs.length ? `${name}:${pairs.join(",")}` : name;
}

/** A number among a game's options. @param {string} spec @param {string} key @param {number} otherwise */
export function numberOption(spec, key, otherwise) {
  const value = Number(parseSpec(spec).options[key]);
  return Number.isFinite(value) ? value : otherwise;
}
