// The projector's page of a lecture, without a page.

import assert from "node:assert/strict";
import { beforeEach, mock, test } from "node:test";
import { stopClock } from "./class_page.js";
import { any } from "./page.js";
import { setLeaving } from "../../explorer_ui/browser/app_state.js";
import { PRESENTS } from "../../explorer_ui/browser/presenting.js";
import { forget, keep } from "../../explorer_ui/browser/tab_storage.js";
import { Lecture } from "../../explorer_ui/present/lecture/lecture.js";

/** What a lecture has sent: where it asks to go, and from which scene. @type {string[]} */
const sent = [];
const { document } = globalThis;
Object.assign(document, { querySelector: () => null });
const classes = any(document.documentElement.classList);

beforeEach(() => {
  sent.length = 0;
  classes.clear();
});
stopClock();

const begin = (presenter = {}) =>
  new Lecture(
    (_, /** @type {any} */ { where, begun }) => void sent.push(`${where} ${begun}`),
    any(presenter),
  );

/** @param {number} at @param {number} begun */
const scene = (at, begun) =>
  any({ of: 3, title: "", minutes: "", notes: "", following: "", steps: 0, base: "", at, begun });

/** What is sent meanwhile. @param {number} time */
function sentWithin(time) {
  sent.length = 0;
  mock.timers.tick(time);
  return new Set(sent);
}

test("a lecture is timed from its first scene on, also after a reload", () => {
  let lecture = begin();
  lecture.update(scene(0, 1));
  mock.timers.tick(60_000);
  lecture.update(scene(1, 2));
  assert.equal(lecture.shown().elapsed, 60);
  lecture = begin();
  lecture.update(scene(1, 2));
  assert.equal(lecture.shown().elapsed, 60);
  lecture.update(null);
  lecture.update(scene(0, 3));
  assert.equal(lecture.shown().elapsed, 0);
  lecture.update(null);
});

test("before the first scene there is none, after the last one comes the curtain, and then the end", () => {
  const lecture = begin({ leave: () => sent.push("leaves") });
  const ends = [0, 1, 2].map((at) => {
    lecture.update(scene(at, at));
    return [lecture.previous.disabled, lecture.next.disabled];
  });
  assert.deepEqual(ends, [[true, false], [false, false], [false, true]]); // prettier-ignore
  lecture.go(1);
  assert.deepEqual([lecture.curtain.hidden, sent], [false, []]);
  lecture.go(-1);
  assert.deepEqual([lecture.curtain.hidden, sent], [true, []]);
  lecture.go(1);
  lecture.go(1);
  assert.deepEqual(sent, ["leaves", "end 2"]);
  lecture.update(scene(0, 3));
  lecture.go(-1);
  lecture.go(1);
  assert.deepEqual(sent, ["leaves", "end 2", "1 3"]);
  lecture.destroy();
});

test("a change of scene that is lost is asked for again, and only until it comes", () => {
  const lecture = begin();
  for (const at of [0, 1]) {
    lecture.update(scene(at, at + 1));
    assert.deepEqual(sentWithin(20_000), new Set());
    lecture.go(1);
    mock.timers.tick(20_000); // nothing hears the first message
    assert.ok(sent.length > 2);
    assert.deepEqual(new Set(sent), new Set([`${at + 1} ${at + 1}`]));
  }
  lecture.destroy();
});

test("a press on the notes counts only for the scene that they show, and not while it moves", () => {
  const lecture = begin();
  lecture.update(scene(1, 1));
  assert.equal(lecture.place.textContent, "Scene 2 of 3");
  const press = (/** @type {any} */ pressed) => (lecture.hear(pressed), sent.splice(0));
  assert.deepEqual(press({ press: "next", at: 0 }), []);
  assert.deepEqual(press({ press: "next", at: 1 }), ["2 1"]);
  assert.deepEqual(press({ press: "previous", at: 1 }), []);
  lecture.update(scene(1, 2));
  assert.deepEqual(press({ press: "previous", at: 1 }), ["0 2"]);
  lecture.destroy();
});

test("an end that is lost with its page is asked for on the next one, after that has come", () => {
  const [left, next, last] = [begin(), begin(), begin()];
  left.update(scene(1, 7));
  left.tell("end");
  left.destroy();
  setLeaving(true);
  assert.deepEqual(sentWithin(20_000), new Set());
  next.update(scene(1, 7));
  assert.deepEqual(sentWithin(20_000), new Set());
  setLeaving(false);
  assert.deepEqual(sentWithin(2_000), new Set(["end 7"]));
  next.update(null);
  next.destroy();
  last.update(scene(1, 7));
  assert.deepEqual(sentWithin(20_000), new Set());
  last.destroy();
});

const showAddress = (/** @type {string} */ path) =>
  Object.assign(globalThis, { location: new URL(path, "http://example.com") });

test("a move that takes long is not ended by the one before it", () => {
  classes.add("bpe-presenting");
  showAddress("/train");
  const lecture = begin({ begin: () => null });
  lecture.update(scene(0, 1));
  lecture.go(1);
  lecture.update(scene(1, 2));
  mock.timers.tick(15_000);
  lecture.go(1);
  mock.timers.tick(10_000);
  assert.ok(classes.has("bpe-lecture-moves"));
  mock.timers.tick(10_000);
  assert.ok(!classes.has("bpe-lecture-moves"));
  lecture.destroy();
});

test("a scene that goes on with the picture of the one before ends its move, and none ends the next", () => {
  classes.add("bpe-presenting");
  showAddress("/train?view=watch");
  keep(PRESENTS, "on");
  const root = {};
  const lecture = begin({ begin: () => root });
  lecture.update(scene(0, 1));
  lecture.go(1);
  showAddress("/train?view=by_hand");
  lecture.update(scene(1, 2));
  mock.timers.tick(1000);
  assert.ok(!classes.has("bpe-lecture-moves"));
  // The server is busy: until the next scene comes, the screen stays as it is.
  lecture.update(scene(1, 3));
  lecture.go(1);
  mock.timers.tick(5000);
  assert.ok(classes.has("bpe-lecture-moves"));
  forget(PRESENTS);
  lecture.destroy();
});
