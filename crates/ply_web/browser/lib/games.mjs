// Whole games against `random`, by clicking.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openBrowser } from "./browser.mjs";
import { analysed, shownGame } from "./ask.mjs";
import { serve } from "./server.mjs";
import { host, SITE } from "./site.mjs";
import { clickSomething, movesShown, random, visit } from "./visit.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** A server, or a site without one, and a browser for the tests of a file. @param {() => Promise<string>} [makeStore] */
export function world(makeStore) {
  const it = /** @type {{browser: import("playwright-core").Browser, server: {url: string, stop: () => Promise<unknown>}, url: string}} */ ({});
  before(async () => {
    it.server = SITE ? await host(SITE) : await serve(await makeStore?.());
    it.url = it.server.url;
    it.browser = await openBrowser();
  });
  after(async () => {
    await it.browser?.close();
    await it.server?.stop();
  });
  return it;
}

/** Starts a game against `random` from the form. @param {Page} page @param {string} url @param {string} game */
export async function start(page, url, game) {
  await page.goto(`${url}/#/play`);
  await page.click(`[data-game="${game}"]`);
  if (game === "colosseum") await page.uncheck('[name="drawn"]');
  await page.click('.setup-form [data-value="agent"]');
  await page.selectOption(".setup-form label.field select", "random");
  await page.click("text=Start the game");
  await page.waitForSelector(".board-frame .target");
}

/** Makes a move by clicking what makes it up. @param {Page} page @param {string} game @param {string} move */
export async function clickMove(page, game, move) {
  if (game === "simplexity") await page.click(`[data-shape="${move[0]}"]`);
  const [r, c, ...rest] = move.split(",");
  const first = game === "simplexity" ? move.slice(1) : game === "dots-and-boxes" ? move : `${r},${c}`;
  const keys = [first, ...(game === "dots-and-boxes" ? [] : rest.flatMap((text) => text.split("-")))];
  for (const key of keys) await page.click(`[data-key="${key}"] > .hit`);
}

/** The move an agent likes. @param {Page} page with a game @param {string} depth */
export async function advice(page, depth) {
  const { game, start, moves } = await shownGame(page);
  return (await analysed(page, { game, position: start, moves: moves.join(" "), agent: "alpha-beta", depth, lines: "1" })).pv[0];
}

/** Clicks a good move of Infexion, so that a game does not last 343 turns. @param {Page} page */
async function clickWell(page) {
  await page.waitForFunction(() => document.querySelector(".status.over, .target"));
  if (await page.locator(".status.over").count()) return false;
  const moves = await movesShown(page);
  const [r, q, direction] = (await advice(page, "2")).split(",");
  await page.click(`[data-key="${r},${q}"] > .hit`);
  if (direction) await page.click(`[data-key="${direction}"] > .hit`);
  await page.waitForFunction((moves) => document.querySelector(".status.over") || document.querySelectorAll(".moves .move").length === moves + 2, moves);
  return true;
}

/** @param {import("playwright-core").ViewportSize} viewport */
export function wholeGames(viewport) {
  const it = world();
  for (const game of ["simplexity", "pentago-swap", "colosseum", "dots-and-boxes", "infexion"]) {
    test(`${game}, ${viewport.width} wide: a whole game`, async () => {
      const { page, check, close } = await visit(it.browser, it.url, { viewport });
      await start(page, it.url, game);
      const next = random(game.length);
      for (let click = 1; game === "infexion" ? await clickWell(page) : await clickSomething(page, next); click++) {
        if (click !== 6) continue;
        const moves = await movesShown(page);
        await page.reload();
        await page.waitForSelector(".board-frame svg");
        assert.ok((await movesShown(page)) >= moves, "the game was lost by reloading");
      }
      await page.waitForSelector(".status.over");
      assert.match((await page.textContent(".status")) ?? "", /You (win|lose)|draw/);
      await check();
      await close();
    });
  }
}
