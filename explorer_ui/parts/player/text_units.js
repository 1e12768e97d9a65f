// The text as a sequence of base units, bytes or characters, each with an id: the state before the first
// merge.

import { bytesOf } from "../../browser/payload.js";
import { characterAt, isContinuation } from "../../browser/utf8.js";

export class TextUnits {
  /** @param {Pick<Message.StageData, "text" | "units" | "base_ids" | "base_units">} data */
  constructor({ text, units, base_ids, base_units }) {
    this.bytes = bytesOf(text);
    /** What a unit is called: "base unit" if characters outside the alphabet are shown as their bytes. */
    this.called = units === "bytes" ? "byte" : base_units ? "base unit" : "character";
    /** The first byte of each character and the end of the text; null if the units are bytes. */
    const starts = () => (base_units ? unitStarts(base_units) : characterStarts(this.bytes));
    this.characters = units === "characters" ? starts() : null;
    this.length = this.characters ? this.characters.length - 1 : this.bytes.length;
    this.ids = new Uint32Array(this.length);
    /** The bytes that each id of a unit represents. @type {Map<number, Uint8Array>} */
    this.bytesOfId = new Map();
    const idOf = base_ids && new Map(base_ids);
    for (let unit = 0; unit < this.length; unit++) {
      const value = this.valueAt(unit);
      const id = base_units ? base_units[2 * unit] : (idOf?.get(value) ?? value);
      this.ids[unit] = id;
      if (!this.bytesOfId.has(id)) this.bytesOfId.set(id, this.bytesBetween(unit, unit + 1));
    }
  }

  /** The byte or the code point of a unit. @param {number} unit */
  valueAt(unit) {
    if (!this.characters) return this.bytes[unit];
    return characterAt(this.bytes, this.characters[unit], this.characters[unit + 1])?.point ?? 0xfffd;
  }

  /** The first byte of a unit; for the unit after the last one, the end of the text. @param {number} unit */
  byteOf(unit) {
    return this.characters ? this.characters[unit] : unit;
  }

  /** @param {number} from @param {number} to */
  bytesBetween(from, to) {
    return this.bytes.subarray(this.byteOf(from), this.byteOf(to));
  }
}

/**
 * The first byte of every unit, and the end of the text.
 *
 * @param {number[]} units The id and the bytes of each.
 */
function unitStarts(units) {
  const starts = new Uint32Array(units.length / 2 + 1);
  for (let unit = 0; 2 * unit < units.length; unit++) starts[unit + 1] = starts[unit] + units[2 * unit + 1];
  return starts;
}

/** The first byte of every character of valid UTF-8, and the end of the text. @param {Uint8Array} bytes */
function characterStarts(bytes) {
  const starts = new Uint32Array(bytes.length + 1);
  let n = 0;
  for (let i = 0; i < bytes.length; i++) if (!isContinuation(bytes[i])) starts[n++] = i;
  starts[n++] = bytes.length;
  return starts.slice(0, n);
}
