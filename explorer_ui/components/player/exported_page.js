// The merge player as a page of its own.

import { drawExported } from "../shared/exported.js";
import mount from "./merge_player.js";

drawExported(mount);
