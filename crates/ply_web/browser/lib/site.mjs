// A site without a server: its files alone, compressed, below a path, as a course's page would host them.
// Named by SITE; the flows that need no server go through it then.

import { existsSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import { extname, join, resolve } from "node:path";
import { gzipSync } from "node:zlib";

export const SITE = process.env.SITE ? resolve(process.env.SITE) : "";

/** For tests of what only a server has. */
export const serverOnly = SITE ? { skip: "there is no server" } : {};

const BELOW = "/~somebody/games/";

/** @type {Record<string, string>} */
const TYPES = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".svg": "image/svg+xml",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/** @param {string} folder @returns what counts the bytes it sends */
export async function host(folder) {
  /** @type {{path: string, bytes: number}[]} */
  const sent = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "", "http://site");
    const name = pathname.startsWith(BELOW) ? pathname.slice(BELOW.length) || "index.html" : "..";
    const file = join(folder, name);
    if (name.includes("..") || !existsSync(file) || !statSync(file).isFile()) return void response.writeHead(404).end();
    const bytes = gzipSync(readFileSync(file), { level: 9 });
    sent.push({ path: name, bytes: bytes.length });
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "application/octet-stream", "content-encoding": "gzip", "cache-control": "no-cache" });
    response.end(bytes);
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", () => done(undefined)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}${BELOW.slice(0, -1)}`,
    sent,
    stop: () => new Promise((done) => (server.closeAllConnections(), server.close(done))),
  };
}
