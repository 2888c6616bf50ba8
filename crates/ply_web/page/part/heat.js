// What an agent's opinion is made of, as maps over the board.

/** @typedef {{name: string, values: number[][]}} HeatMap */

const NAMES = /** @type {Record<string, string>} */ ({
  superposed: "all directions together",
  after_macro: "after the plan",
  opponent_after_macro: "the opponent's, after the plan",
});

/** A list of numbers as rows. @param {any} value @returns {number[][] | null} */
function rows(value) {
  if (!Array.isArray(value)) return null;
  if (Array.isArray(value[0])) return value;
  const side = Math.round(Math.sqrt(value.length));
  if (side * side !== value.length || side < 2 || typeof value[0] !== "number") return null;
  return Array.from({ length: side }, (_, r) => value.slice(r * side, (r + 1) * side));
}

/** The maps inside an insight; what is no map is left out. @param {any} insight @returns {HeatMap[]} */
export function heatMaps(insight) {
  if (!insight || typeof insight !== "object") return [];
  return Object.entries(insight).flatMap(([name, value]) => {
    const values = rows(value);
    if (values) return [{ name: NAMES[name] ?? name.replaceAll("_", " "), values }];
    return value && typeof value === "object" && !Array.isArray(value) ? heatMaps(value) : [];
  });
}
