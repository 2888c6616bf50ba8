// What can be done in a game besides playing it to its end.

import assert from "node:assert/strict";
import { test } from "node:test";
import { ask } from "../lib/ask.mjs";
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
  assert.match((await page.textContent(".status")) ?? "", /You lose \(you resigned\)/);
  await page.click("button:has-text('Rematch')");
  await page.waitForSelector(".player:nth-child(1):has-text('random')");
  await check();
  await close();
});

test("a question goes with the view it is about, and nothing is resigned", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await start(page, it.url, "colosseum");
  await page.click("button:has-text('Resign')");
  await page.waitForSelector("dialog[open]");
  await page.goBack();
  await page.waitForSelector("text=Start the game");
  assert.equal(await page.locator("dialog").count(), 0);
  await page.goForward();
  await page.waitForSelector(".status:has-text('Your move')");
  await check();
  await close();
});

for (const viewport of [DESKTOP, PHONE]) {
  test(`a message does not move the board, ${viewport.width} wide`, async () => {
    const { page, check, close } = await visit(it.browser, it.url, { viewport });
    await start(page, it.url, "dots-and-boxes");
    const board = () => page.locator(".board-frame").evaluate((frame) => frame.getBoundingClientRect().top + window.scrollY);
    const before = await board();
    await page.click("text=Copy link");
    await page.waitForSelector(".toast");
    assert.equal(await board(), before);
    await check();
    await close();
  });
}

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
  assert.match((await page.textContent(".player.to-move")) ?? "", /White · You/);
  await page.click('.move.by-first');
  await page.waitForSelector(".last-move:has-text('which takes it to row')");
  assert.equal(await page.getAttribute(":focus", "data-ply"), "1", "the focus stays on the move that was clicked");
  await check();
  await close();
});

test("quadrants slide and pieces fall when motion is welcome", async () => {
  const { page, check, close } = await visit(it.browser, it.url, { reducedMotion: "no-preference", moments: true });
  await start(page, it.url, "pentago-swap");
  for (const key of ["1,1", "TL", "BR"]) await page.click(`[data-key="${key}"] > .hit`);
  const sliding = () =>
    [...document.querySelectorAll("[data-quadrant]")].filter((quadrant) => quadrant.getAnimations().length).length === 2;
  await page.waitForFunction(sliding);
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2 && document.querySelector(".target"));
  await check();
  await close();
});

