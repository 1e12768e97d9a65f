// Measures text in a font, and chooses font sizes.

import { clamp } from "./numbers.js";

/**
 * How much larger than usual the text in a picture of this width is: it must be legible from the last row of
 * a lecture hall.
 *
 * @param {number} room
 */
export const largerType = (room) => clamp(room / 950, 1, 1.4);

export class Ruler {
  /**
   * @param {string} family The font family, as in a style sheet.
   * @param {number} size The size of the font in pixels.
   */
  constructor(family, size) {
    const context = document.createElement("canvas").getContext("2d");
    if (!context) throw new Error("this browser has no canvas to measure text on");
    this.context = context;
    this.context.font = `${size}px ${family}`;
    /** @type {Map<string, number>} */
    this.known = new Map();
    /** Width of one digit. */
    this.ch = this.width("0000000000") / 10;
  }

  /** @param {string} text */
  width(text) {
    let width = this.known.get(text);
    if (width === undefined) {
      width = this.context.measureText(text).width;
      this.known.set(text, width);
    }
    return width;
  }
}
