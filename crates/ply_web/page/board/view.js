// A board in the page: draws a scene, lets people choose a move by mouse, touch or keys, moves what moved.

/** @import {Board, Scene, Target} from "./types.js" */
/** @import {VNode} from "../lib/vnode.js" */
import { h } from "../lib/dom.js";
import { complain } from "../lib/messages.js";
import { mount, v } from "../lib/vnode.js";
import { dragging } from "./drag.js";
import { scaled, still } from "./parts.js";
import { picture } from "./picture.js";

/**
 * @typedef {object} Shown
 * @property {Board<any>} board
 * @property {Scene} scene
 * @property {string[]} legal moves that may be chosen now; none while someone else moves
 * @property {string} [mode] the shape to drop, in Simplexity
 * @property {boolean} [still] no movement
 */

/** The side of a cell in drawings, and what a finger needs of it. */
const [CELL, TOUCH_PX] = [100, 44];

const ARROWS = /** @type {Record<string, [number, number]>} */ ({
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
});

/**
 * The target nearest in a direction: straight ahead counts more than sideways.
 * @template {{x: number, y: number}} T
 * @param {T[]} targets @param {{x: number, y: number}} from @param {[number, number]} direction
 * @returns {T | undefined}
 */
export function nearest(targets, from, [dx, dy]) {
  let best;
  let least = Infinity;
  for (const target of targets) {
    const ahead = (target.x - from.x) * dx + (target.y - from.y) * dy;
    const aside = Math.abs((target.x - from.x) * dy) + Math.abs((target.y - from.y) * dx);
    if (ahead <= 1 || aside > ahead * 2.2) continue;
    const distance = ahead + aside * 2;
    if (distance < least) [best, least] = [target, distance];
  }
  return best;
}

export class BoardView {
  /** @param {{onMove: (move: string) => void, onPath?: (prompt: string, path: string[]) => void}} listeners */
  constructor({ onMove, onPath = () => {} }) {
    this.onMove = onMove;
    this.onPath = onPath;
    /** @type {Shown | null} */
    this.shown = null;
    /** @type {string[]} */
    this.path = [];
    /** @type {Target[]} */
    this.targets = [];
    this.key = "";
    /** @type {string[]} */
    this.pv = [];
    /** @type {number[][] | null} */
    this.values = null;
    /** @type {((key: string) => void) | null} */
    this.onEdit = null;
    /** What is to be shown once it is loaded. @type {Shown | null} */
    this.awaited = null;
    this.words = h("p.hidden-text");
    this.holder = h("div.board-holder", { tabindex: -1 });
    this.element = h("div.board-frame", {}, this.holder, this.words);
    this.turned = false;
    dragging(this);
    this.holder.addEventListener("click", (event) => this.clicked(event));
    this.holder.addEventListener("keydown", (event) => this.pressed(event));
  }

  /** Shows a scene, as soon as all of it is there. @param {Shown} shown */
  show(shown) {
    const scene = shown.board.load?.(shown.scene) ?? shown.scene;
    this.awaited = scene instanceof Promise ? shown : null;
    if (!(scene instanceof Promise)) return this.present({ ...shown, scene });
    // What could be chosen before is no longer true.
    if (this.holder.contains(document.activeElement)) this.holder.focus({ preventScroll: true });
    this.choices?.replaceChildren();
    this.targets = [];
    this.path = [];
    const arrived = (/** @type {Scene} */ scene) => {
      if (this.awaited !== shown) return;
      this.awaited = null;
      this.present({ ...shown, scene });
    };
    scene.then(arrived, complain);
  }

  /** Draws a scene, with the movement that led there if it is one move on. @param {Shown} shown */
  present(shown) {
    const before = this.shown;
    const changed = before?.scene.position !== shown.scene.position || before.scene.game !== shown.scene.game;
    if (changed) this.path = [];
    this.shown = shown;
    const { board, scene } = shown;
    // What moves on the board goes on where nothing but the choices is new.
    const isDrawn = before?.board === board && JSON.stringify(before.scene) === JSON.stringify(scene);
    if (isDrawn) {
      this.drawChoices(this.holder.contains(document.activeElement));
      this.drawOver();
    } else this.draw();
    const last = scene.moves.at(-1);
    const onward =
      before && changed && last && before.board === board && scene.moves.length === before.scene.moves.length + 1;
    if (onward && !shown.still && this.svg) board.animate(this.svg, board.parse(scene), last, board.parse(before.scene));
  }

  draw() {
    if (!this.shown) return;
    const { board, scene } = this.shown;
    const focused = this.holder.contains(document.activeElement);
    this.model = board.parse(scene);
    this.svg = /** @type {SVGElement} */ (mount(picture(board, this.model, scene)));
    this.svg.classList.toggle("editing", this.onEdit !== null);
    this.svg.setAttribute("role", "group");
    this.svg.setAttribute("aria-label", `${board.title} board`);
    this.over = /** @type {SVGElement} */ (mount(v("g", { class: "over" })));
    this.choices = /** @type {SVGElement} */ (mount(v("g", { class: "targets" })));
    this.svg.append(this.over, this.choices);
    // Below the pieces, where the board has a floor of its own.
    this.heat = /** @type {SVGElement} */ (mount(v("g", { class: "over" })));
    const floor = this.svg.querySelector(".floor");
    if (floor) floor.after(this.heat);
    else this.over.before(this.heat);
    const { width, height } = board.size(this.model);
    this.holder.style.setProperty("--ratio", String(width / height));
    this.holder.style.setProperty("--least", `${Math.ceil((width / CELL) * (board.touch ?? TOUCH_PX))}px`);
    this.holder.replaceChildren(this.svg);
    requestAnimationFrame(() => {
      this.fit();
      this.reveal();
    });
    this.words.textContent = board.describe(this.model);
    this.drawChoices(focused);
    this.drawOver();
  }