test("an opponent answers after a human moment, a click on the board ends it, and a premove is not lost in it", async () => {
  const { page, check, close } = await visit(it.browser, it.url, { moments: true });
  await page.addInitScript(() => {
    const [set, long] = [window.setTimeout, 200];
    // Whatever waits longer than a blink waits for good: only a click ends it.
    window.setTimeout = /** @type {any} */ ((/** @type {any} */ act, /** @type {number} */ ms) => set(act, ms > long && !localStorage.quick ? 1e6 : ms));
  });
  const players = { game: "dots-and-boxes", first: "human", second: "random", seed: 1 };
  await page.goto(`${it.url}/`);
  const { id } = await ask(page, "/sessions", players);
  // Firefox is not told of an address that differs behind the `#` alone.
  await page.evaluate((id) => void (location.hash = `#/play/${id}`), id);
  await page.click('[data-key="h0,0"] > .hit');
  await page.waitForSelector('.edge.last[data-edge="h0,0"]', { state: "attached" });
  await page.waitForTimeout(300);
  assert.equal(await page.locator(".moves .move").count(), 1, "the answer is not seen yet");
  assert.match((await page.textContent(".status")) ?? "", /thinks/);
  await page.click(".board-frame svg", { position: { x: 3, y: 3 } });
  await page.waitForSelector(".status:has-text('Your move')");
  assert.equal(await page.locator(".moves .move").count(), 2);
  const { x = 0, y = 0, width = 0, height = 0 } = (await page.locator('[data-key="h4,1"] > .hit').boundingBox()) ?? {};
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  await page.keyboard.press("Home");
  await page.keyboard.press("End");
  await page.mouse.up();
  await page.waitForSelector('.edge.last[data-edge="h4,1"]', { state: "attached" });
  await page.evaluate(() => {
    localStorage["plyground.premove"] = "on";
    localStorage.quick = "yes";
  });
  await page.reload();
  await page.click('[data-key="h4,0"] > .hit');
  await page.waitForSelector(".status:has-text('thinks')");
  await page.click('[data-key="h4,3"] > .hit');
  await page.waitForSelector('.move.by-first:has-text("h4,3")');
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
  assert.match((await page.textContent(".status")) ?? "", /B to move/);
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

test("a puzzle is solved, another failed, and the streak is counted", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  const puzzles = await (await fetch(`${it.url}/puzzles/simplexity.json`)).json();
  await page.goto(`${it.url}/#/puzzles`);
  await page.click('.game-card[href="#/puzzles/simplexity"]');
  await page.waitForSelector("text=In a row: 0");
  await clickMove(page, "simplexity", puzzles[0].move);
  await page.waitForSelector(".verdict.right");
  await page.waitForSelector("text=In a row: 1 · longest: 1");
  await page.click(".lesson-buttons >> text=Next");
  await page.waitForFunction(() => /number=2/.test(location.hash));
  const { position, move } = puzzles[1];
  const top = position.split("/")[0].replace(/\d/g, (/** @type {string} */ run) => ".".repeat(Number(run)));
  const other = [...top].flatMap((cell, column) => (cell === "." ? [`o${column}`, `s${column}`] : [])).find((one) => one !== move);
  await clickMove(page, "simplexity", other ?? "");
  await page.waitForSelector(".verdict.wrong:has-text('That does not win')");
  await page.waitForSelector("text=In a row: 0 · longest: 1");
  await page.click("text=Show me");
  await page.waitForSelector(".verdict.right:has-text('It is the only move that wins')");
  assert.doesNotMatch((await page.textContent(".verdict")) ?? "", /Found/);
  await check();
  await close();
});

test("the score of a puzzle is told, as owners of its boxes are not known", async () => {
  const { page, check, close } = await visit(it.browser, it.url, { viewport: PHONE });
  await page.goto(`${it.url}/#/puzzles/dots-and-boxes?number=1`);
  await page.waitForSelector(".tally:has-text('A 7 boxes')");
  await page.waitForSelector(".tally:has-text('B 3 boxes')");
  assert.match((await page.textContent(".board-frame > .hidden-text")) ?? "", /A has 7 boxes, B has 3 boxes\. Boxes of A or B, it is not known which: /);
  await check();
  await close();
});

test("a level is chosen by default, and it answers", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await page.goto(`${it.url}/#/play`);
  await page.click('[data-game="simplexity"]');
  await page.waitForSelector("text=Level 2: Beginner");
  await page.click('[aria-label="Level"] [data-value="1"]');
  await page.click("text=Start the game");
  await page.waitForSelector(".board-frame .target");
  await clickMove(page, "simplexity", "o3");
  await page.waitForFunction(() => document.querySelectorAll("[data-ply]").length >= 2);
  await check();
  await close();
});

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

test("a move waits for its turn, or for a word of its maker", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await page.addInitScript(() => localStorage.setItem("plyground.premove", "on"));
  // The next move gives a box away, so that no answer takes it away.
  const players = { game: "dots-and-boxes:rows=5,cols=5", first: "human", second: "champion", clock: "none", moves: "h5,4 v4,5" };
  await page.goto(`${it.url}/`);
  await page.goto(`${it.url}/#/play/${(await ask(page, "/sessions", players)).id}`);
  await page.click('[data-key="h0,0"] > .hit');
  await page.waitForSelector(".status:has-text('thinks')");
  await page.click('[data-key="v4,4"] > .hit');
  await page.waitForSelector(".waiting:has-text('Next: Vertical edge at row 4, column 4.')");
  await page.waitForSelector('.move.by-first:has-text("v4,4")');
  await page.click("summary:has-text('preferences')");
  await page.check('[name="confirm"]');
  await page.uncheck('[name="premove"]');
  await page.waitForSelector(".status:has-text('Your move')");
  const moves = await page.locator(".moves .move").count();
  await page.click(".target > .hit");
  await page.click("text=Take it back");
  assert.equal(await page.locator(".moves .move").count(), moves);
  await page.click(".target > .hit");
  await page.click("text=Play it");
  await page.waitForFunction((moves) => document.querySelectorAll(".moves .move").length > moves, moves);
  await check();
  await close();
});

