// What reaches the player from outside: keys and presses anywhere on the page, drags, fonts that come late.

import { focusedBeside } from "../shared/dom.js";
import { dragged } from "./dragged.js";
import { act } from "./orders.js";
import { actOf, actsOnce } from "./shortcuts.js";

/** @import {Player} from "./player.js" */

/**
 * @param {Player} player
 * @param {AbortSignal} signal Ends the listening to what is not the player's own.
 */
export function listen(player, signal) {
  const { box, controls, curve, link, page, presenter, root, stage } = player;
  document.addEventListener("keydown", (event) => pressed(event, player), { signal });
  link.waitForPressesOutside(root);
  document.addEventListener("fullscreenchange", () => document.fullscreenElement ?? presenter.turn(false), {
    signal,
  });
  document.fonts.addEventListener("loadingdone", () => player.fit(), { signal });

  // A press with the mouse leaves the keys to the player: Space plays, whichever button was pressed before.
  for (const node of [box, controls.steps])
    node.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      for (const focused of [focusedBeside(root), document.activeElement])
        if (focused instanceof HTMLElement) focused.blur();
    });
  box.addEventListener("pointerdown", () => player.shown?.data.opens && player.playback.pause());
  dragged(page.rail, (_, y) => stage.scrollToRail(y));
  dragged(curve.node, (x) => player.goByHand(curve.stepAt(x)));
}

/**
 * @param {KeyboardEvent} event
 * @param {Player} player
 */
function pressed(event, player) {
  const { box: stage, controls, presenter, root, shown } = player;
  if (!shown || !root.isConnected) return;
  const { slider, typing } = controls;
  const what = actOf(event, { root, slider, stage, presenting: presenter.on, typing });
  if (!what) return;
  event.preventDefault();
  if (!(event.repeat && actsOnce(what))) act(player, what);
}
