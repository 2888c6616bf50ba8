// All tests of the page: types, pure modules, flows in Chromium, some of them in Firefox where there is one. Installs what
// is missing of the rest.
//   PLYGROUND=target/debug/plyground node crates/ply_web/browser/run.mjs [FILES OR FOLDERS OF FLOWS]
//   SITE=target/site: they go through a site without a server

import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

const HERE = fileURLToPath(new URL(".", import.meta.url));

/** What is different enough between browsers to be done in both, and does not take long. */
const IN_FIREFOX = "tutorial of dots|puzzle is solved|human moment|by the keyboard|edge is dragged|thinks aloud";

/** @param {string} program @param {string[]} args @param {Record<string, string>} [env] */
function step(program, args, env = {}) {
  const { status, error } = spawnSync(program, args, { cwd: HERE, stdio: "inherit", env: { ...process.env, ...env } });
  if (error || status !== 0) {
    console.error(`failed: ${program} ${args.join(" ")}${error ? ` (${error.message})` : ""}`);
    process.exit(status || 1);
  }
}

/** Installs something; without it there is nothing to test with, which is said and no failure. @param {string} program @param {string[]} args */
function install(program, args) {
  const { status, error } = spawnSync(program, args, { cwd: HERE, stdio: "inherit" });
  if (error || status !== 0) {
    console.log(`skipped: the page was NOT tested, as this failed: ${program} ${args.join(" ")}`);
    process.exit(0);
  }
}

if (!existsSync(`${HERE}node_modules/playwright-bidi`)) install("npm", ["ci", "--no-audit", "--no-fund"]);

const { findChromium } = await import("./lib/browser.mjs");
if (!findChromium()) {
  const root = process.getuid?.() === 0 && existsSync("/usr/bin/apt-get");
  if (!root) {
    console.error("Chromium is missing. Install it (on Debian: sudo apt-get install chromium) or name it: CHROMIUM=/path/to/chrome");
    process.exit(1);
  }
  install("apt-get", ["update", "-qq"]);
  install("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "chromium"]);
}

const { PROGRAM } = await import("./lib/server.mjs");
if (!existsSync(PROGRAM)) {
  console.error(`${PROGRAM} is missing. Build it (cargo build -p ply_cli) or name it: PLYGROUND=/path/to/plyground`);
  process.exit(1);
}

step(process.execPath, ["node_modules/typescript/bin/tsc", "--project", "tsconfig.json"]);
step(process.execPath, ["--test", "--test-reporter=dot", "pure/"]);
const NAMED = process.argv.slice(2);
const FLOWS = ["--test", "--test-concurrency=2", "--test-timeout=300000"];
step(process.execPath, [...FLOWS, "--test-reporter=spec", ...(NAMED.length ? NAMED : ["flows/"])]);
// A site goes through Chromium alone, as do flows that are asked for by name.
if (process.env.SITE || NAMED.some((name) => name !== "flows/")) process.exit(0);
const { findFirefox } = await import("./lib/firefox.mjs");
if (findFirefox()) {
  step(process.execPath, [...FLOWS, "--test-reporter=dot", `--test-name-pattern=${IN_FIREFOX}`, "flows/play.test.mjs", "flows/analyse.test.mjs"], { BROWSER: "firefox" });
} else console.log("skipped: no flow was run in Firefox, which is not installed (on Debian: sudo apt-get install firefox-esr)");
