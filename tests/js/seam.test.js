// A text that is encoded in two halves: what is said of a seam, and where it can be.

import assert from "node:assert/strict";
import { test } from "node:test";
import { bytesOf, says } from "./drawn.js";
import { any, node, part, saidIn, untyped } from "./page.js";
import { SeamPicture } from "../../explorer_ui/places/tokens/two_halves/seam.js";

const apart = untyped((left, right, count, stretches = [{}]) => {
  const seam = part(SeamPicture, {}, "head");
  seam.drawHead({ count, tokenizer: "it" }, { left, right, stretches });
  return seam.head.textContent;
});

const whyApart = untyped(
  (...closed) => part(SeamPicture, { bytes: bytesOf("abcdef") }).reasonOf(...closed).textContent,
);

/** The band, of whose seams some change tokens. */
const bandOf = untyped((text, changed) => {
  const places = { characters: Array.from(text, (_, at) => at), bytes: bytesOf(text) };
  const seam = part(SeamPicture, places, "band", "changes", "sums");
  seam.drawBand({ seams: changed.map(untyped((length) => ({ stretches: Array(length) }))) });
  return seam;
});

const splitAnywhere = untyped((text, changed) => bandOf(text, changed).band.attributes["aria-label"]);

/** How many more gaps there are than those that are told. @param {number} shown @param {number} all */
function moreGaps(shown, all) {
  const row = { stretches: [], closed: Array(shown).fill([0, 1, 0, 1, 1]), num_closed: all };
  const [list] = SeamPicture.prototype.reasonsOf.call(any({ reasonOf: () => node() }), any({}), any(row));
  return any(list).children.at(-1).textContent;
}

const HALVES = "it, encoded apart: 3 + 2 = 5 tokens; together: ";

says([
  [() => apart(3, 2, 4), `${HALVES}4. Splitting here costs 1 token.`],
  [() => apart(3, 2, 7), `${HALVES}7. Splitting here saves 2 tokens.`],
  [() => apart(3, 2, 5), `${HALVES}5. The same number of tokens, but different ones.`],
  [() => apart(3, 2, 5, []), `${HALVES}5. Splitting here changes nothing.`],
  [() => whyApart(1200, 0, null, null, null), "Only apart, the gap after byte 1,200 is closed: by a merge in the normalized text."],
  [() => whyApart(3, 1, 7, null, null), "Only together, a whole chunk is in the vocabulary: it is the token of rank 7."],
  [() => whyApart(3, 0, 1201, 2, 1), "Only apart, the gap after byte 3 is closed: by the merge of rank 1201, bc + d."],
  [() => splitAnywhere("a bc", [1, 0, 0]), "Splitting changes tokens at 1 of 3 positions of this text: before a space at 1 of 1, after a space at 0 of 1."],
  [() => splitAnywhere("a bc", [0, 1, 1]), "Splitting changes tokens at 2 of 3 positions of this text: before a space at 0 of 1, after a space at 1 of 1."],
  [() => splitAnywhere("abc", [0, 0]), "Splitting changes tokens at 0 of 2 positions of this text."],
  [() => moreGaps(8, 11), "and 3 more gaps"],
  [() => moreGaps(8, 9), "and 1 more gap"],
]); // prettier-ignore

test("the band has one stretch for seams in a row that change tokens", () => {
  const { changes } = bandOf("abcdef", [1, 1, 1, 0, 1]);
  assert.equal(changes.attributes.d, "M0.5,0H3.5V1H0.5zM4.5,0H5.5V1H4.5z");
});

test("of the stretches that a seam changes, four are shown", () => {
  for (const all of [4, 5]) {
    const stretches = Array(all).fill({ start: 1, end: 3, boundaries: [2], ids: [8, 9] });
    const seam = part(SeamPicture, { bytes: bytesOf("cabd") });
    const lines = seam.reasonsOf(
      { boundaries: [1, 3], ids: [6, 7, 5] },
      { stretches, closed: [], num_closed: 0 },
    );
    assert.deepEqual(lines.map(saidIn), Array(4).fill("apart a8b9 → together ab7")); // prettier-ignore
  }
});

test("where a normalizer gives the same boundaries other ids, the picture says so", () => {
  const seam = part(SeamPicture, { bytes: bytesOf("cabd") });
  const row = { stretches: [{ start: 1, end: 3, boundaries: [], ids: [] }], closed: [], num_closed: 0 };
  assert.deepEqual(seam.reasonsOf({ boundaries: [1, 3], ids: [] }, row).map(saidIn), [
    "ab has other ids apart than together.",
  ]);
});

test("twelve tokens of a stretch are drawn, and of more that there are more", () => {
  const { chips } = SeamPicture.prototype;
  for (const [tokens, last] of [
    [12, 12],
    [13, " …"],
  ]) {
    const boundaries = Array.from({ length: Number(tokens) - 1 }, (_, at) => at + 1);
    const shown = chips.call(any({ chip: () => "a" }), 0, Number(tokens), boundaries, [...boundaries, 12]);
    assert.equal(shown.length, tokens);
    const end = shown.at(-1);
    assert.equal(typeof end === "string" ? end : Number(end?.children[1].textContent), last);
  }
});

test("a seam stays between two characters, and where a question is open it does not move", () => {
  const seams = Array(4).fill({ left: 1, right: 1, stretches: [], closed: [], num_closed: 0 });
  const moved = untyped((to, held) => {
    const shown = { show() {}, reveal() {}, draw: untyped((_, words) => (shown.words = words)), words: "" };
    const picture = { presented: { root: node() }, stage: shown, transport: shown, link: { report() {} } };
    const text = { bytes: bytesOf("abcde"), characters: [0, 1, 2, 3, 4] };
    const data = { seams, boundaries: [2], count: 2, tokenizer: "it" };
    const seam = part(SeamPicture, { data, at: 2, held, ...text, ...picture }, "head", "reasons");
    seam.move(to);
    return `${seam.at}, ${shown.words}`;
  });
  const places = [1, 1, 1, 4, 4].map((at) => `${at}, after character ${at} of 5`);
  assert.deepEqual([-1, 0, 1, 4, 5].map((to) => moved(to, false)), places); // prettier-ignore
  assert.equal(moved(3, true), "2, ");
});
