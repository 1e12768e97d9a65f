// The row of tokens with its depths: keys, the selection, the rows, and what is around it.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, fire, node, part, texts, untyped } from "./page.js";
import { ofBytes, ofTexts, textOf } from "./texts.js";
import { copyIds } from "../../explorer_ui/parts/token_row/copy_ids.js";
import { Figures } from "../../explorer_ui/parts/token_row/strip/bar.js";
import { Branches, tintOf } from "../../explorer_ui/parts/token_row/strip/branches.js";
import { Depths } from "../../explorer_ui/parts/token_row/strip/depths.js";
import { Layout, Widths } from "../../explorer_ui/parts/token_row/strip/layout.js";
import { Selection } from "../../explorer_ui/parts/token_row/strip/selection.js";
import { Strip } from "../../explorer_ui/parts/token_row/strip/token_strip.js";
import { ToldDepth } from "../../explorer_ui/parts/token_row/strip/told_depth.js";

test("a selected token is found by its distance from the beginning, else from the end, and may come back", () => {
  const ids = untyped((all) => ({ length: all.length, token: untyped((at) => ({ id: all[at] })) }));
  for (const [before, at, after, found] of any([
    [[1, 2, 3], 1, [1, 2, 9, 9], 1],
    [[1, 2, 3], 1, [9, 8, 2, 3], 2],
    [[2, 9, 3], 0, [2, 2, 9, 3], 0], // both: from the beginning
    [[1, 2, 3], 1, [1, 3], null],
    [[1, 2, 3], 2, [1, 3], 1],
    [[1, 2, 3], 0, [5], null],
  ])) {
    const selection = new Selection(() => {});
    selection.toggle(ids(before), at);
    selection.findIn(ids(after));
    assert.equal(selection.at, found, `${before} ${after}`);
    selection.findIn(ids(before));
    assert.equal(selection.at, at);
    selection.toggle(ids(before), at);
    selection.findIn(ids(before));
    assert.equal(selection.at, null);
  }
});

test("a selection is told once, and again when it is gone", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const told = any([]);
  const selection = new Selection((anchor) => told.push(anchor));
  const text = textOf([{ id: 5, ...ofTexts("a")[0] }, { id: 6, ...ofTexts("b")[0] }]); // prettier-ignore
  const after = (/** @type {() => void} */ act) => {
    act();
    selection.tell();
    context.mock.timers.tick(150);
    return told.splice(0);
  };
  for (const [act, expected] of any([
    [() => {}, []],
    [() => selection.toggle(text, 0), [{ selected: 0, token: 5, after: 1 }]],
    [() => {}, []],
    [() => selection.findIn(textOf(ofTexts("c"))), [null]],
  ]))
    assert.deepEqual(after(act), expected);
  selection.tell();
  selection.wait();
  context.mock.timers.tick(150);
  assert.deepEqual(told, []);
});

/** A strip at a depth, and what was asked of it. @param {object} parts */
function stripWith(parts, pieces = any({ length: 8 })) {
  const did = any([]);
  const note = untyped((what) => untyped((one) => void did.push(`${what} ${one}`)));
  const rows = { visible: [1, 1], view: 110, height: 20 };
  const layout = { starts: [0, 4], below: untyped((at, by) => at + by) };
  const acts = { moveCursor: note("to"), select: note("select"), see: note("see") };
  const data = { controls: true, depth: "tokens" };
  const known = { depth: "tokens", depths: { hasChunks: true }, data, text: { length: 8 }, cursor: null };
  const strip = part(Strip, { ...known, ...acts, layout, rows, told: { choose: note("tell") }, ...parts });
  Object.defineProperty(strip, "pieces", { value: pieces });
  return { strip, did };
}

test("keys on the strip go from box to box, from the first visible one on, and from depth to depth", () => {
  for (const [key, cursor, ...expected] of any([
    ["ArrowRight", null, "to 4"],
    ["ArrowRight", 4, "to 5"],
    ["ArrowLeft", 4, "to 3"],
    ["PageDown", 1, "to 5"],
    ["PageUp", 5, "to 1"],
    ["Home", 5, "to 0"],
    ["End", 5, "to 7"],
    ["Enter", 5, "select 5"],
    [" ", null, "select 4"],
    ["ArrowUp", 5, "see ids", "tell ids"],
    ["ArrowDown", 5, "see chunks", "tell chunks"],
    ["x", 5],
  ])) {
    const { strip, did } = stripWith({ cursor });
    let prevented = false;
    const press = (more = {}) => strip.press(any({ key, preventDefault: () => (prevented = true), ...more }));
    press({ ctrlKey: true });
    assert.ok(!prevented && !did.length);
    press();
    assert.deepEqual([did, prevented], [expected, expected.length > 0], key);
  }
});

