// Whole games against levels, and one without a mouse.

import assert from "node:assert/strict";
import { test } from "node:test";
import { advice, clickMove, world } from "../lib/games.mjs";
import { accessible, clickSomething, DESKTOP, movesShown, PHONE, random, visit } from "../lib/visit.mjs";

/** @typedef {import("playwright-core").Page} Page */

const it = world();

/** Starts a game against a level from the form. @param {Page} page @param {string} game @param {number} level */
async function startLevel(page, game, level) {
  await page.goto(`${it.url}/#/play`);
  await page.click(`[data-game="${game}"]`);
  await page.click(`[aria-label="Level"] [data-value="${level}"]`);
  await page.click("text=Start the game");
  await page.waitForSelector(".board-frame .target");
}

test("level 1 is beaten by somebody who looks a few moves ahead, on the desktop in the dark", async () => {
  const { page, check, close } = await visit(it.browser, it.url, { viewport: DESKTOP, colorScheme: "dark" });
  await startLevel(page, "simplexity", 1);
  for (;;) {
    await page.waitForFunction(() => document.querySelector(".status.over, .target"));
    if (await page.locator(".status.over").count()) break;
    const moves = await movesShown(page);
    await clickMove(page, "simplexity", await advice(page, "5"));
    await page.waitForFunction((moves) => document.querySelector(".status.over") || document.querySelectorAll(".moves .move").length === moves + 2, moves);
  }
  assert.match((await page.textContent(".status")) ?? "", /^You win/);
  await accessible(page, "a game that was won");
  await check();
  await close();
});

test("level 8 beats somebody who clicks anywhere, on the phone", async () => {
  const { page, check, close } = await visit(it.browser, it.url, { viewport: PHONE });
  await startLevel(page, "simplexity", 8);
  const next = random(8);
  while (await clickSomething(page, next)) await page.waitForSelector(".status:has-text('Your move'), .status.over");
  assert.match((await page.textContent(".status")) ?? "", /^You lose/);
  await page.reload();
  await page.waitForSelector(".status.over:has-text('You lose')");
  await accessible(page, "a game that was lost");
  await check();
  await close();
});

/** Presses Tab until something has the focus. @param {Page} page @param {string} selector */
async function tabTo(page, selector) {
  for (let presses = 0; presses < 80; presses++) {
    if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${selector}`);
}

test("a game is chosen, played to its end and begun again by keys alone", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await page.goto(`${it.url}/#/play`);
  await page.waitForSelector("[data-game]");
  const press = (/** @type {string} */ key) => page.keyboard.press(key);
  await tabTo(page, '[data-game="dots-and-boxes"]');
  await press("Enter");
  await page.waitForSelector("h2:has-text('Dots-and-Boxes')");
  await tabTo(page, '[aria-label="Level"] button, [aria-label="Level"] input');
  await tabTo(page, "button.primary.wide");
  await press("Enter");
  await page.waitForSelector(".board-frame .target");
  await tabTo(page, ".target");
  for (let moves = 0; moves < 40; moves++) {
    await page.waitForFunction(() => document.querySelector(".status.over, .target"));
    if (await page.locator(".status.over").count()) break;
    const before = await movesShown(page);
    await press(moves % 2 ? "ArrowRight" : "ArrowDown");
    await press("Enter");
    await page.waitForFunction((before) => document.querySelector(".status.over") || (document.querySelectorAll(".moves .move").length > before && document.querySelector(".target")), before);
  }
  await page.waitForSelector(".status.over");
  await tabTo(page, "button.primary:not([hidden])");
  await press("Enter");
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length < 2);
  await check();
  await close();
});
