// Elements of the page in one call: h("button.primary", {onclick}, "Play").

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T | `${T}.${string}`} selector the tag and its classes: "div.panel.wide"
 * @param {Record<string, any>} [attrs] attributes; on… are listeners, true and false switch an attribute
 * @param {...(Child | Child[])} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(selector, attrs = {}, ...children) {
  const [tag, ...classes] = selector.split(".");
  const element = /** @type {HTMLElementTagNameMap[T]} */ (document.createElement(/** @type {string} */ (tag)));
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(attrs)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" && "value" in element) /** @type {any} */ (element).value = value;
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...nodes(children));
  if (tag === "select" && attrs.value !== undefined) /** @type {any} */ (element).value = attrs.value;
  return element;
}

/** @param {(Child | Child[])[]} children @returns {(Node | string)[]} */
function nodes(children) {
  return /** @type {(Node | string)[]} */ (
    children
      .flat()
      .filter((child) => child !== null && child !== undefined && child !== false)
      .map((child) => (typeof child === "number" ? String(child) : child))
  );
}

/** Puts other children into an element. @param {Element} element @param {...(Child | Child[])} children */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

/**
 * A row of buttons of which one is pressed.
 * @param {string} label what is chosen, for screen readers
 * @param {{value: string, text: string, title?: string}[]} choices
 * @param {string} value
 * @param {(value: string) => void} choose
 */
export function segmented(label, choices, value, choose) {
  const buttons = choices.map((choice) =>
    h(
      "button",
      {
        type: "button",
        title: choice.title,
        "data-value": choice.value,
        "aria-pressed": String(choice.value === value),
        onclick: () => {
          for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.value === choice.value));
          choose(choice.value);
        },
      },
      choice.text,
    ),
  );
  return h("div.segmented", { role: "group", "aria-label": label }, buttons);
}
