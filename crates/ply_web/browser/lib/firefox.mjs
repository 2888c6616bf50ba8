// Debian's Firefox, as released: it speaks WebDriver BiDi, and this version of Playwright asks for no more than it knows.
//   BROWSER=firefox node --test flows/

import { existsSync } from "node:fs";
import { createServer, request } from "node:http";
import bidi from "playwright-bidi";

const PLACES = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** What Chromium is told for each visit, Firefox is told once. */
const PREFERENCES = { "ui.prefersReducedMotion": 1 };

export const isFirefox = process.env.BROWSER === "firefox";

/** The program, or nothing. */
export const findFirefox = () => PLACES.find((place) => place && existsSync(place));

/** @returns {Promise<import("playwright-core").Browser>} */
export async function openFirefox() {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error("no Firefox found; install it (apt-get install firefox-esr) or set FIREFOX");
  return /** @type {any} */ (bidi)._bidiFirefox.launch({ executablePath, firefoxUserPrefs: PREFERENCES, timeout: 60_000 });
}

/**
 * The same server without its Content-Security-Policy: questions of tests come as text to evaluate, which the page forbids,
 * and over BiDi they are no exception. That the policy holds is what Chromium is for.
 * @param {string} url
 */
export async function withoutPolicy(url) {
  const { port } = new URL(url);
  const between = createServer((asked, answer) => {
    const { method, headers, url: path } = asked;
    const onward = request({ port, method, path, headers }, (said) => {
      delete said.headers["content-security-policy"];
      answer.writeHead(said.statusCode ?? 502, said.headers);
      said.pipe(answer);
    });
    onward.on("error", () => answer.destroy());
    answer.on("close", () => onward.destroy());
    asked.pipe(onward);
  });
  await new Promise((listening) => between.listen(0, "127.0.0.1", () => listening(undefined)));
  const { port: own } = /** @type {import("node:net").AddressInfo} */ (between.address());
  const stop = () => {
    between.close();
    between.closeAllConnections();
  };
  return { url: `http://127.0.0.1:${own}`, stop };
}
