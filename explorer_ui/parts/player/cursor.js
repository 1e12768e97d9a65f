// The keyboard cursor on the stage, which moves from token to token while the stage has the focus.

import { isChord } from "../../browser/dom.js";
import { clamp } from "../../browser/numbers.js";

/**
 * @import {TokenPointer} from "../token_row/token_pointer.js"
 * @import {Stage} from "./stage.js"
 */

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
