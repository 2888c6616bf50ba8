// A page that is watched: no console error, no failed request, no request to another machine.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { isFirefox } from "./firefox.mjs";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url of the server
 * @param {object} [options]
 */
export async function visit(browser, url, { viewport = DESKTOP, colorScheme = "light", reducedMotion = "reduce", moments = false } = {}) {
  const context = await browser.newContext({
    viewport,
    colorScheme: /** @type {any} */ (colorScheme),
    reducedMotion: /** @type {any} */ (reducedMotion),
    hasTouch: viewport.width < 500,
  });
  context.setDefaultTimeout(30_000);
  // Opponents answer at once, unless the moment they take is what is looked at.
  const kept = { ...(moments ? {} : { "at-once": "on" }), ...(isFirefox ? { theme: colorScheme } : {}) };
  await context.addInitScript((kept) => {
    if (!location.protocol.startsWith("http")) return;
    for (const [key, value] of Object.entries(kept)) localStorage[`plyground.${key}`] ??= value;
  }, kept);
  const page = await context.newPage();
  /** @type {string[]} */
  const wrong = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) wrong.push(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => wrong.push(`error: ${error.message}`));
  page.on("request", (request) => {
    const to = request.url();
    if (!to.startsWith(url) && !to.startsWith("blob:") && !to.startsWith("data:")) wrong.push(`request to ${to}`);
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    // Streams are closed by the page when a view is left.
    if (!["net::ERR_ABORTED", "NS_BINDING_ABORTED"].includes(why)) wrong.push(`failed: ${request.url()} ${why}`);
  });
  page.on("response", (response) => {
    if (response.status() >= 400) wrong.push(`${response.status()}: ${response.url()}`);
  });
  return {
    page,
    /** Nothing went wrong so far, and nothing is wider than the window. */
    async check() {
      assert.deepEqual(wrong, []);
      const [inner, outer] = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
      assert.ok(inner <= outer, `the page is ${inner} wide in a window of ${outer}`);
    },
    close: () => context.close(),
  };
}

/** Nothing on the page is in the way of somebody who cannot see well. @param {import("playwright-core").Page} page @param {string} what */
export async function accessible(page, what) {
  await page.evaluate(AXE);
  const found = await page.evaluate(async () => {
    const result = await /** @type {any} */ (window).axe.run({ resultTypes: ["violations"], preload: false });
    return result.violations
      .filter((/** @type {any} */ one) => ["serious", "critical"].includes(one.impact))
      .map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html.slice(0, 120)).join(" | ")}`);
  });
  assert.deepEqual(found, [], what);
}

/** Keeps from the page that games have boards of their own. @param {import("playwright-core").Page} page */
export const withoutBoards = (page) =>
  page.route("**/api/v1/games", async (route) => {
    const response = await route.fetch();
    const games = await response.json();
    await route.fulfill({ response, json: games.map((/** @type {object} */ game) => ({ ...game, board: false })) });
  });

/** A generator of numbers from 0 to 1, the same in every run. @param {number} seed */
export function random(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Clicks something on the board that can be chosen; false when the game is over.
 * @param {import("playwright-core").Page} page
 * @param {() => number} next
 */
export async function clickSomething(page, next) {
  const number = next();
  // Found and clicked in one go: the agent may answer at any moment.
  const found = await page.waitForFunction((number) => {
    if (document.querySelector(".status.over")) return { over: true, x: 0, y: 0 };
    const hits = document.querySelectorAll(".target > .hit");
    const hit = hits[Math.floor(number * hits.length)];
    if (!hit) return null;
    hit.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = hit.getBoundingClientRect();
    return { over: false, x: left + width / 2, y: top + height / 2 };
  }, number);
  const { over, x, y } = await found.jsonValue() ?? { over: true, x: 0, y: 0 };
  if (over) return false;
  await page.mouse.click(x, y);
  return true;
}

/** The number of moves in the list. @param {import("playwright-core").Page} page */
export const movesShown = (page) => page.locator(".moves .move").count();
