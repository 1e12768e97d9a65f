// What is drawn: the curve, and the marks of a row of tokens.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, node, part, saidIn } from "./page.js";
import { Curve } from "../../explorer_ui/parts/player/curve.js";
import { drawRow } from "../../explorer_ui/parts/player/draw_row.js";
import { History } from "../../explorer_ui/parts/player/history.js";
import { cutAt, goneOn } from "../../explorer_ui/parts/player/own_merges.js";
import { Stage } from "../../explorer_ui/parts/player/stage.js";
import { Rows } from "../../explorer_ui/parts/token_row/rows.js";
// prettier-ignore
import {
  A_B, boundaries, caseOf, continued, published, shownOf, spelled, staged, table, trained, unmerged, words, worked,
} from "./player_examples.js";
import { reference } from "./reference.js";

/** The texts and lines of a curve of 400 by 100 pixels. @param {any} history @param {any} [compared] */
function curveOf(history, compared) {
  const curve = new Curve();
  Object.assign(curve.node, { clientWidth: 400, clientHeight: 100 });
  curve.draw(history, compared);
  const drawn = [...any(curve.node).children];
  const texts = drawn.filter(({ attributes }) => attributes["text-anchor"]);
  const paths = Object.fromEntries(drawn.map(({ attributes }) => [attributes.class ?? "", attributes.d]));
  return { curve, paths, texts: texts.map(saidIn).filter(Boolean), drawn };
}

test("the curve falls from all units to the tokens that are left, over the merges of the longer history", () => {
  const { curve, paths, texts } = curveOf(worked.history);
  assert.deepEqual(texts, ["11", "0", "0", "3 merges"]);
  // 22 and 10 pixels are left at the sides, 8 and 20 above and below.
  assert.equal(paths.line, "M22.0 8.0L144.7 21.1L267.3 34.2L390.0 47.3");
  assert.equal(paths.area, `${paths.line}L390 80L22 80Z`);
  assert.deepEqual([22, 144.6, 390].map((x) => Math.round(curve.stepAt(x))), [0, 1, 3]); // prettier-ignore
  curve.mark(3, 5);
  assert.deepEqual([any(curve.dot).attributes.cx, Math.round(any(curve.dot).attributes.cy)], ["390", 47]);
  assert.deepEqual(curveOf(trained("aaaa").history).texts.at(-1), "1 merge");
  assert.deepEqual(curveOf(trained("a").history).texts, ["1", "0", "0 merges"]);
  const own = curveOf(cutAt(published, worked.history, 1), worked.history);
  assert.equal(own.paths.compared, paths.line);
  assert.equal(own.paths.line, "M22.0 8.0L144.7 21.1");
  // BPE's curve goes on as it ended.
  const longer = goneOn(published, worked.history, 6, 1);
  const { attributes } = curveOf(longer, worked.history).drawn.find(
    (each) => each.attributes.class === "ended",
  );
  assert.deepEqual([attributes.x1, attributes.x2, attributes.y1 === attributes.y2], ["206", "390", true]);
  // Where the words would not fit on the right of their line, they are on its left.
  for (const [history, said, anchor, x] of table([
    [continued.history, "new merges", "start", "225"],
    [caseOf(reference.continued, "'the' by bytes").history, "new merges", "end", "385"],
    [staged.history, "boundaries lifted", "start", "119"],
  ])) {
    const first = curveOf(history).drawn.find((each) => each.attributes["text-anchor"]);
    const placed = [first.attributes["text-anchor"], String(Math.round(first.attributes.x))];
    assert.deepEqual([first.textContent, ...placed], [said, anchor, x]);
  }
});

test("a curve of more merges than can be told apart has 400 points, with the first and the last", () => {
  for (const [steps, points] of [
    [3, 4],
    [400, 401],
    [1000, 401],
  ]) {
    const history = any({ whole: 2000, steps, tokensAt: (/** @type {number} */ step) => 2000 - step });
    const { paths } = curveOf(history);
    const drawn = paths.line.slice(1).split("L");
    assert.equal(drawn.length, points);
    assert.ok(drawn[0].startsWith("43.0 ") && drawn.at(-1).startsWith("390.0 "));
  }
});

