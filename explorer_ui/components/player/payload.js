// The payload of the player; payload.py has the same types under the same names, which a test checks.

/**
 * @import {Offer} from "../teaching/payload.js"
 *
 * The second stage of a training, as in SuperBPE.
 *
 * @typedef {object} SecondStageData
 * @property {"blanks" | "punctuation" | "all"} lifts Which chunk boundaries are lifted.
 * @property {number} at After how many steps.
 * @property {boolean} keeps_colons Whether the boundaries between `:` and a space remain.
 * @property {number | null} max_words The maximum number of words in a token made after that.
 *
 * A text and its merges.
 *
 * @typedef {object} StageData
 * @property {string} history_id The same for the same history: then the visitor's step is kept.
 * @property {string} text Base64 of UTF-8.
 * @property {"bytes" | "characters"} units The kind of base units.
 * @property {[number, number][] | null} base_ids Pairs of unit and id; null where the id of a byte is its value.
 * @property {number[]} [base_units] The id and the bytes of every unit, if they do not follow from its value.
 * @property {string} closed_at Base64 of uint16, one per gap: the rank that closes it, 65532 within
 * a special token, 65534 a chunk boundary, 65535 open;
 *   at a lifted boundary, 32768 plus the rank, or 65533 for open.
 * @property {number[] | null} weights The weight of each chunk, in order; null if all are 1.
 * @property {number[]} merges Five numbers for each step: left id, right id, new id, times counted, times replaced.
 * @property {"text" | "glyphs"} display How bytes are shown.
 * @property {string} ending The sentence after the last step.
 * @property {SecondStageData | null} second_stage Null if no chunk boundaries were lifted.
 */

/**
 * A training that continued from a vocabulary, whose merges are the first `earlier` steps.
 *
 * @typedef {object} ContinuedData
 * @property {number} earlier
 * @property {number[]} ranks The rank of each step's merge in the longer vocabulary.
 */

/**
 * The steps are the merges of a training.
 *
 * @typedef {object} TrainingFields
 * @property {"train"} mode
 * @property {"first-seen" | "lowest-pair" | "highest-bytes"} tie_break Which of several most frequent pairs is merged.
 * @property {[number, number][] | null} tie_order Pairs of id and its order, or null if the ids themselves
 * are compared.
 * @property {number} first_new_id The id of the first token that is made.
 * @property {[number, string][]} [special_tokens] Their ids and strings, if the text contains any.
 * @property {boolean} same_string_same_token Whether two pairs that make the same string make one token.
 * @property {ContinuedData} [continued] If training continued from a vocabulary.
 */

/**
 * The steps are the merges by which a text is encoded, each in one chunk.
 *
 * @typedef {object} EncodingFields
 * @property {"encode"} mode
 * @property {"lowest-rank" | "merge-list" | "passes"} encode_order
 * @property {number[]} ranks The rank of each step's merge.
 * @property {[number, number, number][][]} pair_ranks For each stage the left id, right id and rank of every
 * adjacent
 *   pair; -1: no merge.
 */

/**
 * @typedef {StageData & TrainingFields} TrainingData
 * @typedef {StageData & EncodingFields} EncodingData
 */

/**
 * The initial state of the player.
 *
 * @typedef {object} Start
 * @property {number} step
 * @property {number | null} selected The unit whose token is selected.
 * @property {Offer | null} [classroom] Null or missing: classes are not available.
 * @property {boolean} [saves_page] Whether Python can save the player as a web page.
 * @property {boolean} [opens] Whether it is the opening animation of the app: it plays by itself, and Python
 * is not notified.
 *
 * @typedef {(TrainingData | EncodingData) & Start} PlayerData
 */

export {};
