// A page that is watched: no console error, no failed request, no request to another machine.

import assert from "node:assert/strict";

export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 844 };

/**
 * @param {import("playwright-core").Browser} browser
 * @param {string} url of the server
 * @param {object} [options]
 */
export async function visit(browser, url, { viewport = DESKTOP, colorScheme = "light", reducedMotion = "reduce" } = {}) {
  const context = await browser.newContext({
    viewport,
    colorScheme: /** @type {any} */ (colorScheme),
    reducedMotion: /** @type {any} */ (reducedMotion),
    hasTouch: viewport.width < 500,
  });
  context.setDefaultTimeout(30_000);
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
    if (why !== "net::ERR_ABORTED") wrong.push(`failed: ${request.url()} ${why}`);
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
  await page.waitForFunction(() => document.querySelector(".status.over, .target"));
  const targets = page.locator(".target > .hit");
  const count = await targets.count();
  if (!count) return false;
  await targets.nth(Math.floor(next() * count)).click();
  return true;
}

/** The number of moves in the list. @param {import("playwright-core").Page} page */
export const movesShown = (page) => page.locator(".moves .move").count();
