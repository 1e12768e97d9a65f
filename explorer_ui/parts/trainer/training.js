// A training in the browser, in the player's format: does what the engine and player_data in payload.py do.

import { BOUNDARY, CLOSED, OPEN } from "../player/history.js";
import { greatestPair, lowestPair } from "../player/pair_counts.js";
import { plural } from "../../browser/numbers.js";
import { wellFormed } from "../../browser/old_browsers.js";
import { base64Of, base64OfNumbers } from "../../browser/payload.js";
import { encodeUtf8 } from "../../browser/utf8.js";
import { BYTES_BY_GLYPH, MARKER_POINT, beginningOf, countsBytes, shown } from "./beginning.js";
import { Trainer } from "./trainer.js";

/**
 * @import {Merge} from "../player/vocabulary.js"
 * @import {Beginning, PatternOf} from "./beginning.js"
 *
 * @typedef {"first-seen" | "lowest-pair" | "lowest-glyphs" | "highest-bytes"} TieBreak
 * @typedef {"merges-reached" | "no-pair-left" | "pairs-too-rare" | "tokens-too-long"} Ending
 * `left` is the number of times that the most frequent pair occurs which is not merged, if one is too rare.
 * @typedef {{merges: Merge[], stopped: Ending, left: number, closed: Int32Array}} Learned
 * @typedef {{how: Message.How, text: string, beginning: Beginning, learned: Learned}} Training
 */

let trainings = 0;

/**
 * Trains on a text; throws an error for one that the recipe cannot encode.
 *
 * @param {string} text Unpaired surrogates become U+FFFD.
 * @param {Message.How} how @param {PatternOf} patternOf @returns {Training}
 */
export function trained(text, how, patternOf) {
  const whole = wellFormed(text);
  const beginning = beginningOf(whole, how.recipe, patternOf);
  return { how, text: whole, beginning, learned: learn(beginning, how) };
}

/**
 * The same, but as `train_with_progress` in training_runs.py: if no pair repeats, pairs that occur once are merged, so that
 * there is something to see.
 *
 * @param {string} text @param {Message.How} how @param {PatternOf} patternOf
 */
export function trainedToShow(text, how, patternOf) {
  const first = trained(text, how, patternOf);
  const { merges, left } = first.learned;
  return merges.length || left !== 1 ? first : trained(text, { ...how, minCount: 1 }, patternOf);
}

/** @param {Beginning} beginning @param {Message.How} how @returns {Learned} */
function learn({ base, chunks }, { recipe, tieBreak, numMerges, minCount, maxLearned }) {
  /** @type {Map<number, Uint8Array>} The bytes of each id as its alphabet writes it, */
  const spelled = new Map();
  /** @type {Map<number, number>} and how many it decodes to: one for a word marker. */
  const lengths = new Map();
  for (const [unit, id] of base.idOfUnit) {
    const bytes = countsBytes(recipe) ? Uint8Array.of(unit) : encodeUtf8(String.fromCodePoint(unit));
    spelled.set(id, bytes);
    lengths.set(id, recipe.alphabet === "word-marker" && unit === MARKER_POINT ? 1 : bytes.length);
  }
  const bytesOf = (/** @type {number} */ id) => spelled.get(id) ?? new Uint8Array();
  const tieRule = {
    "first-seen": null,
    "lowest-pair": lowestPair(null),
    "lowest-glyphs": lowestPair(tieOrder(recipe, tieBreak)),
    "highest-bytes": greatestPair({ bytesOf }),
  }[tieBreak];
  const trainer = new Trainer(chunks, tieRule);
  /** @type {Merge[]} */
  const merges = [];
  // No two merges make the same string: whatever is one token in the end was merged alike wherever it occurs.
  const firstNewId = base.idOfUnit.size + base.special.size;
  let total = 0;
  const ended = (/** @type {Ending} */ stopped, left = 0) => ({
    merges,
    stopped,
    left,
    closed: trainer.closed,
  });
  while (merges.length < numMerges) {
    if (total > maxLearned) return ended("tokens-too-long");
    const { pair, count } = trainer.best();
    if (count < minCount) return ended(count ? "pairs-too-rare" : "no-pair-left", count);
    const [left, right] = [trainer.left[pair], trainer.right[pair]];
    const id = firstNewId + merges.length;
    const length = (lengths.get(left) ?? 0) + (lengths.get(right) ?? 0);
    spelled.set(id, joined(bytesOf(left), bytesOf(right)));
    lengths.set(id, length);
    total += length;
    merges.push(trainer.merge(pair, id, merges.length));
  }
  return ended("merges-reached");
}

