// What Python sends to the player: payload.py has the same types under the same names, as a test makes sure.

/**
 * @import {Offer} from "../teaching/payload.js"
 *
 * The second stage of a training, as in SuperBPE.
 *
 * @typedef {object} SecondStageData
 * @property {"blanks" | "punctuation" | "all"} lifts Which chunk boundaries are lifted.
 * @property {number} at After how many steps.
 * @property {boolean} keeps_colons Whether the boundaries between `:` and a space stay.
 * @property {number | null} max_words How many words a token may have that is made from then on.
 *
 * A text and what happens to it.
 *
 * @typedef {object} StageData
 * @property {string} history_id The same for the same history: then the visitor's step is kept.
 * @property {string} text Base64 of UTF-8.
 * @property {"bytes" | "characters"} units What the base units of the text are.
 * @property {[number, number][] | null} base_ids Pairs of unit and id; null where the id of a byte is its value.
 * @property {number[]} [base_units] The id and the bytes of every unit, where its value alone does not tell them.
 * @property {string} closed_at Base64 of uint16, one per gap: the rank that closes it, 65534 a chunk boundary, 65535 open;
 *   where a boundary was lifted, 32768 more than the rank, or 65533 for open.
 * @property {number[] | null} weights How often each chunk counts, in their order; null where each counts once.
 * @property {number[]} merges Five numbers for each step: left id, right id, new id, times counted, times replaced.
 * @property {"text" | "glyphs"} display How bytes are shown.
 * @property {string} ending What is said after the last step.
 * @property {SecondStageData | null} second_stage Null where no chunk boundaries were lifted.
 */

/**
 * The steps are the merges of a training.
 *
 * @typedef {object} TrainingFields
 * @property {"train"} mode
 * @property {"first-seen" | "lowest-pair"} tie_break Which of several most frequent pairs is merged.
 * @property {[number, number][] | null} tie_order Pairs of id and its order, where not the ids themselves are compared.
 * @property {number} first_new_id The id of the first token that is made.
 * @property {boolean} same_string_same_token Whether two pairs that spell the same string make one token.
 */

/**
 * The steps are the merges by which a text is encoded, each in one chunk.
 *
 * @typedef {object} EncodingFields
 * @property {"encode"} mode
 * @property {"lowest-rank" | "merge-list" | "passes"} encode_order
 * @property {number[]} ranks The rank of each step's rule.
 * @property {[number, number, number][][]} pair_ranks For each stage the left id, right id and rank of every pair of
 *   neighbours; -1: no rule.
 */

/**
 * @typedef {StageData & TrainingFields} TrainingData
 * @typedef {StageData & EncodingFields} EncodingData
 */

/**
 * Where the player begins.
 *
 * @typedef {object} Start
 * @property {number} step
 * @property {number | null} selected The unit whose token is selected.
 * @property {Offer | null} [classroom] Null or missing: no class can be opened.
 * @property {boolean} [saves_page] Whether Python can write the player as a web page.
 * @property {boolean} [opens] Whether it opens the app: it plays by itself, and Python hears nothing of it.
 *
 * @typedef {(TrainingData | EncodingData) & Start} PlayerData
 */

export {};
