// Dots-and-Boxes: edges, boxes, the turn that is kept, and the gift that pays.

/** @type {import("./types.js").Lesson} */
export const lesson = {
  game: "dots-and-boxes:rows=2,cols=2",
  steps: [
    {
      title: "Draw an edge",
      text: "A move draws one edge between two dots side by side. Draw any you like.",
      answers: ["h1,0"],
      goal: () => true,
      right: "Nobody owns an edge. Boxes are what counts.",
    },
    {
      title: "Close a box",
      text: "Who draws the fourth side of a box gets the box. One is nearly closed: take it.",
      position: "2x2 1 0-0 101000100000",
      answers: ["v0,1"],
      right: "A box for A.",
      wrong: "The box at the top left has three sides. Draw the fourth.",
    },
    {
      title: "And move again",
      text: "After closing a box you move again, at once. One edge can even close two boxes: find it, and then draw another edge.",
      position: "2x2 1 0-0 111100101000",
      answers: ["v0,1"],
      right: "Two boxes, and the turn is still yours. Two boxes are still only one more move.",
      wrong: "Between the two boxes at the top one edge is missing.",
    },
    {
      title: "Give nothing away",
      text: "The third side of a box is a present: the other player closes it. Draw an edge that gives nobody a box.",
      position: "2x2 1 0-0 100001100001",
      answers: ["h0,1", "v0,2", "h2,0", "v1,0"],
      right: "No box has three sides.",
      wrong: "Now a box has three sides, and the other player takes it. Look for a box with no side yet.",
    },
    {
      title: "A chain",
      text: "Late in the game every edge gives something away. Boxes that fall one after the other are a chain: watch A take three in one turn, and then have to open the other one.",
      game: "dots-and-boxes:rows=2,cols=3",
      position: "2x3 1 0-0 11111111100001000",
      then: ["v1,1", "v1,2", "v1,3", "v0,0"],
    },
    {
      title: "The gift that pays",
      text: "One box is yours already. You could take two more at the top, but then you must open the chain of three below. Leave both to the other player instead: draw the edge furthest to the left in the upper row.",
      game: "dots-and-boxes:rows=2,cols=3",
      position: "2x3 1 1-0 11111111100110000",
      answers: ["v0,0"],
      then: ["v0,1", "v1,0", "v1,1", "v1,2", "v1,3"],
      right: "B took two and had to open the chain: three for you, 4 to 2. This is the double-cross.",
      wrong: "Not yet: give both of the upper boxes away with one edge, the one furthest to the left.",
    },
  ],
  rules: [
    {
      title: "A move",
      points: [
        "Dots stand in a grid, usually five by five, which makes 4 by 4 boxes. A move draws one edge that is not there yet, between two dots side by side. A begins.",
        "Who draws the last side of a box gets it, and moves again. One edge can close two boxes; that is still one more move.",
        "Nobody has to close a box.",
      ],
    },
    {
      title: "The end",
      points: ["The game ends when all edges are drawn. More boxes win; as many are a draw."],
    },
    {
      title: "How moves are written",
      points: [
        "h2,3 is the horizontal edge that starts at the dot of row 2, column 3, and goes right; v0,1 the vertical one that starts at row 0, column 1, and goes down.",
      ],
    },
    {
      title: "Worth knowing",
      points: [
        "Boxes with two sides in a row form chains; opening one of three or more costs all of it.",
        "Leaving the last two boxes of a chain to the other player makes them open the next one.",
      ],
    },
  ],
};
