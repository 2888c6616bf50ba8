// Debian's Chromium, or its Firefox where BROWSER=firefox, with an empty profile, and nothing that reaches out.

import { existsSync } from "node:fs";
import { chromium } from "playwright-core";
import { isFirefox, openFirefox } from "./firefox.mjs";

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

/** The program, or nothing. */
export const findChromium = () => PLACES.find((place) => place && existsSync(place));

/** @returns {Promise<import("playwright-core").Browser>} */
export async function openBrowser() {
  if (isFirefox) return openFirefox();
  const executablePath = findChromium();
  if (!executablePath) throw new Error("no Chromium found; install it (apt-get install chromium) or set CHROMIUM");
  return chromium.launch({ executablePath, args: FLAGS, timeout: 60_000 });
}
