// Every view in both themes and two widths: accessible, no wider than the window. SHOTS=folder keeps pictures.

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { openBrowser } from "../lib/browser.mjs";
import { run, scratch, serve } from "../lib/server.mjs";
import { accessible, DESKTOP, PHONE, visit } from "../lib/visit.mjs";

const SHOTS = process.env.SHOTS;

/** @type {import("playwright-core").Browser} */
let browser;
/** @type {Awaited<ReturnType<typeof serve>>} */
let server;
/** @type {Record<string, string>} addresses by view */
const views = {};
const { folder, remove } = scratch();

/** @param {object} body */
async function session(body) {
  const init = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ clock: "180s+2s", first: "human", second: "random", ...body }) };
  return (await (await fetch(`${server.url}/api/v1/sessions`, init)).json()).id;
}

before(async () => {
  const store = join(folder, "store.db");
  await run(["tournament", "dots-and-boxes", "random", "greedy", "alpha-beta:depth=1", "--time", "2s", "--pairs", "2", "--store", store, "--name", "spring"]).ended;
  server = await serve(store);
  browser = await openBrowser();
  const { games } = await (await fetch(`${server.url}/api/v1/tournaments/spring/games?limit=1`)).json();
  Object.assign(views, {
    setup: "#/play",
    simplexity: `#/play/${await session({ game: "simplexity", moves: "o3 s2 o2 s3 s4 o3 o1 s6 s1 o4 o4 s5" })}`,
    pentago: `#/play/${await session({ game: "pentago-swap", position: ".w..b..bw...w..w.b.b..w....bw..b.... w" })}`,
    colosseum: `#/play/${await session({ game: "colosseum" })}`,
    dots: `#/play/${await session({ game: "dots-and-boxes", moves: "h0,0 h1,0 v0,0 v0,1 h2,2 v1,2 v3,3 h1,1 h0,1 v0,2 v1,3 h3,1 h1,2 h3,2 v2,2 v2,3 h4,0 v3,0 h0,3 h2,0" })}`,
    infexion: `#/play/${await session({ game: "infexion", position: "14 .,.,r1,.,.,.,.,.,b1,.,.,r2,.,.,.,b3,.,.,r1,.,.,.,.,b2,r4,.,.,.,.,.,b1,.,r1,.,.,.,.,.,b2,.,.,.,.,r1,.,.,.,.,." })}`,
    over: `#/play/${await session({ game: "simplexity", second: "human", moves: "o0 s1 o0 s1 o0 s2 o0" })}`,
    analyse: "#/analyse?game=simplexity&moves=o3+s3+s2+o4+(s0)+o4+s3",
    watch: "#/watch",
    tournament: "#/watch/spring",
    replay: `#/watch/spring/${games[0].id}`,
    learn: "#/learn",
    lesson: "#/learn/infexion?step=4",
    about: "#/about",
  });
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
});
after(async () => {
  await browser?.close();
  server?.stop();
  remove();
});

for (const colorScheme of ["light", "dark"]) {
  for (const [name, viewport] of /** @type {const} */ ([["desktop", DESKTOP], ["phone", PHONE]])) {
    test(`every view, ${colorScheme}, ${name}`, async () => {
      const { page, check, close } = await visit(browser, server.url, { viewport, colorScheme });
      for (const [view, hash] of Object.entries(views)) {
        await page.goto(`${server.url}/${hash}`);
        await page.waitForFunction(() => document.querySelector("main > .view > *"));
        if (view === "analyse") await page.click(".side button.primary:has-text('Analyse')");
        if (view === "analyse") await page.waitForFunction(() => document.querySelectorAll(".lines .line").length === 3);
        await page.waitForTimeout(100);
        if (SHOTS) await page.screenshot({ path: join(SHOTS, `${view}-${colorScheme}-${name}.png`), fullPage: true });
        await accessible(page, view);
        await check();
        await page.goto("about:blank");
      }
      await close();
    });
  }
}
