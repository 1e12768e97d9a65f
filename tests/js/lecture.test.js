// The projector's page of a lecture, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { setLeaving } from "../../explorer_ui/browser/app_state.js";
import { PRESENTS } from "../../explorer_ui/browser/presenting.js";
import { forget, keep } from "../../explorer_ui/browser/tab_storage.js";
import { Lecture } from "../../explorer_ui/present/lecture/lecture.js";

const scene = { of: 3, title: "", minutes: "", notes: "", following: "", steps: 0, base: "" };

test("a lecture is timed from its first scene on, also after a reload", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  const begin = () => new Lecture(() => {}, /** @type {any} */ ({}));
  let lecture = begin();
  lecture.update(/** @type {any} */ ({ ...scene, at: 0, begun: 1 }));
  context.mock.timers.tick(60_000);
  lecture.update(/** @type {any} */ ({ ...scene, at: 1, begun: 2 }));
  assert.equal(lecture.shown().elapsed, 60);
  lecture = begin();
  lecture.update(/** @type {any} */ ({ ...scene, at: 1, begun: 2 }));
  assert.equal(lecture.shown().elapsed, 60);
  lecture.update(null);
  lecture.update(/** @type {any} */ ({ ...scene, at: 0, begun: 3 }));
  assert.equal(lecture.shown().elapsed, 0);
});

test("before the first scene there is none, after the last one comes the curtain, and then the end", (context) => {
  context.mock.timers.enable({ apis: ["setInterval"] });
  /** @type {unknown[]} */
  const sent = [];
  const presenter = { leave: () => sent.push("leaves") };
  const send = (/** @type {string} */ _, /** @type {any} */ { where }) => void sent.push(where);
  const lecture = new Lecture(send, /** @type {any} */ (presenter));
  const ends = [0, 1, 2].map((at) => {
    lecture.update(/** @type {any} */ ({ ...scene, at, begun: at }));
    return [lecture.previous.disabled, lecture.next.disabled];
  });
  assert.deepEqual(ends, [[true, false], [false, false], [false, true]]); // prettier-ignore
  lecture.go(1);
  assert.deepEqual([lecture.curtain.hidden, sent], [false, []]);
  lecture.go(-1);
  assert.deepEqual([lecture.curtain.hidden, sent], [true, []]);
  lecture.go(1);
  lecture.go(1);
  assert.deepEqual(sent, ["leaves", "end"]);
  lecture.update(/** @type {any} */ ({ ...scene, at: 0, begun: 3 }));
  lecture.go(-1);
  lecture.go(1);
  assert.deepEqual(sent, ["leaves", "end", 1]);
  lecture.destroy();
});

test("a change of scene that is lost is asked for again, and only until it comes", (context) => {
  context.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  Object.assign(globalThis.document, { querySelector: () => null });
  /** @type {string[]} */
  const sent = [];
  const send = (/** @type {string} */ _, /** @type {any} */ { where, begun }) =>
    sent.push(`${where} ${begun}`);
  const lecture = new Lecture(send, /** @type {any} */ ({}));
  for (const at of [0, 1]) {
    sent.length = 0;
    lecture.update(/** @type {any} */ ({ ...scene, at, begun: at + 1 }));
    context.mock.timers.tick(20_000);
    assert.deepEqual(sent, []);
    lecture.go(1);
    // Nothing hears the first message.
    context.mock.timers.tick(20_000);
    assert.ok(sent.length > 2);
    assert.deepEqual(new Set(sent), new Set([`${at + 1} ${at + 1}`]));
  }
  lecture.destroy();
});

test("a press on the notes counts only for the scene that they show, and not while it moves", (context) => {
  context.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  Object.assign(globalThis.document, { querySelector: () => null });
  /** @type {number[]} */
  const sent = [];
  const send = (/** @type {string} */ _, /** @type {any} */ { where }) => void sent.push(where);
  const lecture = new Lecture(send, /** @type {any} */ ({}));
  lecture.update(/** @type {any} */ ({ ...scene, at: 1, begun: 1 }));
  assert.equal(lecture.place.textContent, "Scene 2 of 3");
  const press = (/** @type {any} */ pressed) => (lecture.hear(pressed), sent.splice(0));
  assert.deepEqual(press({ press: "next", at: 0 }), []);
  assert.deepEqual(press({ press: "next", at: 1 }), [2]);
  assert.deepEqual(press({ press: "previous", at: 1 }), []);
  lecture.update(/** @type {any} */ ({ ...scene, at: 1, begun: 2 }));
  assert.deepEqual(press({ press: "previous", at: 1 }), [0]);
  lecture.destroy();
});

