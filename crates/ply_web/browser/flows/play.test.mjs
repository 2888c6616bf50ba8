// Whole games of all five against `random`, by clicking.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { openBrowser } from "../lib/browser.mjs";
import { serve } from "../lib/server.mjs";
import { clickSomething, DESKTOP, movesShown, PHONE, random, visit } from "../lib/visit.mjs";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
before(async () => {
  server = await serve();
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  server?.stop();
});

const GAMES = ["simplexity", "pentago-swap", "colosseum", "dots-and-boxes", "infexion"];

/** Starts a game against `random` from the form. @param {import("playwright-core").Page} page @param {string} game */
async function start(page, game) {
  await page.goto(`${server.url}/#/play`);
  await page.click(`[data-game="${game}"]`);
  await page.selectOption(".setup-form label.field select", "random");
  await page.click("text=Start the game");
  await page.waitForSelector(".board-frame .target");
}

/** The move an agent likes, so that a game of Infexion does not last 343 turns. @param {string} id */
async function advice(id) {
  const { game, start, moves } = await (await fetch(`${server.url}/api/v1/sessions/${id}`)).json();
  const query = new URLSearchParams({ game, position: start, moves: moves.join(" "), agent: "alpha-beta", depth: "2", lines: "1" });
  const text = await (await fetch(`${server.url}/api/v1/analysis?${query}`)).text();
  return JSON.parse(text.split("event: done\ndata: ")[1]?.split("\n")[0] ?? "{}").pv[0];
}

/** Clicks a good move of Infexion. @param {import("playwright-core").Page} page */
async function clickWell(page) {
  await page.waitForFunction(() => document.querySelector(".status.over, .target"));
  if (await page.locator(".status.over").count()) return false;
  const moves = await movesShown(page);
  const [r, q, direction] = (await advice(page.url().split("/").at(-1) ?? "")).split(",");
  await page.click(`[data-key="${r},${q}"] > .hit`);
  if (direction) await page.click(`[data-key="${direction}"] > .hit`);
  await page.waitForFunction((moves) => document.querySelector(".status.over") || document.querySelectorAll(".moves .move").length === moves + 2, moves);
  return true;
}

for (const [name, viewport] of /** @type {const} */ ([["desktop", DESKTOP], ["phone", PHONE]])) {
  for (const game of GAMES) {
    test(`${game} on the ${name}: a whole game`, async () => {
      const { page, check, close } = await visit(browser, server.url, { viewport });
      await start(page, game);
      const next = random(game.length);
      for (let click = 1; game === "infexion" ? await clickWell(page) : await clickSomething(page, next); click++) {
        if (click !== 6) continue;
        const moves = await movesShown(page);
        await page.reload();
        await page.waitForSelector(".board-frame svg");
        assert.ok((await movesShown(page)) >= moves, "the game was lost by reloading");
      }
      await page.waitForSelector(".status.over");
      assert.match((await page.textContent(".status")) ?? "", /wins|draw/);
      await check();
      await close();
    });
  }
}

test("a game is resigned after a question, and played again with sides changed", async () => {
  const { page, check, close } = await visit(browser, server.url);
  await start(page, "colosseum");
  await page.click("button:has-text('Resign')");
  await page.click("dialog button.primary");
  await page.waitForSelector(".status.over");
  assert.match((await page.textContent(".status")) ?? "", /B wins \(the other resigned\)/);
  await page.click("button:has-text('Rematch')");
  await page.waitForSelector(".player:nth-child(1):has-text('random')");
  await check();
  await close();
});

test("undo takes a move back, hint shows one, the shape can be changed", async () => {
  const { page, check, close } = await visit(browser, server.url);
  await start(page, "simplexity");
  await page.click('[data-shape="s"]');
  await page.click('[data-key="3"] > .hit');
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2 && document.querySelector(".target"));
  assert.match((await page.textContent(".moves .move")) ?? "", /s3/);
  await page.click("text=Undo");
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 0);
  await page.click("text=Hint");
  await page.waitForSelector(".over .badge");
  assert.match((await page.textContent(".prompt")) ?? "", /^Hint: /);
  await check();
  await close();
});

test("a move by the keyboard, and a choice taken back with Escape", async () => {
  const { page, check, close } = await visit(browser, server.url);
  await start(page, "pentago-swap");
  await page.focus('.target[tabindex="0"]');
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.getAttribute(":focus", "data-key"), "1,1");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  assert.equal(await page.getAttribute(":focus", "data-key"), "1,1");
  for (const key of ["Enter", "Enter", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
  assert.match((await page.textContent("#announcer")) ?? "", /Black: stone on row/);
  await check();
  await close();
});

test("quadrants slide and pieces fall when motion is welcome", async () => {
  const { page, check, close } = await visit(browser, server.url, { reducedMotion: "no-preference" });
  await start(page, "pentago-swap");
  for (const key of ["1,1", "TL", "BR"]) await page.click(`[data-key="${key}"] > .hit`);
  const sliding = () =>
    [...document.querySelectorAll("[data-quadrant]")].filter((quadrant) => quadrant.getAnimations().length).length === 2;
  await page.waitForFunction(sliding);
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2 && document.querySelector(".target"));
  await check();
  await close();
});

test("two people at one screen, with a clock", async () => {
  const { page, check, close } = await visit(browser, server.url);
  await page.goto(`${server.url}/#/play`);
  await page.click('[data-game="dots-and-boxes"]');
  await page.click("text=Two people here");
  await page.click("text=1 min + 1 s");
  await page.click("text=Start the game");
  for (const edge of ["h0,0", "v0,0", "h1,0", "v0,1"]) {
    await page.click(`[data-key="${edge}"] > .hit`);
    await page.waitForSelector(`.edge.last[data-edge="${edge}"]`);
  }
  assert.equal(await page.textContent(".box text"), "B");
  assert.match((await page.textContent(".player-clock")) ?? "", /^\d:\d\d|\d+\.\d$/);
  assert.match((await page.textContent(".status")) ?? "", /Second to move/);
  await check();
  await close();
});
