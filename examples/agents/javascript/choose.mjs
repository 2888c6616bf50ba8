/**
 * My agent: change this. README.md says how to test it and let it play.
 *
 * @param {string} position what came after "position": the start, and all moves since
 * @param {string[]} legal every legal move
 * @param {Record<string, number>} clock milliseconds: movetime, or p1time p2time p1inc p2inc
 * @returns {string} one of the legal moves
 */
export function choose(position, legal, clock) {
  return legal[Math.floor(Math.random() * legal.length)];
}
