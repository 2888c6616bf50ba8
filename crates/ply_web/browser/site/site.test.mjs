// What a site without a server has to stand: no network, a page that is loaded again, workers that die, another version.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { gzipSync } from "node:zlib";
import { analysed, ask, shownGame } from "../lib/ask.mjs";
import { openBrowser } from "../lib/browser.mjs";
import { clickMove, start } from "../lib/games.mjs";
import { PROGRAM, scratch } from "../lib/server.mjs";
import { host, SITE } from "../lib/site.mjs";
import { accessible, DESKTOP, PHONE, visit } from "../lib/visit.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof host>>} */
let site;

before(async () => {
  site = await host(SITE);
  browser = await openBrowser();
});
after(async () => {
  await browser?.close();
  await site?.stop();
});

/** Until something holds that has to be waited for in the page. @param {Page} page @param {() => Promise<unknown>} holds */
async function until(page, holds) {
  for (let left = 300; !(await page.evaluate(holds)); left--) {
    assert.ok(left > 0, "it never came");
    await page.waitForTimeout(100);
  }
}

/** Until the service worker has everything. @param {Page} page */
const kept = (page) =>
  until(page, async () => {
    const [name] = await caches.keys();
    return name && (await (await caches.open(name)).match(new URL("puzzles/simplexity.json", document.baseURI).href));
  });

test("the page is there with little, and the agents with less than a megabyte", async () => {
  const { page, check, close } = await visit(browser, site.url);
  site.sent.length = 0;
  await page.goto(`${site.url}/`);
  await page.waitForSelector("text=Start the game");
  const bytes = () => site.sent.reduce((sum, one) => sum + one.bytes, 0);
  const first = bytes();
  assert.ok(first < 150_000, `${first} bytes before a game begins`);
  site.sent.length = 0;
  await start(page, site.url, "simplexity");
  const loaded = site.sent.map(({ path }) => path).filter((path) => path.startsWith("site/"));
  const engine = loaded.reduce((sum, path) => sum + gzipSync(readFileSync(join(SITE, path))).length, 0);
  assert.ok(engine > 0 && first + engine < 1_000_000, `${first + engine} bytes with the agents`);
  await check();
  await close();
});

for (const [name, viewport] of /** @type {const} */ ([["desktop", DESKTOP], ["phone", PHONE]])) {
  test(`every view is accessible and says what only a server has, on the ${name}`, async () => {
    const { page, check, close } = await visit(browser, site.url, { viewport });
    for (const view of ["play", "learn", "puzzles", "analyse", "watch", "about"]) {
      await page.goto(`${site.url}/#/${view}`);
      await page.waitForSelector("#main .view > *");
      await accessible(page, view);
      await check();
    }
    await page.goto(`${site.url}/#/watch`);
    await page.waitForSelector("text=Tournaments are played and watched with the program");
    await close();
  });
}

test("after the first visit everything is there without a network", async () => {
  const { page, check, close } = await visit(browser, site.url);
  await page.goto(`${site.url}/`);
  await page.waitForSelector("text=Start the game");
  await kept(page);
  await page.reload();
  await page.context().setOffline(true);
  await page.reload();
  await start(page, site.url, "infexion");
  await clickMove(page, "infexion", "3,3");
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
  await page.goto(`${site.url}/#/learn/colosseum`);
  await page.waitForSelector(".lesson h1");
  await page.goto(`${site.url}/#/puzzles/pentago-swap`);
  await page.waitForSelector("text=In a row: 0");
  await check();
  await close();
});

test("a game goes on after the page was loaded again while an agent thought", async () => {
  const { page, check, close } = await visit(browser, site.url);
  await page.goto(`${site.url}/`);
  const { id } = await ask(page, "/sessions", { game: "colosseum", first: "human", second: "champion", clock: "none" });
  await page.goto(`${site.url}/#/play/${id}`);
  await page.waitForSelector(".board-frame .target");
  const { legal_moves: [move] } = await shownGame(page);
  await clickMove(page, "colosseum", move);
  await page.waitForSelector(".status:has-text('thinks')");
  await page.reload();
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
  await page.click("text=Undo");
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 0);
  await check();
  await close();
});

test("a thought is stopped by taking back, and the agent thinks again afterwards", async () => {
  const { page, check, close } = await visit(browser, site.url);
  await page.goto(`${site.url}/`);
  const { id } = await ask(page, "/sessions", { game: "dots-and-boxes:rows=5,cols=5", first: "human", second: "mcts", clock: "5s" });
  await page.goto(`${site.url}/#/play/${id}`);
  await clickMove(page, "dots-and-boxes", "h0,0");
  await page.waitForSelector(".status:has-text('thinks')");
  await page.click("text=Undo");
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 0);
  await clickMove(page, "dots-and-boxes", "v0,0");
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2, null, { timeout: 20_000 });
  await check();
  await close();
});