/** @param {Uint8Array} left @param {Uint8Array} right */
export function joined(left, right) {
  const whole = new Uint8Array(left.length + right.length);
  whole.set(left);
  whole.set(right, left.length);
  return whole;
}

/**
 * The order in which ids are compared, if it is not that of the ids themselves.
 *
 * @param {Message.Recipe} recipe @param {TieBreak} tieBreak
 */
function tieOrder({ alphabet }, tieBreak) {
  if (tieBreak !== "lowest-glyphs" || alphabet !== "bytes") return null;
  return new Map(BYTES_BY_GLYPH.map((byte, place) => [byte, place]));
}

/**
 * @param {Training} training
 * @param {Record<Ending, string>} endings The sentence after the last step.
 * @returns {Message.TrainingData}
 */
export function trainingData({ how: { recipe, tieBreak, minCount }, text, beginning, learned }, endings) {
  const { base, special } = beginning;
  const often = minCount === 2 ? "repeats" : `occurs ${plural(minCount, "time")}`;
  const order = tieOrder(recipe, tieBreak);
  /** @type {Message.TrainingData} */
  const data = {
    ...stageData(text, recipe, base.idOfUnit, closedAt(beginning, learned)),
    merges: learned.merges.flatMap(({ left, right, id, counted, replaced }) => [left, right, id, counted, replaced]), // prettier-ignore
    ending: endings[learned.stopped].replace("{often}", often),
    mode: "train",
    tie_break: tieBreak === "lowest-glyphs" ? "lowest-pair" : tieBreak,
    tie_order: order && Array.from(order).sort(([one], [other]) => one - other),
    first_new_id: base.idOfUnit.size + base.special.size,
    min_count: minCount,
    same_string_same_token: recipe.same_string_same_token,
  };
  if (special.size)
    data.special_tokens = Array.from(base.special, ([token, id]) => [id, shown(token, recipe)]);
  return data;
}

/**
 * What the player shows of any text, before its merges.
 *
 * @param {string} text @param {Pick<Message.Recipe, "alphabet">} recipe @param {Map<number, number>} idOfUnit
 * @param {ArrayLike<number>} closed
 */
export function stageData(text, recipe, idOfUnit, closed) {
  const plain = Array.from(idOfUnit).every(([unit, id]) => unit === id);
  return {
    data_id: `drawn here ${++trainings}`,
    text: base64Of(encodeUtf8(shown(text, recipe))),
    units: countsBytes(recipe) ? /** @type {const} */ ("bytes") : /** @type {const} */ ("characters"),
    base_ids: plain ? null : Array.from(idOfUnit).sort(([one], [other]) => one - other),
    closed_at: base64OfNumbers(closed, 2),
    weights: null,
    display:
      recipe.alphabet === "byte-glyphs" ? /** @type {const} */ ("glyphs") : /** @type {const} */ ("text"),
    second_stage: null,
  };
}

/** The value of every gap of the whole text. @param {Beginning} beginning @param {Learned} learned */
function closedAt({ chunks: { ids, starts }, order, special }, { closed }) {
  /** @type {number[]} The value to the left of each unit. */
  const before = [];
  for (const chunk of order) {
    before.push(BOUNDARY);
    for (let unit = 1; unit < (special.get(chunk) ?? 0); unit++) before.push(CLOSED);
    const end = starts[chunk + 1] ?? ids.length;
    for (let slot = starts[chunk] + 1; slot < end; slot++)
      before.push(closed[slot] < 0 ? OPEN : closed[slot]);
  }
  return before.slice(1);
}
