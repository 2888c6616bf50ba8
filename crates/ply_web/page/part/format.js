// Numbers and names as people read them.

/** @param {number} n 1234567 as "1.23 M" */
export function count(n) {
  if (n < 1000) return String(Math.round(n));
  const [value, unit] = n < 1e6 ? [n / 1e3, "k"] : n < 1e9 ? [n / 1e6, "M"] : [n / 1e9, "G"];
  return `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : Math.round(value)} ${unit}`;
}

/** @param {number} ms */
export function duration(ms) {
  if (ms < 1) return `${(ms * 1000).toFixed(0)} µs`;
  if (ms < 1000) return `${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`;
  return ms < 60_000 ? `${(ms / 1000).toFixed(1)} s` : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1000)} s`;
}

/** A clock: 4:05, or 9.3 when it gets short. @param {number} ms */
export function clock(ms) {
  const left = Math.max(0, ms);
  if (left < 10_000) return (Math.floor(left / 100) / 10).toFixed(1);
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** @param {number} n with its sign */
export const signed = (n) => (n > 0 ? `+${n}` : n < 0 ? `−${Math.abs(n)}` : "0");

/** A player as people say it: a level by its number, an agent without its options, a program by its command. @param {string} spec */
export const playerName = (spec) =>
  /^level:.*\bstrength=\d/.test(spec) ? `Level ${spec.match(/\bstrength=(\d)/)?.[1]}` : spec === "human" ? "Person" : spec.startsWith("cmd:") ? spec.slice(4) : (spec.split(":")[0] ?? spec);

/**
 * @typedef {{reason: string, message: string, last_words?: string}} Fault
 * @typedef {{by: string, loser?: 0 | 1, ply?: number, fault?: Fault, why?: string}} Ending
 */

/** How a game ended, if not by its rules. @param {Ending} ending */
export const endingText = (ending) => (ending.by === "rule" ? "" : (ending.fault?.reason ?? ending.by));
