// The projector's page of a lecture, without a page.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { Lecture } from "../../explorer_ui/present/lecture/lecture.js";

test("a lecture is timed from its first scene on, also after a reload", (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 1_000_000 });
  const scene = { of: 3, title: "", minutes: "", notes: "", following: "", steps: 0, base: "" };
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