test("an edge is dragged from dot to dot, with sounds; the board is turned and gets other colours", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await start(page, it.url, "dots-and-boxes");
  await page.click("summary:has-text('preferences')");
  await page.check('[name="sounds"]');
  await page.selectOption("label:has-text('Colours') select", "wood");
  const middle = async (/** @type {number} */ dot) => {
    const { x, y, width, height } = (await page.locator(".drawn .dot").nth(dot).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    return /** @type {[number, number]} */ ([x + width / 2, y + height / 2]);
  };
  await page.mouse.move(...(await middle(0)));
  await page.mouse.down();
  await page.mouse.move(...(await middle(1)), { steps: 5 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2 && document.querySelector(".target"));
  assert.equal(await page.textContent(".move.by-first"), "1. h0,0");
  const [before] = await middle(0);
  await page.click("text=Turn the board");
  assert.ok((await middle(0))[0] > before, "the first dot is on the other side");
  await page.focus('[data-key="h2,2"], [data-key="h2,1"]');
  await page.keyboard.press("ArrowDown");
  assert.match((await page.getAttribute(":focus", "data-key")) ?? "", /^[hv]1,/, "down goes to a row above on the turned board");
  await page.click("h1");
  await page.keyboard.press("Home");
  await page.waitForFunction(() => document.querySelectorAll(".drawn .edge").length === 0);
  await check();
  await close();
});

test("Colosseum starts from another position each time, unless a seed is given", async () => {
  const { page, check, close } = await visit(it.browser, it.url);
  await page.goto(`${it.url}/#/play`);
  await page.click('[data-game="colosseum"]');
  const { y = 0, height = 0 } = (await page.locator("text=Start the game").boundingBox()) ?? {};
  assert.ok(y + height <= DESKTOP.height, "the button that starts is in view");
  await page.click("text=Two people here");
  await page.click("text=Start the game");
  await page.waitForSelector("text=/seed [1-9]/");
  await page.click("text=Copy link");
  await check();
  await close();
});

test("cells are large enough for a finger, and large boards are scrolled", async () => {
  const { page, check, close } = await visit(it.browser, it.url, { viewport: PHONE });
  for (const [game, cell, least] of /** @type {const} */ ([["infexion", ".hex", 44], ["simplexity:rows=18,cols=22,win=9", ".hole", 25]])) {
    await page.goto(`${it.url}/`);
    await page.goto(`${it.url}/#/play/${(await ask(page, "/sessions", { game, first: "human", second: "random", clock: "none" })).id}`);
    await page.waitForSelector(`.board-frame[tabindex] ${cell}`);
    const { width = 0, height = 0 } = (await page.locator(cell).first().boundingBox()) ?? {};
    assert.ok(Math.min(width, height) >= least, `${game}: ${width} by ${height}`);
  }
  await check();
  await close();
});

test("a board that is scrolled shows the last move", async () => {
  const { page, check, close } = await visit(it.browser, it.url, { viewport: PHONE });
  for (const move of ["0,0", "6,6"]) {
    await page.goto(`${it.url}/`);
    await page.goto(`${it.url}/#/play/${(await ask(page, "/sessions", { game: "infexion", first: "human", second: "human", clock: "none", moves: move })).id}`);
    await page.waitForFunction(() => {
      const { left = -1, right = Infinity } = document.querySelector(".hex.last")?.getBoundingClientRect() ?? {};
      return left >= 0 && right <= window.innerWidth;
    });
  }
  await check();
  await close();
});
