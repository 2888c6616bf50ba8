// Infexion: spawn, spread, take, and a board without an edge.

/** A position's text. @param {number} turn @param {Record<string, string>} stacks by "r,q" */
const board = (turn, stacks) =>
  `${turn} ${Array.from({ length: 49 }, (_, i) => stacks[`${Math.floor(i / 7)},${i % 7}`] ?? ".").join(",")}`;

/** @type {import("./types.js").Lesson} */
export const lesson = {
  game: "infexion",
  steps: [
    {
      title: "Spawn",
      text: "You are Red. One kind of move is to spawn: a stack of power 1 appears on an empty cell. Choose any.",
      answers: ["3,3"],
      goal: () => true,
      right: "The number on a stack is its power. Power is what you play for.",
    },
    {
      title: "Spread",
      text: "The other kind is to spread a stack of yours in one of six directions: the stack goes, and as many cells in a line as its power gain 1 each. Spread the 3.",
      position: board(4, { "3,2": "r3", "0,5": "b2", "6,6": "b1" }),
      answers: ["3,2,dr"],
      goal: ({ history }) => history.at(-1)?.move.split(",").length === 3,
      right: "One stack of 3 became three of 1. The power stayed the same.",
      wrong: "That was a spawn. Choose the stack of 3, then a direction.",
    },
    {
      title: "Take",
      text: "Whatever a spread reaches becomes yours, with its power and one more. Take the blue stack of 2.",
      position: board(4, { "3,2": "r2", "3,4": "b2", "0,0": "b1", "6,2": "r1" }),
      answers: ["3,2,dr"],
      right: "A blue 2 became a red 3. A stack is safe where none of the other side's reaches it.",
      wrong: "The red 2 reaches two cells in each direction. The blue 2 is down and to the right.",
    },
    {
      title: "Round the edge",
      text: "The board has no edge: who leaves it on one side comes back on the opposite one. Take the blue stack at the far end of this line.",
      position: board(4, { "3,5": "r2", "3,0": "b2", "1,2": "b1", "5,1": "r1" }),
      answers: ["3,5,dr"],
      right: "Over the edge and in again on the other side. Every line of seven cells closes.",
      wrong: "Spread the red 2 down and to the right, over the edge of the board.",
    },
    {
      title: "Seven is too many",
      text: "A stack grows to 6 at most. One that would get to 7 is destroyed, whoever owns it. Get rid of the blue 6.",
      position: board(8, { "3,3": "r1", "3,4": "b6", "5,5": "r2", "1,1": "b1" }),
      answers: ["3,3,dr"],
      right: "The 6 is gone, and so is your 1. Good business.",
      wrong: "Your 1 stands just beside the 6: spread it there.",
    },
    {
      title: "Win",
      text: "A side without any power is beaten. Take both blue stacks at once.",
      position: board(10, { "2,2": "r3", "2,3": "b1", "2,5": "b2", "5,1": "r1" }),
      answers: ["2,2,dr"],
      goal: ({ outcome }) => outcome === "first",
      right: "Nothing blue is left. You are ready to play.",
      wrong: "Both stand in one line with your 3.",
    },
  ],
  rules: [
    {
      title: "The board",
      points: [
        "7 by 7 hexagons. What leaves the board on one side comes back on the opposite side, so every cell has six neighbours and every line closes after seven cells.",
        "A cell is empty or has a stack: a colour and a power from 1 to 6. The board is empty at the start. Red moves first, and the players take turns.",
      ],
    },
    {
      title: "A move",
      points: [
        "Spawn: a stack of power 1 on an empty cell. Allowed while all power on the board is below 49.",
        "Spread: a stack of yours of power k is taken off, and each of the next k cells in one direction gains 1 and becomes yours, whoever had it.",
        "A stack that would get to 7 is destroyed; an own one too.",
      ],
    },
    {
      title: "The end",
      points: [
        "The game is over when a side has no power left (not before both have moved), and after 343 turns at the latest.",
        "More power wins, if the lead is at least 2; a smaller lead is a draw. So a last stack of power 1 only draws, unless the printed rules are chosen.",
      ],
    },
    {
      title: "How moves are written",
      points: ["3,4 spawns on that cell. 3,4,ur spreads up and to the right; the directions are u, ur, dr, d, dl and ul."],
    },
  ],
};
