// Merges in any order: the text is merged as in training, but somebody else picks the pairs.
//
//   a a a b d a a a b a c      trained: aa, aaa, aaab; by hand from step 1 on: a+b
//    0 . . . . 0 . . . .       after aa:      aa a b d aa a b a c
//    0 . 1 . . 0 . 1 . .       after a+b:     aa ab d aa ab a c

import { BOUNDARY, History, OPEN } from "./history.js";
import { countPairs, topPairs } from "./pair_counts.js";
import { tieRuleOf } from "./words_of_steps.js";

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
 * `least` times, by default as often as the training required.
 *
 * @param {Message.TrainingData} data @param {History} history @param {number} steps @param {number} [least]
 */
export function goneOn(data, history, steps, least = data.min_count) {
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

// The fewest tokens that any choice of a few merges reaches, by exhaustive search: choosing the most frequent
// pair each time does not always reach it, and finding it is NP-hard.
//
//   a a a b a a b    BPE:   aa, then aaa    aaa b aa b     4 tokens
//                    best:  ab, then aab    a aab aab      3 tokens

/**
 * The best history that was found, its number of tokens, and whether no other choice of as many merges has
 * fewer.
 * @typedef {{history: History, tokens: number, proven: boolean}} Best
 *
 * The ids of a distinct chunk, and how often it occurs.
 * @typedef {{ids: number[], weight: number}} Row
 *
 * A pair and its new id; all its occurrences are `counted`, those that do not overlap are `replaced`.
 * @typedef {{left: number, right: number, id: number, counted: number, replaced: number}} Choice
 */

/** The longest text that is searched, in base units. */
const LONGEST = 100;

/** How many tokens are examined before the search stops. */
const BUDGET = 100000;
const BEAM = 20; // how many texts go on after each merge, where the budget is not enough

/**
 * The best choice of at most `steps` merges, at least as good as `known`; null if the text is too long, or its
 * chunk boundaries are lifted.
 *
 * @param {Message.TrainingData} data @param {History} known @param {number} steps @param {number} [budget]
 * @returns {Best | null}
 */
export function bestMerges(data, known, steps, budget = BUDGET) {
  if (known.units > LONGEST || data.second_stage) return null;
  const trained = cutAt(data, known, Math.min(steps, known.steps));
  const search = new Search(data, known, trained.tokensAt(trained.steps), budget);
  search.explore(rowsOf(known), known.whole, steps);
  if (search.left < 0) search.widen(rowsOf(known), known.whole, steps);
  const { best, tokens, left } = search;
  return { history: best ? replayed(data, known, best) : trained, tokens, proven: left >= 0 };
}

class Search {
  /**
   * @param {Message.TrainingData} data @param {History} history
   * @param {number} tokens The number of tokens to beat.
   * @param {number} budget
   */
  constructor(data, history, tokens, budget) {
    this.tokens = tokens;
    this.left = budget;
    /** @type {Choice[] | null} */
    this.best = null;
    /** @type {Choice[]} */
    this.path = [];
    this.firstId = data.first_new_id;
    /** The string of each id, where pairs that make the same string make the same token; otherwise null. */
    this.strings = data.same_string_same_token
      ? new Map(Array.from(history.text.bytesOfId, ([id, bytes]) => [id, String.fromCharCode(...bytes)]))
      : null;
    /** The id of each token that some merge made. @type {Map<string, number>} */
    this.ids = new Map();
  }

  /**
   * Tries every choice of `merges` further merges, except those that cannot beat the best so far.
   *
   * @param {Row[]} rows
   * @param {number} now The current number of tokens, counting weights.
   * @param {number} merges
   */
  explore(rows, now, merges) {
    if (now < this.tokens) [this.tokens, this.best] = [now, [...this.path]];
    if (!merges) return;
    for (const { ids } of rows) this.left -= ids.length;
    const pairs = choicesIn(rows);
    // A later pair with the new token occurs where one of these pairs occurred, so no later merge replaces more than
    // the most frequent of these; unless another merge made the same token before.
    const most = this.strings ? now : Math.max(...pairs.map(({ counted }) => counted));
    for (const pair of pairs) {
      const after = now - pair.replaced;
      if (after - (merges > 1 ? (merges - 1) * most : 0) >= this.tokens || this.left < 0) return;
      pair.id = this.idOf(pair);
      this.path.push(pair);
      this.explore(
        rows.map(({ ids, weight }) => ({ ids: merged(ids, pair), weight })),
        after,
        merges - 1,
      );
      this.path.pop();
    }
  }

  /**
   * Where not every choice could be tried: of the texts after each merge, the `BEAM` with the fewest tokens go on.
   * It is quick, finds most of what can be found, and proves nothing.
   *
   * @param {Row[]} rows @param {number} now @param {number} merges
   */
  widen(rows, now, merges) {
    let kept = [{ rows, now, path: /** @type {Choice[]} */ ([]) }];
    for (; merges && kept.length; merges--) {
      /** Several orders of the same merges lead to the same text. @type {Map<string, typeof kept[number]>} */
      const found = new Map();
      for (const from of kept)
        for (const pair of choicesIn(from.rows)) {
          pair.id = this.idOf(pair);
          const after = from.rows.map(({ ids, weight }) => ({ ids: merged(ids, pair), weight }));
          const one = { rows: after, now: from.now - pair.replaced, path: [...from.path, pair] };
          found.set(after.map(({ ids }) => ids.join()).join("|"), one);
        }
      kept = [...found.values()].sort((one, other) => one.now - other.now).slice(0, BEAM);
      if (kept.length && kept[0].now < this.tokens) [this.tokens, this.best] = [kept[0].now, kept[0].path];
    }
  }

  /** @param {Choice} pair */
  idOf({ left, right }) {
    const { ids, strings } = this;
    const string = strings && `${strings.get(left)}${strings.get(right)}`;
    const key = string ?? `${left} ${right}`;
    const id = ids.get(key) ?? this.firstId + ids.size;
    ids.set(key, id);
    if (string) strings.set(id, string);
    return id;
  }
}

/** The base units of a text by distinct chunk. @param {History} history */
export function rowsOf(history) {
  /** @type {Map<string, Row>} */
  const rows = new Map();
  for (let start = 0; start < history.units;) {
    const [, end] = history.chunkOf(start) ?? [0, history.units];
    const ids = Array.from(history.text.ids.subarray(start, end));
    const row = rows.get(ids.join()) ?? { ids, weight: 0 };
    row.weight += history.weights ? history.weights[start] : 1;
    rows.set(ids.join(), row);
    start = end;
  }
  return [...rows.values()];
}

/** The pairs of neighbours, sorted so that those that replace most come first. @param {Row[]} rows */
function choicesIn(rows) {
  /** @type {Map<number, Choice>} */
  const pairs = new Map();
  for (const { ids, weight } of rows) {
    let overlaps = false; // a a a: whether the pair before this one is the same and was replaced
    for (let i = 1; i < ids.length; i++) {
      const [left, right] = [ids[i - 1], ids[i]];
      const key = left * 2 ** 21 + right;
      let pair = pairs.get(key);
      if (!pair) pairs.set(key, (pair = { left, right, id: 0, counted: 0, replaced: 0 }));
      overlaps = left === right && ids[i - 2] === left && !overlaps;
      pair.counted += weight;
      if (!overlaps) pair.replaced += weight;
    }
  }
  return [...pairs.values()].sort((one, other) => other.replaced - one.replaced);
}

/** @param {number[]} ids @param {Choice} pair */
function merged(ids, { left, right, id }) {
  const after = [];
  for (let i = 0; i < ids.length; i++) {
    const both = ids[i] === left && ids[i + 1] === right;
    after.push(both ? id : ids[i]);
    if (both) i++;
  }
  return after;
}

/**
 * The history of some merges; they are renumbered, because the ids from the search also count other choices.
 *
 * @param {Message.TrainingData} data @param {History} known @param {Choice[]} pairs
 */
function replayed(data, known, pairs) {
  /** @type {Map<number, number>} */
  const ids = new Map();
  let history = cutAt(data, known, 0);
  for (const { left, right, id } of pairs) {
    const pair = { left: ids.get(left) ?? left, right: ids.get(right) ?? right };
    history = mergedNext(data, history, history.steps, pair) ?? history;
    ids.set(id, history.merges[history.steps - 1].id);
  }
  return history;
}
