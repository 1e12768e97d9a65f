// The colours of tokens: neighbours never match, a merge changes few, a row has the colours of the whole text.

import assert from "node:assert/strict";
import { test } from "node:test";
import { boundsOf, lookOf, tintsOf } from "../../explorer_ui/browser/colours.js";
import { GrownText } from "../../explorer_ui/places/vocabulary/smaller_or_larger/grown_text.js";
import { History } from "../../explorer_ui/parts/player/history.js";
import { TokenizedText, tokenOf } from "../../explorer_ui/parts/token_row/strip/tokenized_text.js";
import { randomFrom } from "../../explorer_ui/places/tokens/other_splits/word.js";
import { reference } from "./reference.js";

/** @param {ArrayLike<number>} tints */
function assertNeighboursDiffer(tints) {
  for (let at = 1; at < tints.length; at++) assert.notEqual(tints[at], tints[at - 1], `at ${at}`);
}

/** A text whose gaps close one after the other in a random order. @param {number} seed @param {number} bytes */
function randomText(seed, bytes) {
  const random = randomFrom(seed);
  const closed = Uint32Array.from({ length: bytes - 1 }, () => Math.floor(random() * bytes));
  const sizes = Array.from({ length: bytes + 1 }, (_, step) => 256 + step);
  return new GrownText(closed, sizes, 256 + bytes);
}

test("neighbours never match at any step of random histories, nor around tokens without a byte", () => {
  for (const seed of [1, 2, 3]) {
    const text = randomText(seed, 300);
    for (let done = 0; done <= 300; done++)
      assertNeighboursDiffer(tintsOf(boundsOf(text.tokensBetween(0, 300, done))));
  }
  const random = randomFrom(4);
  const bounds = [0];
  for (let at = 0; at < 100_000; at++) bounds.push(bounds[at] + Math.floor(random() * 3));
  assertNeighboursDiffer(tintsOf(bounds));
});

test("a row has the tints of the whole, wherever it begins", () => {
  const text = randomText(5, 400);
  for (const done of [0, 40, 200]) {
    const tokens = text.tokensBetween(0, 400, done);
    const whole = tintsOf(boundsOf(tokens));
    tokens.forEach((_, first) => {
      const row = tintsOf(boundsOf(tokens.slice(first, first + 9)), {
        startBefore: (start) => (start ? text.tokenAt(start - 1, done).start : null),
      });
      assert.deepEqual(row, whole.slice(first, first + 9));
    });
  }
});

test("a merge changes the tints of few tokens, all of them near it", () => {
  const text = randomText(6, 2000);
  const tinted = (/** @type {number} */ done) => {
    const tokens = text.tokensBetween(0, 2000, done);
    const tints = tintsOf(boundsOf(tokens));
    return new Map(tokens.map(({ start, end }, at) => [`${start} ${end}`, tints[at]]));
  };
  let changed = 0;
  let merged = 0;
  let before = tinted(1);
  for (let done = 2; done <= 1000; done++) {
    const after = tinted(done);
    merged += before.size - after.size;
    for (const [token, tint] of after) changed += Number((before.get(token) ?? tint) !== tint);
    before = after;
  }
  assert.ok(merged > 500);
  assert.ok(changed < 4 * merged, `${changed} tokens for ${merged} merges`);
});

for (const { name, data } of reference.trainings)
  test(`${name}: stage and strip give a text's tokens the same tints`, () => {
    const history = new History(data);
    for (let step = 0; step <= history.steps; step += 3) {
      const tokens = Array.from(history.tokens(step));
      const onStage = tintsOf(boundsOf(tokens), { byteOf: (unit) => history.text.byteOf(unit) });
      const { display } = history;
      const known = tokens.map(({ start, end, id }) => {
        const bytes = history.text.bytesBetween(start, end);
        return tokenOf({ id, bytes, rank: null, special: false }, { display, ranked: true });
      });
      const indexes = Uint32Array.from(known.keys());
      const text = new TokenizedText({ tokens: known, indexes, chunks: null, display });
      assert.deepEqual(text.tints, onStage);
      assertNeighboursDiffer(onStage);
    }
  });

test("a base unit has no tint, and the newest token is the newest whatever its tint", () => {
  assert.equal(lookOf({ quiet: true }, 2), "base");
  assert.equal(lookOf({ quiet: false }, 2), "tint-2");
  assert.equal(lookOf({ quiet: false, newest: true }, 2), "newest");
  assert.deepEqual([[], [0], [0, 1]].map((bounds) => [...tintsOf(bounds)]), [[], [], [0]]); // prettier-ignore
});
