// A text and its merges, step by step: every state follows from closed_at.

import { gapsByRank, spanFrom, startOf } from "../../browser/closed_at.js";
import { bytesOf, uint16sOf } from "../../browser/payload.js";
import { textParts } from "../../browser/text_parts.js";
import { decodeUtf8, encodeUtf8 } from "../../browser/utf8.js";
import { TextUnits } from "./text_units.js";
import { Vocabulary, TokenWords } from "./vocabulary.js";

/**
 * @import {DrawnToken} from "../../browser/text_parts.js"
 * @import {Merge} from "./vocabulary.js"
 *
 * A token of the text: units `start` to `end` (exclusive), and the rank of the merge that made it, -1 for a base unit.
 * @typedef {{start: number, end: number, rank: number, id: number}} Token
 */

/** The value of closed_at at chunk boundaries: no merge can cross them. */
export const BOUNDARY = 65534;

/** The value of closed_at for gaps that no merge closes. */
export const OPEN = 65535;

/** Inside a special token. */
export const CLOSED = 65532;

/**
 * A text and its merges, unpacked.
 *
 * @typedef {object} Unpacked
 * @property {TextUnits} text
 * @property {Uint16Array} closed
 * @property {Uint8Array | null} lifted For each gap whether a chunk boundary was lifted there; null if none
 * was.
 * @property {Merge[]} merges
 */

export class History {
  /**
   * @param {Message.StageData & Pick<Message.TrainingData, "special_tokens" | "continued"> & Partial<Pick<Message.TrainingData, "min_count">>} data
   * @param {Unpacked} [unpacked] The unpacked values, if they differ from the data.
   */
  constructor(data, { text, closed, lifted, merges } = unpack(data)) {
    this.text = text;
    this.units = text.length;
    this.display = data.display;
    this.ending = data.ending;
    this.closed = closed;
    this.lifted = lifted;
    this.hasBoundaries = closed.includes(BOUNDARY) || Boolean(lifted?.includes(1));
    this.secondStage = data.second_stage;
    /** How often a pair must occur to be merged. */
    this.minCount = data.min_count ?? 1;
    /** How many of the first merges are those of the vocabulary that training continued from. */
    this.earlier = data.continued?.earlier ?? 0;
    /** The ids of special tokens. @type {Set<number>} */
    this.special = new Set(data.special_tokens?.map(([id]) => id));
    this.merges = merges;
    /** The weight of the chunk of each unit; null if all weights are 1. */
    this.weights = data.weights && this.weightsOfUnits(data.weights);
    /** The number of units, counting weights. */
    this.whole = this.weights ? this.weights.reduce((sum, weight) => sum + weight, 0) : this.units;
    this.steps = this.merges.length;
    this.vocabulary = new Vocabulary(this.merges, this.text.bytesOfId, this.display);
    this.words = new TokenWords(this.vocabulary);
    const { starts, gaps } = gapsByRank(this.closed, this.steps);
    this.starts = starts;
    this.gaps = gaps;
    /** How many fewer tokens there are at each step than at the first. */
    this.fewer = new Float64Array(this.steps + 1);
    this.merges.forEach(({ replaced }, rank) => (this.fewer[rank + 1] = this.fewer[rank] + replaced));
  }

  /** @param {number[]} weights The weight of each chunk, in order. */
  weightsOfUnits(weights) {
    let chunk = 0;
    return Float64Array.from({ length: this.units }, (_, unit) => {
      if (unit && this.isBoundary(unit - 1)) chunk++;
      return weights[chunk];
    });
  }

  /** The gaps that the merge of this rank closes, ascending. @param {number} rank */
  gapsOf(rank) {
    return rank < this.steps
      ? this.gaps.subarray(this.starts[rank], this.starts[rank + 1])
      : new Uint32Array(0);
  }

  /** The number of tokens at a step, counting the weights of chunks. @param {number} step */
  tokensAt(step) {
    return this.whole - this.fewer[step];
  }

  /**
   * Whether there was a chunk boundary before the first step; the layout keeps the space of a lifted
   * boundary.
   *
   * @param {number} gap
   */
  isBoundary(gap) {
    return this.closed[gap] === BOUNDARY || this.lifted?.[gap] === 1;
  }

  /** Whether chunk boundaries have been lifted at a step. @param {number} step */
  inSecondStage(step) {
    return this.secondStage !== null && step >= this.secondStage.at;
  }

  /** Whether nothing can merge across a gap at a step. @param {number} gap @param {number} step */
  stands(gap, step) {
    return this.closed[gap] === BOUNDARY || (this.lifted?.[gap] === 1 && !this.inSecondStage(step));
  }

  /** The merges that first make a token across a lifted boundary. */
  get acrossBoundaries() {
    const first = new Set(this.closed.filter((_, gap) => this.lifted?.[gap]));
    /** @type {Set<number>} */
    const across = new Set();
    return this.merges.filter(({ id, left, right, rank }) => {
      const isNew = !across.has(id) && (first.has(rank) || across.has(left) || across.has(right));
      if (isNew) across.add(id);
      return isNew;
    });
  }

