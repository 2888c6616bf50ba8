// A game without a board of its own: played to its end by clicks and by keys, replayed, analysed.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { start, world } from "./games.mjs";
import { run, scratch } from "./server.mjs";
import { accessible, clickSomething, DESKTOP, PHONE, random, visit } from "./visit.mjs";

/** @typedef {import("playwright-core").Page} Page */

const SHOTS = process.env.SHOTS;
const WAYS = ["ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"];

/** @param {Page} page */
const movesMade = (page) => page.locator(".moves .move").count();

/** One move by keys: some steps, then what is there; false when the game is over. @param {Page} page @param {() => number} next */
async function pressSomething(page, next) {
  await page.waitForFunction(() => document.querySelector(".status.over, .target"));
  if (await page.locator(".status.over").count()) return false;
  const moves = await movesMade(page);
  await page.focus('.target[tabindex="0"]');
  for (let step = 0; step < 3; step++) await page.keyboard.press(WAYS[Math.floor(next() * WAYS.length)] ?? "");
  await page.keyboard.press("Enter");
  if (await page.locator(".chip").count()) await page.keyboard.press("Enter");
  await page.waitForFunction((moves) => document.querySelectorAll(".moves .move").length > moves, moves);
  return true;
}

/**
 * @param {string} game its name
 * @param {object} [options]
 * @param {(page: Page) => Promise<unknown>} [options.prepare] what is done to a page before it is opened
 */
export function drawnGame(game, { prepare = async () => {} } = {}) {
  const { folder, remove } = scratch();
  after(remove);
  const store = join(folder, "store.db");
  const it = world(async () => {
    await run(["tournament", game, "random", "greedy", "--time", "2s", "--pairs", "1", "--store", store, "--name", "spring"]).ended;
    return store;
  });
  const open = async (/** @type {object} */ options) => {
    const visited = await visit(it.browser, it.url, options);
    await prepare(visited.page);
    return visited;
  };
  const keep = async (/** @type {Page} */ page, /** @type {string} */ name) => {
    if (!SHOTS) return;
    mkdirSync(SHOTS, { recursive: true });
    await page.screenshot({ path: join(SHOTS, `${game}-${name}.png`), fullPage: true });
  };
  const over = async (/** @type {Page} */ page) => {
    await page.waitForSelector(".status.over");
    assert.match((await page.textContent(".status")) ?? "", /You (win|lose)|draw/);
  };

  for (const [name, viewport, colorScheme] of /** @type {const} */ ([["desktop", DESKTOP, "light"], ["phone", PHONE, "dark"]])) {
    test(`${game}, drawn, on the ${name}: a whole game by clicks`, async () => {
      const { page, check, close } = await open({ viewport, colorScheme });
      await page.goto(`${it.url}/#/play`);
      await page.waitForSelector(`[data-game="${game}"] .board-drawn text`);
      await keep(page, `setup-${name}`);
      await start(page, it.url, game);
      await accessible(page, game);
      const next = random(game.length);
      for (let click = 1; await clickSomething(page, next); click++) if (click === 3) await keep(page, `play-${name}`);
      await over(page);
      await keep(page, `over-${name}`);
      await check();
      await close();
    });
  }

  test(`${game}, drawn: a whole game by keys alone`, async () => {
    const { page, check, close } = await open({});
    await start(page, it.url, game);
    const next = random(game.length + 1);
    while (await pressSomething(page, next));
    await over(page);
    await check();
    await close();
  });

  test(`${game}, drawn: a finished game is replayed, and analysed`, async () => {
    const { page, check, close } = await open({});
    await page.goto(`${it.url}/#/watch/spring`);
    await page.click(".card:has(h2:has-text('Finished games')) tbody a");
    await page.waitForSelector(".board-drawn text");
    const drawing = () => page.locator(".board-drawn .characters").innerHTML();
    const first = await drawing();
    await page.click('[aria-label="To the end"]');
    await page.waitForFunction((first) => document.querySelector(".board-drawn .characters")?.innerHTML !== first, first);
    await keep(page, "replay");
    await page.click("text=Analyse >> nth=-1");
    await page.waitForSelector(".tree .move");
    for (let back = 0; back < 2; back++) await page.click('[aria-label="One move back"]');
    await page.waitForSelector(".board-drawn .target");
    await page.click(".side button.primary:has-text('Analyse')");
    await page.waitForSelector(".over .badge");
    await page.waitForSelector(".lines .line");
    assert.equal(await page.locator("text=Edit on the board >> visible=true").count(), 0);
    await keep(page, "analyse");
    await check();
    await close();
  });
}
