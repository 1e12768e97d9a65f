// A text under ever larger vocabularies: its tokens, its curve, its languages, and the slider of sizes.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, classed, press, says, within } from "./drawn.js";
import { any, node, part, saidIn, texts, untyped } from "./page.js";
import { Curve } from "../../explorer_ui/places/vocabulary/smaller_or_larger/curve.js";
import { GrownText } from "../../explorer_ui/places/vocabulary/smaller_or_larger/grown_text.js";
import { Growth } from "../../explorer_ui/places/vocabulary/smaller_or_larger/growth.js";
import {
  GrownCounts,
  Languages,
  cheapFrom,
} from "../../explorer_ui/places/vocabulary/smaller_or_larger/languages.js";
import { SizeScale, SizeSlider } from "../../explorer_ui/places/vocabulary/smaller_or_larger/size_slider.js";
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

/** Where the token exists that was there from the first, or that a step made. */
const pointedAt = untyped((place, given) => {
  const text = new GrownText(Uint32Array.of(1, 9, 9), [256, 257, 1200], 2000, { given, ids: [97, 1999] });
  const parts = { texts: [text], shown: 0, bytes: bytesOf("abcd"), slider: { size: 1200 } };
  const growth = part(Growth, parts, "pointed");
  growth.point(place);
  return growth.pointed.textContent;
});

const grownSaid = untyped((size, given) => {
  const text = new GrownText(Uint32Array.of(1, 9, 9), [256, 257, 1200], 2000, { given, ids: [97, 1999] });
  const data = { num_bytes: 4, vocabularies: [{ name: "it", short: "It" }] };
  const parts = { texts: [text], shown: 0, data, bytes: bytesOf("abcd") };
  const growth = part(Growth, parts, "sentence", "legend");
  growth.drawSentence(size, text.stepsUnder(size));
  growth.drawLegend(size);
  // A screen reader is told the same.
  assert.equal(growth.sentence.dataset.spoken, growth.sentence.textContent);
  return `${growth.sentence.textContent} ${growth.legend.textContent}`;
});

const GROWN = "With the first 1,200 tokens of it this text takes 3 tokens, 1.33 bytes per token.";

says([
  [() => pointedAt(null, 0), "Touch a token to see the vocabulary size from which it exists."],
  [() => pointedAt(2, 0), "c is a single byte."],
  [() => pointedAt(2, 1), "c is a single character."],
  [() => pointedAt(1, 0), "ab is one token, id 1999, from a vocabulary of 1,200 tokens on."],
  [() => grownSaid(1200, 0), `${GROWN} Token number 1,200, id 1999, was the last to change it: ab, in 1 place. It 3 tokens, 1.33 bytes per token`],
  [() => grownSaid(100, 0), "With the first 256 tokens of it this text takes 4 tokens, 1.00 bytes per token. No merge applies yet: these are single bytes. It 4 tokens, 1.00 bytes per token"],
  [() => grownSaid(1199, 1), "With the first 1,199 tokens of it this text takes 4 tokens, 1.00 bytes per token. No merge applies yet: these are single characters. It 4 tokens, 1.00 bytes per token"],
  [() => grownSaid(2001, 0).slice(0, 30), "With the first 2,000 tokens of"],
]); // prettier-ignore

test("the languages are in the order of their tokens, and each says from which size it is cheap", () => {
  const language = untyped((name, sizes, counts) => ({
    name,
    text: new GrownCounts(counts[0], sizes, counts),
  }));
  const all = [
    language("English", [256, 1200], [10, 4]),
    language("never", [256, 300], [40, 20]),
    language("always", [256], [8]),
    language("later", [256, 300, 1300], [30, 20, 5]),
  ];
  const shown = untyped((first, size) => {
    const languages = any(new Languages());
    languages.show(all, first);
    languages.go(size);
    return languages.body.children.map(untyped((row) => {
      const [whole] = row.children[1].children;
      const widths = [whole, ...whole.children].map(({ style }) => style.width.replace(/\..*%/, "%"));
      return [...texts(row.children), ...widths, row.className].join(" ");
    }));
  }); // prettier-ignore
  assert.deepEqual(shown("English", 256), [
    "never  40 4.0 never 100% 100% ",
    "later  30 3.0 1,300 75% 100% ",
    "English  10 1.0 always 25% 100% first",
    "always  8 0.8 always 20% 100% ",
  ]);
  assert.deepEqual(shown("English", 1300), [
    "never  20 5.0 never 100% 50% ",
    "always  8 2.0 always 20% 100% ",
    "later  5 1.3 1,300 75% 16% ",
    "English  4 1.0 always 25% 40% first",
  ]);
  assert.equal(shown("Thai", 256)[0], "never  40 – – 100% 100% ");
});

/** A slider from 256 to 1024 at 400, of a text that changes at 300 and 600 and ends at 900. @param {object} [more] */
function sliderWith(more) {
  const closed = Uint32Array.of(0, 1);
  const text = new GrownText(closed, [256, 300, 600], 900);
  return Object.assign(any(new SizeSlider(() => {})), { scale: new SizeScale(256, 1024), text, size: 400, ...more });
} // prettier-ignore

