// The program under test: named by PLYGROUND, the debug build if that is not set.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { isFirefox, withoutPolicy } from "./firefox.mjs";

const HERE = fileURLToPath(new URL(".", import.meta.url));
export const PROGRAM = process.env.PLYGROUND ? resolve(process.env.PLYGROUND) : resolve(HERE, "../../../../target/debug/plyground");

/** Runs the program to its end. @param {string[]} args */
export function run(args) {
  const child = spawn(PROGRAM, args, { stdio: ["ignore", "ignore", "pipe"] });
  let said = "";
  child.stderr.on("data", (data) => (said += data));
  const ended = new Promise((done, fail) =>
    child.on("exit", (code) => (code === 0 ? done(undefined) : fail(new Error(`${args.join(" ")}: exit ${code}\n${said}`)))),
  );
  return { ended, kill: () => child.kill() };
}

/** A folder that is gone at the end. */
export function scratch() {
  const folder = mkdtempSync(join(tmpdir(), "plyground-"));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** A server on a free port. @param {string} [store] one that exists @param {string} [port] the one to take instead */
export async function serve(store, port = "0") {
  const { folder, remove } = scratch();
  const args = ["serve", "--port", port, ...(store ? ["--store", store] : [])];
  const child = spawn(PROGRAM, args, { stdio: ["ignore", "pipe", "pipe"], env: { ...process.env, XDG_DATA_HOME: folder } });
  const url = await new Promise((found, fail) => {
    let text = "";
    const read = (/** @type {Buffer} */ data) => {
      text += data;
      const [match] = text.match(/http:\/\/127\.0\.0\.1:\d+/) ?? [];
      if (match) found(match);
    };
    child.stdout.on("data", read);
    child.stderr.on("data", read);
    child.on("exit", (code) => fail(new Error(`serve ended with ${code}: ${text}`)));
  });
  const between = isFirefox ? await withoutPolicy(/** @type {string} */ (url)) : null;
  return {
    url: between?.url ?? /** @type {string} */ (url),
    stop() {
      between?.stop();
      child.removeAllListeners("exit");
      const gone = new Promise((done) => child.on("exit", done));
      child.kill("SIGKILL");
      remove();
      return gone;
    },
  };
}
