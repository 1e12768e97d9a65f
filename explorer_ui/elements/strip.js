// The tokens of a text in the strip's format: does what strip_data in token_strip.py does.

import { wellFormed } from "../browser/old_browsers.js";
import { base64Of, base64OfNumbers } from "../browser/payload.js";
import { codePoints, encodeUtf8 } from "../browser/utf8.js";
import { traced } from "./encoding.js";

/**
 * @import {Traced} from "./encoding.js"
 * @import {Tokenizer} from "./tokenizers.js"
 */

let strips = 0;

/** @param {Tokenizer} tokenizer @param {string} text @returns {Message.StripData} */
export function stripOf(tokenizer, text) {
  const whole = wellFormed(text);
  const { ids, chunks } = idsOf(traced(tokenizer, whole));
  const distinct = Array.from(new Set(ids)).sort((a, b) => a - b);
  const placeOf = new Map(distinct.map((id, place) => [id, place]));
  const width = distinct.length <= 0x10000 ? 2 : 4;
  const { recipe, rankOf, isUnit, bytesOf } = tokenizer;
  return {
    tokens: distinct.map((id) => [id, base64Of(bytesOf(id)), isUnit(id) ? null : rankOf(id)]),
    indexes: base64OfNumbers(
      ids.map((id) => placeOf.get(id) ?? 0),
      width,
    ),
    index_bytes: width,
    chunks: base64OfNumbers(chunks, 4),
    special: [],
    ranked: true,
    display: recipe.alphabet === "byte-glyphs" ? "glyphs" : "text",
    label: "The text in tokens",
    hint: "Type a text to see its tokens.",
    height: 240,
    controls: true,
    counts: {
      tokens: ids.length,
      characters: codePoints(whole),
      bytes: encodeUtf8(whole).length,
      chunks: chunks.length,
    },
    live: null,
    template: [],
    injected: [],
    differs: [],
    looked_at: null,
    made: null,
    depth: null,
    cut: null,
    original: null,
    names: [],
    note: "",
    strip_id: `drawn here ${++strips}`,
  };
}

/**
 * The ids that are left after all merges, and the index of the first one of each chunk: the id of a token is that of
 * the last merge inside it.
 *
 * @param {Traced} found
 */
export function idsOf({ ids, starts, applied }) {
  const steps = applied.flat();
  const stepAt = new Int32Array(ids.length).fill(-1);
  steps.forEach(({ gap }, step) => (stepAt[gap] = step));
  const first = new Set(starts);
  /** @type {{ids: number[], chunks: number[]}} */
  const found = { ids: [], chunks: [] };
  for (let unit = 0; unit < ids.length; unit++) {
    if (first.has(unit)) found.chunks.push(found.ids.length);
    let id = ids[unit];
    for (let last = -1; stepAt[unit] >= 0; unit++)
      if (stepAt[unit] > last) id = steps[(last = stepAt[unit])].id;
    found.ids.push(id);
  }
  return found;
}
