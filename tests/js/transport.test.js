// Which keys, buttons and numbers go where, and how steps are played, for all pictures that go step by step.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, fire, node, part, untyped } from "./page.js";
import { BEATS, Navigation } from "../../explorer_ui/parts/player/navigation.js";
import { Playback, Transport, keysOf, listenToKeys } from "../../explorer_ui/parts/transport/transport.js";

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
  const stage = node();
  listenToKeys(part(Transport, { slider: {}, act }), root, new AbortController().signal, stage);
  const pressed = (/** @type {string} */ key, more = {}) => {
    let prevented = false;
    press({ key, composedPath: () => [{}], preventDefault: () => (prevented = true), ...more });
    return prevented;
  };
  assert.ok(["ArrowRight", "PageUp", " ", "P"].every((key) => pressed(key, { shiftKey: key === "P" })));
  assert.ok(pressed(" ", { repeat: true })); // the page does not scroll either
  assert.ok(!pressed("Escape") && !pressed("x") && !pressed("Home", { shiftKey: true }));
  assert.ok(!pressed("End", { ctrlKey: true }) && !pressed("End", { defaultPrevented: true }));
  assert.ok(pressed("ArrowLeft", { repeat: true })); // a held arrow goes on
  assert.deepEqual(acts.splice(0), ["forward", "back", "play", "present", "leave", "back"]);
  // A stage has arrow keys of its own.
  for (const key of ["PageUp", "PageDown", " ", "p", "P", "ArrowRight", "ArrowLeft", "Home", "End"])
    pressed(key, { shiftKey: key === "P", composedPath: () => [stage, root] });
  assert.deepEqual(acts, ["back", "forward", "play", "present", "present"]);
});

test("playing makes as many steps as its speed says, the first of them soon, and ends at the last one", (context) => {
  let now = 0;
  let frame = /** @type {(time: number) => void} */ (() => {});
  context.mock.method(performance, "now", () => now);
  const requestAnimationFrame = untyped((tick) => (frame = tick));
  Object.assign(globalThis, { requestAnimationFrame, cancelAnimationFrame() {} });
  for (const [speed, parts, ...times] of [
    [0.5, 1, 250, 2250, 4250],
    [1, 1, 250, 1250, 2250],
    [2, 1, 250, 750, 1250],
    [4, 1, 250, 500, 750],
    [1, 4, 62.5, 312.5, 562.5], // beats
    [2, 4, 250, 750, 1250], // too fast for beats
  ]) {
    now = 0;
    const [steps, changes] = [any([]), any([])];
    const advance = (/** @type {number} */ by) => (steps.push(...Array(by).fill(now)), steps.length < 3);
    const playback = new Playback(advance, (playing) => changes.push(playing), () => parts); // prettier-ignore
    playback.pause();
    if (speed === 0.5) playback.open();
    else {
      playback.speed = speed;
      playback.play();
    }
    for (; now < 5000; frame((now += 15.625)));
    assert.deepEqual(steps, times, `${speed} with ${parts}`);
    assert.deepEqual([changes, playback.playing], [[true, false], false]);
  }
  // A frame that comes late makes up for it.
  now = 0;
  const late = any([]);
  const playback = new Playback((by) => (late.push(by), true), () => {}); // prettier-ignore
  playback.speed = 60;
  playback.play();
  frame((now = 1000));
  assert.deepEqual(late, [60]);
});

test("a number that is typed is not overwritten, and without one the step is shown again", () => {
  Object.assign(globalThis, { Document: node().constructor, ShadowRoot: node().constructor });
  const went = any([]);
  const go = (/** @type {number} */ step) => went.push(step);
  const options = any({ name: "Step", number: { name: "Step number", go }, buttons: [["play", "Play"]] });
  const transport = any(new Transport({ ...options, go }));
  const { number, slider, buttons } = transport;
  const wide = [9, 999, 1000].map((most) => (transport.setRange(0, most), number.style.width));
  assert.deepEqual([wide, number.attributes.max], [["5ch", "5ch", "6ch"], "1000"]);
  transport.draw(7, "step 7");
  assert.deepEqual([slider.value, number.value, transport.output.textContent], ["7", "7", "step 7"]);
  transport.node.getRootNode = () => Object.assign(node(), { activeElement: number });
  for (const [typed, expected] of any([
    ["12", 12],
    ["", 7],
  ])) {
    number.value = typed;
    fire(number, "input");
    transport.draw(7, "step 7", "7 of 9");
    assert.equal(number.value, typed);
    fire(number, "change");
    assert.equal(went.pop(), expected);
  }
  transport.draw(8, "step 8");
  assert.equal(number.value, "8");
  const play = buttons.get("play");
  play.title = "Play (Space)";
  for (const name of ["Pause", "Play"]) {
    transport.drawPlaying(name === "Pause");
    play.title = play.attributes.title;
    assert.deepEqual([play.attributes["aria-label"], play.title], [name, `${name} (Space)`]);
  }
  for (const [held, off, disabled] of any([
    [true, [], "true"],
    [false, ["play"], "true"],
    [false, ["last"], null],
  ])) {
    transport.hold(held, off);
    assert.equal(play.getAttribute("aria-disabled"), disabled);
    assert.deepEqual([slider.disabled, number.disabled], [held, held]);
  }
});
