// Games in progress, kept in the browser: the newest of them, so that a page that is loaded again goes on.

const PREFIX = "plyground.game.";
const MOST = 40;

/** @param {string} id */
export const keptGame = (id) => JSON.parse(localStorage.getItem(PREFIX + id) ?? "null")?.record ?? null;

/** @param {string} id @param {object} record */
export function keepGame(id, record) {
  const names = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX) && name !== PREFIX + id);
  const age = (/** @type {string} */ name) => JSON.parse(localStorage.getItem(name) ?? "{}").at ?? 0;
  if (names.length >= MOST) {
    names.sort((a, b) => age(a) - age(b));
    for (const name of names.slice(0, names.length - MOST + 1)) localStorage.removeItem(name);
  }
  try {
    localStorage.setItem(PREFIX + id, JSON.stringify({ at: Date.now(), record }));
  } catch {
    // A full or forbidden store stops no game: it then ends with the page.
  }
}

/** @param {string} id */
export const dropGame = (id) => localStorage.removeItem(PREFIX + id);