  /** The first unit of the token that contains `unit`. @param {number} unit @param {number} step */
  startOf(unit, step) {
    return startOf(this.closed, unit, step);
  }

  /** The token that begins at unit `start`. @param {number} start @param {number} step @returns {Token} */
  tokenFrom(start, step) {
    const { end, rank } = spanFrom(this.closed, start, step);
    return { start, end, rank, id: rank < 0 ? this.text.ids[start] : this.merges[rank].id };
  }

  /** The token that contains `unit`. @param {number} unit @param {number} step */
  tokenAt(unit, step) {
    return this.tokenFrom(this.startOf(unit, step), step);
  }

  /**
   * Every token from the one that begins at `from` to the end of the text.
   *
   * @param {number} step @param {number} [from]
   */
  *tokens(step, from = 0) {
    for (let start = from; start < this.units;) {
      const token = this.tokenFrom(start, step);
      yield token;
      start = token.end;
    }
  }

  /**
   * The gaps between an adjacent `left` and `right` at a step, whether or not they are merged next.
   *
   * @param {{left: number, right: number}} pair @param {number} step
   */
  gapsBetween({ left, right }, step) {
    const gaps = [];
    /** @type {Token | null} */
    let before = null;
    for (const token of this.tokens(step)) {
      if (before?.id === left && token.id === right && !this.stands(token.start - 1, step))
        gaps.push(token.start - 1);
      before = token;
    }
    return this.mayMerge(left, right, step) ? gaps : [];
  }

  /**
   * Whether the token of a pair has at most the number of words that is allowed at a step.
   *
   * @param {number} left @param {number} right @param {number} step
   */
  mayMerge(left, right, step) {
    const most = this.secondStage?.max_words;
    return !most || !this.inSecondStage(step) || this.words.ofPair(left, right) <= most;
  }

  /** @param {number} from @param {number} to */
  partsBetween(from, to) {
    return textParts(this.text.bytesBetween(from, to), this.display);
  }

  /**
   * A token as it appears in the text: the bytes of its id may be others (for an unknown character).
   *
   * @param {Token} token @returns {DrawnToken}
   */
  drawn({ start, end, id, rank }) {
    return { id, parts: this.partsBetween(start, end), quiet: rank < 0 };
  }

  /**
   * The units of the chunk that contains `unit` at a step, or null if the whole text is one chunk.
   *
   * @param {number} unit @param {number} [step] @returns {[number, number] | null}
   */
  chunkOf(unit, step = 0) {
    let from = unit;
    let to = unit + 1;
    while (from > 0 && !this.stands(from - 1, step)) from--;
    while (to < this.units && !this.stands(to - 1, step)) to++;
    return from === 0 && to === this.units ? null : [from, to];
  }
}

/**
 * The base units of a text, the values of their gaps, and whether a boundary was lifted there; a special token is one
 * unit.
 *
 * @param {Message.StageData & Pick<Message.TrainingData, "special_tokens">} data
 */
function withSpecial(data) {
  const text = new TextUnits(data);
  const closed = uint16sOf(data.closed_at);
  const bits = data.second_stage && bytesOf(data.second_stage.lifted);
  const lifted = bits && Uint8Array.from(closed, (_, gap) => (bits[gap >> 3] >> (gap & 7)) & 1);
  if (!data.special_tokens) return { text, closed, lifted };
  const tokens = data.special_tokens.map(([id, token]) => ({ id, bytes: encodeUtf8(token) }));
  const idOf = new Map(tokens.map(({ id, bytes }) => [decodeUtf8(bytes), id]));
  const longest = Math.max(...tokens.map(({ bytes }) => bytes.length));
  /** @type {number[]} */
  const base_units = [];
  for (let start = 0, end; start < text.length; start = end) {
    end = start + 1;
    while (end < text.length && closed[end - 1] === CLOSED) end++;
    const bytes = text.bytesBetween(start, end);
    const special = bytes.length > longest ? undefined : idOf.get(decodeUtf8(bytes));
    base_units.push(special ?? text.ids[start], bytes.length);
  }
  return {
    text: new TextUnits({ ...data, units: "characters", base_units }),
    closed: closed.filter((value) => value !== CLOSED),
    lifted: lifted && lifted.filter((_, gap) => closed[gap] !== CLOSED),
  };
}

/** @param {Message.StageData} data @returns {Unpacked} */
function unpack(data) {
  const merges = Array.from({ length: data.merges.length / 5 }, (_, rank) => {
    const [left, right, id, counted, replaced] = data.merges.slice(5 * rank, 5 * rank + 5);
    return { rank, left, right, id, counted, replaced };
  });
  return { ...withSpecial(data), merges };
}
