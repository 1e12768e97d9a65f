// What Python sends to the page of growth; see growth.py.

import { uint16sOf, uint32sOf } from "../shared/payload.js";
import { GrownText } from "./grown_text.js";

/** @import {Offer} from "../teaching/payload.js" */

/**
 * A text under every size of a vocabulary.
 *
 * @typedef {object} PackedText
 * @property {string} closed_at Base64, one number per gap: the step that closes it, or one above every step.
 * @property {2 | 4} closed_bytes How many bytes each of them has.
 * @property {string} sizes Base64 of uint32: the size of the vocabulary from which each step is taken.
 * @property {string} ids Base64 of uint32: the id of the token that each step makes; "" for languages.
 * @property {number} last_size
 * @property {number} given How many steps are no rules, but there from the first: 1 where characters are never cut.
 */

/**
 * @typedef {object} PackedLanguage
 * @property {string} name
 * @property {PackedText} text
 */

/**
 * @typedef {object} PackedVocabulary
 * @property {string} name As it is called in a sentence.
 * @property {string} short
 * @property {number} written Which of the texts it is that its rules go over.
 * @property {PackedText} text
 * @property {PackedLanguage[]} languages One paragraph in each that it can write.
 */

/**
 * @typedef {object} GrowthData
 * @property {string} growth_id The same for the same texts: then the visitor's size is kept.
 * @property {string[]} texts Base64 of UTF-8: the text, each way that the tokenizers write it.
 * @property {number} num_bytes Of the text that was given.
 * @property {string} first_language The language that the others are held against.
 * @property {PackedVocabulary[]} vocabularies
 * @property {number} size Where the slider begins.
 * @property {number} shown The vocabulary that is shown first.
 * @property {Offer | null} [classroom] Null or missing: no class can be opened.
 */

/** @param {PackedText} packed */
export const unpack = ({ closed_at, closed_bytes, sizes, ids, last_size, given }) =>
  new GrownText(
    closed_bytes === 2 ? uint16sOf(closed_at) : uint32sOf(closed_at),
    uint32sOf(sizes),
    last_size,
    { given, ids: uint32sOf(ids) },
  );