test("nonsense in the address is answered in words", async () => {
  const { page, close } = await visit(browser, site.url);
  const said = { "#/play/0123456789abcdef0123456789abcdef": "no such game", "#/play/<script>": "no such game", "#/analyse?game=infexion&moves=9,9": "9,9", "#/nowhere": "no page", "#/constructor": "no page", "#/play/%": "no part of an address" };
  for (const [hash, words] of Object.entries(said)) {
    await page.goto(`${site.url}/`);
    await page.goto(`${site.url}/${hash}`);
    await page.waitForSelector(`text=/${words}/i`);
  }
  assert.equal((await ask(page, "/position?game=infexion&moves=9,9")).status, 400);
  assert.equal((await ask(page, `/position?game=infexion&moves=${"3,3+".repeat(10_000)}`)).status, 414);
  assert.equal((await ask(page, "/sessions", { game: "infexion", first: "human", second: "cmd:rm" })).status, 400);
  assert.equal((await ask(page, "/sessions/x/moves", {})).status, 404);
  await close();
});

test("a game is open in one tab, and the next one has it when that is closed", async () => {
  const { page, close } = await visit(browser, site.url);
  await start(page, site.url, "simplexity");
  const other = await page.context().newPage();
  await other.goto(page.url());
  await other.waitForSelector("text=this game is open in another tab");
  await page.close();
  await other.reload();
  await other.waitForSelector(".board-frame .target");
  await close();
});

test("a game is played where the browser keeps nothing", async () => {
  const { page, close } = await visit(browser, site.url);
  await page.goto(`${site.url}/`);
  await page.addInitScript(() => Object.defineProperty(window, "localStorage", { get: () => { throw new DOMException("forbidden", "SecurityError"); } }));
  await start(page, site.url, "infexion");
  await clickMove(page, "infexion", "3,3");
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
  await close();
});

test("workers that die are replaced", async () => {
  const { page, close } = await visit(browser, site.url);
  await page.addInitScript(() => {
    const Usual = Worker;
    /** @type {Worker[]} */
    const all = [];
    /** @type {any} */ (window).killWorkers = () => all.splice(0).forEach((one) => (one.dispatchEvent(new ErrorEvent("error", { cancelable: true })), one.terminate()));
    window.Worker = class extends Usual {
      /** @param {string | URL} url @param {WorkerOptions} options */
      constructor(url, options) {
        super(url, options);
        all.push(this);
      }
    };
  });
  await start(page, site.url, "pentago-swap");
  const { legal_moves: [move] } = await shownGame(page);
  await page.evaluate(() => /** @type {any} */ (window).killWorkers());
  await clickMove(page, "pentago-swap", move);
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
  await page.evaluate(() => /** @type {any} */ (window).killWorkers());
  assert.ok((await analysed(page, { game: "pentago-swap", depth: "2", agent: "alpha-beta" })).pv.length > 0);
  await close();
});

test("a new version comes when no page of the old one is open, and needs no network then", async () => {
  const { folder, remove } = scratch();
  cpSync(SITE, folder, { recursive: true });
  const older = await host(folder);
  const { page, check, close } = await visit(browser, older.url);
  const shown = () => page.evaluate(async () => (await (await fetch("icon.svg")).text()).includes("<!--new-->"));
  await page.goto(`${older.url}/`);
  await kept(page);
  await page.reload();
  const replace = (/** @type {string} */ file, /** @type {(text: string) => string} */ change) =>
    writeFileSync(join(folder, file), change(readFileSync(join(folder, file), "utf8")));
  replace("icon.svg", (text) => text.replace("<svg", "<!--new--><svg"));
  replace("site-files.js", (text) => text.replace(/version: "\w+"/, 'version: "new"'));
  await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update());
  await until(page, async () => !!(await navigator.serviceWorker.getRegistration())?.waiting);
  assert.equal(await shown(), false, "the open page has its own version to the end");
  await page.goto("about:blank");
  await page.context().setOffline(true);
  await page.waitForTimeout(500);
  await page.goto(`${older.url}/`);
  await until(page, async () => (await (await fetch("icon.svg")).text()).includes("<!--new-->"));
  await start(page, older.url, "infexion");
  assert.deepEqual(await page.evaluate(() => caches.keys()), [`plyground ${new URL(older.url).pathname}/ new`]);
  await check();
  await close();
  await older.stop();
  remove();
});

for (const game of ["simplexity", "pentago-swap", "colosseum", "dots-and-boxes:rows=3,cols=3", "infexion"]) {
  test(`the champion of ${game} finds in the browser what it finds elsewhere`, async () => {
    const told = spawnSync(PROGRAM, ["analyze", game, "champion", "--nodes", "20000", "--json"], { encoding: "utf8" });
    const { nodes, score, depth, pv } = JSON.parse(told.stdout);
    const { page, close } = await visit(browser, site.url);
    await page.goto(`${site.url}/`);
    const here = await analysed(page, { game, agent: "champion", nodes: "20000" });
    assert.deepEqual([here.nodes, here.score, here.depth, here.pv], [nodes, score, depth, pv]);
    await close();
  });
}
