// Whole games of all five on a phone.

import { wholeGames } from "../lib/games.mjs";
import { PHONE } from "../lib/visit.mjs";

wholeGames(PHONE);
