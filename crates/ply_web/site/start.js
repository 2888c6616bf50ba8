// The page without a server: its workers take the server's place, then it begins as it does anywhere.

import { use } from "./lib/transport.js";
import { local } from "./site/transport.js";
import { install } from "./site/install.js";

use(local);
await import("./main.js");
install();
