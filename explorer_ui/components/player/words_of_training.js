// The player's sentences for a training: each step is a merge, wherever its pair occurs.

import { grouped, plural } from "../shared/numbers.js";
import { firstSeen, greatestPair, lowestPair, topPairs } from "./pair_counts.js";

/**
 * @import {History} from "./history.js"
 * @import {SecondStageData, TrainingData} from "./payload.js"
 * @import {Telling} from "./steps.js"
 * @import {Merge} from "./vocabulary.js"
 */

const ROWS = 8;
const LIFTS = {
  blanks: "From here on, chunk boundaries at spaces are lifted: a merge may cross from word to word.",
  punctuation:
    "From here on, chunk boundaries at punctuation are lifted: a merge may combine a word with the punctuation next to it.",
  all: "From here on, all chunk boundaries are lifted: any two neighbouring tokens may merge.",
};

/**
 * Which of several most frequent pairs is merged.
 *
 * @param {TrainingData} data
 * @param {Pick<History, "vocabulary">} history
 */
export function tieRuleOf(data, { vocabulary }) {
  if (data.tie_break === "first-seen") return firstSeen;
  if (data.tie_break === "highest-bytes") return greatestPair(vocabulary);
  return lowestPair(data.tie_order && new Map(data.tie_order));
}

/** @param {TrainingData} data */
function wordsOfRule({ tie_break, tie_order }) {
  if (tie_break === "first-seen") return "the pair that occurs first in the text.";
  if (tie_break === "highest-bytes") return "the pair with the greatest bytes.";
  return `the pair with the lowest ${tie_order ? "glyphs" : "ids"}.`;
}

/**
 * @param {TrainingData} data
 * @param {History} history
 * @returns {Telling}
 */
export function wordsOfTraining(data, history) {
  const tieRule = tieRuleOf(data, history);
  const rule = wordsOfRule(data);
  const event = (/** @type {number} */ step) =>
    data.second_stage?.at === step ? begins(data.second_stage) : "";
  return {
    rule: rule.replace(/\.$/, ""),
    beats: { merged: "count every pair of neighbouring tokens.", counted: "choose the most frequent pair." },
    question: "Which pair is merged next?",
    made: "Learned tokens",
    everywhere: true,
    detail: ({ rank, left, right }) =>
      `Merge ${rank + 1} of ${history.steps}, rank ${rank}: pair (${left}, ${right})`,
    did: ({ counted, replaced }) =>
      counted === replaced
        ? plural(replaced, "time")
        : `${grouped(replaced)} of ${plural(counted, "time")}, the others overlapped`,
    will: ({ counted }) => plural(counted, "time"),
    remark: overlaps,
    event,
    maker: (rank) => `merge ${rank + 1} (rank ${rank})`,
    pairs: (step, counts) => {
      const { rows, tied } = topPairs(counts, tieRule, ROWS);
      const most = rows[0]?.count ?? 1;
      const merge = history.merges[step];
      const others =
        merge && tied > 1
          ? `Tied with ${plural(tied - 1, "other pair")} at ${grouped(merge.counted)}; the tie-break rule picks ${rule}`
          : "";
      return {
        title: "Pairs",
        note: plural(counts.distinct, "different pair"),
        label: "Most frequent pairs",
        remark: merge ? [event(step), overlaps(merge), others].filter(Boolean).join(" ") : "",
        rows: rows.map(({ left, right, count }, i) => {
          const next = i === 0 && step < history.steps;
          return {
            left,
            right,
            count,
            next,
            mark: next ? "next" : String(i + 1),
            tie: Boolean(merge) && tied > 1 && count === most,
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
 * The changes in the second stage, and the limits for its tokens.
 *
 * @param {SecondStageData} stage
 */
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
    `Of these, ${grouped(replaced)} can merge: where occurrences overlap (a a a holds a a twice), ` +
    "a token merges only once."
  );
}