  /** A board that is wider than its frame begins in the middle, and keys can scroll it. */
  fit() {
    const wide = this.element.scrollWidth > this.element.clientWidth + 1;
    if (wide === this.element.hasAttribute("tabindex")) return;
    this.element.toggleAttribute("tabindex", wide);
    if (wide) this.element.setAttribute("tabindex", "0");
    if (wide) this.element.scrollLeft = (this.element.scrollWidth - this.element.clientWidth) / 2;
  }

  /** What people look at now: what they have chosen, a move to come, the last move. */
  get focal() {
    const over = this.path.length ? this.over?.lastElementChild : this.over?.querySelector(".badge-0");
    return over ?? this.svg?.querySelector(".drawn :is(.last, .left, .last-ring)");
  }

  /** Scrolls a board that is wider than its frame until people see what they look at, and what is around it. */
  reveal() {
    const { focal, element } = this;
    if (!focal || !element.hasAttribute("tabindex")) return;
    const [frame, shown] = [element.getBoundingClientRect(), focal.getBoundingClientRect()];
    const room = frame.width / 5;
    const left = Math.min(0, shown.left - room - frame.left) || Math.max(0, shown.right + room - frame.right);
    element.scrollBy({ left, behavior: still() ? "instant" : "smooth" });
  }

  /** @param {boolean} focused whether the keyboard is on the board */
  drawChoices(focused) {
    if (!this.shown || this.awaited) return;
    const { board, legal, mode = "" } = this.shown;
    this.targets = this.onEdit
      ? (board.editor?.targets(this.model) ?? [])
      : legal.length
        ? board.targets(this.model, legal, this.path, mode)
        : [];
    if (!this.targets.some((target) => target.key === this.key)) this.key = this.targets[0]?.key ?? "";
    const nodes = this.targets.map((target) =>
      v(
        "g",
        {
          class: "target",
          role: "button",
          "aria-label": target.label,
          "data-key": target.key,
          tabindex: target.key === this.key ? 0 : -1,
        },
        target.shape,
      ),
    );
    this.choices?.replaceChildren(...nodes.map(mount));
    if (focused) this.focus();
    this.onPath(this.targets.length && !this.onEdit ? board.prompt(this.model, this.path) : "", this.path);
  }

  drawOver() {
    if (!this.shown) return;
    const { board } = this.shown;
    /** @type {VNode[]} */
    const nodes = [];
    if (this.pv.length) nodes.push(...board.ghosts(this.model, this.pv));
    nodes.push(...board.chosen(this.model, this.path));
    this.over?.replaceChildren(...nodes.map(mount));
    const heat = this.values && board.heat ? board.heat(this.model, scaled(this.values)) : [];
    this.heat?.replaceChildren(...heat.map(mount));
    this.svg?.classList.toggle("choosing", this.path.length > 0);
  }

  /** A line of moves to come, drawn over the board. @param {string[]} pv */
  setLine(pv) {
    if (pv.join(" ") === this.pv.join(" ")) return;
    this.pv = pv;
    this.drawOver();
  }

  /** Values over the cells. @param {number[][] | null} values */
  setHeat(values) {
    this.values = values;
    this.drawOver();
  }

  /** Clicks set pieces instead of playing. @param {((key: string) => void) | null} onEdit */
  setEditing(onEdit) {
    this.onEdit = onEdit;
    this.path = [];
    this.draw();
  }

  /** Looks at the board from the other side, or as usual. @param {boolean} turned */
  turn(turned) {
    this.turned = turned;
    this.holder.classList.toggle("turned", turned);
  }

  focus() {
    const target = [...(this.choices?.children ?? [])].find((node) => node.getAttribute("tabindex") === "0");
    (/** @type {SVGElement | undefined} */ (target) ?? this.holder).focus({ preventScroll: true });
  }

  /** @param {string} key */
  choose(key) {
    const target = this.targets.find((one) => one.key === key);
    if (!target) return;
    this.key = key;
    if (this.onEdit) this.onEdit(key);
    else if (target.move) this.onMove(target.move);
    else this.go([...this.path, key]);
  }

  /** Takes the last choice back. */
  back() {
    this.key = this.path.at(-1) ?? this.key;
    this.go(this.path.slice(0, -1));
  }

  /** @param {string[]} path */
  go(path) {
    this.path = path;
    this.drawChoices(this.holder.contains(document.activeElement));
    this.drawOver();
    this.reveal();
  }

  /** @param {MouseEvent} event */
  clicked(event) {
    const target = /** @type {Element} */ (event.target).closest("[data-key]");
    if (target) this.choose(target.getAttribute("data-key") ?? "");
    else if (this.path.length) this.back();
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const focused = /** @type {Element} */ (event.target).closest("[data-key]");
    const arrow = ARROWS[event.key];
    const direction = arrow && this.turned ? /** @type {[number, number]} */ ([-arrow[0], -arrow[1]]) : arrow;
    if (direction && this.targets.length) {
      const from = this.targets.find((target) => target.key === focused?.getAttribute("data-key"));
      const next = from ? nearest(this.targets, from, direction) : this.targets[0];
      if (next) this.moveFocus(next.key);
    } else if ((event.key === "Enter" || event.key === " ") && focused) {
      this.choose(focused.getAttribute("data-key") ?? "");
    } else if (event.key === "Escape" && this.path.length) {
      this.back();
    } else return;
    event.preventDefault();
  }

  /** @param {string} key */
  moveFocus(key) {
    this.key = key;
    for (const node of this.choices?.children ?? []) {
      node.setAttribute("tabindex", node.getAttribute("data-key") === key ? "0" : "-1");
    }
    this.focus();
  }
}
