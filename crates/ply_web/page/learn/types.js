// What a lesson is: a tutorial of a few steps on the real board, and the rules in full.

/** @import {Position} from "../lib/api.js" */

/**
 * One step says one thing. It asks for a move (with `answers` or a `goal`), shows moves (with `then`), or both.
 * @typedef {object} Step
 * @property {string} title
 * @property {string} text
 * @property {boolean} [turn] whose turn it is, is said first
 * @property {string} [game] if not the lesson's
 * @property {string} [position] if not the game's start
 * @property {string[]} [answers] the moves that are right; the first is the one that is shown to who asks
 * @property {(after: Position) => boolean} [goal] whether another move is right too, as the rules see the position after it
 * @property {string[]} [then] what is played afterwards, or at once where nothing is asked
 * @property {string} [right] said after a right move
 * @property {string} [shown] said instead where the answer was shown
 * @property {string} [wrong] said after any other
 */

/** @typedef {{title: string, points: string[]}} Section */

/**
 * @typedef {object} Lesson
 * @property {string} game the spelling of the tutorial's game
 * @property {Step[]} steps
 * @property {Section[]} rules
 */

export {};
