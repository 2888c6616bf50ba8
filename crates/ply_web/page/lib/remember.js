// Small choices kept in the browser.

const PREFIX = "plyground.";

/** @param {string} key @param {string} otherwise */
export const recall = (key, otherwise) => localStorage.getItem(PREFIX + key) ?? otherwise;

/** @param {string} key @param {string} value */
export const remember = (key, value) => localStorage.setItem(PREFIX + key, value);
