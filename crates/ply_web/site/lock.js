// A game is played in one tab: two would overwrite each other's moves. A tab has its games until it is closed.

const NAME = `plyground.game.${new URL("../", import.meta.url).pathname}.`;
/** A page that is loaded again comes before the browser has noticed that the old one is gone. */
const [TRIES, PAUSE_MS] = [5, 100];

/** @type {Map<string, Promise<boolean>>} */
const held = new Map();

/** @param {string} id @returns {Promise<boolean>} */
const request = (id) =>
  new Promise((done) => {
    const granted = (/** @type {Lock | null} */ lock) => {
      done(lock !== null);
      return lock && new Promise(() => {});
    };
    navigator.locks.request(NAME + id, { ifAvailable: true }, granted).catch(() => done(true));
  });

/** @param {string} id */
async function take(id) {
  // Pages without https have no locks, and do without.
  if (!navigator.locks) return true;
  for (let left = TRIES; left > 0; left--) {
    if (await request(id)) return true;
    await new Promise((done) => setTimeout(done, PAUSE_MS));
  }
  held.delete(id);
  return false;
}

/** Whether this tab has a game, from now on at the latest. @param {string} id */
export function hold(id) {
  const holding = held.get(id) ?? take(id);
  held.set(id, holding);
  return holding;
}
