// A vocabulary of bytes and merges, as the project's files of merges hold it; see build_data.py.

const NONE = -1;

export class Vocabulary {
  /**
   * @param {Uint8Array} planes Six of them: the low, middle and high byte of each left id, then of each right id.
   * @param {Uint8Array} byteOf The byte of each id below 256.
   */
  constructor(planes, byteOf) {
    const size = planes.length / 6;
    const id = (/** @type {number} */ plane, /** @type {number} */ i) =>
      planes[plane * size + i] |
      (planes[(plane + 1) * size + i] << 8) |
      (planes[(plane + 2) * size + i] << 16);
    this.left = Uint32Array.from({ length: size }, (_, i) => id(0, i));
    this.right = Uint32Array.from({ length: size }, (_, i) => id(3, i));
    this.byteOf = byteOf;
    this.idOfByte = new Uint32Array(256);
    byteOf.forEach((byte, token) => (this.idOfByte[byte] = token));
    // Open addressing, less than half full: the rank of the pair in each slot.
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * size + 2))).fill(NONE);
    for (let rank = 0; rank < size; rank++) this.slots[this.slotOf(this.left[rank], this.right[rank])] = rank;
  }

  /**
   * The slot of a pair, or the free one where it would be.
   *
   * @param {number} left
   * @param {number} right
   */
  slotOf(left, right) {
    const mask = this.slots.length - 1;
    const mixed = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (let rank; (rank = this.slots[slot]) !== NONE; slot = (slot + 1) & mask)
      if (this.left[rank] === left && this.right[rank] === right) break;
    return slot;
  }

  /**
   * The id that a pair makes, which is 256 more than its rank; -1 where nothing joins it.
   *
   * @param {number} left
   * @param {number} right
   */
  made(left, right) {
    const rank = this.slots[this.slotOf(left, right)];
    return rank === NONE ? NONE : 256 + rank;
  }

  /**
   * The bytes of a token that is not special.
   *
   * @param {number} id
   * @returns {number[]}
   */
  bytesOf(id) {
    if (id < 256) return [this.byteOf[id]];
    return [...this.bytesOf(this.left[id - 256]), ...this.bytesOf(this.right[id - 256])];
  }
}
