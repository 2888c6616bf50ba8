// Messages: short notes at the bottom, moves read aloud, questions.

import { Problem } from "./api.js";
import { h } from "./dom.js";

const SHOWN_MS = 7000;

/** A note that goes away by itself. @param {string} title @param {string} [detail] */
export function toast(title, detail = "") {
  const note = h(
    "div.toast",
    { role: "status" },
    h("div", {}, h("b", {}, title), detail),
    h("button", { type: "button", "aria-label": "Close", onclick: () => note.remove() }, "✕"),
  );
  document.getElementById("toasts")?.append(note);
  setTimeout(() => note.remove(), SHOWN_MS);
}

/** @param {unknown} error */
export function complain(error) {
  if (error instanceof Problem) toast(error.title, error.message);
  else toast("Something went wrong", error instanceof Error ? error.message : String(error));
}

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
