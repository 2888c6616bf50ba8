// Choosing an agent and its options.

/** @import {Agent} from "../lib/api.js" */
import { fill, h } from "../lib/dom.js";
import { parseSpec, printSpec } from "../lib/spec.js";
import { optionForm } from "./options.js";

/** The strongest known first. */
const PREFERRED = ["champion", "alpha-beta", "mcts"];

/** @param {Agent[]} agents */
export const preferred = (agents) =>
  PREFERRED.find((name) => agents.some((agent) => agent.name === name)) ?? agents[0]?.name ?? "random";

/**
 * @param {string} label
 * @param {Agent[]} agents
 * @param {string} spec chosen before
 * @param {(spec: string) => void} changed
 */
export function agentChoice(label, agents, spec, changed) {
  const before = parseSpec(spec);
  const known = agents.some((agent) => agent.name === before.name);
  const about = h("p.small.soft");
  const options = h("div");
  let values = () => /** @type {Record<string, string>} */ ({});
  const told = () => changed(printSpec(select.value, values()));
  const show = (/** @type {Record<string, string>} */ set) => {
    const agent = agents.find((one) => one.name === select.value);
    if (!agent) return;
    about.textContent = `${agent.about.charAt(0).toUpperCase()}${agent.about.slice(1)}. From: ${agent.source}.`;
    const form = optionForm(agent.options, set, told);
    values = form.values;
    const open = Object.keys(set).length > 0;
    fill(options, agent.options.length ? h("details", { open }, h("summary", {}, `Options of ${agent.name}`), form.element) : null);
  };
  const select = h(
    "select",
    {
      value: known ? before.name : preferred(agents),
      onchange: () => {
        show({});
        told();
      },
    },
    agents.map((agent) => h("option", { value: agent.name }, agent.name)),
  );
  show(known ? before.options : {});
  return {
    element: h("div.stack-y.tight", {}, h("label.field", {}, h("span", {}, label), select), about, options),
    spec: () => printSpec(select.value, values()),
  };
}
