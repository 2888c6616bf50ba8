// A game that was kept, move by move: one of a tournament, or of a file.

/** @import {GameRecord} from "../lib/record.js" */
import * as api from "../lib/api.js";
import { fill, h } from "../lib/dom.js";
import { trying } from "../lib/messages.js";
import { openedRecord } from "../lib/record.js";
import { printRoute } from "../lib/route.js";
import { playerName } from "../part/format.js";
import { replayer } from "../part/replayer.js";

/** @type {import("../main.js").View} */
export async function view(host, route) {
  const [name = "", id = ""] = route.names;
  const path = name && `/tournaments/${encodeURIComponent(name)}/games/${encodeURIComponent(id)}`;
  const opened = () => {
    const record = openedRecord();
    return { record, agents: record.run?.names ?? /** @type {[string, string]} */ (record.agents.map(playerName)) };
  };
  /** @type {{agents: [string, string], record: GameRecord}} */
  const { agents: names, record } = path ? await api.get(path) : opened();
  const start = record.start ?? "";
  const all = [...(record.opening ?? []), ...record.moves.map((one) => one.move)];
  const state = await api.position(record.game, start, all);
  document.title = `${names.join(" – ")} · Plyground`;
  const playOn = async () => {
    const [first, second] = record.agents;
    const clock = typeof record.time === "string" ? record.time : "none";
    const session = await api.post("/sessions", { game: record.game, position: start, moves: all.join(" "), first, second, clock });
    location.hash = printRoute(["play", session.id]);
  };
  const replayed = replayer(
    { names, record, state },
    {
      above: h("a.small", { href: printRoute(["watch", name].filter(Boolean)) }, `← ${name || "Watch"}`),
      actions: [
        h("a.button", { href: printRoute(["analyse"], { game: record.game, position: start, moves: all.join(" ") }) }, "Analyse"),
        path ? h("a.button", { href: api.address(`${path}/record`), download: `${id}.json` }, "Save") : null,
        record.outcome === "unfinished" ? h("button", { type: "button", onclick: () => trying(playOn) }, "Play on") : null,
      ],
    },
  );
  fill(host, replayed.element);
  return replayed.stop;
}
