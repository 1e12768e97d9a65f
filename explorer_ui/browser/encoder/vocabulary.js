// A vocabulary of bytes and merges, in the format of the project's merge files; see bpe_core/tables.
//
// Ids are assigned in order, first to the 256 bytes, then to the token of each pair; those of special tokens
// are skipped:
//
//     id        0   1   2  ...  255  | 256      257      258
//     token     !   "   #       0xAD | Ġ t      Ġ a      h e         (GPT-2)

const NONE = -1;
const BYTES = 256;

export class Vocabulary {
  /**
   * @param {object} parts
   * @param {Uint8Array[]} parts.planes Files, each of six planes: the low, middle and high byte of each left id, then of
   *   each right id.
   * @param {Uint8Array} parts.byteOrder The 256 bytes in the order of their ids.
   * @param {Record<string, number>} parts.special
   */
  constructor({ planes, byteOrder, special }) {
    this.left = concatenated(planes.map((file) => idsOf(file, 0)));
    this.right = concatenated(planes.map((file) => idsOf(file, 3)));
    const size = this.left.length;
    /** The id of each byte in `byteOrder`, then of the token that each pair makes. */
    this.ids = new Uint32Array(BYTES + size);
    const taken = new Set(Object.values(special));
    for (let at = 0, id = 0; at < this.ids.length; id++) if (!taken.has(id)) this.ids[at++] = id;
    /** @type {Map<number, number>} The index of each id among them. */
    this.indexes = new Map(Array.from(this.ids, (id, at) => [id, at]));
    this.byteOrder = byteOrder;
    this.idOfByte = new Uint32Array(BYTES);
    byteOrder.forEach((byte, at) => (this.idOfByte[byte] = this.ids[at]));
    // A hash table with open addressing, less than half full: the rank of the pair in each slot.
    this.slots = new Int32Array(2 ** Math.ceil(Math.log2(2 * size + 2))).fill(NONE);
    for (let rank = 0; rank < size; rank++) this.slots[this.slotOf(this.left[rank], this.right[rank])] = rank;
  }

  /** The slot of a pair, or the free one where it belongs. @param {number} left @param {number} right */
  slotOf(left, right) {
    const mask = this.slots.length - 1;
    const mixed = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
    let slot = (mixed ^ (mixed >>> 15)) & mask;
    for (let rank; (rank = this.slots[slot]) !== NONE; slot = (slot + 1) & mask)
      if (this.left[rank] === left && this.right[rank] === right) break;
    return slot;
  }

  /**
   * The id that a pair makes, which rises with its rank; -1 if there is no such merge.
   *
   * @param {number} left @param {number} right
   */
  made(left, right) {
    const rank = this.slots[this.slotOf(left, right)];
    return rank === NONE ? NONE : this.ids[BYTES + rank];
  }

  /** Whether an id is that of a single byte.
   *
   * @param {number} id
   */
  isByte(id) {
    return (this.indexes.get(id) ?? BYTES) < BYTES;
  }

  /** The bytes of an id that is not a special token. @param {number} id @returns {number[]} */
  bytesOf(id) {
    const at = this.indexes.get(id) ?? 0;
    if (at < BYTES) return [this.byteOrder[at]];
    return [...this.bytesOf(this.left[at - BYTES]), ...this.bytesOf(this.right[at - BYTES])];
  }
}

/** The ids in three planes of a file. @param {Uint8Array} planes @param {number} first */
function idsOf(planes, first) {
  const size = planes.length / 6;
  const [low, middle, high] = [0, 1, 2].map((plane) => planes.subarray((first + plane) * size));
  return Uint32Array.from({ length: size }, (_, at) => low[at] | (middle[at] << 8) | (high[at] << 16));
}

/** @param {Uint32Array[]} arrays */
function concatenated(arrays) {
  const whole = new Uint32Array(arrays.reduce((size, array) => size + array.length, 0));
  let at = 0;
  for (const array of arrays) {
    whole.set(array, at);
    at += array.length;
  }
  return whole;
}
