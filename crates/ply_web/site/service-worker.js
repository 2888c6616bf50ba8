// Keeps the site's files: what is listed is answered from here, and a new version waits until no page of the old is open.

importScripts("site-files.js");

const { version, page, rest, seldom } = /** @type {any} */ (self).plyground;
const CACHE = `plyground-${version}`;
const LISTED = new Set([...page, ...rest, ...seldom].map((/** @type {string} */ file) => new URL(file, self.location.href).href));

/** Fetches what is not there yet; by the version, so that no older file is taken from the browser's own cache. @param {string[]} files */
async function keep(files) {
  const cache = await caches.open(CACHE);
  for (const file of files) {
    const url = new URL(file, self.location.href).href;
    if (!(await cache.match(url))) await cache.add(new Request(url, { cache: "no-cache" }));
  }
}

self.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keep(page)));

self.addEventListener("activate", (/** @type {any} */ event) => {
  const old = (/** @type {string} */ name) => name.startsWith("plyground-") && name !== CACHE;
  event.waitUntil(caches.keys().then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name)))));
});

self.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "rest") event.waitUntil(keep(rest).catch(() => {}));
});

/** @param {Request} request @param {string} url */
async function answer(request, url) {
  const cache = await caches.open(CACHE);
  const kept = await cache.match(url);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) await cache.put(url, response.clone());
  return response;
}

self.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  url.search = url.hash = "";
  if (url.href === new URL("./", self.location.href).href) url.pathname += "index.html";
  if (request.method === "GET" && LISTED.has(url.href)) event.respondWith(answer(request, url.href));
});
