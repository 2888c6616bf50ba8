// Games in progress, kept in the browser: the newest of them, so that a page that is loaded again goes on. A store that is
// full or forbidden stops no game: it then ends with the page.

// One host may have several sites.
const PREFIX = `plyground.game.${new URL("../", import.meta.url).pathname}.`;
const MOST = 40;

/** @param {string} name @returns {any} */
function read(name) {
  try {
    return JSON.parse(localStorage.getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} id */
export const keptGame = (id) => read(PREFIX + id)?.record ?? null;

/** @param {string} id @param {object} record */
export function keepGame(id, record) {
  try {
    const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + id);
    const age = (/** @type {string} */ name) => read(name)?.at ?? 0;
    if (names.length >= MOST) {
      names.sort((a, b) => age(a) - age(b));
      for (const name of names.slice(0, names.length - MOST + 1)) localStorage.removeItem(name);
    }
    localStorage.setItem(PREFIX + id, JSON.stringify({ at: Date.now(), record }));
  } catch {
    // As said above.
  }
}

/** @param {string} id */
export function dropGame(id) {
  try {
    localStorage.removeItem(PREFIX + id);
  } catch {
    // Then it was not kept either.
  }
}
