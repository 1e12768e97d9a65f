// The parts of a request to a model as bars, and the messages that the model can recognize.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { base64, drawn, says } from "./drawn.js";
import { any, node, part, texts, untyped } from "./page.js";
import mountSeen from "../../explorer_ui/places/chat/seen_messages.js";
import { Sizes } from "../../explorer_ui/places/chat/sizes.js";

mock.timers.enable({ apis: ["setTimeout", "setInterval"] }); // Python is told nothing

const partSaid = untyped((some, data) => {
  const call = { name: "Call", depth: 0, start: 0, tokens: 2, json: 0, seen: 0, other: null, ...some };
  return Sizes.prototype.sentence.call(any({ data: { parts: [call], tokens: 4, ...data } }), call);
});

/** What is said of a part of a request that is below two others. @param {number} [start] */
function smallestPart(start = 26) {
  const parts = [
    { name: "Messages", depth: 0, start: 0, tokens: 40 },
    { name: "1 user", depth: 1, start: 0, tokens: 24 },
    { name: "2 assistant", depth: 1, start: 24, tokens: 16 },
    { name: "Call", depth: 2, start, tokens: 2, json: 1, seen: 1, other: null },
  ];
  return Sizes.prototype.sentence.call(any({ data: { parts, tokens: 50 } }), any(parts[3]));
}

says([
  [() => partSaid({}), "Call: 2 tokens, 50% of the request."],
  [() => partSaid({ other: 3, tokens: 1 }, { other: "It" }), "Call: 1 token, 25% of the request; It: 3, ×3.00."],
  // At the first token of a message, where the message before it has ended.
  [() => smallestPart(24), "Call: 2 tokens, 12.5% of 2 assistant; 1 in JSON; 1 repeated from earlier."],
  [() => smallestPart(), "Call: 2 tokens, 12.5% of 2 assistant; 1 in JSON; 1 repeated from earlier."],
]); // prettier-ignore

/** A request: two messages of 6 and 4 tokens, and in the first a text and a call. @param {number | null} [kept] @param {number | null} [other] */
function request(kept = null, other = null) {
  const parts = [
    { name: "Messages", kind: "text", depth: 0, start: 0, tokens: 10, leaf: false },
    { name: "1", kind: "text", depth: 1, start: 0, tokens: 6, leaf: false },
    { name: "Text", kind: "text", depth: 2, start: 0, tokens: 4, leaf: true },
    { name: "Call", kind: "json", depth: 2, start: 4, tokens: 2, leaf: true },
    { name: "2", kind: "text", depth: 1, start: 6, tokens: 4, leaf: true },
  ].map((each) => ({ ...each, json: 0, seen: 0, text: base64("abc"), bounds: [0, 1, 3], other }));
  const sizes = any(new Sizes(node()));
  sizes.update({ sizes_id: "1", tokens: 10, kept, other: "It", display: "text", parts });
  return sizes;
}

test("the parts of a request are as wide as their tokens, and the smallest ones reach to the bottom", () => {
  const { bars, said } = request(null, 12);
  const sides = untyped((style) => [style.left, style.width, style.top, style.height].map((side) => Math.round(parseFloat(side)))); // prettier-ignore
  assert.deepEqual(bars.map(untyped(({ style, textContent }) => [textContent, ...sides(style)])), [
    ["Messages10 · ×1.20", 0, 100, 0, 33],
    ["16 · ×2.00", 0, 60, 33, 33],
    ["Text4 · ×3.00", 0, 40, 67, 33],
    ["Call2 · ×6.00", 40, 20, 67, 33],
    ["24 · ×3.00", 60, 40, 33, 67],
  ]); // prettier-ignore
  assert.equal(said.textContent, "Text 8JSON 2");
});

test("a touch of a request chooses the deepest part there, and a second one takes it back", () => {
  const sizes = request();
  sizes.chart.getBoundingClientRect = () => ({ left: 100, top: 50, width: 200, height: 90 });
  const touched = untyped((x, y, type = "pointerdown") => {
    sizes.touched({ clientX: 100 + x, clientY: 50 + y, type });
    return sizes.chosen;
  });
  assert.deepEqual([touched(79, 29), touched(79, 31), touched(79, 61), touched(81, 89)], [0, 1, 2, 3]);
  assert.deepEqual([touched(121, 89), touched(121, 200), touched(10, -5)], [4, null, 0]);
  assert.deepEqual([touched(10, -5, "pointermove"), touched(10, 5)], [0, null]);
});

test("of a request, the parts outside the chosen one are quiet, and its first tokens are shown", () => {
  const sizes = request();
  for (const [chosen, looks, text] of /** @type {[number | null, string[], string][]} */ ([
    [1, ["quiet", "chosen", "", "", "quiet"], "abc and 4 tokens more"],
    [3, ["quiet", "quiet", "quiet", "chosen", "quiet"], "abc"],
    [null, ["", "", "", "", ""], ""],
  ])) {
    sizes.choose(chosen);
    assert.deepEqual(sizes.bars.map(untyped(({ classList }) => [...classList].join())), looks); // prettier-ignore
    assert.equal(sizes.text.textContent, text);
  }
});

test("what an earlier request has too is marked, on the side where there is room for its words", () => {
  const mark = untyped((kept) => request(kept).chart.children[5]);
  assert.equal(mark(null), undefined);
  assert.equal(mark(0).textContent, "cached up to here");
  const places = [0, 5, 6].map((kept) => `${mark(kept).className} ${mark(kept).style.left}`);
  assert.deepEqual(places, ["kept 0%", "kept 50%", "kept late 60%"]);
});

test("the arrow keys stay on the parts of a request", () => {
  const parts = [
    { depth: 0, start: 0, tokens: 4 },
    { depth: 1, start: 0, tokens: 3 },
    { depth: 1, start: 3, tokens: 1 },
    { depth: 0, start: 4, tokens: 2 },
  ];
  const sizes = part(Sizes, {
    data: { parts },
    chosen: null,
    choose: (/** @type {number} */ at) => (sizes.chosen = at),
  });
  const after = (/** @type {string} */ key) => {
    sizes.pressed(any({ key: `Arrow${key}`, preventDefault() {} }));
    return sizes.chosen;
  };
  const keys = ["Left", "Left", "Down", "Right", "Right", "Up", "Right", "Right", "Down"];
  assert.deepEqual(keys.map(after), [0, 0, 1, 2, 3, 3, 3, 3, 3]);
});

test("a message that the text of another one forged is said to be from it", () => {
  const seen = [false, true].map((injected) => ({ role: "user", content: "Hello", injected }));
  const shown = ["userHello", "user from the text of a messageHello"];
  assert.deepEqual(texts(drawn(mountSeen, { seen, more: 1200 }).children), [...shown, "And 1,200 more."]);
  assert.deepEqual(texts(drawn(mountSeen, { seen, more: 0 }).children), shown);
});
