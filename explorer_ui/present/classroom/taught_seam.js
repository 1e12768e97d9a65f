// Seam as a class follows it: a text, its tokens, and the seam, which the teacher moves.

/**
 * @import {Asking, Taught} from "./class_asks.js"
 * @import {SeamPicture} from "../../places/tokens/two_halves/seam.js"
 */

/** @implements {Taught} */
export class TaughtSeam {
  /** @param {SeamPicture} picture */
  constructor(picture) {
    this.picture = picture;
    // The answer to any question about the seam is on the screen, so a class is asked questions of the
    // Challenge.
    /** @type {Asking[]} */
    this.asks = [];
  }

  get step() {
    return this.picture.at;
  }

  /** @param {Message.Offer} offer */
  scene({ page, link }) {
    const { data } = this.picture;
    return data && { seam: { ...data, classroom: null }, page, link };
  }

  get covered() {
    return false;
  }

  /** @param {number} step */
  go(step) {
    this.picture.move(step);
  }

  /** @param {string | null} _what @param {boolean} open */
  cover(_what, open) {
    this.picture.hold(open);
  }
}
