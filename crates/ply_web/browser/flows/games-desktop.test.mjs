// Whole games of all five on a desktop.

import { wholeGames } from "../lib/games.mjs";
import { DESKTOP } from "../lib/visit.mjs";

wholeGames(DESKTOP);
