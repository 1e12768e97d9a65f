// The player's sentences for an encoding: each step applies a learned merge at one gap.

import { plural } from "../../browser/numbers.js";

/**
 * @import {History} from "./history.js"
 * @import {PairRow, Telling} from "./steps.js"
 */

export const NEIGHBOUR_ROWS = 40; // at most, for one chunk

const REMARKS = {
  "lowest-rank":
    "No other pair in its chunk has a merge of lower rank. If ranks are equal, the leftmost is first.",
  "merge-list": "Each merge is tried once, in the order of ranks, wherever its pair occurs.",
  passes:
    "Each pass goes from left to right and merges every learned pair, whatever its rank. A word that is a token is kept whole.",
};

const CHOICES = {
  "lowest-rank": "choose the merge with the lowest rank.",
  "merge-list": "choose the first merge of the list that applies.",
  passes: "choose the first pair from the left that was learned.",
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
    rule: "",
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
