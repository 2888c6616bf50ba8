// Messages: short notes at the foot of the window, moves read aloud, questions.

import { Problem } from "./api.js";
import { h } from "./dom.js";

const SHOWN_MS = 7000;

/** A note that goes away by itself. @param {string} title @param {string} [detail] */
export function toast(title, detail = "") {
  const shown = document.getElementById("toasts");
  if ([...(shown?.children ?? [])].some((note) => note.firstChild?.textContent === title + detail)) return;
  const note = h(
    "div.toast",
    { role: "status" },
    h("div", {}, h("b", {}, title), detail),
    h("button", { type: "button", "aria-label": "Close", onclick: () => note.remove() }, "✕"),
  );
  shown?.append(note);
  setTimeout(() => note.remove(), SHOWN_MS);
}

/** All notes go, with the view they were about. */
export const clearToasts = () => document.getElementById("toasts")?.replaceChildren();

/** What a refusal means to people, by status. @type {Record<number, string>} */
const TITLES = { 0: "No answer", 400: "That does not work", 404: "Not found", 409: "Not now", 413: "Too large", 429: "One thing at a time", 503: "Very busy right now" };

/** @param {unknown} error */
export function complain(error) {
  toast(error instanceof Problem ? (TITLES[error.status] ?? error.title) : "Something went wrong", wordsOf(error));
}

/** What went wrong, as a sentence; a mistake of the page itself is for its makers. @param {unknown} error */
export function wordsOf(error) {
  if (!(error instanceof TypeError)) return sentence(error instanceof Error ? error.message : String(error));
  console.error(error);
  return "The page itself made a mistake.";
}

/** Words as a sentence. @param {string} text */
const sentence = (text) => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.?!…]$/.test(text) ? "" : "."}`;

/** Says something to screen readers. @param {string} text */
export function announce(text) {
  const region = document.getElementById("announcer");
  if (region) region.textContent = text;
}

/** Runs something and shows what went wrong. @param {() => Promise<unknown>} work */
export async function trying(work) {
  try {
    await work();
  } catch (error) {
    complain(error);
  }
}

/** Questions that are still open are answered with no, as the view they were about is left. */
export function cancelQuestions() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.dispatchEvent(new Event("cancel"));
}

/** Asks before something final. @param {string} question @param {string} yes @returns {Promise<boolean>} */
export function confirmed(question, yes) {
  return new Promise((resolve) => {
    const answer = (/** @type {boolean} */ value) => () => {
      dialog.close();
      dialog.remove();
      resolve(value);
    };
    const dialog = h(
      "dialog",
      { "aria-label": question, oncancel: answer(false) },
      h("p", {}, question),
      h(
        "div.row.dialog-buttons",
        {},
        h("button.primary", { type: "button", onclick: answer(true) }, yes),
        h("button", { type: "button", onclick: answer(false) }, "Cancel"),
      ),
    );
    document.body.append(dialog);
    dialog.showModal();
  });
}

/** @param {string} text @param {string} what */
export async function copy(text, what) {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${what} copied`);
  } catch {
    toast("Could not copy", text);
  }
}

/** Gives a text as a file. @param {string} name @param {string} text @param {string} type */
export function download(name, text, type) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  URL.revokeObjectURL(url);
}
