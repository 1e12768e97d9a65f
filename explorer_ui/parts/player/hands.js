// The player's input from outside its own elements: keys anywhere on the page, presses, drags, fonts that load
// late.

import { onFullScreenLeft } from "../../browser/presenting.js";
import { focusedBeside, isChord } from "../../browser/dom.js";
import { clamp } from "../../browser/numbers.js";

/**
 * @import {TokenPointer} from "../token_row/token_pointer.js"
 * @import {Transport} from "../transport/transport.js"
 * @import {Curve} from "./curve.js"
 * @import {FreeHand} from "./free_hand.js"
 * @import {Pair} from "./guess.js"
 * @import {Predict} from "./predict.js"
 * @import {Presenter} from "./page.js"
 * @import {Stage} from "./stage.js"
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
  onFullScreenLeft(() => presenter.turn(false), signal);
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

// The keyboard cursor on the stage, which moves from token to token while the stage has the focus.
export class Cursor {
  /**
   * @param {Stage} stage @param {TokenPointer} pointer
   * @param {(unit: number | null) => void} touch Selects the token of a unit, or deselects it.
   */
  constructor(stage, pointer, touch) {
    this.stage = stage;
    this.pointer = pointer;
    this.touch = touch;
    /** A unit of the token at the cursor. @type {number | null} */
    this.unit = null;
    stage.box.addEventListener("keydown", (event) => this.pressed(event));
    stage.box.addEventListener("focus", () => {
      const { lines, rows, scene } = stage;
      this.moveTo(this.unit ?? scene?.selected ?? lines.starts[rows.visible[0]] ?? 0);
    });
  }

  /** Called for another history. */
  begin() {
    this.unit = null;
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const { stage, unit } = this;
    if (unit === null || !stage.scene) return;
    const { history, selected, step } = stage.scene;
    const to = walked(event, stage, unit);
    const here = history.startOf(unit, step);
    if (to !== null) this.moveTo(to);
    else if (event.key === "Enter") this.touch(selected === here ? null : here);
    else if (event.key === "Escape" && !stage.box.closest(".presenting")) stage.box.blur();
    else return;
    event.preventDefault();
  }

  /** @param {number} unit */
  moveTo(unit) {
    const { pointer, stage } = this;
    if (!stage.scene?.history.units) return;
    this.unit = stage.scene.history.startOf(unit, stage.scene.step);
    stage.rows.reveal(stage.lines.rowOf(this.unit));
    pointer.moveTo(`.tok[data-start="${this.unit}"]`);
  }
}

/**
 * The unit to which a key moves from the token that contains `unit`, or null if the key has no effect.
 *
 * @param {KeyboardEvent} event @param {Stage} stage @param {number} unit
 */
function walked(event, stage, unit) {
  if (!stage.scene || isChord(event)) return null;
  const { history, step } = stage.scene;
  const here = history.tokenAt(unit, step);
  const { lines } = stage;
  const row = lines.rowOf(unit);
  /** @type {Record<string, () => number>} */
  const ways = {
    ArrowRight: () => here.end,
    ArrowLeft: () => here.start - 1,
    ArrowDown: () => lines.below(unit, 1),
    ArrowUp: () => lines.below(unit, -1),
    Home: () => lines.starts[row],
    End: () => lines.end(row) - 1,
  };
  const way = ways[event.key];
  return way ? history.startOf(clamp(way(), 0, history.units - 1), step) : null;
}

// What a touch on a token or on a row of pairs does: a merge, an answer, or a selection.
export class Touches {
  /**
   * @param {FreeHand} freeHand @param {Predict} predict
   * @param {{select: (unit: number | null) => void, show: (pair: Pair) => void}} look
   */
  constructor(freeHand, predict, { select, show }) {
    this.freeHand = freeHand;
    this.predict = predict;
    this.select = select;
    this.show = show;
  }

  /** Whether a touch on a token selects it. */
  get selects() {
    return !this.freeHand.on && !this.predict.waiting;
  }

  /** What a touch on a row of pairs does. */
  get words() {
    if (this.freeHand.on) return "Merge this pair";
    return this.predict.waiting ? "Predict that this pair is next" : "Show where this pair occurs";
  }

  /** @param {number | null} unit A unit of the token; null: the previous token again. */
  token(unit) {
    if (this.freeHand.on) this.freeHand.touch(unit);
    else if (unit !== null && this.predict.waiting) this.predict.touch(unit);
    else this.select(unit);
  }

  /** @param {Pair} pair */
  pair(pair) {
    if (this.freeHand.on) this.freeHand.merge(pair);
    else if (this.predict.waiting) this.predict.guess(pair);
    else this.show(pair);
  }
}
