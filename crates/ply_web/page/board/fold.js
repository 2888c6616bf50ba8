// Drawings made for a wide terminal, on a narrow page: lines of text below the board are folded where they have gaps.

/** @typedef {[text: string, style: string][]} Row */

/** @param {Row} row */
export const lengthOf = (row) => row.reduce((sum, [text]) => sum + [...text].length, 0);

/** The runs between two columns. @param {Row} row @param {number} from @param {number} to @returns {Row} */
function part(row, from, to) {
  let at = 0;
  return row.flatMap(([text, style]) => {
    const characters = [...text];
    const cut = characters.slice(Math.max(0, from - at), Math.max(0, to - at)).join("");
    at += characters.length;
    return cut ? [/** @type {[string, string]} */ ([cut, style])] : [];
  });
}

/** A row as several, none wider than asked for if gaps of two blanks allow it. @param {Row} row @param {number} width @returns {Row[]} */
function fold(row, width) {
  const text = row.map(([text]) => text).join("");
  const indent = text.length - text.trimStart().length;
  const words = [...text.matchAll(/\S+(?: \S+)*/g)].map(({ index, 0: word }) => [index, index + word.length]);
  /** @type {[number, number][]} */
  const lines = [];
  for (const [from = 0, to = 0] of words) {
    const last = lines.at(-1);
    if (last && to - last[0] + indent <= width) last[1] = to;
    else lines.push([from, to]);
  }
  return lines.map(([from, to]) => [[" ".repeat(indent), ""], ...part(row, from, to)]);
}

/**
 * Rows that fit the board: its last ones, if wider than all above and without places of moves, are folded.
 * @param {Row[]} rows @param {number} lowest the last row in which a move is made
 * @returns {Row[]}
 */
export function folded(rows, lowest) {
  const widths = rows.map(lengthOf);
  let end = rows.length;
  while (end > lowest + 1 && (widths[end - 1] ?? 0) > Math.max(LEAST, ...widths.slice(0, end - 1))) end -= 1;
  const width = Math.max(LEAST, ...widths.slice(0, end));
  return [...rows.slice(0, end), ...rows.slice(end).flatMap((row) => fold(row, width))];
}

/** A board is drawn at least as wide, in characters. */
export const LEAST = 16;
