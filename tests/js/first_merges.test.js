// The first merges, chosen by hand on Start.

import assert from "node:assert/strict";
import { test } from "node:test";
import { says } from "./drawn.js";
import { any, node, untyped } from "./page.js";
import { FirstMerges } from "../../explorer_ui/places/start/first_merges.js";

const STEPS = [
  {
    words: [[["a", "b", "a"], 3], [["a", "a"], 2]],
    pairs: [["a", "b"], ["b", "a"], ["a", "a"]],
    addends: [[3, 1], [2, 2], [2]],
    answer: 0,
  },
  { words: [[["ab", "a"], 3], [["a", "ab", "a"], 1], [["ab"], 5]], pairs: [["ab", "a"], ["a", "ab"]], addends: [[3, 1], [1]], answer: 0 },
]; // prettier-ignore

/** What is said after these choices, which are pairs, or keys. */
const afterChoices = untyped((...choices) => {
  const merges = any(new FirstMerges(node()));
  merges.update({ steps: STEPS });
  for (const choice of choices) {
    if (typeof choice === "string") merges.box.hears.keydown({ key: choice, target: merges.box });
    else merges.pick(choice);
  }
  const [counter, words, pairs, said] = merges.box.children;
  return [counter, words, pairs, said].map(({ textContent }) => textContent).join(" | ");
});

const FIRST = "Merge 1 of 2 | 3 ×aba2 ×aa | a + bb + aa + a | ";
const SECOND = "Merge 2 of 2 | 3 ×aba1 ×aaba5 ×ab | ab + aa + ab | ";

says([
  [() => afterChoices(), FIRST],
  [() => afterChoices(2), "Merge 1 of 2 | 3 ×aba2 ×aa | a + bb + aa + a2 | Not this one: a + a occurs 2 times; another pair occurs more often. Try again."],
  [() => afterChoices(1), "Merge 1 of 2 | 3 ×aba2 ×aa | a + bb + a4a + a | Not this one: b + a occurs 4 times (2 + 2); another pair occurs as often, and earlier. Try again."],
  [() => afterChoices(2, 1), "Merge 1 of 2 | 3 ×aba2 ×aa | a + b4b + a4a + a2 | b + a occurs 4 times (2 + 2), a + b 4 (3 + 1). It occurs first, so it is merged first."],
  [() => afterChoices(1, 2), "Merge 1 of 2 | 3 ×aba2 ×aa | a + b4b + a4a + a2 | a + a occurs 2 times, a + b 4 (3 + 1)."],
  [() => afterChoices(0), `${SECOND}Merged a + b: it occurred 4 times (3 + 1).`],
  [() => afterChoices(2, 0, 1), "Merge 2 of 2 | 3 ×aba1 ×aaba5 ×ab | ab + aa + ab1 | Not this one: a + ab occurs 1 time; another pair occurs more often. Try again."],
  [() => afterChoices(0, 0), "Five merges | 3 ×aba1 ×aaba5 ×ab | Start again | Merged ab + a: it occurred 4 times (3 + 1). You have trained a tokenizer: it learned ab, aba, in this order."],
  [() => afterChoices("ArrowLeft", "ArrowRight"), `${SECOND}Merged a + b: it occurred 4 times (3 + 1).`],
  [() => afterChoices("ArrowRight", "ArrowRight", "ArrowRight", "ArrowLeft"), SECOND],
  [() => afterChoices(0, "ArrowLeft", 2), "Merge 1 of 2 | 3 ×aba2 ×aa | a + bb + aa + a2 | Not this one: a + a occurs 2 times; another pair occurs more often. Try again."],
]); // prettier-ignore

test("a merged token is coloured and a letter is not, and a pair gets the focus only after a touch", () => {
  const merges = any(new FirstMerges(node()));
  let focused = 0;
  merges.update({ steps: STEPS });
  merges.focus = () => focused++;
  merges.pick(0);
  assert.equal(focused, 1);
  merges.begin();
  merges.go("ArrowRight");
  assert.equal(focused, 2);
  const looks = merges.words.children[0].children.slice(1).map(untyped(({ className }) => className.split("-")[0]));
  assert.deepEqual(looks, ["chip tint", "chip base"]);
}); // prettier-ignore
