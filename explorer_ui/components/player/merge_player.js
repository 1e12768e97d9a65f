// The merge player as a component of the app.

import { mountInstance } from "../shared/mount.js";
import { Player } from "./player.js";

/**
 * @import {Mounted} from "../shared/mount.js"
 * @import {PlayerData} from "./payload.js"
 */

/** @param {Mounted<PlayerData>} call */
export default function mount(call) {
  return mountInstance(Player, call);
}
