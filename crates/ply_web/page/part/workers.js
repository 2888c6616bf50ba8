// Other machines that play a tournament's games.

import { h } from "../lib/dom.js";

/** @typedef {{name: string, cores: number, concurrency: number, games: number, per_minute: number, silent_s: number, refuses?: string}} Worker */

/**
 * Who they are, how fast they play, and when they were last heard of.
 * @param {Worker[]} workers
 */
export function workersTable(workers) {
  const rows = workers.map((worker) =>
    h(
      "tr",
      {},
      h("td", {}, worker.name, worker.refuses ? h("small.soft", {}, ` · does not play: ${worker.refuses}`) : null),
      h("td.num", {}, worker.cores),
      h("td.num", {}, worker.games),
      h("td.num", {}, worker.per_minute),
      h("td.num", {}, worker.silent_s < 5 ? "now" : `${worker.silent_s} s ago`),
    ),
  );
  const heads = ["Cores", "Games", "A minute", "Last word"].map((text) => h("th.num", {}, text));
  return h("table.workers", {}, h("thead", {}, h("tr", {}, h("th", {}, "Worker"), heads)), h("tbody", {}, rows));
}
