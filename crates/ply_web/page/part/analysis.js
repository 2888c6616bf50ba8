// An agent's opinion of the position on the board, live.

/** @import {Agent, Report} from "../lib/api.js" */
/** @import {Side} from "./viewpoint.js" */
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { complain } from "../lib/messages.js";
import { recall, remember } from "../lib/remember.js";
import { listenOnce } from "../lib/stream.js";
import { agentChoice } from "./agent.js";
import { heatMaps } from "./heat.js";
import { thinkingPanel } from "./thinking.js";
import { seenBy } from "./viewpoint.js";

const TIMES = ["500ms", "1s", "2s", "5s", "10s"];

/**
 * @param {string} game its name
 * @param {Agent[]} agents
 * @param {object} listeners
 * @param {(report: Report | null) => void} listeners.onReport
 * @param {(pv: string[]) => void} listeners.onLine a line to draw
 * @param {(pv: string[]) => void} listeners.onChoose a line to play
 * @param {(values: number[][] | null) => void} listeners.onHeat
 */
export function analysis(game, agents, { onReport, onLine, onChoose, onHeat }) {
  const key = `analyst.${game}`;
  const choice = agentChoice("Agent", agents, recall(key, ""), (spec) => {
    remember(key, spec);
    if (on) run();
  });
  const time = h("select", { value: recall("analysis.time", "1s"), onchange: () => changed("analysis.time", time.value) }, TIMES.map((text) => h("option", {}, text)));
  const lines = h("select", { value: recall("analysis.lines", "3"), onchange: () => changed("analysis.lines", lines.value) }, ["1", "2", "3", "5", "8"].map((text) => h("option", {}, text)));
  const panel = thinkingPanel({ onLine, onChoose });
  const maps = h("div");
  const start = h("button.primary", { type: "button", onclick: () => toggle() }, "Analyse");
  let on = false;
  let place = { game: "", position: "", moves: "", to_move: /** @type {Side | null} */ (null) };
  /** @type {{close: () => void} | null} */
  let stream = null;
  let mapName = "";

  const changed = (/** @type {string} */ name, /** @type {string} */ value) => {
    remember(name, value);
    if (on) run();
  };
  const showMaps = (/** @type {any} */ insight) => {
    const known = heatMaps(insight);
    if (!known.length) {
      fill(maps);
      return onHeat(null);
    }
    const apply = () => {
      mapName = select.value;
      onHeat(known.find((map) => map.name === mapName)?.values ?? null);
    };
    const select = h("select", { onchange: apply }, h("option", { value: "" }, "No map"), known.map((map) => h("option", { value: map.name }, map.name)));
    select.value = known.some((map) => map.name === mapName) ? mapName : (known.at(-1)?.name ?? "");
    fill(maps, h("label.field", {}, h("span", {}, "Map over the board"), select));
    apply();
  };
  const stop = () => {
    stream?.close();
    stream = null;
    start.textContent = "Analyse";
  };
  const run = () => {
    stop();
    showMaps(null);
    onLine([]);
    panel.show(null, "Thinking…");
    start.textContent = "Stop";
    const { to_move: _, ...where } = place;
    const query = { ...where, agent: choice.spec(), time: time.value, lines: lines.value };
    const take = (/** @type {Report} */ found) => {
      const report = seenBy(found, place.to_move, "first");
      panel.show(report);
      onReport(report);
      onLine(report.pv ?? []);
    };
    stream = listenOnce(
      api.address("/analysis", query),
      {
        report: take,
        done: (report) => {
          stop();
          take(report);
          showMaps(report.insight);
        },
      },
      (problem) => {
        stop();
        panel.show(null, problem.detail === undefined ? "The analysis broke off." : "No analysis of this position.");
        if (problem.detail !== undefined) complain(new api.Problem("No analysis", problem.detail, problem.status ?? 0));
      },
    );
  };
  /** Starts; stops what is still going on, and then later positions are left alone too. */
  const toggle = () => {
    on = stream === null;
    if (on) run();
    else {
      stop();
      onLine([]);
      showMaps(null);
      onReport(null);
      panel.show(null, "");
    }
  };
  return {
    element: h(
      "section.card.stack-y",
      {},
      h("div.row.spread", {}, h("h2", {}, "Think aloud"), start),
      panel.element,
      maps,
      h("div.fields.two", {}, h("label.field", {}, h("span", {}, "Time"), time), h("label.field", {}, h("span", {}, "Lines"), lines)),
      choice.element,
    ),
    /** Another position. @param {{game: string, position: string, moves: string, to_move: Side | null}} next @param {boolean} over */
    move(next, over) {
      place = next;
      stop();
      start.disabled = over;
      onLine([]);
      showMaps(null);
      if (on && !over) run();
      else panel.show(null, over ? "The game is over." : "");
    },
    stop,
  };
}
