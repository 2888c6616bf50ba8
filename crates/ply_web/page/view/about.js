// What this is, and where to read on.

import { fill, h } from "../lib/dom.js";
import { transport } from "../lib/transport.js";

/** @type {import("../main.js").View} */
export async function view(host) {
  document.title = "About · Plyground";
  const link = (/** @type {string} */ href, /** @type {string} */ text) => h("a", { href }, text);
  fill(
    host,
    h(
      "div.about.stack-y",
      {},
      h("h1", {}, "About Plyground"),
      h(
        "section.card.stack-y",
        {},
        h("p", {}, "Plyground has the exact rules of board games, programs that play them, and an arena where these programs meet. This page is one way in; the terminal is another: plyground --help."),
        h("p", {}, "Everything here runs on this machine. The page asks no other computer for anything."),
      ),
      h(
        "section.card.stack-y",
        {},
        h("h2", {}, "Keys"),
        h("p", {}, "On a board the arrow keys go from one possible choice to the next, Enter chooses, Escape takes a choice back. Outside the board left and right go through the moves. A mouse can drag as well as click: a gladiator to its cell, a stack in its direction, a quadrant onto another, an edge from dot to dot."),
      ),
      h(
        "section.card.stack-y",
        {},
        h("h2", {}, "Colours"),
        h("p", {}, "Players differ in shape, letter or pattern as well as in colour. The button at the top right changes between light and dark."),
      ),
      transport.server
        ? h(
            "section.card.stack-y",
            {},
            h("h2", {}, "Build your own"),
            h("p", {}, "Games, positions, analysis, sessions and tournaments are there for your own programs too: ", link("/api/v1/openapi.json", "the description of the API (OpenAPI)"), "."),
          )
        : null,
    ),
  );
}
