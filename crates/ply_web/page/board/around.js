// The area around a point that is nearer to it than to any other: what takes the clicks meant for it.

/** @typedef {[number, number]} Point */

/** The part of a polygon on our side of the middle between two points. @param {Point[]} polygon @param {Point} from @param {Point} other @returns {Point[]} */
function nearer(polygon, [fx, fy], [ox, oy]) {
  const [nx, ny] = [ox - fx, oy - fy];
  const limit = nx * ((fx + ox) / 2) + ny * ((fy + oy) / 2);
  const beyond = (/** @type {Point} */ [x, y]) => nx * x + ny * y - limit;
  return polygon.flatMap((here, index) => {
    const next = polygon[(index + 1) % polygon.length] ?? here;
    const [a, b] = [beyond(here), beyond(next)];
    /** @type {Point[]} */
    const kept = a <= 0 ? [here] : [];
    const t = a / (a - b);
    if (a < 0 !== b < 0 && a !== b) kept.push([here[0] + t * (next[0] - here[0]), here[1] + t * (next[1] - here[1])]);
    return kept;
  });
}

/**
 * @param {Point} point @param {Point[]} all the point among them
 * @param {number} wide how far it reaches at most, to the sides @param {number} high above and below
 * @returns {Point[]} a polygon
 */
export function around([x, y], all, wide, high) {
  /** @type {Point[]} */
  const whole = [[x - wide, y - high], [x + wide, y - high], [x + wide, y + high], [x - wide, y + high]];
  return all.reduce((area, other) => (other[0] === x && other[1] === y ? area : nearer(area, [x, y], other)), whole);
}
