// Dragging on a board, as another way to choose what clicks choose. A finger scrolls instead.

/** @import {BoardView} from "./view.js" */

/** A hand that trembles does not drag. */
const LEAST_PX = 10;

/** What can be chosen at a point of the window. @param {number} x @param {number} y */
const keyAt = (x, y) => document.elementFromPoint(x, y)?.closest("[data-key]")?.getAttribute("data-key") ?? "";

/** @param {BoardView} view */
export function dragging(view) {
  /** @type {{x: number, y: number, key: string, begun: boolean} | null} */
  let from = null;
  const way = () => view.shown?.board.drag;
  const begin = (/** @type {PointerEvent} */ event) => {
    if (event.pointerType === "touch" || event.button !== 0 || view.onEdit) return;
    from = { x: event.clientX, y: event.clientY, key: keyAt(event.clientX, event.clientY), begun: false };
  };
  const go = (/** @type {PointerEvent} */ event) => {
    if (!from || from.begun || Math.hypot(event.clientX - from.x, event.clientY - from.y) < LEAST_PX) return;
    from.begun = true;
    view.holder.setPointerCapture(event.pointerId);
    view.holder.classList.add("dragging");
    // What is picked up opens the next choice.
    const opens = view.targets.some((target) => target.key === from?.key && !target.move);
    if (!way() && opens) view.choose(from.key);
  };
  const end = (/** @type {PointerEvent} */ event) => {
    const { x = 0, y = 0, key = "", begun = false } = from ?? {};
    from = null;
    view.holder.classList.remove("dragging");
    if (!begun) return;
    // The click that follows a drag says nothing.
    const quiet = (/** @type {Event} */ click) => click.stopPropagation();
    window.addEventListener("click", quiet, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", quiet, { capture: true }), 0);
    const between = way() === "along";
    const to = between ? keyAt((x + event.clientX) / 2, (y + event.clientY) / 2) : keyAt(event.clientX, event.clientY);
    if (to && (to !== key || between)) view.choose(to);
  };
  view.holder.addEventListener("pointerdown", begin);
  view.holder.addEventListener("pointermove", go);
  view.holder.addEventListener("pointerup", end);
}
