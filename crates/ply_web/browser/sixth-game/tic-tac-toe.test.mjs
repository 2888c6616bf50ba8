// A game that was just added, as CONTRIBUTING.md says, to the program under test: `cargo xtask sixth-game`.

import { drawnGame } from "../lib/drawn.mjs";

drawnGame("tic-tac-toe");
