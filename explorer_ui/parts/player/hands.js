// The player's input from outside its own elements: keys anywhere on the page, presses, drags, fonts that load
// late.

import { focusedBeside } from "../../browser/dom.js";

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

/**
 * Calls `act` with every position within `node` that a pressed pointer passes.
 *
 * @param {HTMLElement | SVGElement} node @param {(x: number, y: number) => void} act
 */
function dragged(node, act) {
  const move = (/** @type {PointerEvent} */ event) => {
    const bounds = node.getBoundingClientRect();
    act(event.clientX - bounds.left, event.clientY - bounds.top);
  };
  node.addEventListener("pointerdown", (event) => {
    if (!(event instanceof PointerEvent)) return;
    node.setPointerCapture(event.pointerId);
    event.preventDefault();
    move(event);
  });
  node.addEventListener("pointermove", (event) => {
    if (event instanceof PointerEvent && node.hasPointerCapture(event.pointerId)) move(event);
  });
}
