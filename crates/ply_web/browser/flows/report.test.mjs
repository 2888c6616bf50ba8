// The report of a tournament, opened from disk: from the standings to the end of a game, at both sizes. SHOTS=folder
// keeps pictures.

import assert from "node:assert/strict";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import { openBrowser } from "../lib/browser.mjs";
import { run, scratch } from "../lib/server.mjs";
import { accessible, DESKTOP, PHONE, visit } from "../lib/visit.mjs";

const SHOTS = process.env.SHOTS;
const HOSTILE = `<img src=x onerror="document.title=1">`;

/** @type {import("playwright-core").Browser} */
let browser;
const { folder, remove } = scratch();
const store = join(folder, "store.db");
const url = (/** @type {string} */ name) => pathToFileURL(join(folder, name, "index.html")).href;

/** A program that writes HTML wherever a program can, and then dies. */
const PROGRAM = `#!/bin/sh
while read -r line; do
  case "$line" in
    ugi) echo "id name ${HOSTILE.replace(/"/g, '\\"')}"; echo ugiok ;;
    isready) echo readyok ;;
    go*) echo "${HOSTILE.replace(/"/g, '\\"')}" >&2; echo "bestmove <b>h9,9</b></script><script>document.title=1</script>" ;;
    quit) exit 0 ;;
  esac
done
`;

before(async () => {
  const program = join(folder, "agent.sh");
  writeFileSync(program, PROGRAM);
  chmodSync(program, 0o755);
  const plan = join(folder, "spring.toml");
  const agents = [`{ name = "random", spec = "random" }`, `{ name = "greedy", spec = "greedy" }`, `{ name = '${HOSTILE}', spec = "cmd:${program}" }`];
  writeFileSync(plan, `name = '${HOSTILE} spring'\ngame = "dots-and-boxes"\ntime = "2s"\npairs = 2\nagents = [${agents.join(", ")}]\n`);
  await run(["tournament", plan, "--store", store, "--report", join(folder, "report")]).ended;
  for (const game of ["simplexity", "pentago-swap", "colosseum", "infexion"]) {
    await run(["tournament", game, "random", "greedy", "--time", "2s", "--pairs", "1", "--store", store, "--name", game, "--report", join(folder, game)]).ended;
  }
  browser = await openBrowser();
  if (SHOTS) mkdirSync(SHOTS, { recursive: true });
});
after(async () => {
  await browser?.close();
  remove();
});

/** @param {string} name of the report @param {object} [options] */
async function open(name, options) {
  const visited = await visit(browser, pathToFileURL(join(folder, name)).href, options);
  await visited.page.goto(url(name));
  await visited.page.waitForSelector(".cross a");
  return visited;
}

for (const [name, viewport, colorScheme] of /** @type {const} */ ([["desktop", DESKTOP, "light"], ["phone", PHONE, "dark"]])) {
  test(`from the standings to the end of a game, on the ${name}`, async () => {
    const { page, check, close } = await open("report", { viewport, colorScheme });
    const looked = async (/** @type {string} */ view) => {
      if (SHOTS) await page.screenshot({ path: join(SHOTS, `report-${view}-${name}.png`), fullPage: true });
      await accessible(page, view);
      await check();
    };
    await looked("overview");
    assert.equal(await page.locator('[aria-label="Standings"] tbody tr').count(), 3);
    await page.click(".cross a >> nth=0");
    await page.waitForSelector("[aria-label=Games] tbody tr >> nth=3");
    await looked("meeting");
    await page.click("[aria-label=Games] tbody a >> nth=0");
    await page.waitForSelector(".board .dot");
    await page.click('[aria-label="To the end"]');
    await page.waitForSelector('.move[aria-current]:has-text("40")');
    assert.equal(await page.locator(".drawn .edge").count(), 40);
    await looked("game");
    await page.click("a:text-is('Next')");
    await page.waitForSelector("text=game 2 of 4");
    await page.keyboard.press("ArrowRight");
    await page.waitForSelector(".move[aria-current]");
    await page.reload();
    await page.waitForSelector("text=game 2 of 4");
    await page.click("header .brand");
    await page.waitForSelector(".cross a");
    await close();
  });

  test(`what a program writes is text on its page and in its game, on the ${name}`, async () => {
    const { page, check, close } = await open("report", { viewport, colorScheme });
    assert.match(await page.title(), /^<img src=x/);
    await page.click(`[aria-label=Standings] a:has-text('onerror')`);
    await page.waitForSelector(".faults");
    assert.match((await page.textContent(".faults .fault-message")) ?? "", /<b>h9,9<\/b>/);
    assert.match((await page.textContent(".faults .last-words")) ?? "", /<img src=x onerror=/);
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `report-agent-${name}.png`), fullPage: true });
    await accessible(page, "agent");
    await page.click(".faults a:has-text('The game')");
    await page.waitForSelector(".fault .last-words");
    if (SHOTS) await page.screenshot({ path: join(SHOTS, `report-fault-${name}.png`), fullPage: true });
    await accessible(page, "fault");
    assert.equal(await page.locator("img").count(), 0);
    assert.match(await page.title(), /onerror/);
    await check();
    await close();
  });
}

for (const game of ["simplexity", "pentago-swap", "colosseum", "infexion"]) {
  test(`${game}: a game is replayed to its end from disk`, async () => {
    const { page, check, close } = await open(game);
    await page.click(".cross a >> nth=0");
    await page.click("[aria-label=Games] tbody a >> nth=0");
    await page.waitForSelector(`.board-${game}`);
    await page.click('[aria-label="To the end"]');
    await page.waitForSelector(".player.winner, h1:has-text('draw')");
    await check();
    await close();
  });
}

test("the report is printed on light paper, with all of its tables", async () => {
  const { page, close } = await open("report", { colorScheme: "dark" });
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  await page.waitForSelector(":root[data-theme=light]", { state: "attached" });
  assert.equal(await page.locator("header.top").isVisible(), false);
  if (SHOTS) await page.pdf({ path: join(SHOTS, "report.pdf"), format: "A4" });
  await close();
});
