// Simplexity: colour, shape, and which of them counts first.

/** @type {import("./types.js").Lesson} */
export const lesson = {
  game: "simplexity",
  steps: [
    {
      title: "Drop a piece",
      text: "You are White. Choose a shape, round or square, then a column. The piece falls to the lowest free cell.",
      answers: ["o3"],
      goal: () => true,
      right: "Every piece of yours is white; its shape is your choice, each time.",
    },
    {
      title: "Four of a shape",
      text: "Round is White's shape, square is Red's. Four round pieces in a line win for White, whatever their colours and whoever dropped them. Complete the line.",
      position: "7/7/7/7/7/wrw2R1 w",
      answers: ["o3"],
      right: "Four round ones in a row, one of them red: White wins.",
      wrong: "Look at the bottom row: three round pieces, and room for a fourth.",
    },
    {
      title: "Four of a colour",
      text: "Four pieces of your colour win too, with any mixture of shapes. Win with a line of white.",
      position: "7/7/7/7/4R2/wWw1R1R w",
      answers: ["s3"],
      goal: ({ outcome }) => outcome === "first",
      right: "White, white, white, white: the shapes may differ.",
      wrong: "Three white pieces in the bottom row wait for a fourth.",
    },
    {
      title: "Shape before colour",
      text: "A line of a shape is looked for first. So a piece of yours can win the game for the other side. One shape wins here for you, the other for Red: choose well.",
      position: "7/7/7/7/4r2/WWW1r1r w",
      answers: ["o3"],
      right: "A white line that is no line of squares: yours.",
      wrong: "Four squares belong to Red, even if all of them are white. Try again.",
    },
    {
      title: "Stop a line",
      text: "Red is about to complete four squares. Get into the way, with a piece that is not the fourth square itself.",
      position: "7/7/7/7/7/RWR3w w",
      answers: ["o3"],
      right: "A round piece in the way. Lines run along rows, columns and both diagonals.",
      wrong: "That leaves, or makes, four squares in the bottom row.",
    },
    {
      title: "Count your pieces",
      text: "You have 10 round pieces and 11 square ones; who has used up a shape must play the other. Without a line, a full board is a draw. Here is one more win to find, on a diagonal.",
      position: "7/7/7/2wW3/1rrR3/wRWw2R w",
      answers: ["o3"],
      goal: ({ outcome }) => outcome === "first",
      right: "Round all the way up. You are ready to play.",
      wrong: "The round pieces climb from the left corner: one, two, three …",
    },
  ],
  rules: [
    {
      title: "Pieces",
      points: [
        "The board has 6 rows and 7 columns; other sizes can be chosen. White moves first, and the players take turns. Nobody passes.",
        "Each player has 10 round and 11 square pieces of their own colour. On another size it is a quarter of the cells of each shape.",
        "A move drops one piece into a column that is not full. Its shape is the mover's choice as long as there are pieces of it.",
      ],
    },
    {
      title: "Winning",
      points: [
        "Round is White's shape, square is Red's. Four of a shape in a line (row, column or diagonal) win for its owner, whoever completed the line.",
        "Only then colours count: four white pieces in a line win for White, four red ones for Red.",
        "So a move can lose at once: a square that completes four squares wins for Red, whoever dropped it.",
        "Without a line the game is drawn when the board is full or no pieces are left.",
      ],
    },
    {
      title: "How moves are written",
      points: ["o3 is a round piece in column 3, s0 a square one in column 0. Columns count from 0 at the left."],
    },
  ],
};
