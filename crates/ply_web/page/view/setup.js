// Play: choosing a game, an opponent, a clock.

import { boardOf } from "../board/index.js";
import * as api from "../lib/api.js";
import { fill, h, segmented } from "../lib/dom.js";
import { trying } from "../lib/messages.js";
import { recall, remember } from "../lib/remember.js";
import { printRoute } from "../lib/route.js";
import { parseSpec, printSpec } from "../lib/spec.js";
import { agentChoice } from "../part/agent.js";
import { levelChoice } from "../part/level.js";
import { capital } from "../board/parts.js";
import { hasLesson } from "../learn/index.js";
import { optionForm } from "../part/options.js";
import { rulesPanel } from "../part/rules.js";
import { thumbnail } from "../part/thumbnail.js";

const CLOCKS = [
  { value: "none", text: "No clock" },
  { value: "60s+1s", text: "1 min + 1 s" },
  { value: "180s+2s", text: "3 min + 2 s" },
  { value: "600s+5s", text: "10 min + 5 s" },
  { value: "own", text: "Other…" },
];

/** @type {import("../main.js").View} */
export async function view(host) {
  document.title = "Play · Plyground";
  const games = await api.games();
  let chosen = games.some((game) => game.name === recall("game", "")) ? recall("game", "") : (games[0]?.name ?? "");
  const form = h("form.card.stack-y.setup-form");
  const thumbnails = await Promise.all(games.map((game) => thumbnail(game.name)));
  const cards = games.map((game, index) =>
    h(
      "button.game-card",
      { type: "button", "data-game": game.name, "aria-pressed": String(game.name === chosen), onclick: () => choose(game.name) },
      thumbnails[index],
      h("span.game-text", {}, h("b", {}, boardOf(game.name).title), h("small", {}, capital(game.about))),
    ),
  );
  const choose = (/** @type {string} */ name) => {
    chosen = name;
    remember("game", name);
    for (const card of cards) card.setAttribute("aria-pressed", String(card.dataset.game === name));
    return trying(() => gameForm(form, games, name));
  };
  await choose(chosen);
  fill(
    host,
    h("div.hero", {}, h("h1", {}, "Play"), h("p.soft", {}, "Against an agent, or each other. New here? ", h("a", { href: "#/learn" }, "Learn a game"), " in six small steps, or solve ", h("a", { href: "#/puzzles" }, "puzzles"), ".")),
    h("div.setup", {}, h("div.game-cards", { role: "group", "aria-label": "Game" }, cards), form),
  );
}

/** @param {HTMLFormElement} form @param {api.Game[]} games @param {string} name */
async function gameForm(form, games, name) {
  const game = games.find((one) => one.name === name);
  if (!game) return;
  // What is chosen before the form is there would be about the game before.
  fill(form);
  const agents = await api.agents(name);
  const board = boardOf(name);
  const seed = game.options.find(({ kind }) => kind === "seed");
  const drawn = h("input", { type: "checkbox", name: "drawn" });
  drawn.checked = recall(`drawn.${name}`, "on") === "on";
  const size = optionForm(game.options, parseSpec(recall(`options.${name}`, name)).options, () => {});
  let against = recall("against", "level");
  let side = recall("side", "first");
  let clock = recall("clock", "none");
  const own = h("input", { type: "text", placeholder: "bank=300s, 60s+1s or 5s", "aria-label": "Another clock", value: recall("clock.own", "") });
  own.hidden = clock !== "own";
  const opponent = agentChoice("Opponent", agents, recall(`agent.${name}`, ""), () => {});
  const level = levelChoice(name, recall(`level.${name}`, ""));
  const other = agentChoice("Second agent", agents, recall(`agent.second.${name}`, ""), () => {});
  const sideChoice = segmented(
    "Your side",
    [
      { value: "first", text: `${board.sides[0]}, moves first` },
      { value: "second", text: board.sides[1] },
      { value: "either", text: "Either" },
    ],
    side,
    (value) => (side = value),
  );
  const sideField = h("div.field", {}, h("span", {}, "Your side"), sideChoice);
  const label = /** @type {HTMLElement} */ (opponent.element.querySelector("label > span"));
  const arrange = () => {
    level.element.hidden = against !== "level";
    opponent.element.hidden = against === "person" || against === "level";
    other.element.hidden = against !== "agents";
    sideField.hidden = against !== "agent" && against !== "level";
    label.textContent = against === "agents" ? "First agent" : "Opponent";
  };
  arrange();
  const start = async () => {
    remember("against", against);
    remember("side", side);
    remember("clock", clock);
    remember("clock.own", own.value);
    remember(`agent.${name}`, opponent.spec());
    remember(`level.${name}`, level.spec());
    remember(`agent.second.${name}`, other.spec());
    remember(`options.${name}`, printSpec(name, size.values()));
    remember(`drawn.${name}`, drawn.checked ? "on" : "off");
    // A seed that was typed is meant.
    const options = seed && drawn.checked ? { [seed.key]: String(Math.floor(Math.random() * 1e9)), ...size.values() } : size.values();
    const players = seats(against, side, against === "level" ? level.spec() : opponent.spec(), other.spec());
    const session = await api.post("/sessions", {
      game: printSpec(name, options),
      ...players,
      clock: clock === "own" ? own.value.trim() || "none" : clock,
    });
    location.hash = printRoute(["play", session.id]);
  };
  form.onsubmit = (event) => {
    event.preventDefault();
    trying(start);
  };
  const choices = [
    { value: "level", text: "A level" },
    { value: "agent", text: "An agent" },
    { value: "person", text: "Two people here" },
    { value: "agents", text: "Two agents" },
  ];
  fill(
    form,
    h("div.row.spread", {}, h("h2", {}, board.title), hasLesson(name) ? h("a", { href: printRoute(["learn", name]) }, "Learn it step by step") : null),
    h("div.field", {}, h("span", {}, "Who plays"), segmented("Who plays", choices, against, (value) => {
      against = value;
      arrange();
    })),
    level.element,
    opponent.element,
    other.element,
    sideField,
    h("div.field", {}, h("span", {}, "Clock"), segmented("Clock", CLOCKS, clock, (value) => {
      clock = value;
      own.hidden = value !== "own";
    }), own),
    seed ? h("label.switch", {}, drawn, "Another start each time") : null,
    game.options.length ? h("details", {}, h("summary", {}, "Size and variants"), size.element) : null,
    rulesPanel(name),
    h("div.start", {}, h("button.primary.wide", { type: "submit" }, "Start the game")),
  );
}

/** Who sits where. @param {string} against @param {string} side @param {string} agent @param {string} other */
function seats(against, side, agent, other) {
  if (against === "person") return { first: "human", second: "human" };
  if (against === "agents") return { first: agent, second: other };
  const first = side === "first" || (side === "either" && Math.random() < 0.5);
  return first ? { first: "human", second: agent } : { first: agent, second: "human" };
}
