// Light and dark: what the machine prefers, unless someone chose. Paper is light.

import { recall, remember } from "./remember.js";

const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const printing = matchMedia("print");

const current = () => recall("theme", prefersDark.matches ? "dark" : "light");

function apply() {
  document.documentElement.dataset.theme = printing.matches ? "light" : current();
}

/** Follows the machine and the button. @param {HTMLElement} button */
export function theme(button) {
  apply();
  for (const media of [prefersDark, printing]) media.addEventListener("change", apply);
  button.addEventListener("click", () => {
    remember("theme", current() === "dark" ? "light" : "dark");
    apply();
  });
}
