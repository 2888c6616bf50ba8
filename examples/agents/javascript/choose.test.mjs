// Run with: node --test

import assert from "node:assert/strict";
import test from "node:test";
import { choose } from "./choose.mjs";

test("the answer is a legal move", () => {
  const legal = ["a", "b", "c"];
  for (let i = 0; i < 20; i++) assert.ok(legal.includes(choose("startpos", legal, { movetime: 1000 })));
});
