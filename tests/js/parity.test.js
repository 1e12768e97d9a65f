// A training on several languages by either rule: what each merge did, and the tokens of each text.

import { says } from "./drawn.js";
import { part, untyped } from "./page.js";
import { Parity } from "../../explorer_ui/places/train/several_languages/parity.js";

const parityAt = untyped((step, rule, bytes = null) => {
  const merge = ["YQ==", "Yg==", 1200, 3];
  const data = {
    texts: ["one", "two"],
    bytes,
    rules: {
      parity: { merges: [merge], chosen_by: [1] },
      count: { merges: [merge, merge, merge], chosen_by: [] },
    },
  };
  const counts = { parity: Uint32Array.of(9, 8, 12, 10), count: Uint32Array.of(9, 7, 6, 1, 12, 11, 10, 4) };
  let shown = /** @type {string[]} */ ([]);
  const bars = { draw: untyped((drawnBars) => (bars.shown = drawnBars)), shown: /** @type {any[]} */ ([]) };
  const parts = {
    data,
    counts,
    rule,
    bars,
    tabs: [],
    transport: { at: step, draw: untyped((...said) => (shown = said.slice(1))) },
  };
  const parity = part(Parity, parts, "sentence", "totals");
  parity.draw();
  const drawnBars = bars.shown.map(({ figure, times, current, ghost }) => `${figure} ×${times} ${ghost}${current ? " next" : ""}`); // prettier-ignore
  return [parity.sentence.textContent, parity.totals.textContent, drawnBars.join("; "), ...shown];
});

const TOTALS = [
  "If the worst-off text chooses: 18 tokens, the most expensive 1.25 times the cheapest.",
  "If the most frequent pair is merged: 18 tokens, the most expensive 1.57 times the cheapest.",
];

says([
  [() => parityAt(0, "parity")[0], "No merge yet: every base unit is a token."],
  [() => parityAt(1, "parity"), ["Merged a + b → ab: two was worst off and chose this pair. Merged 2 times there, 3 in all.", TOTALS.join(" "), "8 ×1.00 7; 10 ×1.25 11", "1 merge", "1 / 3"]],
  [() => parityAt(1, "count"), ["Merged a + b → ab, the most frequent pair: 1,200 times.", TOTALS.toReversed().join(" "), "7 ×1.00 8; 11 ×1.57 10", "1 merge", "1 / 3"]],
  [() => parityAt(2, "parity")[0], "This rule ended after 1 merge: the text that is worst off had no pair left."],
  [() => parityAt(4, "count")[0], "This rule ended after 3 merges: no pair was left."],
  [() => part(Parity, { data: { rules: { parity: { merges: [0, 0] }, count: { merges: [0] } } } }).steps, 2],
  [() => parityAt(0, "parity", [18, 12])[2], "0.50 ×1.00 0.5; 1.00 ×2.00 1 next"],
]); // prettier-ignore
