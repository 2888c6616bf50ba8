// Small choices kept in the browser.

const PREFIX = "plyground.";

/** What the browser does not keep, as its store is full or forbidden: this page knows it to its end. @type {Map<string, string>} */
const unkept = new Map();

/** @param {string} key */
function kept(key) {
  try {
    return localStorage.getItem(PREFIX + key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} otherwise */
export const recall = (key, otherwise) => unkept.get(key) ?? kept(key) ?? otherwise;

/** @param {string} key @param {string} value */
export function remember(key, value) {
  try {
    localStorage.setItem(PREFIX + key, value);
    unkept.delete(key);
  } catch {
    unkept.set(key, value);
  }
}
