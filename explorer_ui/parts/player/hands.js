// The player's input from outside its own elements: keys anywhere on the page, presses, drags, fonts that load
// late.

import { focusedBeside } from "../../browser/dom.js";
import { dragged } from "./dragged.js";

/**
 * @import {Curve} from "./curve.js"
 * @import {Presenter} from "./presenter.js"
 * @import {Stage} from "./stage.js"
 * @import {Transport} from "../transport/transport.js"
 *
 * @typedef {object} Hands
 * @property {HTMLElement} root
 * @property {Transport} transport
 * @property {Curve} curve
 * @property {Presenter} presenter
 * @property {Stage} stage
 * @property {() => void} fit Draws everything again.
 * @property {(step: number) => void} goByHand
 * @property {() => void} pressed Called when the stage is pressed.
 */

/**
 * @param {Hands} hands
 * @param {AbortSignal} signal Removes the listeners outside the player.
 */
export function listen({ root, transport, curve, presenter, stage, fit, goByHand, pressed }, signal) {
  const { box } = stage;
  transport.listen(root, signal, box);
  document.addEventListener("fullscreenchange", () => document.fullscreenElement ?? presenter.turn(false), {
    signal,
  });
  document.fonts.addEventListener("loadingdone", fit, { signal });

  // After a click the player still receives the keys: Space plays, whichever button was clicked before.
  for (const node of [box, transport.steps])
    node.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      for (const focused of [focusedBeside(root), document.activeElement])
        if (focused instanceof HTMLElement) focused.blur();
    });
  box.addEventListener("pointerdown", pressed);
  dragged(stage.rail.canvas, (_, y) => stage.scrollToRail(y));
  dragged(curve.node, (x) => goByHand(curve.stepAt(x)));
}
