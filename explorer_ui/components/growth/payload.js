// The payload of the Growth page; see growth.py.

import { uint16sOf, uint32sOf } from "../shared/payload.js";
import { GrownText } from "./grown_text.js";
import { GrownCounts } from "./languages.js";

/** @import {Offer} from "../teaching/payload.js" */

/**
 * A text at every size of a vocabulary.
 *
 * @typedef {object} PackedText
 * @property {string} closed_at Base64, one number per gap: the step that closes it, or one above every step.
 * @property {2 | 4} closed_bytes How many bytes each of them has.
 * @property {string} sizes Base64 of uint32: the smallest vocabulary size that includes each step.
 * @property {string} ids Base64 of uint32: the id of the token that each step makes.
 * @property {number} last_size
 * @property {number} given How many steps are not merges, because they are done from the start: 1 if
 * characters are never split.
 */

/**
 * A text of which only the number of tokens is shown.
 *
 * @typedef {object} PackedLanguage
 * @property {string} name
 * @property {number} num_bytes
 * @property {string} sizes The smallest size that includes 0, 1, 2, ... steps, each as the difference to the last:
 * "256 7 40" for 256, 263 and 303.
 * @property {string} tokens The number of tokens after as many steps, written in the same way.
 */

/**
 * @typedef {object} PackedVocabulary
 * @property {string} name Its name in a sentence.
 * @property {string} short
 * @property {number} written The index in `texts` of the text as this tokenizer writes it.
 * @property {PackedText} text
 * @property {PackedLanguage[]} languages One paragraph in each language that it can encode.
 */

/**
 * @typedef {object} GrowthData
 * @property {string} growth_id The same for the same texts: then the visitor's size is kept.
 * @property {string[]} texts Base64 of UTF-8: the text, once for each way in which the tokenizers write it.
 * @property {number} num_bytes Of the original text.
 * @property {string} first_language The language that the others are compared with.
 * @property {PackedVocabulary[]} vocabularies
 * @property {number} size The initial size.
 * @property {number} shown The index of the initial vocabulary.
 * @property {Offer | null} [classroom] Null or missing: classes are not available.
 */

/** @param {PackedText} packed */
export const unpack = ({ closed_at, closed_bytes, sizes, ids, last_size, given }) =>
  new GrownText(
    closed_bytes === 2 ? uint16sOf(closed_at) : uint32sOf(closed_at),
    uint32sOf(sizes),
    last_size,
    { given, ids: uint32sOf(ids) },
  );

/** @param {PackedLanguage} packed */
export const unpackLanguage = ({ name, num_bytes, sizes, tokens }) => ({
  name,
  text: new GrownCounts(num_bytes, summed(sizes), summed(tokens)),
});

/** @param {string} differences */
function summed(differences) {
  let sum = 0;
  return differences.split(" ").map((difference) => (sum += Number(difference)));
}
