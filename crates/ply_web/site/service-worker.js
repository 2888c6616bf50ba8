// Keeps the site's files: what is listed is answered from here, and a new version waits until no page of the old is open.

importScripts("site-files.js");

const { version, page, rest, seldom } = /** @type {any} */ (self).plyground;
const urlOf = (/** @type {string} */ file) => new URL(file, self.location.href).href;
// One host may have several sites, and no path has a space.
const PREFIX = `plyground ${new URL("./", self.location.href).pathname} `;
const CACHE = PREFIX + version;
const LISTED = new Set([...page, ...rest, ...seldom].map(urlOf));

/** Fetches a file and keeps it; past the browser's own cache, which may have it of an older version. @param {string} url */
async function fetched(url) {
  const response = await fetch(url, { cache: "no-cache" });
  if (!response.ok) return response;
  // Some hosts lead from index.html to its folder, and browsers take nothing for a page that was led elsewhere.
  const plain = response.redirected ? new Response(response.body, response) : response;
  await (await caches.open(CACHE)).put(url, plain.clone());
  return plain;
}

/** What is kept of this version. @param {string} url */
const kept = async (url) => (await caches.open(CACHE)).match(url);

/** Fetches what is not there yet. @param {string[]} files */
async function keep(files) {
  for (const url of files.map(urlOf)) {
    if (!(await kept(url)) && !(await fetched(url)).ok) throw new Error(`${url} is not there`);
  }
}

/** The page; and all else that an older version had, so that whoever plays without a network goes on. */
async function install() {
  const hadOf = async (/** @type {string[]} */ files) => {
    const had = await Promise.all(files.map((file) => caches.match(urlOf(file))));
    return files.filter((_, index) => had[index]);
  };
  const agents = (await hadOf(rest)).length ? rest : [];
  await keep([...page, ...agents, ...(await hadOf(seldom))]);
}

async function activate() {
  const names = (await caches.keys()).filter((name) => name.startsWith(PREFIX) && name !== CACHE);
  await Promise.all(names.map((name) => caches.delete(name)));
  // The page of the first visit is answered from here too, and what it loads is kept.
  await /** @type {any} */ (self).clients.claim();
}

self.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(install()));
self.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(activate()));

self.addEventListener("message", (/** @type {any} */ event) => {
  if (event.data === "rest") event.waitUntil(keep(rest).catch(() => {}));
  if (event.data === "takeOver") event.waitUntil(/** @type {any} */ (self).skipWaiting());
});

self.addEventListener("fetch", (/** @type {any} */ event) => {
  const { request } = event;
  const url = new URL(request.url);
  url.search = url.hash = "";
  if (url.href === urlOf("./")) url.pathname += "index.html";
  const { href } = url;
  if (request.method === "GET" && LISTED.has(href)) event.respondWith(kept(href).then((response) => response ?? fetched(href)));
});
