// How soon the page is seen and how much travels, for a visitor who has nothing yet: node weigh.mjs
// The median of some visits on this machine, as it is and as a phone far away has it (1.6 Mbit/s, 150 ms there and back).

import { openBrowser } from "./lib/browser.mjs";
import { serve } from "./lib/server.mjs";

const VISITS = 5;
const VIEWS = ["#/play", "#/learn/infexion", "#/puzzles/simplexity", "#/analyse?game=simplexity&moves=o3+s3"];
const FAR = { offline: false, latency: 150, downloadThroughput: 1.6e6 / 8, uploadThroughput: 750e3 / 8 };

/** @param {number[]} numbers */
const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

/** One visit. @param {import("playwright-core").Browser} browser @param {string} url @param {boolean} far */
async function visit(browser, url, far) {
  const context = await browser.newContext();
  const page = await context.newPage();
  if (far) await (await context.newCDPSession(page)).send("Network.emulateNetworkConditions", FAR);
  await page.goto(url);
  await page.waitForSelector("main > .view > *");
  await page.waitForLoadState("networkidle");
  const seen = await page.evaluate(() => {
    const [whole] = performance.getEntriesByType("navigation");
    const parts = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType("resource"));
    const files = [/** @type {PerformanceResourceTiming} */ (whole), ...parts];
    const paint = performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0;
    const last = Math.max(...files.map((file) => file.responseEnd));
    return { paint, last, files: files.length, bytes: files.reduce((sum, file) => sum + file.transferSize, 0) };
  });
  await context.close();
  return seen;
}

const server = await serve();
const browser = await openBrowser();
console.log("| view | requests | bytes | first paint | all there | far away: first paint | all there |\n|---|---:|---:|---:|---:|---:|---:|");
for (const view of VIEWS) {
  const near = [];
  const far = [];
  for (let count = 0; count < VISITS; count++) near.push(await visit(browser, `${server.url}/${view}`, false));
  for (let count = 0; count < 3; count++) far.push(await visit(browser, `${server.url}/${view}`, true));
  const of = (/** @type {typeof near} */ visits, /** @type {"paint" | "last" | "files" | "bytes"} */ what) => Math.round(median(visits.map((one) => one[what])));
  const ms = (/** @type {number} */ time) => `${time} ms`;
  const cells = [view, of(near, "files"), `${(of(near, "bytes") / 1000).toFixed(1)} kB`, ms(of(near, "paint")), ms(of(near, "last")), ms(of(far, "paint")), ms(of(far, "last"))];
  console.log(`| ${cells.join(" | ")} |`);
}
await browser.close();
await server.stop();
