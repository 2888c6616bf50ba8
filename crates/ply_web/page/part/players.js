// The two players with what they have and their clocks.

/** @import {Board} from "../board/types.js" */
/** @import {Session} from "../lib/api.js" */
import { h } from "../lib/dom.js";
import { clock, playerName } from "./format.js";
import { personOf } from "./viewpoint.js";

const TICK_MS = 100;

/** @param {Board<any>} board */
export function players(board) {
  const parts = board.sides.map((side, index) => {
    const name = h("b.player-name");
    const about = h("span.soft.small");
    const time = h("span.player-clock.number");
    const mark = h(`span.player-mark.${index ? "second" : "first"}.mark-${board.name}`, { "aria-hidden": "true" }, board.letters[index]);
    const element = h("div.player", {}, mark, h("div.grow", {}, name, about), time);
    return { side, name, about, time, element };
  });
  /** @type {Session["clocks"]} */
  let clocks = null;
  let since = performance.now();
  const tick = () => {
    for (const [index, part] of parts.entries()) {
      const who = index ? "second" : "first";
      const left = clocks?.[`${who}_ms`] ?? null;
      const used = clocks?.running === who ? performance.now() - since : 0;
      part.time.textContent = left === null ? "" : clock(left - used);
      part.time.classList.toggle("short", left !== null && left - used < 10_000);
    }
  };
  const timer = window.setInterval(tick, TICK_MS);
  return {
    element: h("section.card.players", { "aria-label": "Players" }, parts.map((part) => part.element)),
    /** @param {Session} state @param {[string, string]} about */
    show(state, about) {
      clocks = state.clocks;
      since = performance.now();
      const person = personOf(state.players);
      for (const [index, part] of parts.entries()) {
        const who = index ? "second" : "first";
        const name = playerName(state.players[who]);
        part.name.textContent = person === null && name === "Person" ? part.side : `${part.side} · ${person === who ? "You" : name}`;
        part.name.title = state.players[who];
        part.about.textContent = about[index] ?? "";
        part.element.classList.toggle("to-move", state.to_move === who);
        part.element.classList.toggle("winner", state.outcome === who);
      }
      tick();
    },
    stop: () => clearInterval(timer),
  };
}
