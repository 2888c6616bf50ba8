// Analysing: moves, variations, an agent's opinion, the graph, setting up, links, files.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { world } from "../lib/games.mjs";
import { serverOnly } from "../lib/site.mjs";
import { DESKTOP, PHONE, visit } from "../lib/visit.mjs";

const it = world();

for (const [name, viewport] of /** @type {const} */ ([["desktop", DESKTOP], ["phone", PHONE]])) {
  test(`an agent thinks aloud about a position on the ${name}`, async () => {
    const { page, check, close } = await visit(it.browser, it.url, { viewport });
    await page.goto(`${it.url}/#/analyse?game=simplexity&moves=o3+s3+s2`);
    await page.click(".side button.primary:has-text('Analyse')");
    await page.waitForSelector(".lines .line:nth-child(1)");
    await page.waitForSelector(".over .badge");
    await page.waitForFunction(() => document.querySelectorAll(".lines .line").length === 3);
    assert.match((await page.textContent(".eval")) ?? "", /White \d+ %/);
    await page.waitForSelector(".side button.primary:has-text('Analyse')");
    await page.click(".lines .line");
    await page.waitForFunction(() => document.querySelectorAll(".tree .move").length === 4);
    await check();
    await close();
  });
}

test("going back and playing another move starts a variation, which the link keeps", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await page.goto(`${it.url}/#/analyse?game=dots-and-boxes&moves=h0,0+v0,0+h1,0`);
  await page.click('[aria-label="One move back"]');
  await page.waitForSelector('[data-key="h1,0"]');
  await page.click('[data-key="v3,3"] > .hit');
  await page.waitForSelector(".variation .move[aria-current]");
  assert.match(decodeURIComponent(page.url()), /moves=h0,0\+v0,0\+h1,0\+\(v3,3\)/);
  await page.reload();
  await page.waitForSelector(".variation .move[aria-current]");
  assert.equal(await page.locator(".tree .move").count(), 4);
  await check();
  await close();
});

test("the graph marks mistakes", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await page.goto(`${it.url}/#/analyse?game=simplexity&moves=o0+s1+o0+s1+o0+s2+o0`);
  await page.click("text=Review the game");
  await page.waitForFunction(() => /mistake/.test(document.querySelector(".graph p")?.textContent ?? ""));
  assert.ok((await page.locator(".chart .blunder, .chart .mistake").count()) > 0);
  await page.click('.chart [data-ply="2"]');
  await page.waitForFunction(() => /White to move/.test(document.querySelector(".status")?.textContent ?? ""));
  await check();
  await close();
});

test("a position is set up by clicking and by text, and refused with a reason", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await page.goto(`${it.url}/#/analyse?game=infexion`);
  await page.click("text=Edit on the board");
  await page.click('[data-key="3,3"] > .hit');
  await page.click('[data-key="3,3"] > .hit');
  await page.click('button[data-value="b"]');
  await page.click('[data-key="3,5"] > .hit');
  await page.waitForSelector("text=This position is fine.");
  await page.click("text=Use this position");
  await page.waitForSelector('.drawn [data-cell="3,3"] >> text=2');
  await check();
  await page.goto(`${it.url}/#/analyse?game=pentago-swap`);
  await page.waitForSelector(".board-pentago-swap");
  await page.fill('[aria-label="Position as text"]', "nonsense");
  await page.click("text=Use this position");
  await page.waitForSelector(".toast:has-text('That does not work')");
  await page.click("text=Learn");
  await page.waitForSelector(".learn-cards");
  assert.equal(await page.locator(".toast").count(), 0, "a note leaves with its view");
  await close();
});

test("a game is saved as JSON and as text", async () => {
  const { page, close } = await visit(it.browser, it.url);
  await page.goto(`${it.url}/#/analyse?game=simplexity&moves=o3+s3`);
  for (const [label, pattern] of /** @type {const} */ ([["Save as JSON", /^{"game":"simplexity:.*"moves":\[{"move":"o3","by":0,.*{"move":"s3","by":1,.*}\n$/], ["Save as text", /moves: o3 s3/]])) {
    const [download] = await Promise.all([page.waitForEvent("download"), page.click(`text=${label}`)]);
    assert.match(await readFile(await download.path(), "utf8"), pattern);
  }
  await close();
});

test("what an agent's opinion is made of is laid over the board", serverOnly, async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  const map = (/** @type {number} */ top) => Array.from({ length: 6 }, (_, r) => Array.from({ length: 6 }, (_, c) => (r === c ? top : 0)));
  const done = { depth: 1, score: 0, score_text: "0", win_chance: 0.5, nodes: 1, nps: 1, time_ms: 1, pv: ["0,0,TL-TR"], lines: [], insight: { potentials: { horizontal: map(3), final: map(9) } } };
  await page.route("**/api/v1/analysis?**", (route) =>
    route.fulfill({ contentType: "text/event-stream", body: `event: done\ndata: ${JSON.stringify(done)}\n\n` }),
  );
  await page.goto(`${it.url}/#/analyse?game=pentago-swap`);
  await page.click(".side button.primary:has-text('Analyse')");
  await page.waitForFunction(() => document.querySelectorAll(".heat-9").length === 6);
  await page.selectOption("label:has-text('Map over the board') select", "");
  await page.waitForFunction(() => document.querySelectorAll(".heat").length === 0);
  await check();
  await close();
});

test("why an analysis was refused is said in the server's words", serverOnly, async () => {
  const { page, close } = await visit(it.browser, it.url);
  const detail = "one visitor may have 128 waiting searches at a time; end one or try again later";
  await page.route("**/api/v1/analysis?**", (route) =>
    route.fulfill({ status: 429, contentType: "application/problem+json", body: JSON.stringify({ title: "Too Many Requests", status: 429, detail }) }),
  );
  await page.goto(`${it.url}/#/analyse?game=pentago-swap`);
  await page.click(".side button.primary:has-text('Analyse')");
  await page.waitForSelector(`.toast:has-text('${detail}')`);
  await close();
});
