// Dragging on a board, as another way to choose what clicks choose; a finger scrolls instead. And clicks under which the
// board was drawn anew: what was pressed is gone when it is let go, so the browser tells of no click.

/** @import {BoardView} from "./view.js" */

/** A hand that trembles does not drag. */
const LEAST_PX = 10;

/** A click follows within this time after a button or a finger is lifted. */
const CLICK_MS = 50;

/** What can be chosen at a point of the window. @param {number} x @param {number} y */
const keyAt = (x, y) => document.elementFromPoint(x, y)?.closest("[data-key]")?.getAttribute("data-key") ?? "";

/** @param {BoardView} view */
export function dragging(view) {
  /** @type {{x: number, y: number, key: string, on: Node, finger: boolean, begun: boolean} | null} */
  let from = null;
  const way = () => view.shown?.board.drag;
  const begin = (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0 || view.onEdit) return;
    const { clientX: x, clientY: y } = event;
    from = { x, y, key: keyAt(x, y), on: /** @type {Node} */ (event.target), finger: event.pointerType === "touch", begun: false };
  };
  const go = (/** @type {PointerEvent} */ event) => {
    if (!from || from.finger || from.begun || Math.hypot(event.clientX - from.x, event.clientY - from.y) < LEAST_PX) return;
    from.begun = true;
    view.holder.setPointerCapture(event.pointerId);
    view.holder.classList.add("dragging");
    // What is picked up opens the next choice.
    const opens = view.targets.some((target) => target.key === from?.key && !target.move);
    if (!way() && opens) view.choose(from.key);
  };
  /** The click that follows says nothing. */
  const hush = () => {
    const quiet = (/** @type {Event} */ click) => click.stopPropagation();
    window.addEventListener("click", quiet, { capture: true, once: true });
    setTimeout(() => window.removeEventListener("click", quiet, { capture: true }), CLICK_MS);
  };
  const end = (/** @type {PointerEvent} */ event) => {
    if (!from) return;
    const { x, y, key, on, begun } = from;
    from = null;
    view.holder.classList.remove("dragging");
    if (!begun && (!key || on.isConnected)) return;
    hush();
    if (!begun) return view.choose(key);
    const between = way() === "along";
    const to = between ? keyAt((x + event.clientX) / 2, (y + event.clientY) / 2) : keyAt(event.clientX, event.clientY);
    if (to && (to !== key || between)) view.choose(to);
  };
  view.holder.addEventListener("pointerdown", begin);
  view.holder.addEventListener("pointermove", go);
  view.holder.addEventListener("pointerup", end);
  view.holder.addEventListener("pointercancel", () => (from = null));
}
