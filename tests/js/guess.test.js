// The verdict on a guess, and the options of a question.

import assert from "node:assert/strict";
import { test } from "node:test";
import { frequentPairs, neighbouringPairs, reasonOfAppliedMerge } from "../../explorer_ui/parts/player/asked_pairs.js"; // prettier-ignore
import { coveredPanel, judgeAppliedMerge, judgeMerge } from "../../explorer_ui/parts/player/guess.js"; // prettier-ignore
import { History } from "../../explorer_ui/parts/player/history.js";
import { wordsOfEncoding } from "../../explorer_ui/parts/player/words_of_steps.js";
import { reference } from "./reference.js";

// "aaabdaaabac": the published worked example. aa 4, ab 2, all others once.
const counts = {
  left: Int32Array.from([97, 97, 98, 100, 98, 97, 0]),
  right: Int32Array.from([97, 98, 100, 97, 97, 99, 0]),
  counts: Int32Array.from([4, 2, 1, 1, 1, 1, 0]),
  distinct: 6,
  uses: new Uint32Array(0),
};
const pair = (/** @type {number} */ left, /** @type {number} */ right) => ({ left, right });

test("the most frequent pair is right, and the only one; a wrong guess is told both counts", () => {
  const [first, second] = [pair(97, 97), pair(97, 98)];
  const { right, words } = judgeMerge(first, first, counts, "");
  assert.ok(right);
  assert.match(words.join(""), /4 times, more often than any other/);
  const wrong = [second, " occurs 2 times; ", first, " occurs 4."];
  assert.deepEqual(judgeMerge(second, first, counts, ""), { right: false, words: wrong });
});

test("at a tie every leader is right, and the rule says which is taken", () => {
  const tied = { ...counts, counts: Int32Array.from([2, 1, 2, 1, 2, 1, 0]) };
  const next = pair(98, 97);
  for (const [guess, ...taken] of /** @type {const} */ ([
    [next, "this one: "],
    [pair(97, 97), next, ": "], // one side is the same
    [pair(98, 100), next, ": "],
  ])) {
    const { right, words } = judgeMerge(guess, next, tied, "the pair that occurs first");
    assert.ok(right);
    const among = "Right: 3 pairs occur 2 times. The tie-break rule picks ";
    assert.deepEqual(words, [among, ...taken, "the pair that occurs first", "."]);
  }
  assert.ok(!judgeMerge(pair(97, 99), next, tied, "").right);
});

const row = (/** @type {number} */ left, /** @type {number} */ right, more = {}) => ({
  left, right, mark: "", next: false, tie: false, rule: true, share: null, figure: "", count: null, ...more,
}); // prettier-ignore

test("while encoding, the pair that is merged next is right, and a wrong guess is told why", () => {
  const rows = [
    row(2, 4, { figure: "rank 9" }),
    row(2, 3, { figure: "rank 4", next: true }),
    row(4, 3, { figure: "no merge", rule: false }),
  ];
  const right = { right: true, words: ["Right: ", "rank 4", " applies first."] };
  assert.deepEqual(judgeAppliedMerge(pair(2, 3), rows), right);
  for (const [guess, why] of /** @type {const} */ ([
    [pair(2, 4), ": rank 9; "],
    [pair(4, 3), ": no merge; "],
    [pair(7, 8), " is in another chunk, or is not merged now; "],
  ])) {
    const words = [guess, why, rows[1], ": rank 4."];
    assert.deepEqual(judgeAppliedMerge(guess, rows), { right: false, words });
  }
  assert.deepEqual(judgeAppliedMerge(pair(2, 3), []), { right: false, words: ["Nothing is merged here."] });
});

test("a question offers the next pair and others, in an order that tells nothing", () => {
  const rows = [[5, 6, 9], [1, 2, 9], [9, 9, 4], [3, 3, 4], [2, 2, 1]].map(([left, right, count]) => row(left, right, { count })); // prettier-ignore
  const { options, right } = frequentPairs(rows, 4);
  assert.deepEqual(options, [[2, 2], [3, 3], [5, 6], [9, 9]]); // prettier-ignore
  assert.deepEqual(right, [2]);
  const tied = frequentPairs(rows.slice(0, 3), 4);
  assert.deepEqual(tied, { options: [[1, 2], [5, 6], [9, 9]], right: [0, 1] }); // prettier-ignore
  assert.deepEqual(frequentPairs([], 4), { options: [], right: [] });
});

test("a question about an encoding offers each pair of neighbours once", () => {
  const rows = [row(4, 4, { rule: false }), row(2, 1), row(1, 3, { next: true }), row(2, 1), row(7, 7)];
  assert.deepEqual(neighbouringPairs(rows, 3), { options: [[1, 3], [2, 1], [7, 7]], right: [0] }); // prettier-ignore
  assert.deepEqual(neighbouringPairs(rows.slice(0, 1), 3), { options: [], right: [] });
  // Also those that share a token with the next pair, on either side.
  const near = [row(1, 2, { next: true }), row(2, 1), row(1, 3)];
  assert.deepEqual(neighbouringPairs(near, 3), { options: [[1, 2], [1, 3], [2, 1]], right: [0] }); // prettier-ignore
});

test("the reason for the next pair of an encoding is true, in every order of merges", () => {
  const said = new Set();
  for (const { name, data } of reference.encodings) {
    const history = new History(data);
    const { pairs, rule } = wordsOfEncoding(data, history);
    for (let step = 0; step < history.steps; step++) {
      const { rows } = pairs(step, counts);
      const ranks = rows.map(({ figure }) => Number(/^rank (\d+)$/.exec(figure)?.[1] ?? Infinity));
      const next = ranks[rows.findIndex((each) => each.next)];
      const reason = reasonOfAppliedMerge(rows, rule);
      said.add(reason.replace(/^Rank \d+/, ""));
      if (reason.includes("lower rank")) assert.equal(Math.min(...ranks), next, `${name}, step ${step}`);
    }
  }
  assert.deepEqual([...said].sort(), [
    ": no other pair in this chunk has a lower rank.",
    ": the first merge of the list that applies.",
    ": the next learned pair, in passes from left to right.",
  ]);
});

test("a covered panel has the same pairs and tells neither counts nor order", () => {
  const rows = [
    row(5, 6, { count: 9, next: true, mark: "next", share: 1, figure: "9" }),
    row(1, 2, { count: 3, mark: "2", share: 0.3, figure: "3", tie: true }),
  ];
  const panel = { title: "Pairs", note: "", label: "Most frequent pairs", remark: "Tied", rows };
  const hidden = { share: 0, figure: "?" };
  const covered = coveredPanel(panel);
  assert.deepEqual([covered.rows, covered.remark], [[row(1, 2, hidden), row(5, 6, hidden)], ""]);
});
