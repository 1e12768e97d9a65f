// The history: everything follows from `closed_at`. Gap g lies between unit g and g + 1 of the text, and
// closed_at[g] is the rank of the merge that closed it. At step k the text is cut wherever closed_at[gap] >= k.
//
//   a a a b d a a a b a c      three merges: aa, aaa, aaab
//    0 1 2 . . 0 1 2 . .       closed_at; "." is open: no merge ever closes it
//   step 2: aaa b d aaa b a c

import { bytesOf, uint16sOf } from "../shared/payload.js";
import { piecesOf } from "../shared/pieces.js";
import { characterAt, isContinuation } from "../shared/utf8.js";

/**
 * @import {DrawnToken} from "../shared/pieces.js"
 * @import {StageData} from "./payload.js"
 *
 * A learned rule, or while encoding one join: `counted` occurrences of the pair, `replaced` of them joined.
 * @typedef {{rank: number, left: number, right: number, id: number, counted: number, replaced: number}} Merge
 *
 * A token of the text: units `start` to `end` (exclusive), and the rank of the merge that made it, -1 for a base unit.
 * @typedef {{start: number, end: number, rank: number, id: number}} Token
 *
 * What a token is made of: one part for a base unit, two below a merge.
 * @typedef {{from: number, to: number, id: number, merge: Merge | null, depth: number, parts: Part[]}} Part
 */

/** What closed_at holds where chunks meet: no merge can ever reach across. */
const WALL = 65534;

export class History {
  /** @param {StageData} data */
  constructor(data) {
    this.bytes = bytesOf(data.text);
    this.byUnit = data.units === "characters";
    this.unit = this.byUnit ? "character" : "byte";
    this.display = data.display;
    this.closed = uint16sOf(data.closed_at);
    this.byteAt = this.byUnit ? characterStarts(this.bytes) : null;
    this.units = this.byteAt ? this.byteAt.length - 1 : this.bytes.length;
    this.merges = Array.from({ length: data.merges.length / 5 }, (_, rank) => {
      const [left, right, id, counted, replaced] = data.merges.slice(5 * rank, 5 * rank + 5);
      return { rank, left, right, id, counted, replaced };
    });
    this.steps = this.merges.length;
    this.ending = data.ending;
    const { base, baseBytes } = this.readBase(data.base_ids);
    this.base = base;
    this.baseBytes = baseBytes;
    const { starts, gaps } = gapsByRank(this.closed, this.steps);
    this.starts = starts;
    this.gaps = gaps;
    /** The merge that first makes an id. @type {Map<number, Merge>} */
    this.madeBy = new Map();
    for (const merge of this.merges) if (!this.madeBy.has(merge.id)) this.madeBy.set(merge.id, merge);
    /** @type {Map<number, Uint8Array>} */
    this.known = new Map();
  }

  /**
   * The id of each unit of the text, and the bytes of each id. Without pairs, a byte's id is its value.
   *
   * @param {[number, number][] | null} pairs Of unit and id.
   */
  readBase(pairs) {
    const ids = pairs && new Map(pairs);
    const base = new Uint32Array(this.units);
    /** @type {Map<number, Uint8Array>} */
    const baseBytes = new Map();
    for (let unit = 0; unit < this.units; unit++) {
      const value = this.unitAt(unit);
      const id = ids?.get(value) ?? value;
      base[unit] = id;
      if (!baseBytes.has(id)) baseBytes.set(id, this.bytesBetween(unit, unit + 1));
    }
    return { base, baseBytes };
  }

  /**
   * The byte or the code point of a unit.
   *
   * @param {number} unit
   */
  unitAt(unit) {
    if (!this.byteAt) return this.bytes[unit];
    return characterAt(this.bytes, this.byteAt[unit], this.byteAt[unit + 1])?.point ?? 0xfffd;
  }

  /**
   * The gaps that the merge of this rank closes, ascending.
   *
   * @param {number} rank
   */
  gapsOf(rank) {
    return rank < this.steps
      ? this.gaps.subarray(this.starts[rank], this.starts[rank + 1])
      : new Uint32Array(0);
  }

  /**
   * How many tokens there are at a step.
   *
   * @param {number} step
   */
  tokensAt(step) {
    return this.units - this.starts[step];
  }

  /** @param {number} gap */
  isWall(gap) {
    return this.closed[gap] === WALL;
  }

  get hasWalls() {
    return this.closed.includes(WALL);
  }

  /**
   * The first byte of a unit; of the unit after the last, where the text ends.
   *
   * @param {number} unit
   */
  byteOf(unit) {
    return this.byteAt ? this.byteAt[unit] : unit;
  }

  /**
   * @param {number} from
   * @param {number} to
   */
  bytesBetween(from, to) {
    return this.bytes.subarray(this.byteOf(from), this.byteOf(to));
  }

  /**
   * The first unit of the token that holds `unit`.
   *
   * @param {number} unit
   * @param {number} step
   */
  startOf(unit, step) {
    while (unit > 0 && this.closed[unit - 1] < step) unit--;
    return unit;
  }

