// From step to step: steps, beats, films, and the step that Python is told.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { any, node } from "./page.js";
import { filmOf } from "../../explorer_ui/parts/player/film.js";
import { Navigation } from "../../explorer_ui/parts/player/navigation.js";
import { slidesOf } from "../../explorer_ui/parts/player/saves.js";
import { State, WhereAtRest } from "../../explorer_ui/parts/player/state.js";
import { published, table, trained, worked } from "./player_examples.js";

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

/** A player of three merges whose every move is written down. @param {object} [state] */
function navigating(state = {}, presenting = false) {
  const moves = /** @type {string[]} */ ([]);
  const all = Object.assign(new State(), { shown: worked, ...state });
  const navigation = new Navigation(
    all,
    {
      moved: ({ hand }) => moves.push(`${all.step}${hand ? "" : " by itself"}`),
      stayed: () => moves.push("stayed"),
      beat: () => moves.push(String(navigation.beats.shown)),
      playing: (playing) => moves.push(playing ? "plays" : "paused"),
    },
    () => presenting,
  );
  return { moves, navigation, state: all };
}

test("a step is within the text, and within what the class may see", () => {
  for (const [state, acts, expected] of table([
    [{}, ["forward", "back", "back", "last", "forward", "first"], ["1", "0", "stayed", "3", "stayed", "0"]],
    [{ step: 3 }, [NaN, 2.4, 1.5, -7, 99], ["0", "2", "stayed", "0", "3"]],
    [{ step: 2 }, ["back"], ["1"]],
    [{ limit: 2 }, ["last", "forward", 3], ["2", "stayed", "stayed"]],
    [{ held: true, step: 1 }, ["forward", "last", 0], ["stayed", "stayed", "stayed"]],
    [{ shown: null }, ["forward", "last", 2], []],
  ])) {
    const { moves, navigation } = navigating(state);
    for (const act of acts) typeof act === "number" ? navigation.goByHand(act) : any(navigation)[act]();
    assert.deepEqual(moves, expected);
  }
  const { moves, navigation } = navigating({ held: true, step: 1 });
  navigation.goByHand(2, { led: true }); // the teacher
  assert.deepEqual(moves, ["2"]);
  assert.deepEqual([0, 2, 3].map((to) => navigating().navigation.go(to)), [true, true, false]); // prettier-ignore
});

test("playing begins again at the end, and does not begin where nothing may be played", () => {
  Object.assign(globalThis, { requestAnimationFrame: () => 1, cancelAnimationFrame() {} });
  for (const [state, expected] of table([
    [{ step: 1 }, ["plays", "paused"]],
    [{ step: 3 }, ["0", "plays", "paused"]],
    [{ held: true }, []],
    [{ shown: null }, []],
    [{ shown: trained("a") }, []],
  ])) {
    const { moves, navigation } = navigating(state);
    navigation.play();
    navigation.play();
    assert.deepEqual(moves, expected);
  }
});

test("in beats one key goes on by a third of a step, and back into the last third of the step before", () => {
  const { moves, navigation } = navigating({ step: 1 }, true);
  const { beats } = navigation;
  const act = (/** @type {"first" | "forward" | "back"} */ what) => {
    navigation[what]();
    return [moves.pop(), beats.within];
  };
  assert.deepEqual([beats.shown, beats.within, beats.parts, beats.has(-1)], ["merged", false, 3, false]);
  assert.deepEqual(act("forward"), ["counted", true]);
  assert.deepEqual(act("forward"), ["chosen", true]);
  assert.deepEqual(act("forward"), ["2", false]);
  assert.deepEqual(act("back"), ["1", true]);
  assert.deepEqual(act("back"), ["counted", true]);
  assert.deepEqual(act("first"), ["0", false]);
  act("forward");
  assert.deepEqual(act("first"), ["merged", false]);
  navigation.playback.playing = true;
  assert.equal(beats.shown, null); // at two steps a second there is no time for them
  navigation.playback.speed = 1;
  assert.equal(beats.shown, "merged");
  for (const [state, shown] of table([
    [{}, "merged"],
    [{ step: 3 }, null],
    [{ covered: true }, null],
    [{ own: true }, null],
    [{ shown: null }, null],
  ]))
    assert.equal(navigating(state, true).navigation.beats.shown, shown);
  const apart = navigating().navigation.beats;
  assert.deepEqual([apart.shown, apart.parts], [null, 1]);
  // What was chosen counts in every picture from then on.
  for (const on of [true, false]) {
    apart.switch();
    const other = navigating({}, !on).navigation.beats;
    assert.deepEqual(
      [other.shown, other.toggle.getAttribute("aria-pressed")],
      [on ? "merged" : null, String(on)],
    );
  }
});

