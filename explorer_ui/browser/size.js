// The size of an element, on the screen and on paper.

import { clamp } from "./numbers.js";

/**
 * Calls `changed` when the size of an element changes. Printing does not wait for observers: the page gets
 * the width of a sheet first, and `printed` draws the component before and after printing, in the same task.
 *
 * @param {HTMLElement} node @param {() => void} changed @param {() => void} [printed]
 * @returns {() => void} Stops watching.
 */
export function watchSize(node, changed, printed = changed) {
  const sizes = new ResizeObserver(changed);
  const stop = new AbortController();
  const onPaper = (/** @type {boolean} */ on) => {
    for (const all of [document.documentElement, node.closest(".bpe")]) all?.classList.toggle("on-paper", on);
    printed();
  };
  sizes.observe(node);
  addEventListener("beforeprint", () => onPaper(true), { signal: stop.signal });
  addEventListener("afterprint", () => onPaper(false), { signal: stop.signal });
  return () => {
    sizes.disconnect();
    stop.abort();
  };
}

/**
 * Calls `changed` when the box becomes wider or narrower, and when a font has loaded; returns a function that
 * stops it.
 *
 * @param {HTMLElement} box @param {() => void} changed
 */
export function watchRoom(box, changed) {
  let width = 0;
  let frame = 0;
  const fit = () => {
    if (box.clientWidth === width) return;
    width = box.clientWidth;
    changed();
  };
  const resized = () => {
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(fit);
  };
  const stop = watchSize(box, resized, fit);
  document.fonts.addEventListener("loadingdone", changed);
  return () => {
    cancelAnimationFrame(frame);
    document.fonts.removeEventListener("loadingdone", changed);
    stop();
  };
}

/**
 * How much larger than usual the text in a picture of this width is: it must be legible from the last row of
 * a lecture hall.
 *
 * @param {number} room
 */
export const largerType = (room) => clamp(room / 950, 1, 1.4);

// Measures text in a font.
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
