// One game on its board.

/** @import {Game, Met, Summary} from "./data.js" */
import { h } from "../page/lib/dom.js";
import { download } from "../page/lib/messages.js";
import { faultText } from "../page/part/fault.js";
import { replayer, resultText } from "../page/part/replayer.js";
import { gamesOf } from "./data.js";
import { gameLink, meetingLink } from "./links.js";

/** What was said, for the organisers. @param {Game} game */
const said = ({ log }) => (log ? h("details.card.log", {}, h("summary", {}, "Log"), h("pre.last-words", { tabindex: 0 }, log)) : null);

/** @param {Summary} all @param {Met} met @param {Game} game @param {number} at its place in the meeting @returns {Promise<{element: HTMLElement, stop?: () => void}>} */
export async function gameView(all, met, game, at) {
  const names = /** @type {[string, string]} */ (game.agents.map((agent) => all.agents[agent]));
  const [before, after] = await Promise.all([at - 1, at + 1].map(async (place) => (place < 0 || place >= met[3] ? undefined : (await gamesOf(all, met, place, 1))[0])));
  const link = (/** @type {Game | undefined} */ other, /** @type {string} */ text) =>
    other ? h("a.button", { href: gameLink([other.agents[0], other.agents[1], other.number]) }, text) : null;
  const above = h("div.row.spread", {}, h("a.small", { href: meetingLink(met[0], met[1]) }, `← ${all.agents[met[0]]} against ${all.agents[met[1]]}`), h("span.small.soft.number", {}, `game ${game.number + 1} of ${met[4]}`));
  const save = () => download(`${game.id.slice(0, 16)}.json`, `${JSON.stringify(game.record)}\n`, "application/json");
  const actions = [h("button", { type: "button", onclick: save }, "Save"), link(before, "Previous"), link(after, "Next")];
  if (game.state) return replayer({ names, record: game.record, state: game.state }, { above, actions, below: [said(game)] });
  const { fault } = game.record.ending;
  return {
    element: h(
      "div.stack-y",
      {},
      above,
      h("h1.status", {}, resultText(game.record, names)),
      h("p", {}, `${names.join(" – ")}. This game cannot be shown: ${game.problem}`),
      fault ? faultText(fault) : null,
      h("div.row", {}, actions),
      said(game),
    ),
  };
}
