// The weakest level can be beaten, and the strongest cannot by chance.

import assert from "node:assert/strict";
import { test } from "node:test";
import { analysed, shownGame } from "../lib/ask.mjs";
import { clickMove, world } from "../lib/games.mjs";
import { clickSomething, random, visit } from "../lib/visit.mjs";

const it = world();

/** @param {import("playwright-core").Page} page @param {number} level */
async function against(page, level) {
  await page.goto(`${it.url}/#/play`);
  await page.click('[data-game="simplexity"]');
  await page.click(`[aria-label="Level"] [data-value="${level}"]`);
  await page.click("text=Start the game");
  await page.waitForSelector(".board-frame .target");
}

test("level 1 is beaten by somebody who looks a little ahead", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await against(page, 1);
  for (;;) {
    await page.waitForFunction(() => document.querySelector(".status.over, .target"));
    if (await page.locator(".status.over").count()) break;
    const { game, start, moves, to_move } = await shownGame(page);
    if (to_move !== "first") continue;
    const { pv } = await analysed(page, { game, position: start, moves: moves.join(" "), agent: "alpha-beta", depth: "4" });
    await clickMove(page, "simplexity", pv[0]);
    await page.waitForFunction((count) => document.querySelector(".status.over") || document.querySelectorAll(".moves .move").length > count, moves.length + 1);
  }
  assert.match((await page.textContent(".status")) ?? "", /You win/);
  await check();
  await close();
});

test("level 8 beats somebody who clicks anywhere", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await against(page, 8);
  const next = random(5);
  while (await clickSomething(page, next));
  assert.match((await page.textContent(".status")) ?? "", /You lose/);
  await check();
  await close();
});
