// Colosseum: walking, walls, and the larger half.

/** @type {import("./types.js").Lesson} */
export const lesson = {
  game: "colosseum:size=5",
  steps: [
    {
      title: "Walk and build",
      text: "You are A. A move is a walk and then a wall: choose a cell with a dot, then a side of that cell.",
      position: "5 a 2,1 2,3 -",
      answers: ["2,2,r"],
      goal: () => true,
      right: "On this floor of 5 by 5 a walk has at most 3 steps, never diagonally; on the usual 8 by 8 it has 4.",
    },
    {
      title: "Standing still",
      text: "Your own cell is a choice as well. Stay where you are, and put the wall above you.",
      position: "5 a 2,1 2,3 1,2,d+2,2,d",
      answers: ["2,1,u"],
      right: "No step is a walk too. But a wall must go up in every turn.",
      wrong: "Choose the cell you stand on, then its upper side.",
    },
    {
      title: "Walls stand in the way",
      text: "Nobody walks through a wall or through the other player. The cell below you is further away than it looks: go there.",
      position: "5 a 1,1 3,3 1,0,d+1,1,d",
      answers: ["2,1,l"],
      goal: ({ history }) => !!history.at(-1)?.move.startsWith("2,1,"),
      right: "Round the end of the wall: right, down, left. That was three steps.",
      wrong: "Go to the cell just below your own, on the other side of the wall.",
    },
    {
      title: "Cut off",
      text: "The game ends when no way is left between the players. Each has the cells that can still be reached; more cells win. One wall is enough here.",
      position: "5 a 3,0 3,3 0,1,d+1,0,d+2,3,d+2,4,d+3,0,d+3,2,r",
      answers: ["4,2,r"],
      goal: ({ outcome }) => outcome === "first",
      right: "21 cells for A, 4 for B.",
      wrong: "B's room has one door left, in the bottom row. Shut it from outside.",
    },
    {
      title: "Do not shut yourself in",
      text: "It is allowed, and it loses. Watch A put up the last wall round a single cell.",
      position: "5 a 0,0 3,3 0,0,d",
      then: ["0,0,r"],
    },
    {
      title: "Shut the door",
      text: "B stands in a corner with a wall above. Win with as much as there is to win.",
      position: "5 a 2,3 4,4 1,1,r+3,4,d",
      answers: ["4,3,r"],
      goal: ({ outcome }) => outcome === "first",
      right: "24 cells to 1. You are ready to play.",
      wrong: "Walk to the cell beside B, and put the wall between you.",
    },
  ],
  rules: [
    {
      title: "A move",
      points: [
        "Two players, A and B, stand on a square floor, usually 8 by 8; the border is walled, and some walls stand already. A moves first, and the players take turns.",
        "First walk: up, down, left or right, at most half the side of the floor (4 steps on 8 by 8, 3 on 5 by 5), never through a wall, through the other player or onto their cell. Standing still is allowed.",
        "Then put up a wall on a side of your cell that has none. This cannot be left out.",
      ],
    },
    {
      title: "The end",
      points: [
        "The game is over as soon as no way connects the players. Each has the cells connected with their own; cells connected with neither belong to nobody.",
        "More cells win. As many are a draw.",
        "A wall that shuts its builder in is allowed.",
      ],
    },
    {
      title: "How moves are written",
      points: ["3,4,u ends on row 3, column 4, with the wall above; r is to the right, d below, l to the left. Rows count from 0 at the top."],
    },
  ],
};
