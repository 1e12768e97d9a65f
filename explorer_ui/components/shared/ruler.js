// How wide text is in an element's font.

export class Ruler {
  /**
   * @param {Element} element
   * @param {number} size Of the font, in pixels.
   */
  constructor(element, size) {
    const context = document.createElement("canvas").getContext("2d");
    if (!context) throw new Error("this browser has no canvas to measure text on");
    this.context = context;
    this.context.font = `${size}px ${getComputedStyle(element).fontFamily}`;
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