test("the next pair is brought into view only if it is not, from where it is nearest", () => {
  const starts = Array.from({ length: 100 }, (_, row) => 10 * row); // rows of ten units
  for (const [gaps, row, visible = [40, 60]] of table([
    [[], null],
    [[900], 90, [0, 20]],
    [[5, 450, 990], null], // row 45 is in view
    [[400], null],
    [[609], null],
    [[610], 61],
    [[399], 39],
    [[395, 700], 39],
    [[5, 640], 64],
    [[300, 700], 30], // as far up as down
  ])) {
    const went = /** @type {number[]} */ ([]);
    const rows = { visible, reveal: (/** @type {number} */ to) => went.push(to) };
    part(Stage, { rows, lines: new Rows(starts, 1000) }).bring(gaps);
    assert.deepEqual(went, row === null ? [] : [row]);
  }
});

/**
 * One row with a text.
 *
 * @param {any} shown @param {object} more Of the scene.
 * @param {number[]} bounds Where its parts begin and end that read in one direction.
 * @returns {any[]}
 */
function rowOf({ history, telling }, more, bounds = [0, history.units]) {
  const line = node();
  const at = (/** @type {number} */ unit) => 12 * unit;
  const sides = { turned: false, start: "left", end: "right", left: at, right: at };
  const lanes = bounds.slice(1).map((to, before) => ({ from: bounds[before], to, ...sides }));
  const nothing = { selected: null, lit: null, acting: null, film: null, covered: false, roofed: false };
  const scene = { history, step: 0, everywhere: telling.everywhere, one: 12, uid: "", ...nothing, ...more };
  const inRow = [...history.tokens(scene.step)].filter(({ start }) => start < (bounds.at(-1) ?? 0));
  drawRow(line, any(scene), any(lanes), inRow);
  return line.children;
}

/**
 * What is marked in a row: below its tokens, at its boundaries.
 *
 * @param {any} shown @param {object} more @returns {string[]}
 */
const marksOf = (shown, more) =>
  rowOf(shown, more).map(({ className, classList, style, textContent }) => {
    if (!className.startsWith("tok")) return [className, parseFloat(style.left) / 12, ...classList].join(" ");
    const signs = { next: "*", newest: "!", same: "=" };
    const has = new Set([...classList, ...className.split(" ")]);
    return textContent + Object.entries(signs).map(([name, sign]) => (has.has(name) ? sign : "")).join(""); // prettier-ignore
  });

test("what merges next is marked below its tokens, also where it overlaps, and a pair that is shown", () => {
  const marks = (/** @type {any} */ shown, more = {}) => {
    const all = marksOf(shown, more);
    return [
      all.filter((each) => !/^(acts|merging|overlap|boundary|times) /.test(each)).join(" "),
      ...all.filter((each) => /^(acts|merging|overlap) /.test(each)).map((each) => each.replace(/\.\d+/, "")),
    ];
  };
  assert.deepEqual(marks(worked), [
    "a* a* a b d a* a* a b a c", "merging 0", "overlap 1", "merging 5", "overlap 6",
  ]); // prettier-ignore
  assert.deepEqual(marks(worked, { covered: true }), ["a a a b d a a a b a c"]);
  assert.deepEqual(marks(worked, { step: 1 }), ["aa*! a* b d aa*! a* b a c", "merging 0", "merging 5"]);
  assert.deepEqual(marks(worked, { step: 3 }), ["aaab! d aaab! a c"]);
  assert.deepEqual(marks(worked, { covered: true, acting: A_B, lit: { left: 97, right: 98 } }), [
    "a a a= b= d a a a= b= a c", "acts 2", "acts 7",
  ]); // prettier-ignore
  assert.deepEqual(marks(worked, { step: 3, lit: { id: 258 } })[0], "aaab!= d aaab!= a c");
  // Across a boundary the same two are not a pair.
  const apart = trained("aaaa", 9, { closed_at: boundaries(2, 2) });
  assert.deepEqual(marks(apart), ["a* a* a* a*", "merging 0", "merging 2"]);
  // An encoding merges one place at a time.
  assert.deepEqual(marks(spelled), ["a* a* a a", "merging 0"]);
});

