// The pictures of Vocabulary: a text in ever more tokens, and the lives of tokens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { node, part } from "./page.js";
import { Curve } from "../../explorer_ui/places/vocabulary/smaller_or_larger/curve.js";
import { GrownText } from "../../explorer_ui/places/vocabulary/smaller_or_larger/grown_text.js";
import { GrownCounts, cheapFrom } from "../../explorer_ui/places/vocabulary/smaller_or_larger/languages.js";
import { SizeScale, SizeSlider } from "../../explorer_ui/places/vocabulary/smaller_or_larger/size_slider.js";
import { Lives, outline } from "../../explorer_ui/places/vocabulary/unused_tokens/lives.js";
import { countOptions } from "../../explorer_ui/parts/picture/count_options.js";

// ` lower` under GPT-2: er 263, ␣l 300, ow 322, ower 789, ␣lower 2793.
const lower = () => new GrownText(Uint32Array.of(1, 4, 2, 3, 0), [256, 264, 301, 323, 790, 2794], 50256);
const endsOf = (/** @type {GrownText} */ text, /** @type {number} */ done) =>
  text.tokensBetween(0, 3, done).map(({ end }) => end);

test("what a step made, and what a byte is in", () => {
  const grown = lower();
  assert.deepEqual(grown.madeBy(3), { start: 2, end: 6, rank: 3 });
  assert.deepEqual(grown.tokenAt(3, 3), { start: 2, end: 4, rank: 2 });
  assert.deepEqual(grown.tokenAt(3, 0), { start: 3, end: 4, rank: -1 });
});

test("a chunk boundary is never closed, and an empty history is the bytes", () => {
  const grown = new GrownText(Uint32Array.of(0xfffffffe, 0xffffffff), [256], 256);
  assert.deepEqual(endsOf(grown, 0), [1, 2, 3]);
  assert.equal(grown.tokensUnder(256), 3);
});

test("each doubling is as wide as the next, and sizes come back", () => {
  const scale = new SizeScale(256, 262144);
  assert.equal(scale.placeOf(8192), 0.5);
  for (const size of [256, 300, 4096, 99999, 262144]) assert.equal(scale.sizeAt(scale.placeOf(size)), size);
});

test("playing goes on from a size, and from the beginning where it has ended", () => {
  const text = lower();
  const scale = new SizeScale(256, text.lastSize);
  for (const [size, begins] of [
    [256, 256],
    [4096, 4096],
    [text.lastSize - 1, text.lastSize - 1],
    [text.lastSize, 256],
  ]) {
    const slider = part(SizeSlider, { playback: { playing: false, play() {} }, scale, size, text });
    slider.play();
    assert.equal(slider.place, scale.placeOf(begins));
  }
});

test("a press goes to the next size at which the text changes, or to the one before", () => {
  for (const [size, before, after] of [
    [256, 256, 264],
    [300, 264, 301],
    [301, 264, 323],
    [302, 301, 323],
    [2794, 790, 2794],
    [50256, 2794, 50256], // no change follows
    [100, 100, 264], // the slider begins at a vocabulary with fewer tokens
  ]) {
    const gone = [-1, 1].map((by) => {
      let to = size;
      const byHand = (/** @type {number} */ there) => (to = there);
      part(SizeSlider, { text: lower(), size, byHand }).byStep(by);
      return to;
    });
    assert.deepEqual(gone, [before, after], `from ${size}`);
  }
});

test("no label of the axis overlaps an end, and each round size between is there once", () => {
  for (const [least, most] of [
    [256, 50257],
    [256, 300],
    [97, 210],
    [100, 200],
    [256, 262144],
    [16, 1000],
    [999, 1001],
    [1, 2],
  ]) {
    const scale = new SizeScale(least, most);
    const [first, ...rest] = scale.ticks();
    assert.equal(first, least);
    assert.equal(rest.pop(), most);
    const round = [100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000];
    const place = (/** @type {number} */ size) => Math.log(size / least) / Math.log(most / least);
    // A label takes about a twenty-fifth of the axis.
    assert.deepEqual(
      rest,
      round.filter((size) => place(size) > 0.04 && place(size) < 0.96),
    );
  }
});

test("characters are there from the first: their bytes are never cut", () => {
  // né with a tokenizer of the characters n and é and the merge né: the first step is not a merge.
  const grown = new GrownText(Uint32Array.of(1, 0), [2, 2, 3], 3, { given: 1 });
  assert.equal(grown.most, 2);
  assert.equal(grown.stepsUnder(1), 1);
  assert.deepEqual(endsOf(grown, grown.stepsUnder(2)), [1, 3]);
  assert.equal(grown.tokensUnder(3), 1);
});

test("where the curve becomes flat, against every size", () => {
  const closed = Uint32Array.from({ length: 99 }, (_, gap) => (gap % 9 === 8 ? 0xffffffff : (gap * 7) % 40));
  const sizes = Array.from({ length: 41 }, (_, step) => 16 + ((step * (step + 3)) >> 1));
  // Also where the last size that is doubled is one at which the text changes.
  for (const lastSize of [2000, ...sizes.slice(9).map((size) => 2 * size)]) {
    const grown = new GrownText(closed, sizes, lastSize);
    for (const share of [0.01, 0.05, 0.2, 0.5, 0.9]) {
      let from = null;
      for (let size = lastSize / 2; size >= 16 && grown.savedByDoubling(size) < share; size--) from = size;
      assert.equal(grown.flattensFrom(share), from, `${lastSize}, ${share}`);
    }
  }
  assert.equal(new GrownText(closed, sizes, 900).flattensFrom(0.05), null); // the last doubling still saves
  assert.equal(lower().flattensFrom(0.5), 2794); // up to there a doubling may make one token of two
  assert.equal(new GrownText(Uint32Array.of(0), [256, 257], 257).flattensFrom(0.05), null); // no doubling
});