  /**
   * The token that begins at unit `start`.
   *
   * @param {number} start
   * @param {number} step
   * @returns {Token}
   */
  tokenFrom(start, step) {
    let rank = -1;
    let end = start + 1;
    while (end < this.units && this.closed[end - 1] < step) {
      if (this.closed[end - 1] > rank) rank = this.closed[end - 1];
      end++;
    }
    return { start, end, rank, id: rank < 0 ? this.base[start] : this.merges[rank].id };
  }

  /**
   * The token that holds `unit`.
   *
   * @param {number} unit
   * @param {number} step
   */
  tokenAt(unit, step) {
    return this.tokenFrom(this.startOf(unit, step), step);
  }

  /**
   * Every token from the one that begins at `from` to the end of the text.
   *
   * @param {number} step
   * @param {number} [from]
   */
  *tokens(step, from = 0) {
    for (let start = from; start < this.units;) {
      const token = this.tokenFrom(start, step);
      yield token;
      start = token.end;
    }
  }

  /**
   * The gaps at which `left` and `right` stand side by side at a step, whether or not they are joined next.
   *
   * @param {{left: number, right: number}} pair
   * @param {number} step
   */
  gapsBetween({ left, right }, step) {
    const gaps = [];
    /** @type {Token | null} */
    let before = null;
    for (const token of this.tokens(step)) {
      if (before?.id === left && token.id === right && !this.isWall(token.start - 1))
        gaps.push(token.start - 1);
      before = token;
    }
    return gaps;
  }

  /**
   * The bytes of a token. No recursion: a token can be thousands of merges deep.
   *
   * @param {number} id
   */
  bytesOfId(id) {
    const found = this.known.get(id);
    if (found) return found;
    /** @type {number[]} */
    const bytes = [];
    const left = [id]; // ids still to be written, the next one last
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const whole = this.known.get(next) ?? (this.madeBy.has(next) ? undefined : this.baseBytes.get(next));
      const merge = this.madeBy.get(next);
      if (whole) for (const byte of whole) bytes.push(byte);
      else if (merge) left.push(merge.right, merge.left);
    }
    const made = Uint8Array.from(bytes);
    this.known.set(id, made);
    return made;
  }

  /**
   * @param {number} id
   * @returns {DrawnToken}
   */
  tokenOfId(id) {
    return { id, pieces: piecesOf(this.bytesOfId(id), this.display), quiet: !this.madeBy.has(id) };
  }

  /**
   * A token as it stands in the text: bytes that an id stands for may differ from its own (an unknown character).
   *
   * @param {Token} token
   * @returns {DrawnToken}
   */
  drawn({ start, end, id, rank }) {
    return { id, pieces: piecesOf(this.bytesBetween(start, end), this.display), quiet: rank < 0 };
  }

  /**
   * The units of the chunk that holds `unit`, or null if the whole text is one.
   *
   * @param {number} unit
   * @returns {[number, number] | null}
   */
  chunkOf(unit) {
    let from = unit;
    let to = unit + 1;
    while (from > 0 && !this.isWall(from - 1)) from--;
    while (to < this.units && !this.isWall(to - 1)) to++;
    return from === 0 && to === this.units ? null : [from, to];
  }

  /**
   * What units `from` to `to` were made of: the Cartesian tree of closed_at inside them. As deep as the token has
   * units at most, so not for long ones.
   *
   * @param {number} from
   * @param {number} to
   * @returns {Part}
   */
  treeOf(from, to) {
    if (to - from === 1) return { from, to, id: this.base[from], merge: null, depth: 1, parts: [] };
    let split = from;
    for (let gap = from; gap + 1 < to; gap++) if (this.closed[gap] > this.closed[split]) split = gap;
    const parts = [this.treeOf(from, split + 1), this.treeOf(split + 1, to)];
    const merge = this.merges[this.closed[split]];
    return { from, to, id: merge.id, merge, depth: 1 + Math.max(parts[0].depth, parts[1].depth), parts };
  }
}

/**
 * The first byte of every character of valid UTF-8, and where the text ends.
 *
 * @param {Uint8Array} bytes
 */
function characterStarts(bytes) {
  const starts = new Uint32Array(bytes.length + 1);
  let n = 0;
  for (let i = 0; i < bytes.length; i++) if (!isContinuation(bytes[i])) starts[n++] = i;
  starts[n++] = bytes.length;
  return starts.slice(0, n);
}

/**
 * Gaps by the merge that closed them: those of `rank` are gaps[starts[rank]] to gaps[starts[rank + 1]], so that
 * starts[k] gaps are closed at step k.
 *
 * @param {Uint16Array} closed
 * @param {number} steps
 */
function gapsByRank(closed, steps) {
  const starts = new Uint32Array(steps + 1);
  for (const rank of closed) if (rank < steps) starts[rank + 1]++;
  for (let rank = 0; rank < steps; rank++) starts[rank + 1] += starts[rank];
  const gaps = new Uint32Array(starts[steps]);
  const next = starts.slice();
  closed.forEach((rank, gap) => {
    if (rank < steps) gaps[next[rank]++] = gap;
  });
  return { starts, gaps };
}
