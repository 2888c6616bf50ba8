// Plays dots and boxes at random, over UGI. Run with Node; needs no packages.
//
// An edge that has not been drawn is a legal move, whoever is to move: no other rule is needed to play.

import { createInterface } from "node:readline";

let rows = 4;
let cols = 4;
let drawn = new Set();

/** Reads a spec such as dots-and-boxes:rows=4,cols=4. */
function setGame(spec) {
  const [name, options = ""] = spec.split(":");
  const values = Object.fromEntries(options.split(",").map((part) => part.split("=")));
  rows = Number(values.rows ?? 4);
  cols = Number(values.cols ?? 4);
  if (name !== "dots-and-boxes") console.error(`I play dots-and-boxes, not ${name}`);
}

/** Every edge, horizontal ones first: the order of the position's text. */
function edges() {
  const all = [];
  for (let r = 0; r <= rows; r++) for (let c = 0; c < cols; c++) all.push(`h${r},${c}`);
  for (let r = 0; r < rows; r++) for (let c = 0; c <= cols; c++) all.push(`v${r},${c}`);
  return all;
}

/** Reads startpos or fen RxC TURN SCORES EDGES, then moves M M M. */
function setPosition(words) {
  drawn = new Set();
  if (words[0] === "fen") {
    [rows, cols] = words[1].split("x").map(Number);
    edges().forEach((edge, index) => words[4][index] === "1" && drawn.add(edge));
  }
  const moves = words.indexOf("moves");
  if (moves >= 0) words.slice(moves + 1).forEach((move) => drawn.add(move));
}

function bestMove() {
  const free = edges().filter((edge) => !drawn.has(edge));
  return free[Math.floor(Math.random() * free.length)] ?? "(none)";
}

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.trim().split(/\s+/);
  if (command === "ugi") console.log("id name Random in JavaScript\nugiok");
  else if (command === "isready") console.log("readyok");
  else if (command === "setoption" && words[1] === "Game") setGame(words[3]);
  else if (command === "position") setPosition(words);
  else if (command === "go") console.log(`bestmove ${bestMove()}`);
  else if (command === "quit") break;
}
process.exit(0);
