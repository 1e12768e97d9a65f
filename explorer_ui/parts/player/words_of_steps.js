// The player's sentences for a training: each step is a merge, wherever its pair occurs.

import { grouped, plural } from "../../browser/numbers.js";
import { firstSeen, greatestPair, lowestPair, topPairs } from "./pair_counts.js";

/**
 * @import {History} from "./history.js"
 * @import {PairRow, Telling} from "./state.js"
 * @import {Merge} from "./vocabulary.js"
 */

const ROWS = 8;
const BY_RANK =
  "Of the vocabulary's merges that apply, the one with the lowest rank is next, however frequent its pair is.";
const CONTINUES =
  "The vocabulary's own merges end here: these are its tokens. From here on, new merges are learned.";
const LIFTS = {
  blanks: "From here on, chunk boundaries at spaces are lifted: a merge may cross from word to word.",
  punctuation:
    "From here on, chunk boundaries at punctuation are lifted: a merge may combine a word with the punctuation next to it.",
  all: "From here on, all chunk boundaries are lifted: any two neighbouring tokens may merge.",
};

/**
 * Which of several most frequent pairs is merged.
 *
 * @param {Message.TrainingData} data @param {Pick<History, "vocabulary">} history
 */
export function tieRuleOf(data, { vocabulary }) {
  if (data.tie_break === "first-seen") return firstSeen;
  if (data.tie_break === "highest-bytes") return greatestPair(vocabulary);
  return lowestPair(data.tie_order && new Map(data.tie_order));
}

/** @param {Message.TrainingData} data */
function wordsOfRule({ tie_break, tie_order }) {
  if (tie_break === "first-seen") return "the pair that occurs first in the text.";
  if (tie_break === "highest-bytes") return "the pair with the greatest bytes.";
  return `the pair with the lowest ${tie_order ? "glyphs" : "ids"}.`;
}

/** @param {Message.TrainingData} data @param {History} history @returns {Telling} */
export function wordsOfTraining(data, history) {
  const tieRule = tieRuleOf(data, history);
  const rule = wordsOfRule(data);
  const { earlier } = history;
  const event = (/** @type {number} */ step) => {
    if (earlier && step === earlier) return CONTINUES;
    return data.second_stage?.at === step ? begins(data.second_stage) : "";
  };
  const rankOf = (/** @type {number} */ rank) => data.continued?.ranks[rank] ?? rank;
  const remark = (/** @type {Merge} */ merge) =>
    [merge.rank < earlier ? BY_RANK : "", overlaps(merge)].filter(Boolean).join(" ");
  return {
    rule: rule.replace(/\.$/, ""),
    beats: (step) =>
      step < earlier
        ? { merged: "find the merges that apply.", counted: "choose the merge with the lowest rank." }
        : { merged: "count every pair of neighbouring tokens.", counted: "choose the most frequent pair." },
    predictableFrom: (step) => Math.max(step, earlier),
    question: "Which pair is merged next?",
    made: earlier ? "Made so far" : "Learned tokens",
    everywhere: true,
    detail: ({ rank, left, right }) =>
      `Merge ${rank + 1} of ${history.steps}, rank ${rankOf(rank)}: pair (${left}, ${right})`,
    did: ({ counted, replaced }) =>
      counted === replaced
        ? plural(replaced, "time")
        : `${grouped(replaced)} of ${plural(counted, "time")}, the ${counted - replaced === 1 ? "other" : "others"} overlapped`,
    will: ({ counted }) => plural(counted, "time"),
    remark,
    event,
    maker: (rank) => `merge ${rank + 1} (rank ${rankOf(rank)})`,
    pairs: (step, counts) => {
      const { rows: top, tied } = topPairs(counts, tieRule, ROWS);
      const most = top[0]?.count ?? 1;
      const merge = history.merges[step];
      const byRank = step < earlier;
      const rows = byRank ? withFirst(merge, top) : top;
      const others =
        merge && tied > 1 && !byRank
          ? `Tied with ${plural(tied - 1, "other pair")} at ${grouped(merge.counted)}; the tie-break rule picks ${rule}`
          : "";
      return {
        title: "Pairs",
        note: plural(counts.distinct, "different pair"),
        label: byRank ? "The next pair, then the most frequent ones" : "Most frequent pairs",
        remark: merge ? [event(step), remark(merge), others].filter(Boolean).join(" ") : "",
        rows: rows.map(({ left, right, count }, i) => {
          const next = i === 0 && step < history.steps;
          return {
            left,
            right,
            count,
            next,
            mark: next ? "next" : byRank ? "" : String(i + 1),
            tie: Boolean(merge) && !byRank && tied > 1 && count === most,
            rule: true,
            share: count / most,
            figure: grouped(count),
          };
        }),
      };
    },
  };
}

/**
 * The next pair, then the most frequent ones.
 *
 * @param {Merge} merge @param {{left: number, right: number, count: number}[]} top
 */
