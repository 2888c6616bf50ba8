// Debian's Chromium, or its Firefox where BROWSER=firefox, with an empty profile, and nothing that reaches out.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import bidi from "playwright-bidi";

const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

const FLAGS = [
  "--headless",
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

const FIREFOXES = [process.env.FIREFOX, "/usr/bin/firefox-esr", "/usr/bin/firefox"];

/** What Chromium is told for each visit, Firefox is told once; and questions of tests go through eval, which the page forbids. */
const FIREFOX_PREFS = { "ui.prefersReducedMotion": 1, "security.csp.enable": false };

export const isFirefox = process.env.BROWSER === "firefox";

/** The program, or nothing. */
export const findFirefox = () => FIREFOXES.find((place) => place && existsSync(place));

/** The program, or nothing. */
export const findChromium = () => PLACES.find((place) => place && existsSync(place));

/** As released, Firefox speaks WebDriver BiDi; this version of Playwright asks for no more than Debian's knows. */
async function openFirefox() {
  const executablePath = findFirefox();
  if (!executablePath) throw new Error("no Firefox found; install it (apt-get install firefox-esr) or set FIREFOX");
  return /** @type {any} */ (bidi)._bidiFirefox.launch({ executablePath, firefoxUserPrefs: FIREFOX_PREFS, timeout: 60_000 });
}

/** @returns {Promise<import("playwright-core").Browser>} */
export async function openBrowser() {
  if (isFirefox) return openFirefox();
  const executablePath = findChromium();
  if (!executablePath) throw new Error("no Chromium found; install it (apt-get install chromium) or set CHROMIUM");
  return chromium.launch({ executablePath, args: FLAGS, timeout: 60_000 });
}
