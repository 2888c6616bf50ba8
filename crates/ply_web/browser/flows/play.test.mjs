// What can be done in a game besides playing it to its end.

import assert from "node:assert/strict";
import { test } from "node:test";
import { clickMove, start, world } from "../lib/games.mjs";
import { run } from "../lib/server.mjs";
import { accessible, DESKTOP, PHONE, visit } from "../lib/visit.mjs";

const it = world();

test("a game is resigned after a question, and played again with sides changed", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await start(page, it.url, "colosseum");
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
  const { page, check, close } = await visit(it.browser, it.url);
  await start(page, it.url, "simplexity");
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

test("a game is saved, shown again from its file and played on", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await start(page, it.url, "dots-and-boxes");
  await page.click('[data-key="h0,0"] > .hit');
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
  const [saved] = await Promise.all([page.waitForEvent("download"), page.click("text=Save")]);
  const file = await saved.path();
  await run(["replay", file]).ended;
  await page.goto(`${it.url}/#/watch`);
  const [chooser] = await Promise.all([page.waitForEvent("filechooser"), page.click("text=Open a saved game")]);
  await chooser.setFiles(file);
  await page.waitForSelector(".status:has-text('Not finished')");
  await page.click('[aria-label="To the end"]');
  assert.equal(await page.locator(".drawn .edge").count(), 2);
  await page.click("text=Play on");
  await page.click("text=Undo");
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 0);
  await check();
  await close();
});

test("a move by the keyboard, and a choice taken back with Escape", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await start(page, it.url, "pentago-swap");
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
  const { page, check, close } = await visit(it.browser, it.url, { reducedMotion: "no-preference" });
  await start(page, it.url, "pentago-swap");
  for (const key of ["1,1", "TL", "BR"]) await page.click(`[data-key="${key}"] > .hit`);
  const sliding = () =>
    [...document.querySelectorAll("[data-quadrant]")].filter((quadrant) => quadrant.getAnimations().length).length === 2;
  await page.waitForFunction(sliding);
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2 && document.querySelector(".target"));
  await check();
  await close();
});

test("two people at one screen, with a clock", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await page.goto(`${it.url}/#/play`);
  await page.click('[data-game="dots-and-boxes"]');
  await page.click("text=Two people here");
  await page.click("text=1 min + 1 s");
  await page.click("text=Start the game");
  for (const edge of ["h0,0", "v0,0", "h1,0", "v0,1"]) {
    await page.click(`[data-key="${edge}"] > .hit`);
    await page.waitForSelector(`.edge.last[data-edge="${edge}"]`, { state: "attached" });
  }
  assert.equal(await page.textContent(".box text"), "B");
  assert.match((await page.textContent(".player-clock")) ?? "", /^\d:\d\d|\d+\.\d$/);
  assert.match((await page.textContent(".status")) ?? "", /Second to move/);
  await check();
  await close();
});

for (const [game, viewport] of /** @type {const} */ ([["simplexity", DESKTOP], ["pentago-swap", PHONE], ["colosseum", DESKTOP], ["dots-and-boxes", PHONE], ["infexion", PHONE]])) {
  test(`the tutorial of ${game} is played to its end, ${viewport.width} wide`, async () => {
    const { page, check, close } = await visit(it.browser, it.url, { viewport });
    const { lesson } = await import(`../../page/learn/${game}.js`);
    await page.goto(`${it.url}/#/learn`);
    await page.click(`.game-card[href="#/learn/${game}"]`);
    for (const [index, step] of lesson.steps.entries()) {
      await page.waitForSelector(`.lesson h1:text-is("${step.title}")`);
      assert.match((await page.textContent("#announcer")) ?? "", new RegExp(step.title));
      if (index === 2) await accessible(page, `the tutorial of ${game}`);
      if (step.answers) {
        await clickMove(page, game, step.answers[0]);
        await page.waitForSelector(".verdict.right");
      }
      await page.click(".lesson-buttons >> text=/Next|Play/");
    }
    await page.waitForSelector(`[data-game="${game}"][aria-pressed="true"]`);
    await page.click("summary:has-text('Rules of')");
    await page.waitForSelector(".rules li");
    await check();
    await close();
  });
}

test("a wrong move in a tutorial is taken back with a reason, keys find the right one, and the answer can be shown", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await page.goto(`${it.url}/#/learn/simplexity?step=4`);
  await clickMove(page, "simplexity", "s3");
  await page.waitForSelector(".verdict.wrong:has-text('Four squares belong to Red')");
  await page.click('[data-shape="o"]');
  await page.focus('.target[tabindex="0"]');
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight", "Enter"]) await page.keyboard.press(key);
  await page.waitForSelector(".verdict.right");
  await page.keyboard.press("Enter");
  await page.waitForSelector('.lesson h1:text-is("Stop a line")');
  await page.click("text=Show me");
  await page.waitForSelector(".verdict.right:has-text('Round piece in column 3')");
  await check();
  await close();
});
