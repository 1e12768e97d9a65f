// The merge player as a component of the app.

import { mounting } from "../../browser/mount.js";
import { Player } from "./player.js";

export default mounting(Player);