test("a boundary shows whether a special token is at it, or whether it is lifted, and a word how often it counts", () => {
  assert.equal(staged.data.second_stage.at, 3);
  const [first, dot] = [10, 22].map((unit) => `boundary ${unit - 0.25}`); // at the ends of "by the way"
  for (const [shown, step, ...marks] of table([
    [continued, 0, "boundary 0.75 special", "boundary 9.75 special", "boundary 10.75 special"],
    [words, 0, ...[3, 6, 9, 12].map((unit) => `boundary ${unit - 0.25}`)],
    [staged, 3, first, dot],
    [staged, 4, first, dot],
  ])) {
    const found = marksOf(shown, { step }).filter((each) => /^boundary/.test(each));
    assert.deepEqual(found.filter((each) => !each.endsWith(" lifted")), marks); // prettier-ignore
    // Only at the step at which they are lifted.
    assert.equal(found.length - marks.length, shown === staged && step === 3 ? 8 : 0);
  }
  const before = marksOf(staged, { step: 2 }).filter((each) => /^boundary [\d.]+$/.test(each));
  assert.equal(before.length, 10);
  const times = rowOf(words, {}, [0, 6]).filter(({ className }) => className === "times");
  assert.deepEqual(times.map(saidIn), ["×10", "×5"]);
});

test("where a row changes its direction, a token, and what is marked below it, goes on in the next part", () => {
  for (const [step, ...drawn] of table([
    [1, "tok aa", "merging open-right", "tok a", "tok b", "merging open-left"],
    [2, "tok aa open-right", "merging open-right", "tok a open-left", "tok b", "merging open-left"],
  ])) {
    const found = rowOf(worked, { step }, [0, 2, 4]).map(({ className, classList, textContent }) => {
      const open = [...classList].filter((each) => each.startsWith("open"));
      return [className.replace(/ .*/, ""), textContent, ...open].filter(Boolean).join(" ");
    });
    assert.deepEqual(found, drawn);
  }
});

test("letters that shape each other share one cell of a token, up to another letter", () => {
  const data = unmerged("بتaثجb", { units: "characters" });
  const history = goneOn(data, new History(data), 9, 1);
  const [token] = rowOf(shownOf(data, history), { step: history.steps });
  const cells = token.children.map((/** @type {any} */ each) =>
    typeof each === "string" ? each : `${each.textContent} ${each.style.width}`,
  );
  assert.deepEqual(cells, ["بت 24px", "a", "ثج 24px", "b"]);
});

test("the selected token is the one of the unit, also at its ends", () => {
  for (const [selected, chosen] of table([
    [null, ""],
    [0, "aaab"],
    [3, "aaab"],
    [4, "d"],
    [10, "c"],
  ])) {
    const tokens = rowOf(worked, { step: 3, selected }).filter(({ ariaSelected }) => ariaSelected === "true");
    assert.deepEqual(tokens.map(saidIn).join(), chosen);
  }
});

test("a base unit, a token, and one that was made last look different", () => {
  const looks = rowOf(trained("ababcdcdaa"), { step: 2 }).flatMap(({ className }) =>
    className.startsWith("tok") ? [className.replace(/^tok |-\d/g, "")] : [],
  );
  assert.deepEqual(looks, ["tint", "tint", "newest", "newest", "base", "base"]);
});

test("the bytes of a character have a roof with it, until they are one token", () => {
  const data = unmerged("aéb", { closed_at: Buffer.alloc(6, 0xff).toString("base64") });
  const whole = goneOn(data, new History(data), 2, 1); // the first pair is a and a byte of é
  for (const [step, ...roofs] of table([[0, "é 13.5px 21px"], [1, "é 13.5px 21px"], [2]])) {
    const drawn = rowOf(shownOf(data, whole), { step, roofed: true }).filter(
      ({ className }) => className === "roof",
    );
    const placed = ({ textContent = "", style = any({}) }) => `${textContent} ${style.left} ${style.width}`;
    assert.deepEqual(drawn.map(placed), roofs);
  }
});
