// The player's input from outside its own elements: keys and presses anywhere on the page, drags, fonts that
// load late.

import { focusedBeside } from "../../browser/dom.js";
import { dragged } from "./dragged.js";
import { actOf, actsOnce } from "./shortcuts.js";

/**
 * @import {Controls} from "./controls.js"
 * @import {Curve} from "./curve.js"
 * @import {Presenter} from "./presenter.js"
 * @import {Act} from "./shortcuts.js"
 * @import {Stage} from "./stage.js"
 *
 * @typedef {object} Hands
 * @property {HTMLElement} root
 * @property {Controls} controls
 * @property {Curve} curve
 * @property {Presenter} presenter
 * @property {Stage} stage
 * @property {(act: Act) => void} act
 * @property {() => void} fit Draws everything again.
 * @property {(step: number) => void} goByHand
 * @property {() => void} pressed Called when the stage is pressed.
 */

/**
 * @param {Hands} hands
 * @param {AbortSignal} signal Removes the listeners outside the player.
 */
export function listen({ root, controls, curve, presenter, stage, act, fit, goByHand, pressed }, signal) {
  const { box } = stage;
  const keyed = (/** @type {KeyboardEvent} */ event) => {
    const { slider, typing } = controls;
    const what = actOf(event, { root, slider, stage: box, presenting: presenter.on, typing });
    if (!what || !root.isConnected) return;
    event.preventDefault();
    if (!(event.repeat && actsOnce(what))) act(what);
  };
  document.addEventListener("keydown", keyed, { signal });
  document.addEventListener("fullscreenchange", () => document.fullscreenElement ?? presenter.turn(false), {
    signal,
  });
  document.fonts.addEventListener("loadingdone", fit, { signal });

  // After a click the player still receives the keys: Space plays, whichever button was clicked before.
  for (const node of [box, controls.steps])
    node.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      for (const focused of [focusedBeside(root), document.activeElement])
        if (focused instanceof HTMLElement) focused.blur();
    });
  box.addEventListener("pointerdown", pressed);
  dragged(stage.rail.canvas, (_, y) => stage.scrollToRail(y));
  dragged(curve.node, (x) => goByHand(curve.stepAt(x)));
}
