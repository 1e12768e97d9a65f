// Which keys and buttons go where, for all pictures that go step by step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, node, part } from "./page.js";
import { BEATS, Navigation } from "../../explorer_ui/parts/player/navigation.js";
import { Transport, keysOf, listenToKeys } from "../../explorer_ui/parts/transport/transport.js";

test("the title of a button names its keys", () => {
  assert.equal(keysOf("forward"), "→ or Page Down");
  assert.equal(keysOf("play"), "Space");
  assert.equal(keysOf("present"), "P");
});

test("beats that are switched on again begin with the first", () => {
  const state = { covered: false, own: false, step: 0, shown: { history: { merges: [{}] } } };
  const hears = { moved() {}, stayed() {}, beat() {}, playing() {} };
  const { beats } = new Navigation(any(state), any(hears), () => true);
  assert.ok(beats.go(1));
  assert.equal(beats.shown, BEATS[1]);
  beats.switch();
  assert.equal(beats.shown, null);
  beats.switch();
  assert.equal(beats.shown, BEATS[0]);
});

test("a step stays within the range, and there is nothing to play by itself", () => {
  /** @type {number[]} */
  const went = [];
  const slider = { min: "1", max: "5", value: "5" };
  const transport = part(Transport, { slider, go: (/** @type {number} */ at) => went.push(at) });
  assert.deepEqual([transport.at, transport.step("play")], [5, false]);
  for (const act of ["forward", "back", "first", "last"]) transport.step(act);
  assert.deepEqual(went, [5, 4, 1, 5]);
});

test("a key acts anywhere on the page, and a held space bar acts once", () => {
  /** @type {string[]} */
  const acts = [];
  /** @type {(event: object) => void} */
  let press = () => {};
  const addEventListener = (/** @type {unknown} */ _, /** @type {typeof press} */ hear) => (press = hear);
  Object.assign(globalThis.document, { addEventListener, querySelector: () => null });
  const getBoundingClientRect = () => ({ top: 100, bottom: 300, width: 400 });
  const root = Object.assign(node(), { isConnected: true, getBoundingClientRect });
  const act = (/** @type {string} */ what) => (acts.push(what), what === "leave" ? false : undefined);
  listenToKeys(part(Transport, { slider: {}, act }), root, new AbortController().signal);
  const pressed = (/** @type {string} */ key, more = {}) => {
    let prevented = false;
    press({ key, composedPath: () => [{}], preventDefault: () => (prevented = true), ...more });
    return prevented;
  };
  assert.ok(["ArrowRight", "PageUp", " ", "P"].every((key) => pressed(key, { shiftKey: key === "P" })));
  assert.ok(pressed(" ", { repeat: true })); // the page does not scroll either
  assert.ok(!pressed("Escape") && !pressed("x") && !pressed("Home", { shiftKey: true }));
  assert.ok(!pressed("End", { ctrlKey: true }) && !pressed("End", { defaultPrevented: true }));
  assert.deepEqual(acts, ["forward", "back", "play", "present", "leave"]);
});
