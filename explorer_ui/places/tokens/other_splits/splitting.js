// All tokens that fit somewhere in a text, and splits of the text into them. A split is the bytes at which its
// tokens begin and end, from 0 to the end of the text.

import { bytesOf, uint32sOf } from "../../../browser/payload.js";
import { isContinuation } from "../../../browser/utf8.js";

const GROUP = 3; // digits

export class Splitting {
  /** @param {Message.WholeText} data */
  constructor({ text, units, arcs, own, ids }) {
    this.bytes = bytesOf(text);
    this.size = this.bytes.length;
    /** Where a token can begin or end. */
    this.places = [0, ...units];
    /** The tokens that begin at a byte: their ends, increasing, with their ids. @type {Map<number, Map<number, number>>} */
    this.from = new Map();
    const packed = uint32sOf(arcs);
    for (let at = 0; at < packed.length; at += 3) {
      const [start, end, id] = packed.subarray(at, at + 3);
      this.from.set(start, (this.from.get(start) ?? new Map()).set(end, id));
    }
    /** The split of the tokenizer itself. */
    this.own = [0, ...own];
    // Of several tokens with the same bytes, that of the tokenizer.
    ids.forEach((id, at) => {
      this.from.set(this.own[at], (this.from.get(this.own[at]) ?? new Map()).set(this.own[at + 1], id));
    });
    this.ofTokenizer = new Set(ids.map((_, at) => `${this.own[at]} ${this.own[at + 1]}`));
  }

  /** @param {number} start @param {number} end */
  idOf(start, end) {
    return this.from.get(start)?.get(end) ?? null;
  }

  /** Whether the tokenizer itself produces the token from one byte to another in this text. @param {number} start @param {number} end */
  isOwn(start, end) {
    return this.ofTokenizer.has(`${start} ${end}`);
  }

  /**
   * The fewest tokens for a part of the text; of several such splits the one with the longest first token, then the
   * longest second token, and so on.
   *
   * @param {number} start @param {number} end
   */
  fewest(start, end) {
    const needed = new Map([[end, 0]]);
    const next = new Map();
    const inside = this.places.filter((place) => start <= place && place < end);
    for (const place of inside.reverse())
      for (const to of this.from.get(place)?.keys() ?? []) {
        const count = to <= end ? (needed.get(to) ?? Infinity) + 1 : Infinity;
        const known = needed.get(place) ?? Infinity;
        if (count > known || count === Infinity || (count === known && to < next.get(place))) continue;
        needed.set(place, count);
        next.set(place, to);
      }
    return follow(start, end, (place) => next.get(place));
  }

  /** The fewest tokens for the text: the tokenizer's own split if no other has fewer. */
  fewestOfAll() {
    const fewest = this.fewest(0, this.size);
    return fewest.length < this.own.length ? fewest : this.own;
  }

  /** From the left, the longest token that fits. */
  longest() {
    return follow(0, this.size, (place) => Math.max(...(this.from.get(place)?.keys() ?? [])));
  }

  /**
   * A split with boundaries at these places: between two of them a token, or the fewest if there is none.
   *
   * @param {Iterable<number>} places
   */
  through(places) {
    const bounds = [...new Set([0, ...places, this.size])].sort((one, other) => one - other);
    return [0, ...bounds.slice(1).flatMap((end, at) => this.step(bounds[at], end))];
  }

  /** @param {number} start @param {number} end */
  step(start, end) {
    return this.idOf(start, end) === null ? this.fewest(start, end).slice(1) : [end];
  }

  /** Each character on its own. */
  letters() {
    return this.through(this.places.filter((place) => !isContinuation(this.bytes[place])));
  }

  /** Digits in groups of three from the right, as people write them; all else as the tokenizer does. */
  digitsFromTheRight() {
    const bounds = new Set(this.own);
    const text = Array.from(this.bytes, (byte) => String.fromCharCode(byte)).join("");
    for (const { 0: run, index } of text.matchAll(/[0-9]+/g)) {
      for (let at = index + 1; at < index + run.length; at++) bounds.delete(at);
      for (let at = index + run.length; at > index; at -= GROUP) bounds.add(at);
    }
    return this.through(bounds);
  }

  /**
   * A boundary moved to another place, between those next to it.
   *
   * @param {number[]} split @param {number} from @param {number} to
   */
  moved(split, from, to) {
    const at = split.indexOf(from);
    if (at <= 0 || from === this.size || to <= split[at - 1] || to >= split[at + 1]) return split;
    return this.through(split.map((place) => (place === from ? to : place)));
  }

  /**
   * A boundary removed, if what it divides is a token; or a new one.
   *
   * @param {number[]} split @param {number} place
   */
  toggled(split, place) {
    const at = split.indexOf(place);
    if (at < 0) return this.through([...split, place]);
    if (at === 0 || place === this.size || this.idOf(split[at - 1], split[at + 1]) === null) return split;
    return split.filter((one) => one !== place);
  }
}

/** @param {number} start @param {number} end @param {(place: number) => number} next */
function follow(start, end, next) {
  const split = [start];
  for (let place = start; place < end; split.push(place)) place = next(place);
  return split;
}
