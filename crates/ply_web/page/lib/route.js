// Addresses of views: #/play/ID, #/analyse?game=…&moves=…, #/watch/NAME/ID.

/** @typedef {{view: string, tab: string, names: string[], query: Record<string, string>}} Route */

/** @param {string} name */
function decode(name) {
  try {
    return decodeURIComponent(name);
  } catch {
    throw new Error(`'${name}' is no part of an address`);
  }
}

/** @param {string} hash @returns {Route} */
export function parseRoute(hash) {
  const [path = "", search = ""] = hash.replace(/^#\/?/, "").split(/\?(.*)/s);
  const [tab = "play", ...names] = path.split("/").filter(Boolean).map(decode);
  const query = Object.fromEntries(new URLSearchParams(search));
  let view = tab;
  if (tab === "play" && names.length) view = "game";
  if (tab === "watch" && names.length) view = names.length > 1 ? "replay" : "tournament";
  return { view, tab, names, query };
}

/** @param {string[]} names @param {Record<string, string>} [query] */
export function printRoute(names, query = {}) {
  const search = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== "")).toString();
  return `#/${names.map(encodeURIComponent).join("/")}${search ? `?${search}` : ""}`;
}