test("only a step to the next or the one before is animated, and only if there is time", () => {
  const { matchMedia } = globalThis;
  try {
    for (const [calm, from, to, pace, film] of /** @type {const} */ ([
      [false, 4, 5, 500, { rank: 4, opens: false, ms: 400 }],
      [false, 5, 4, 5000, { rank: 4, opens: true, ms: 450 }],
      [false, 4, 5, 120, { rank: 4, opens: false, ms: 96 }],
      [false, 4, 5, 119, null],
      [false, 4, 6, 500, null],
      [false, 4, 4, 500, null],
      [true, 4, 5, 500, null],
    ])) {
      globalThis.matchMedia = any(() => ({ matches: calm }));
      assert.deepEqual(filmOf({ from, to, pace }), film);
    }
  } finally {
    globalThis.matchMedia = matchMedia;
  }
});

test("the same text in another way is shown at the visitor's step, another text at Python's", () => {
  const shown = (/** @type {any} */ { data, history }, more = {}) =>
    any({ data: { data_id: "1", step: 1, selected: null, ...data, ...more }, history });
  for (const [after, how, expected] of table([
    [worked, {}, 2],
    [worked, { step: 3 }, 3], // Python knows better
    [trained("abababab"), {}, 1],
    [trained("abababab"), { step: 99 }, 2],
  ])) {
    const state = new State();
    const rest = new WhereAtRest(state, () => {}, any(null), () => false, () => {}); // prettier-ignore
    rest.begin(shown(worked));
    state.step = 2;
    rest.begin(shown(after, { data_id: "2", ...how }));
    assert.equal(state.step, expected);
  }
});

test("Python is told the step and the token that is selected, but not of merges by hand or of the film", () => {
  const data = { ...published, step: 0, selected: 10 };
  const beyond = new State();
  const playing = new WhereAtRest(beyond, () => {}, any(null), () => true, () => {}); // prettier-ignore
  playing.begin(any({ data: { ...data, selected: 11 }, history: worked.history }));
  assert.deepEqual([beyond.selected, playing.link.where()], [null, null]);
  // prettier-ignore
  for (const [state, rest] of table([
    [{ step: 3 }, { step: 3, selected: { start: 10, end: 11, id: 99 } }],
    [{ step: 3, selected: 2 }, { step: 3, selected: { start: 0, end: 4, id: 258 } }],
    [{ step: 3, selected: null }, { step: 3, selected: null }],
    [{ own: true }, null],
    [{ shown: { data: { ...data, opens: true }, history: worked.history } }, null],
    [{ shown: null }, null],
  ])) {
    const all = new State();
    const resting = new WhereAtRest(all, () => {}, any(null), () => false, () => {}); // prettier-ignore
    resting.begin(any({ data, history: worked.history }));
    assert.equal(all.selected, 10); // the last unit
    Object.assign(all, state);
    assert.deepEqual(
      resting.link.where(),
      rest && { data_id: data.data_id, ...any(rest) },
    );
  }
});

test("a film has at most forty steps, and each beat of a step if beats are on", () => {
  const [long, short] = [50, 3].map((steps) => ({
    history: { steps, merges: Array(steps).fill({}), gapsOf() {} },
  }));
  for (const [shown, step, more, slides] of table([
    [null, 0, {}, 0],
    [long, 0, {}, 40],
    [long, 11, {}, 40],
    [long, 12, {}, 39],
    [long, 50, {}, 1],
    [short, 1, {}, 3],
    [short, 1, { held: true }, 1], // the next merge is the question
    [short, 1, { beats: true }, 7], // after the last merge there is nothing to count
    [short, 1, { beats: true, own: true }, 3],
    [short, 1, { beats: true, covered: true }, 1],
  ])) {
    const state = { covered: false, held: false, own: false, step, shown, ...more };
    const stage = { rows: { top: 0, scrollTo() {} }, paint() {}, bring() {}, picture: () => node() };
    const parts = { root: node(), sentence: { draw() {}, past: node() }, stage, beats: false, ...more };
    assert.equal(slidesOf(any(state), any(parts)).length, slides);
  }
});
