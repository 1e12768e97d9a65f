// Sizes of a vocabulary on a logarithmic axis.

import { clamp } from "../../../browser/numbers.js";

export class SizeScale {
  /** @param {number} least @param {number} most */
  constructor(least, most) {
    this.least = least;
    this.most = Math.max(most, least + 1);
    this.doublings = Math.log2(this.most / this.least);
  }

  /** The position of a size, from 0 to 1. @param {number} size */
  placeOf(size) {
    return clamp(Math.log2(size / this.least) / this.doublings, 0, 1);
  }

  /** The integer size at a position from 0 to 1. @param {number} place */
  sizeAt(place) {
    return Math.round(this.least * 2 ** (clamp(place, 0, 1) * this.doublings));
  }

  /** The labels of the axis: the ends, and 1, 2 and 5 times the powers of ten that do not overlap with them.
   */
  ticks() {
    const ticks = [];
    for (let ten = 100; ten <= this.most; ten *= 10)
      for (const size of [ten, 2 * ten, 5 * ten])
        if (this.placeOf(size) > 0.04 && this.placeOf(size) < 0.96) ticks.push(size);
    return [this.least, ...ticks, this.most];
  }
}
