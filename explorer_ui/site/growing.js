// A text at every size of vocabularies, in the format of the Growth page: does what growth_data in growth.py does;
// bpe_core/lessons/vocabulary/growth.py explains it.

import { wellFormed } from "../browser/old_browsers.js";
import { base64Of, base64OfNumbers } from "../browser/payload.js";
import { encodeUtf8 } from "../browser/utf8.js";
import { traced } from "./encoding.js";

/**
 * @import {GrowthData} from "../places/vocabulary/smaller_or_larger/payload.js"
 * @import {Traced} from "./encoding.js"
 * @import {Tokenizer} from "./tokenizers.js"
 *
 * @typedef {Omit<GrowthData, "size" | "shown">} Grown
 */

const NEVER = 0xffffffff;
let drawn = 0;

/** @param {string} text @param {Tokenizer[]} tokenizers @returns {Grown} */
export function growthData(text, tokenizers) {
  const whole = encodeUtf8(wellFormed(text));
  return {
    growth_id: `drawn here ${++drawn}`,
    texts: [base64Of(whole)],
    num_bytes: whole.length,
    first_language: "English",
    vocabularies: tokenizers.map((tokenizer) => ({
      name: tokenizer.name,
      short: tokenizer.short,
      written: 0,
      text: packed(tokenizer, whole, traced(tokenizer, text)),
      languages: [],
    })),
  };
}

/** @param {Tokenizer} tokenizer */
export const growsByRank = ({ words }) => !words;

/**
 * @param {Tokenizer} tokenizer
 * @param {Uint8Array} bytes Of the text.
 * @param {Traced} found @returns {Message.PackedText}
 */
function packed({ before, idOfUnit, merges, recipe }, bytes, { ids, applied }) {
  const rows = applied.flatMap(inTime);
  const steps = Array.from(new Map(rows.map((row) => [row.key, row])).values()).sort(
    (a, b) => a.needed - b.needed || a.falls - b.falls || a.id - b.id,
  );
  const stepOf = new Map(steps.map(({ key }, step) => [key, step]));
  const sizes = [0, ...steps.map(({ needed }) => before(needed))].map((size) => size + idOfUnit.size);
  const made = steps.map(({ id }) => id);
  const inBytes = recipe.alphabet !== "characters" || bytes.every((byte) => byte < 0x80);
  // Where a character has several bytes, they are closed before the first merge.
  const given = inBytes ? 0 : 1;
  if (given) {
    sizes.unshift(sizes[0]);
    made.unshift(0);
  }
  /** @type {number[]} The unit of each byte. */
  const unitOf = [];
  let unit = -1;
  for (const byte of bytes) unitOf.push(inBytes || (byte & 0xc0) !== 0x80 ? ++unit : unit);
  const closedUnits = new Float64Array(ids.length).fill(NEVER);
  for (const { key, gap } of rows) closedUnits[gap] = (stepOf.get(key) ?? 0) + given;
  const closed = unitOf.slice(1).map((at, gap) => (at === unitOf[gap] ? 0 : closedUnits[unitOf[gap]]));
  const few = sizes.length <= 0xffff;
  return {
    closed_at: base64OfNumbers(closed, few ? 2 : 4),
    closed_bytes: few ? 2 : 4,
    sizes: base64OfNumbers(sizes, 4),
    ids: base64OfNumbers(made, 4),
    last_size: idOfUnit.size + merges,
    given,
  };
}

/**
 * For each merge applied in a chunk the highest one applied so far, and how often the ranks have fallen since:
 * merges for which both are equal, and the merge itself, are one step.
 *
 * @param {import("./encoding.js").Applied[]} applied
 */
function inTime(applied) {
  let needed = -1;
  let falls = 0;
  let last = -1;
  return applied.map(({ id, gap }) => {
    if (id > needed) falls = 0;
    else if (id < last) falls++;
    needed = Math.max(needed, id);
    last = id;
    return { key: `${needed} ${falls} ${id}`, needed, falls, id, gap };
  });
}