test("an end that is lost with its page is asked for on the next one, after that has come", (context) => {
  context.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  Object.assign(globalThis.document, { querySelector: () => null });
  /** @type {string[]} */
  const sent = [];
  const send = (/** @type {string} */ _, /** @type {any} */ { where, begun }) =>
    sent.push(`${where} ${begun}`);
  const update = (/** @type {Lecture} */ lecture, /** @type {object | null} */ data) =>
    lecture.update(/** @type {any} */ (data));
  const [left, next, last] = [1, 2, 3].map(() => new Lecture(send, /** @type {any} */ ({})));
  update(left, { ...scene, at: 1, begun: 7 });
  left.tell("end");
  left.destroy();
  sent.length = 0;
  setLeaving(true);
  context.mock.timers.tick(20_000);
  assert.deepEqual(sent, []);
  update(next, { ...scene, at: 1, begun: 7 });
  sent.length = 0;
  context.mock.timers.tick(20_000);
  assert.deepEqual(sent, []);
  setLeaving(false);
  context.mock.timers.tick(2_000);
  assert.deepEqual(new Set(sent), new Set(["end 7"]));
  update(next, null);
  next.destroy();
  sent.length = 0;
  update(last, { ...scene, at: 1, begun: 7 });
  context.mock.timers.tick(20_000);
  assert.deepEqual(sent, []);
  last.destroy();
});

test("a move that takes long is not ended by the one before it", (context) => {
  context.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  Object.assign(globalThis.document, { querySelector: () => null });
  const classes = documentClasses("bpe-presenting");
  Object.assign(globalThis, { location: new URL("http://example.com/train") });
  const lecture = new Lecture(() => {}, /** @type {any} */ ({ begin: () => null }));
  lecture.update(/** @type {any} */ ({ ...scene, at: 0, begun: 1 }));
  lecture.go(1);
  lecture.update(/** @type {any} */ ({ ...scene, at: 1, begun: 2 }));
  context.mock.timers.tick(15_000);
  lecture.go(1);
  context.mock.timers.tick(10_000);
  assert.ok(classes.has("bpe-lecture-moves"));
  context.mock.timers.tick(10_000);
  assert.ok(!classes.has("bpe-lecture-moves"));
  lecture.destroy();
});

test("a scene that goes on with the picture of the one before ends its move, and none ends the next", (context) => {
  context.mock.timers.enable({ apis: ["setInterval", "setTimeout"] });
  Object.assign(globalThis.document, { querySelector: () => null });
  const classes = documentClasses("bpe-presenting");
  Object.assign(globalThis, { location: new URL("http://example.com/train?view=watch") });
  keep(PRESENTS, "on");
  const root = {};
  const lecture = new Lecture(() => {}, /** @type {any} */ ({ begin: () => root }));
  lecture.update(/** @type {any} */ ({ ...scene, at: 0, begun: 1 }));
  lecture.go(1);
  Object.assign(globalThis, { location: new URL("http://example.com/train?view=by_hand") });
  lecture.update(/** @type {any} */ ({ ...scene, at: 1, begun: 2 }));
  context.mock.timers.tick(1000);
  assert.ok(!classes.has("bpe-lecture-moves"));
  // The server is busy: until the next scene comes, the screen stays as it is.
  lecture.update(/** @type {any} */ ({ ...scene, at: 1, begun: 3 }));
  lecture.go(1);
  context.mock.timers.tick(5000);
  assert.ok(classes.has("bpe-lecture-moves"));
  forget(PRESENTS);
  lecture.destroy();
});

/** The classes of the document, which are those of this test. @param {string[]} first */
function documentClasses(...first) {
  const classes = new Set(first);
  Object.assign(globalThis.document.documentElement.classList, {
    add: (/** @type {string} */ name) => classes.add(name),
    remove: (/** @type {string} */ name) => classes.delete(name),
    contains: (/** @type {string} */ name) => classes.has(name),
  });
  return classes;
}