test("chunks are a depth where they are known, or where Python can draw them", () => {
  const [unknown, alone] = [{ depths: { hasChunks: false } }, { data: { controls: true, depth: null } }];
  for (const [parts, act, to, ...expected] of any([
    [{}, "choose", "tokens"],
    [alone, "choose", "chunks", "see chunks"],
    [unknown, "choose", "chunks", "tell chunks"],
    [{ ...unknown, ...alone }, "choose", "chunks"],
    [{ ...unknown, ...alone }, "chooseNext", -1, "see characters"],
    [{ depth: "ids" }, "chooseNext", 1],
    [{ depth: "bits" }, "chooseNext", -1],
  ])) {
    const { strip, did } = stripWith(parts);
    strip[act](to);
    assert.deepEqual(did, expected);
  }
});

test("tokens of the template, injected ones and those that are looked at are marked, as tokens only", () => {
  const kinds = new Map([[1, "template"], [2, "injected"]]); // prettier-ignore
  const data = { looked_at: [2, 4] };
  const classes = (/** @type {string} */ depth) => {
    const depths = { typedFor: untyped((...[, at]) => at === 4) };
    const { strip } = stripWith({ kinds, data, depth, depths });
    return [0, 1, 2, 3, 4].map((at) => strip.classesOf(at).join(" "));
  };
  assert.deepEqual(classes("tokens"), ["", "template", "injected looked-at", "looked-at", "changed"]);
  assert.deepEqual(classes("ids"), ["", "template", "injected", "", "changed"]);
  assert.deepEqual(classes("bytes"), ["", "", "", "", "changed"]);
});

test("the pieces of a long chunk show where it goes on and where it continues", () => {
  const depths = new Depths(textOf(ofTexts("a".repeat(40)), [0]));
  const data = { differs: [0], looked_at: [0, 1] };
  const { strip } = stripWith({ depths, depth: "chunks", data }, depths.at("chunks"));
  const found = [0, 1, 2].map((at) => strip.classesOf(at).join(" "));
  assert.deepEqual(found, ["differs goes-on", "differs continues goes-on", "differs continues"]);
});

test("a depth is sent again until it is drawn, and after ten seconds Python decides", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout", "Date"] });
  context.mock.method(performance, "now", () => Date.now());
  any(globalThis.document).querySelector = () => null; // no app, so nothing has to wait
  const sent = any([]);
  const told = new ToldDepth(({ depth, press }) => sent.push(`${depth} ${press}`));
  const drawn = (/** @type {any} */ depth) => told.depthOf(any({ depth }));
  told.choose("ids");
  context.mock.timers.tick(700);
  assert.deepEqual(sent, ["ids 1", "ids 2"]);
  assert.deepEqual([drawn("tokens"), drawn(null), drawn("ids")], [null, null, "ids"]);
  context.mock.timers.tick(20_000);
  assert.equal(sent.length, 2);
  told.choose("bytes");
  context.mock.timers.tick(10_000);
  assert.equal(drawn("tokens"), null);
  context.mock.timers.tick(1);
  assert.equal(drawn("tokens"), "tokens");
});

const ruler = any({ ch: 8, width: (/** @type {string} */ text) => 8 * text.length });

test("a piece is as wide as what is drawn of it at its depth, but no wider than a row", () => {
  const long = { id: 123456, ...ofTexts("ab")[0] };
  const [token, space, byte] = textOf([long, ...ofTexts(" "), ...ofBytes([0xff])]).tokens;
  for (const [depth, drawn, width] of any([
    ["tokens", token, 16],
    ["tokens", space, 8],
    ["tokens", byte, 2 * 8 * 0.8 + 10],
    ["bytes", byte, 16],
    ["bits", byte, 8 * 8 * 0.8],
    ["ids", token, 48],
    ["ids", byte, (22.8 * 13) / 15],
  ])) {
    const around = 11; // gap, border and padding
    const close = (/** @type {number} */ one) => one.toFixed(6);
    assert.equal(close(new Widths(depth, ruler, 1, 500).of(drawn)), close(around + width), depth);
    assert.equal(new Widths(depth, ruler, 1, around + 4).of(drawn), around + 4);
  }
});

test("a row of the strip does not end within a character, if that has few tokens", () => {
  const laid = untyped((depth, scale, room, tokens) => {
    return new Layout(textOf(ofBytes(...tokens)), new Widths(depth, ruler, scale, 500), room);
  });
  const euro = [[0xe2], [0x82], [0xac]];
  const two = [[0xff], [0xff]];
  for (const [tokens, fit, rows] of any([
    [[...two, ...euro], 4, [0, 2]],
    [[...two, ...euro], 5, [0]],
    [[...euro, ...euro], 2, [0, 2, 3, 5]], // wider than a row: it is divided, and begins one
  ]))
    assert.deepEqual(Array.from(laid("tokens", 1, fit * (11 + 22.8), tokens).starts), rows);
  const heights = [["tokens", two], ["tokens", euro], ["ids", two]].map(([depth, tokens]) => laid(depth, 2, 500, tokens).height); // prettier-ignore
  assert.deepEqual(heights, [64, 88, 88]);
});