function withFirst({ left, right, counted }, top) {
  const others = top.filter((pair) => pair.left !== left || pair.right !== right);
  return [{ left, right, count: counted }, ...others].slice(0, ROWS);
}

/** The changes in the second stage, and the limits for its tokens. @param {Message.SecondStageData} stage */
function begins({ lifts, keeps_colons, max_words }) {
  const said = [LIFTS[lifts]];
  if (keeps_colons && lifts !== "punctuation") said.push("Boundaries between a colon and a space are kept.");
  if (max_words)
    said.push(`A pair that would make a token of more than ${plural(max_words, "word")} is not counted.`);
  return said.join(" ");
}

/** @param {Merge} merge */
function overlaps({ counted, replaced }) {
  if (counted === replaced) return "";
  return (
    `Of these, ${grouped(replaced)} can merge: where occurrences overlap (a a a contains a a twice), ` +
    "a token merges only once."
  );
}

// The player's sentences for an encoding: each step applies a learned merge at one gap.

export const NEIGHBOUR_ROWS = 40; // at most, for one chunk

const REMARKS = {
  "lowest-rank": "The lowest rank in its chunk, leftmost first.",
  "merge-list": "Each merge is tried once, in the order of ranks, wherever its pair occurs.",
  passes:
    "Each pass goes from left to right and merges every learned pair, whatever its rank. A word that is a token is kept whole.",
};

const CHOICES = {
  "lowest-rank": "choose the merge with the lowest rank.",
  "merge-list": "choose the first merge of the list that applies.",
  passes: "choose the next learned pair, in passes from left to right.",
};

const REASONS = {
  "lowest-rank": "no other pair in this chunk has a lower rank",
  "merge-list": "the first merge of the list that applies",
  passes: "the next learned pair, in passes from left to right",
};

/** @param {Message.EncodingData} data @param {History} history @returns {Telling} */
export function wordsOfEncoding(data, history) {
  const { ranks } = data;
  const ranksOfStages = data.pair_ranks.map(
    (pairs) => new Map(pairs.map(([left, right, rank]) => [`${left} ${right}`, rank])),
  );
  const event = (/** @type {number} */ step) =>
    step === history.secondStage?.at
      ? "Chunk boundaries are lifted here: from now on the merges of the second stage apply, across them."
      : "";
  return {
    rule: REASONS[data.encode_order],
    beats: () => ({ merged: "find the merges that apply.", counted: CHOICES[data.encode_order] }),
    predictableFrom: (step) => step,
    question: "Which two are merged next?",
    made: "Made so far",
    everywhere: false,
    detail: ({ rank, left, right }) => `Merge ${rank + 1} of ${history.steps}: pair (${left}, ${right})`,
    did: ({ rank }) => `rank ${ranks[rank]}`,
    will: ({ rank }) => `rank ${ranks[rank]}`,
    remark: () => REMARKS[data.encode_order],
    event,
    maker: (rank) => `merge ${rank + 1} (rank ${ranks[rank]})`,
    pairs: (step) => {
      const rows = neighbours(history, step, ranksOfStages[Number(history.inSecondStage(step))]);
      // In a long chunk only the pairs around the next merge are shown.
      const at = Math.max(0, rows.findIndex((row) => row.next) - NEIGHBOUR_ROWS / 2);
      return {
        title: "Neighbours in this chunk",
        note: rows.length ? plural(rows.length, "pair") : "done",
        label: "Neighbours in this chunk, in the order of the text",
        remark:
          step < history.steps ? [event(step), REMARKS[data.encode_order]].filter(Boolean).join(" ") : "",
        rows: rows.slice(at, at + NEIGHBOUR_ROWS),
      };
    },
  };
}

/** The sentences of the opening film, which has not explained chunks and ties. @param {Telling} telling @returns {Telling} */
export const wordsOfOpening = (telling) => ({
  ...telling,
  remark: () => "",
  pairs: (step, counts) => ({ ...telling.pairs(step, counts), title: "Pairs", label: "Pairs", remark: "" }),
});

/**
 * Every adjacent pair in the chunk of the next merge, in the order of the text.
 *
 * @param {History} history @param {number} step @param {Map<string, number>} rankOfPair @returns {PairRow[]}
 */
function neighbours(history, step, rankOfPair) {
  const [gap] = history.gapsOf(step);
  /** @type {PairRow[]} */
  const rows = [];
  if (gap === undefined) return rows;
  const [from, to] = history.chunkOf(gap) ?? [0, history.units];
  let one = history.tokenFrom(from, step);
  while (one.end < to) {
    const two = history.tokenFrom(one.end, step);
    const rank = rankOfPair.get(`${one.id} ${two.id}`) ?? -1;
    const next = one.end - 1 === gap;
    rows.push({
      left: one.id,
      right: two.id,
      count: null,
      next,
      mark: next ? "next" : "",
      tie: false,
      rule: rank >= 0,
      share: null,
      figure: rank < 0 ? "no merge" : `rank ${rank}`,
    });
    one = two;
  }
  return rows;
}
