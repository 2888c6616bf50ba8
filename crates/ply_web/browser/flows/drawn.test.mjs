// Games as the page shows those it has no board for: two of ours, of which it is told so.

import { drawnGame } from "../lib/drawn.mjs";
import { withoutBoards } from "../lib/visit.mjs";

for (const game of ["pentago-swap", "dots-and-boxes"]) drawnGame(game, { prepare: withoutBoards });
