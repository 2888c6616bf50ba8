// Pentago-Swap: a stone, a swap, and one look for five in a row.

const FOUR = "wwww........" + "..b......b.." + ".b......b... w";

/** @type {import("./types.js").Lesson} */
export const lesson = {
  game: "pentago-swap",
  steps: [
    {
      title: "A stone and a swap",
      text: "Every move has two parts. Put a stone on an empty cell; then choose two of the four quadrants, which change places.",
      answers: ["1,1,TL-TR"],
      goal: () => true,
      right: "Quadrants only change places. They are never turned.",
    },
    {
      title: "Stones travel",
      text: "Stones go where their quadrant goes. Watch: the stone is put into the top left quadrant, which changes places with the bottom right one. The move is written 1,1,TL-BR: the cell before the swap, then the two quadrants.",
      then: ["1,1,TL-BR"],
    },
    {
      title: "Five in a row",
      text: "Five stones of your colour in a row, column or diagonal win. Complete the top row, and swap two quadrants that leave it alone.",
      position: FOUR,
      answers: ["0,4,BL-BR"],
      goal: ({ outcome }) => outcome === "first",
      right: "Five in the top row.",
      wrong: "The fifth stone belongs on row 0, column 4; then swap the two quadrants at the bottom.",
    },
    {
      title: "Only the end counts",
      text: "The board is looked at once, after the swap. Watch a player who makes five and tears them apart with the swap: nothing is won.",
      position: FOUR,
      then: ["0,4,TL-BL"],
    },
    {
      title: "Win with the swap",
      text: "You have three in the top left quadrant and two in the bottom right one. Put a stone anywhere; then bring the five together.",
      position: "www.........." + "...b." + "...ww." + "b...b.b.b... w",
      answers: ["5,5,TR-BR"],
      goal: ({ outcome }) => outcome === "first",
      right: "The two came up beside the three.",
      wrong: "The two stones must get to the right of the three: swap the quadrants on the right.",
    },
    {
      title: "Both together",
      text: "Now the stone and the swap: four are there, one is missing, and two are in the wrong quadrant. Think of the column on the left.",
      position: ".w..w." + ".w...b" + ".w...." + "..b..." + "....b." + "b..... w",
      answers: ["1,4,TR-BL"],
      goal: ({ outcome }) => outcome === "first",
      right: "Five in a column. You are ready to play.",
      wrong: "Add a stone below the one in the top right quadrant; that quadrant belongs below the three.",
    },
  ],
  rules: [
    {
      title: "A move",
      points: [
        "The board has 6 by 6 cells in four quadrants of nine. White moves first, and the players take turns.",
        "Put a stone of your colour on an empty cell. Then swap two different quadrants: they change places as they are, without turning. Both parts must be done, also where the two quadrants look the same.",
      ],
    },
    {
      title: "The end",
      points: [
        "After the swap, and only then, the board is looked at for five stones of a colour in a row, a column or a diagonal. Six are five too.",
        "Only you have five: you win. Only the other player has: the other player wins. Both have: a draw.",
        "A full board without five is a draw.",
      ],
    },
    {
      title: "How moves are written",
      points: [
        "2,5,TR-BL is a stone on row 2, column 5, then top right and bottom left change places. Rows count from 0 at the top, columns from 0 at the left.",
        "The cell is the one before the swap: that stone ends on row 5, column 2.",
      ],
    },
  ],
};
