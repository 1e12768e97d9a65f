// The payload of the strip; see strip_data in token_strip.py.

import { bytesOf, uint16sOf, uint32sOf } from "../shared/payload.js";
import { TokenizedText, tokenOf } from "./tokenized_text.js";

/**
 * @import {EncoderData} from "../live/load.js"
 * @import {Counts} from "./figures.js"
 * @import {Made} from "./facts.js"
 *
 * @typedef {object} Limit
 * @property {number} tokens How many tokens fit.
 * @property {boolean} split_characters Whether a character may be split there.
 *
 * @typedef {object} StripData
 * @property {[number, string, number | null][]} tokens Id, bytes in base64, rank.
 * @property {string} indexes
 * @property {number} index_bytes
 * @property {string | null} chunks
 * @property {number[]} special
 * @property {boolean} ranked
 * @property {"text" | "glyphs"} display
 * @property {string} label
 * @property {string} hint The text if there are no tokens.
 * @property {number} height
 * @property {boolean} controls
 * @property {Counts | null} counts
 * @property {EncoderData | null} live The encoder for the browser, if the tokenizer has one.
 * @property {number[][]} template Where the tokens of a chat template begin and end.
 * @property {number[]} injected Indexes of tokens.
 * @property {Limit | null} limit
 * @property {Made | null} made What the selected token was merged from.
 * @property {string} strip_id
 */

/** @param {StripData} data */
export function readPayload(data) {
  const special = new Set(data.special);
  return new TokenizedText({
    tokens: data.tokens.map(([id, base64, rank]) =>
      tokenOf({ id, bytes: bytesOf(base64), rank, special: special.has(id) }, data),
    ),
    indexes: data.index_bytes === 2 ? uint16sOf(data.indexes) : uint32sOf(data.indexes),
    chunks: data.chunks === null ? null : uint32sOf(data.chunks),
    display: data.display,
  });
}
