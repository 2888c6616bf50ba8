// What a board is: pure functions from a position's text to a drawing, to what can be clicked, and to words.

/** @import {Drawing, Position, Taken} from "../lib/api.js" */
/** @import {VNode} from "../lib/vnode.js" */

/**
 * What is shown: a position and how it came about.
 * @typedef {object} Scene
 * @property {string} game the game in full spelling
 * @property {string} start the position the moves began from, empty if unknown
 * @property {string[]} moves from the start to the position
 * @property {string} position
 * @property {[number, number][] | null} line the winning cells, row and column
 * @property {Taken[]} taken the cells won for good
 * @property {Drawing} [drawing] what the rules draw, if the server has been asked
 */

/**
 * Something that can be chosen on the board.
 * @typedef {object} Target
 * @property {string} key
 * @property {string} label for screen readers
 * @property {number} x
 * @property {number} y
 * @property {VNode[]} shape the area that takes the click (class hit), and what hovering shows (class ghost)
 * @property {string} [move] the move it plays; without one the choice goes on with this key
 */

/** @typedef {{key: string, label: string}} Tool */

/** What a player puts on the board: the beginning of its moves, how many are left. @typedef {{key: string, label: string, left: number, icon: VNode}} Shape */

/** Asks the server for the position after some moves. @typedef {(position: string, moves: string[]) => Promise<Position>} Ask */

/**
 * Setting a position up by clicking.
 * @template M
 * @typedef {object} Editor
 * @property {Tool[]} tools
 * @property {(model: M) => Target[]} targets
 * @property {(model: M, key: string, tool: string, ask: Ask) => M | Promise<M>} apply
 * @property {(model: M) => M} [flip] the other player moves
 * @property {(model: M) => M} clear
 * @property {(model: M) => string} print
 */

/**
 * @template M
 * @typedef {object} Board
 * @property {string} name
 * @property {string} [look] the class of its drawings, if not the game's name
 * @property {string} title
 * @property {[string, string]} sides the players' names
 * @property {[string, string]} letters a mark for each player
 * @property {{game: string, start?: string, position: string, moves: string[], taken?: Taken[]}} sample a position worth a picture
 * @property {number} [touch] how many pixels of a cell's width a finger needs, if not 44
 * @property {boolean} [turnable] it can be looked at from the other side
 * @property {"to" | "along"} [drag] what dragging chooses: where it ends, or what lies between; left out: where it begins, then where it ends
 * @property {(scene: Scene) => Scene | Promise<Scene>} [load] gets what the scene lacks from the server
 * @property {(scene: Scene) => M} parse
 * @property {(model: M) => {width: number, height: number}} size
 * @property {(model: M, scene: Scene) => VNode[]} draw
 * @property {(model: M, legal: string[], path: string[], mode: string) => Target[]} targets
 * @property {(model: M, path: string[]) => VNode[]} chosen what has been chosen so far
 * @property {(model: M, path: string[]) => string} prompt what to do next
 * @property {(model: M, pv: string[]) => VNode[]} ghosts a line of moves to come, drawn over the board
 * @property {(model: M, values: number[][]) => VNode[]} [heat] values over the cells, 0 to 1
 * @property {(svg: SVGElement, model: M, move: string, before: M) => void} animate the move that has just led from one model to the other
 * @property {(move: string) => string} say a move in words
 * @property {(model: M) => string} describe the position in words
 * @property {(model: M) => [string, string]} status a short text about each player: pieces left, points
 * @property {(model: M, mover: string) => Shape[]} [shapes] what the mover chooses from before choosing a place
 * @property {Editor<M>} [editor] without one, positions are set up by their text
 */

export {};
