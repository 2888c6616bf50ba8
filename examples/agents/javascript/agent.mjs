// Speaks UGI with the arena: asks it for the legal moves, and lets `choose` take one. Run with Node; needs no packages.

import { createInterface } from "node:readline";
import { choose } from "./choose.mjs";

console.log = console.error; // standard output belongs to the conversation
const say = (line) => process.stdout.write(`${line}\n`);

let position = "startpos";
let clock = {};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.trim().split(/\s+/);
  if (command === "ugi") say("id name My agent in JavaScript\nugiok");
  else if (command === "isready") say("readyok");
  else if (command === "position") position = words.join(" ");
  else if (command === "go") {
    clock = {};
    for (let i = 0; i + 1 < words.length; i += 2) clock[words[i]] = Number(words[i + 1]);
    say("legalmoves");
  } else if (command === "legalmoves") say(`bestmove ${choose(position, words, clock)}`);
  else if (command === "quit") break;
}
process.exit(0);
