// What a question to the class asks for is nowhere on the player while it is open, the teacher's and the followers'.

/**
 * @import {Player} from "../player/player.js"
 * @import {Asked} from "./class_asks.js"
 */

/**
 * @param {Player} player
 * @param {Asked | null} what
 */
export function coverPlayer(player, what) {
  if (player.root.dataset.asked === (what ?? undefined)) return;
  if (what) player.predict.switch(false); // whose guess would uncover it
  if (what) player.root.dataset.asked = what;
  else delete player.root.dataset.asked;
  player.cover(what !== null);
}