test("the numbers at the sides of the curve are beside it, tokens left and bytes per token right", () => {
  /** @type {any} */
  const curve = new Curve(() => {});
  curve.node.clientWidth = 600;
  curve.show([lower()], new SizeScale(256, 50256), " lower".length, "");
  /** @type {{attributes: Record<string, string>, textContent: string}[]} */
  const drawn = curve.picture.children;
  const grid = drawn.find(({ attributes }) => attributes.class === "grid")?.attributes ?? assert.fail();
  const beside = drawn.filter(({ textContent }) => /^[0-9.]+$/.test(textContent));
  const numbers = (/** @type {string} */ anchor, /** @type {(x: number) => boolean} */ isThere) =>
    beside
      .filter(({ attributes }) => attributes["text-anchor"] === anchor && isThere(Number(attributes.x)))
      .map(({ textContent }) => textContent)
      .join(" ");
  assert.equal(
    numbers("end", (x) => x < Number(grid.x1)),
    "0 2 3 5 6",
  );
  assert.equal(
    numbers("start", (x) => x > Number(grid.x2)),
    "3.0 2.0 1.2 1.0",
  );
});

test("a text is cheap from where it stays so", () => {
  // 4 bytes, closed at 300, 400 and 500; the other 2 bytes, closed at 350: twice as many, too many, twice, once.
  const long = new GrownCounts(4, [256, 300, 400, 500], [4, 3, 2, 1]);
  const short = new GrownCounts(2, [256, 350], [2, 1]);
  assert.equal(cheapFrom(long, short, 2), 400);
  assert.equal(cheapFrom(long, short, 1), 500);
  assert.equal(cheapFrom(long, short, 4), 256);
  assert.equal(cheapFrom(long, short, 0.5), null);
});

test("a band is as high as the square root of its count, from its birth to the last step", () => {
  const scale = { last: 4, most: 4, x: (/** @type {number} */ step) => 10 * step, middle: 10, height: 20 };
  assert.equal(
    outline({ steps: [1, 3], counts: [4, 1] }, scale),
    "M10.0,0.0H30.0L30.0,5.0H40.0L40.0,15.0H30.0L30.0,20.0H10.0Z",
  );
});

test("a token is coloured from the share on that it lost to one merge", () => {
  const marks = [1, 0.9, 0.89].map((swallowed, row) =>
    Object.assign(node(), { swallowed, getAttribute: () => String(row) }),
  );
  for (const [percent, coloured, said] of /** @type {[number, number, string][]} */ ([
    [100, 1, "drop 1 of the 3 at this threshold: it lost at least this share of its"],
    [90, 2, "drop 2 of the 3 at this threshold: they lost at least this share of their"],
    [89, 3, "drop 3 of the 3 at this threshold: they lost"],
  ])) {
    const lives = part(Lives, {
      data: { dropped: Array(51).fill(coloured), num_learned: 3, bands: marks },
      transport: { draw() {} },
      dropped: {},
      box: { node: { querySelectorAll: () => marks } },
    });
    lives.mark(percent);
    assert.match(lives.dropped.textContent, RegExp(said));
    assert.equal(marks.filter(({ classList }) => classList.has("drops")).length, coloured);
  }
});

test("a share that one merge used is never nothing, and never all but for all", () => {
  for (const [swallowed, said] of [
    [1, "100%"],
    [0.999, "99%"],
    [0.25, "25%"],
    [0.003, "under 1%"],
  ]) {
    const spelled = { spelled: "YQ==", eater: "YQ==" };
    const band = { id: 7, ...spelled, steps: [1], counts: [400], swallowed, swallowed_at: 3 };
    const lives = part(Lives, { data: { bands: [band] }, chosen: -1, mark() {} }, "touched");
    lives.choose(0);
    assert.ok(lives.touched.textContent.includes(`Merge 3 used ${said} of those that were left, for `));
  }
});

test("the right one is among them, all could be, and no place gives it away", () => {
  for (const now of [2, 3, 5, 27, 312, 4000])
    for (let then = 1; then < now; then += Math.ceil(now / 40)) {
      const places = new Set();
      for (let draw = 0; draw < 1; draw += 0.05) {
        const { options, right } = countOptions(now, then, () => draw);
        const shown = options.map((option) => Number(option.replace(/,/g, "")));
        assert.equal(shown[right[0]], then);
        assert.equal(right.length, 1);
        assert.ok(shown.every((option, at) => option > (shown[at - 1] ?? 0) && option < now));
        assert.ok(options.length <= 4);
        places.add(right[0]);
      }
      if (now - then > 6 && then > 2 * (now - then)) assert.equal(places.size, 4);
    }
});

test("where nothing is saved, or only one number could be, there is nothing to ask", () => {
  assert.ok(countOptions(2, 1).options.length < 2);
  assert.ok(countOptions(5, 5).options.length < 2);
});
