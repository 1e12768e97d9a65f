// The merge player as a component of the app, where a class can be asked about it.

import { mounting } from "../../browser/mount.js";
import { Player } from "./player.js";
import { PresentedPlayer } from "./presented.js";

class MergePlayer extends Player {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    super(parent, send, PresentedPlayer);
  }
}

export default mounting(MergePlayer);
