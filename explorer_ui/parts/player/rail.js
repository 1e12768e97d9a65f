// The rail: a narrow picture next to the stage that shows where in the whole text the next pair occurs.

import { colourOf } from "../../browser/colours.js";
import { clamp } from "../../browser/numbers.js";

/**
 * @typedef {object} RailView
 * @property {ArrayLike<number>} starts The first unit of each row.
 * @property {Uint32Array} gaps The gaps that the next step closes, ascending.
 * @property {number} top The first visible row, as a fraction.
 * @property {number} seen How many rows are in view.
 */

export class Rail {
  /** @param {HTMLCanvasElement} canvas */
  constructor(canvas) {
    this.canvas = canvas;
    this.look = { width: 0, height: 0, view: "", mark: "" };
    /** Pixels per row. */
    this.scale = 1;
  }

  measure() {
    const { canvas } = this;
    const ratio = devicePixelRatio || 1;
    this.look = {
      width: canvas.clientWidth,
      height: canvas.clientHeight,
      view: colourOf(canvas, "--rail-view"),
      mark: colourOf(canvas, "--rail-mark"),
    };
    canvas.width = this.look.width * ratio;
    canvas.height = this.look.height * ratio;
    canvas.getContext("2d")?.scale(ratio, ratio);
  }

  /** @param {RailView} shown */
  draw({ starts, gaps, top, seen }) {
    const { width, height, view, mark } = this.look;
    const pen = this.canvas.getContext("2d");
    if (!width || !pen) return;
    const rows = starts.length;
    this.scale = Math.min(height, rows * 7) / rows; // a short text does not fill the rail
    pen.clearRect(0, 0, width, height);
    pen.fillStyle = view;
    const length = Math.max(10, seen * this.scale);
    pen.fillRect(0, clamp(top * this.scale, 0, height - length), width, Math.min(length, height));
    pen.fillStyle = mark;
    let drawn = -9;
    let row = 0;
    for (const gap of gaps) {
      while (row + 1 < rows && starts[row + 1] <= gap) row++;
      const y = Math.round(row * this.scale);
      if (y === drawn) continue;
      drawn = y;
      pen.fillRect(3, y, width - 6, clamp(this.scale - 1, 2, 4));
    }
  }
}