test("a row reads as the first letter of its paragraph does, where a special token has none", () => {
  const tokens = [{ special: true, ...ofTexts("<s>")[0] }, ...ofBytes([0xd7], [0xa9, 0x20]), ...ofTexts("a", "\n", "b", "\n", "12 ")]; // prettier-ignore
  const { starts, directions } = new Layout(textOf(tokens), new Widths("tokens", ruler, 1, 500), 200);
  assert.deepEqual([...any(starts)], [0, 5, 7]);
  assert.deepEqual(directions, ["rtl", "ltr", "ltr"]);
});

test("without tokens there is no average, and a count has its separators", () => {
  const figures = new Figures();
  for (const [counts, expected] of any([
    [{ tokens: 0, characters: 0, bytes: 0, chunks: 0 }, "0 0 0 0 –"],
    [{ tokens: 3, characters: 1200, bytes: 1000, chunks: 1 }, "3 1,200 1,000 1 333.33"],
  ])) {
    figures.show(counts);
    assert.equal(Object.values(figures.values).map((value) => value.textContent).join(" "), expected); // prettier-ignore
    assert.ok(!figures.root.hidden);
  }
  figures.show(null);
  assert.ok(figures.root.hidden);
});

test("the colours of branches begin again after twelve, and what no branch matches has its own", () => {
  assert.deepEqual([null, 0, 11, 12].map(tintOf), ["left-over", "b0", "b11", "b0"]);
});

test("a branch that is pressed stays lit until it is pressed again, or the pattern is another one", () => {
  const lit = any([]);
  const branches = any(new Branches((branch) => lit.push(branch)));
  const { root } = branches;
  const show = untyped((pattern, ...uses) => branches.show([[pattern, "letters", uses[0]], ["b+", "others", uses[1]]])); // prettier-ignore
  show("a+", 1200, 0);
  assert.deepEqual(texts(root.children), ["1,200a+letters", "noneb+others"]);
  root.querySelectorAll = () => root.children.map(untyped(({ children }) => children[0]));
  const seen = untyped((act) => branches.rows.map(act).join(" "));
  assert.equal(seen(untyped(({ className }) => className)), "row row unused"); // which is drawn quieter
  const pressed = () => seen(untyped((row) => row.getAttribute("aria-pressed")));
  for (const [event, one, light, expected] of any([
    ["pointerover", 0, 0, "false false"],
    ["pointerleave", null, null, "false false"],
    ["click", 1, 1, "false true"],
    ["pointerover", 0, 0, "false true"],
    ["pointerover", null, 1, "false true"],
    ["focusout", null, 1, "false true"],
    ["click", 0, 0, "true false"],
    ["click", 0, null, "false false"],
  ])) {
    fire(root, event, { target: Object.assign(node(), { closest: () => branches.rows[one] ?? null }) });
    assert.deepEqual([lit.at(-1), pressed()], [light, expected], event);
  }
  for (const [branch, pointed] of [
    [1, "false true"],
    [null, "false false"],
  ]) /* prettier-ignore */ {
    branches.point(branch);
    assert.equal(seen(untyped((row) => row.classList.contains("pointed"))), pointed);
  }
  fire(root, "click", { target: Object.assign(node(), { closest: () => branches.rows[1] }) });
  show("a+", 1, 2); // of another text
  assert.deepEqual([lit.at(-1), pressed()], [1, "false true"]);
  show("c+", 1, 2);
  assert.deepEqual([lit.at(-1), pressed()], [null, "false false"]);
});

test("a button says for a moment whether the ids were copied", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let ways = any({});
  Object.defineProperty(navigator, "clipboard", { get: () => ways.clipboard, configurable: true });
  any(globalThis.document).execCommand = () => ways.done;
  const written = any([]);
  const writes = (/** @type {boolean} */ can) => {
    const refused = Promise.reject.bind(Promise, new Error("no"));
    return { writeText: untyped(async (text) => (written.push(text), can || refused())) };
  };
  for (const [way, said] of any([
    [{ clipboard: writes(true) }, "Copied"],
    [{ clipboard: writes(false) }, "Not copied"],
    [{ done: true }, "Copied"],
    [{ done: false }, "Not copied"],
  ])) {
    ways = way;
    const button = any(copyIds(() => [15496, 995], node()));
    assert.equal(button.textContent, "Copy ids");
    fire(button, "click");
    await new Promise(setImmediate);
    assert.equal(button.textContent, said);
    context.mock.timers.tick(1499);
    assert.equal(button.textContent, said);
    context.mock.timers.tick(1);
    assert.equal(button.textContent, "Copy ids");
  }
  assert.deepEqual(written, ["[15496,995]", "[15496,995]"]);
});
