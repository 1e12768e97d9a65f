// What a question to the class asks for is nowhere on the player while it is open, the teacher's and the followers'.

import { attrs } from "../shared/dom.js";

/**
 * @import {Player} from "./player.js"
 * @import {Asked} from "../teaching/class_asks.js"
 */

/**
 * @param {Player} player
 * @param {Asked | null} what
 */
export function coverPlayer(player, what) {
  if (player.root.dataset.asked === (what ?? undefined)) return;
  const asked = what !== null;
  if (asked) {
    player.predict.switch(false); // whose guess would uncover it
    player.freeHand.switch(false);
    player.playback.pause();
    player.root.dataset.asked = what;
  } else delete player.root.dataset.asked;
  player.held = asked;
  for (const toggle of [player.predict.toggle, player.freeHand.toggle])
    attrs(toggle, { "aria-disabled": asked ? "true" : null });
  player.cover(asked);
}
