// Watching a tournament to its end, and replaying one of its games.

import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openBrowser } from "../lib/browser.mjs";
import { start } from "../lib/games.mjs";
import { run, scratch, serve } from "../lib/server.mjs";
import { DESKTOP, PHONE, visit } from "../lib/visit.mjs";

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
const { folder, remove } = scratch();
const store = join(folder, "store.db");
const START = ["tournament", "dots-and-boxes", "random", "greedy", "alpha-beta:depth=1", "--time", "2s", "--store", store];

before(async () => {
  await run([...START, "--pairs", "1", "--name", "first"]).ended;
  server = await serve(store);
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  server?.stop();
  remove();
});

test("a tournament is watched until it is complete", async () => {
  const { page, check, close } = await visit(browser, server.url);
  await page.goto(`${server.url}/#/watch`);
  await page.waitForSelector(".tournament-card");
  // Slow enough to be seen running, over in some seconds.
  const agents = ["random", "greedy", "alpha-beta:nodes=800000"];
  const playing = run(["tournament", "dots-and-boxes", ...agents, "--time", "20s", "--store", store, "--pairs", "2", "--name", "second"]);
  await page.click(".tournament-card:has-text('second')");
  await page.waitForSelector(".pill.live:has-text('connected')");
  await page.waitForSelector("text=/of 12 games/");
  await page.waitForSelector(".live-board .edge", { state: "attached" });
  await playing.ended;
  await page.waitForSelector(".state:has-text('complete')");
  assert.equal(await page.locator(".card:has(h2:has-text('Standings')) tbody tr").count(), 3);
  assert.equal(await page.locator(".chart").count(), 2);
  await page.waitForSelector("text=/12 of 12 games/");
  await check();
  await close();
});

for (const [name, viewport] of /** @type {const} */ ([["desktop", DESKTOP], ["phone", PHONE]])) {
  test(`a finished game is replayed on the ${name}`, async () => {
    const { page, check, close } = await visit(browser, server.url, { viewport });
    await page.goto(`${server.url}/#/watch/first`);
    await page.click(".card:has(h2:has-text('Finished games')) tbody a");
    await page.click('[aria-label="To the end"]');
    await page.waitForSelector('.move[aria-current][data-ply="40"]');
    assert.equal(await page.locator(".drawn .edge").count(), 40);
    assert.equal(await page.locator(".drawn .box").count(), 16);
    await page.click("text=Play >> visible=true >> nth=-1");
    await page.click("text=Analyse >> nth=-1");
    await page.waitForSelector(".tree .move");
    await check();
    await close();
  });
}

test("a cell of the cross table leads to the games of its two agents", async () => {
  const { page, check, close } = await visit(browser, server.url);
  await page.goto(`${server.url}/#/watch/first`);
  await page.click(".cross td a");
  await page.waitForFunction(() => /against=/.test(location.hash));
  const card = ".card:has(h2:has-text('Finished games'))";
  const rows = `${card} tbody tr`;
  // The address changes before the games of all agents are gone.
  await page.waitForSelector(`${card}:has(tbody tr:nth-child(2)):not(:has(tbody tr:nth-child(3)))`);
  assert.equal(await page.locator(rows).count(), 2);
  await page.selectOption('[aria-label="Games of"]', "");
  await page.waitForSelector(`${rows}:nth-child(6)`);
  await check();
  await close();
});

test("a live board is enlarged by a click, and can be analysed", async () => {
  const { page, check, close } = await visit(browser, server.url);
  const live = [{ id: "1", agents: ["random", "greedy"], game: "dots-and-boxes", moves: ["h0,0", "v0,0"] }];
  await page.route("**/tournaments/first/events", (route) => route.fulfill({ contentType: "text/event-stream", body: `event: live\ndata: ${JSON.stringify(live)}\n\n` }));
  await page.goto(`${server.url}/#/watch/first`);
  await page.click(".live-board >> text=Larger");
  await page.waitForSelector(".live-board.large");
  await page.click(".live-board .board");
  await page.waitForSelector(".live-board:not(.large)");
  await page.click(".live-board >> text=Analyse");
  await page.waitForSelector(".tree .by-second");
  await check();
  await close();
});

test("the page says when the server is gone, and goes on when it is back", async () => {
  const first = await serve(store);
  const { page, close } = await visit(browser, first.url);
  await page.goto(`${first.url}/#/watch/first`);
  await page.waitForSelector(".pill.live:has-text('connected')");
  await first.stop();
  await page.waitForSelector(".pill.lost");
  const second = await serve(store, new URL(first.url).port);
  await page.waitForSelector(".pill.live:has-text('connected')");
  await close();
  await second.stop();
});

test("a game goes on after the server was killed and started again", async () => {
  const first = await serve(store);
  const { page, close } = await visit(browser, first.url);
  await start(page, first.url, "simplexity");
  await page.click('[data-key="3"] > .hit');
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2 && document.querySelector(".target"));
  const moves = await page.textContent(".moves");
  await first.stop();
  await page.waitForSelector(".pill.lost");
  const second = await serve(store, new URL(first.url).port);
  await page.waitForSelector(".pill.live");
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2 && document.querySelector(".target"));
  assert.equal(await page.textContent(".moves"), moves);
  await page.click('[data-key="2"] > .hit');
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 4);
  await close();
  await second.stop();
});