test("the size of a vocabulary goes by doublings or by changes, to its ends, and not beyond", () => {
  const alone = { node: { closest: () => null } };
  const went = untyped((what, more) => {
    const here = sliderWith({ ...alone, ...more });
    return here.act(what) ?? here.size;
  });
  const presenting = { node: { closest: () => true } };
  const acts = ["back", "forward", "first", "last", "leave"];
  assert.deepEqual(acts.map((what) => went(what)), [300, 600, 256, 900, false]); // prettier-ignore
  assert.deepEqual(acts.map((what) => went(what, presenting)), [256, 800, 256, 900, false]); // prettier-ignore
  assert.equal(went("forward", { ...presenting, size: 600 }), 1024);
  assert.equal(went("last", { text: null }), 1024);
  const key = untyped((name, more) => {
    const here = sliderWith();
    here.transport.slider.hears.keydown(press(name, more));
    return here.size;
  });
  assert.deepEqual(["ArrowUp", "ArrowDown", "ArrowRight"].map((name) => key(name)), [800, 256, 400]); // prettier-ignore
  for (const more of [{ shiftKey: true }, { ctrlKey: true }]) assert.equal(key("ArrowUp", more), 400);
});

test("a size that a class is asked about stays, but for the teacher, and is not larger than the teacher's", () => {
  for (const [expected, more, how] of /** @type {[number, object, object?][]} */ ([
    [700, {}],
    [400, { held: true }],
    [700, { held: true }, { led: true }],
    [500, { limit: 500 }],
    [600, { limit: 5000, scale: new SizeScale(256, 600) }],
  ])) {
    const here = sliderWith(more);
    here.go(700.4, how);
    assert.equal(here.size, expected);
    assert.equal(here.transport.output.textContent, `vocabulary of ${expected}`);
  }
});

test("a class that is asked about a size ends the playing, and it cannot be begun again", () => {
  const playing = untyped((held) => {
    const here = sliderWith({
      playback: { pause: () => (here.played = false), play: () => (here.played = true) },
    });
    here.play();
    here.hold(held);
    here.play();
    return here.played;
  });
  assert.deepEqual([true, false].map(playing), [false, true]); // prettier-ignore
});

test("with less motion a vocabulary grows by doublings, and ends at its last token", () => {
  const here = sliderWith();
  const sizes = [0.3, 0.3, 0.3, 0.3].map((share) => [here.advance(10000 * share), here.size]);
  assert.deepEqual(sizes, [[true, 256], [true, 512], [true, 512], [false, 900]]); // prettier-ignore
});

test("a step of a vocabulary shows the token that it made, and is told a screen reader at rest", ({ mock }) => {
  mock.timers.enable({ apis: ["setTimeout"] });
  const text = new GrownText(Uint32Array.of(9, 9, 1), [256, 300, 1200], 2000, { ids: [97, 1999] });
  const data = { data_id: "1", num_bytes: 4, vocabularies: [{ name: "it", short: "It", languages: [7] }] };
  const grown = untyped((size, byStep) => {
    const stage = { show() {}, reveal: untyped((place) => (growth.revealed = place)) };
    const around = { stage, curve: { go() {} }, languages: { go() {}, rows: [1, 2] }, link: { report() {} } };
    const parts = { texts: [text], shown: 0, flat: null, data, bytes: bytesOf("abcd"), presented: { root: node() } };
    const words = ["sentence", "legend", "doubling", "languagesTitle", "spoken"];
    const growth = part(Growth, { ...parts, ...around }, ...words);
    growth.go(size, byStep);
    const before = growth.spoken.textContent;
    mock.timers.tick(400);
    return [growth.revealed, saidIn(growth.languagesTitle), before, saidIn(growth.spoken).length > 0];
  });
  const title = "One paragraph in 2 languages, with the first";
  assert.deepEqual(grown(1200, true), [2, `${title} 1,200 tokens of it`, "", true]);
  for (const [size, byStep] of [[1200, false], [256, true]])
    assert.equal(grown(size, byStep)[0], undefined);
  // Where it is, is told Python only at rest, and a class not the languages.
  const at = untyped((playing) => part(Growth, { data, shown: 0, slider: { size: 300, playback: { playing } } }));
  assert.equal(at(true).whereAtRest(), null);
  assert.deepEqual(at(false).whereAtRest(), { data_id: "1", size: 300, shown: 0 });
  assert.deepEqual(at(false).scene().growth.vocabularies, [{ name: "it", short: "It", languages: [] }]);
}); // prettier-ignore

test("the curve of a text has its numbers of tokens and its sizes where they belong", () => {
  const curve = any(new Curve(() => {}));
  curve.node.clientWidth = 1098;
  // In doublings from left to right, and in tokens from top to bottom.
  const across = untyped((x) => Number(((x - 52) / (1000 / 6)).toFixed(1)));
  const down = untyped((y) => Number(((y - 22) / 43).toFixed(1)));
  const scaled = untyped((path) => path.replace(/([MHV,])([\d.]+)/g, untyped((_, side, at) => side + ("MH".includes(side) ? across : down)(at))));
  const text = new GrownText(Uint32Array.of(0, 1, 9), [256, 512, 1024], 8192);
  curve.show([text], new SizeScale(256, 16384), 4, "");
  const [line] = classed(curve.picture, "line");
  assert.equal(scaled(line.attributes.d), "M0,0H1V1H2V2H5");
  const sizes = within(curve.picture).filter(({ attributes }) => attributes["text-anchor"] === "middle");
  assert.deepEqual(sizes.map(saidIn), ["256", "500", "1,000", "2,000", "5,000", "10k", "16k"]);
  const marked = untyped((size) => {
    curve.go(size);
    const [dot] = classed(curve.mark, "dot");
    return [across(dot.attributes.cx), down(dot.attributes.cy)].join();
  });
  assert.deepEqual([256, 600, 16384].map(marked), ["0,0", "1.2,1", "5,2"]);
  const flat = untyped((size) => {
    curve.flattens(size);
    const words = within(curve.mark).findLast((each) => saidIn(each) === "flat from here");
    return words && `${across(words.attributes.x)} ${words.attributes["text-anchor"]}`;
  });
  assert.deepEqual([null, 1024, 4096].map(flat), [undefined, "2 start", "4 end"]);
}); // prettier-ignore
