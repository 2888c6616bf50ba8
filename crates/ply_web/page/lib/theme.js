// Light and dark: what the machine prefers, unless someone chose.

const KEY = "plyground.theme";
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

const chosen = () => localStorage.getItem(KEY);
const current = () => chosen() ?? (prefersDark.matches ? "dark" : "light");

function apply() {
  document.documentElement.dataset.theme = current();
}

/** Follows the machine and the button. @param {HTMLElement} button */
export function theme(button) {
  apply();
  prefersDark.addEventListener("change", apply);
  button.addEventListener("click", () => {
    localStorage.setItem(KEY, current() === "dark" ? "light" : "dark");
    apply();
  });
}
