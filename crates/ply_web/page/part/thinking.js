// Thinking aloud: who stands better, how deep, which moves.

/** @import {Board} from "../board/types.js" */
/** @import {Report} from "../lib/api.js" */
/** @import {Side} from "./viewpoint.js" */
import { fill, h } from "../lib/dom.js";
import { count, duration } from "./format.js";

/**
 * A bar in the players' colours, filled as far as whoever looks is likely to win.
 * @param {Board<any>} board
 * @param {Side} [viewer]
 */
export function evaluationBar(board, viewer = "first") {
  const index = viewer === "first" ? 0 : 1;
  const filled = h("div.eval-fill");
  const text = h("span.eval-text");
  const element = h(
    `div.eval.of-${board.name}.seen-by-${viewer}`,
    { role: "meter", "aria-label": `Chances of ${board.sides[index]}`, "aria-valuemin": 0, "aria-valuemax": 100, "aria-valuenow": 50 },
    filled,
    text,
  );
  return {
    element,
    /** @param {number | null | undefined} first the first player's chance, 0 to 1 @param {string} [score] as the viewer sees it */
    show(first, score = "") {
      const chance = first === null || first === undefined ? null : index ? 1 - first : first;
      const percent = Math.round((chance ?? 0.5) * 100);
      filled.style.setProperty("--chance", `${percent}%`);
      element.setAttribute("aria-valuenow", String(percent));
      element.classList.toggle("unknown", chance === null);
      text.textContent = chance === null ? "" : `${board.sides[index]} ${percent} %${score ? ` · ${score}` : ""}`;
    },
    /** The bar of a game that is over. @param {Side | "draw"} outcome */
    end(outcome) {
      this.show(outcome === "draw" ? 0.5 : outcome === "first" ? 1 : 0);
      text.textContent = outcome === "draw" ? "Draw" : `${board.sides[outcome === "first" ? 0 : 1]} won`;
    },
  };
}

/** @param {Report} report */
function figures(report) {
  /** @type {[string, string][]} */
  const pairs = [["Nodes", count(report.nodes ?? 0)], ["Time", duration(report.time_ms ?? 0)]];
  if (report.depth) pairs.unshift(["Depth", String(report.depth)]);
  if (report.score_text) pairs.unshift(["Score", report.score_text]);
  if (report.nps) pairs.push(["Nodes a second", count(report.nps)]);
  return h("dl.figures", {}, pairs.map(([name, value]) => h("div", {}, h("dt", {}, name), h("dd.number", {}, value))));
}

/** What a table of all positions says, where the server has one. @param {Report} report */
function byTable({ tablebase, pv }) {
  if (!tablebase) return null;
  const perfect = tablebase.moves.filter((one) => one.judgement === "perfect").map((one) => one.move);
  const first = tablebase.moves.find((one) => one.move === pv?.[0]);
  const worth = tablebase.value === "draw" ? "a draw" : `${tablebase.value} wins${tablebase.margin ? ` by ${Math.abs(tablebase.margin)}` : ""}`;
  const said = first && first.judgement !== "perfect" ? ` ${first.move} is a ${first.judgement}.` : "";
  return h("p.small.by-table", {}, `By the table: ${worth}.${said} Perfect: ${perfect.join(" ")}`);
}

/**
 * The panel below the board's side.
 * @param {{onLine: (pv: string[]) => void, onChoose?: (pv: string[]) => void}} listeners
 */
export function thinkingPanel({ onLine, onChoose }) {
  const body = h("div.stack-y.tight");
  /** @type {string[]} */
  let best = [];
  const row = (/** @type {import("../lib/api.js").Line} */ line, /** @type {number} */ index) => {
    const pv = line.pv?.length ? line.pv : [line.move];
    const show = () => onLine(pv);
    const away = () => onLine(best);
    return h(
      "li",
      {},
      h(
        "button.line",
        { type: "button", onmouseenter: show, onfocus: show, onmouseleave: away, onblur: away, onclick: () => onChoose?.(pv) },
        h("span.line-rank", {}, index + 1),
        h("b.mono", {}, line.move),
        h("span.line-score.number", {}, line.score_text ?? ""),
        h("span.line-pv.mono", {}, pv.slice(1, 8).join(" ")),
      ),
    );
  };
  return {
    element: body,
    /** @param {Report | null} report @param {string} [note] */
    show(report, note = "") {
      if (!report) return fill(body, h("p.soft.small", {}, note));
      best = report.pv ?? [];
      const lines = report.lines?.length ? report.lines : best.length ? [{ move: best[0] ?? "", score: null, score_text: report.score_text ?? "", pv: best }] : [];
      fill(body, note && h("p.soft.small", {}, note), figures(report), h("ol.lines", { "aria-label": "Best moves" }, lines.slice(0, 8).map(row)), byTable(report));
    },
  };
}
