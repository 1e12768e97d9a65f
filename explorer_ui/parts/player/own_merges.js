// Merges in any order: the text is merged as in training, but somebody else picks the pairs.
//
//   a a a b d a a a b a c      trained: aa, aaa, aaab; by hand from step 1 on: a+b
//    0 . . . . 0 . . . .       after aa:      aa a b d aa a b a c
//    0 . 1 . . 0 . 1 . .       after a+b:     aa ab d aa ab a c

import { History, OPEN, BOUNDARY } from "./history.js";
import { countPairs, topPairs } from "./pair_counts.js";
import { tieRuleOf } from "./words_of_training.js";

/**
 * @import {Pair} from "./guess.js"
 * @import {Merge} from "./vocabulary.js"
 */

/**
 * Only the first `step` merges of a history.
 *
 * @param {Message.TrainingData} data @param {History} history @param {number} step
 */
export function cutAt(data, { closed, lifted, merges, text }, step) {
  return new History(data, {
    text,
    lifted,
    closed: closed.map((rank) => (rank >= step && rank < BOUNDARY ? OPEN : rank)),
    merges: merges.slice(0, step),
  });
}

/**
 * The first `step` merges of a history, and then that of a pair, wherever it occurs; null if it does not
 * occur.
 *
 * @param {Message.TrainingData} data @param {History} history @param {number} step @param {Pair} pair
 */
export function mergedNext(data, history, step, { left, right }) {
  const { closed, lifted, merges, text } = cutAt(data, history, step);
  const gaps = history.gapsBetween({ left, right }, step);
  if (!gaps.length) return null;
  const times = (/** @type {number} */ gap) => (history.weights ? history.weights[gap] : 1);
  let counted = 0;
  let replaced = 0;
  let last = -1; // the last gap that was closed
  for (const gap of gaps) {
    counted += times(gap);
    // a a a: the second a has been merged with the first, so it does not merge with the third.
    if (last >= 0 && history.startOf(gap, step) === last + 1) continue;
    closed[gap] = step;
    last = gap;
    replaced += times(gap);
  }
  const id = idOf({ left, right }, data, history, merges);
  merges.push({ rank: step, left, right, id, counted, replaced });
  return new History(data, { text, closed, lifted, merges });
}

/**
 * A training continued by its own rule until it has the given number of merges; fewer if no pair left occurs
 * `least` times.
 *
 * @param {Message.TrainingData} data @param {History} history @param {number} steps @param {number} [least]
 */
export function goneOn(data, history, steps, least = 2) {
  let on = history;
  while (on.steps < steps) {
    const [best] = topPairs(countPairs(on, on.steps), tieRuleOf(data, on), 1).rows;
    const next = best && best.count >= least && mergedNext(data, on, on.steps, best);
    if (!next) break;
    on = next;
  }
  return on;
}

/**
 * The id of the token that a pair makes.
 *
 * @param {Pair} pair @param {Message.TrainingData} data @param {History} history
 * @param {Merge[]} merges The merges before it.
 */
function idOf({ left, right }, data, { vocabulary }, merges) {
  // A pair can occur across a lifted boundary after its merge was learned.
  const again = merges.find((merge) => merge.left === left && merge.right === right);
  if (again) return again.id;
  const bytes = [...vocabulary.bytesOf(left), ...vocabulary.bytesOf(right)];
  const same = (/** @type {Uint8Array} */ other) =>
    other.length === bytes.length && other.every((byte, i) => byte === bytes[i]);
  const spelled = data.same_string_same_token && merges.find(({ id }) => same(vocabulary.bytesOf(id)));
  return spelled ? spelled.id : Math.max(data.first_new_id, ...merges.map(({ id }) => id + 1));
}
