import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { LinkToPython } from "../../explorer_ui/parts/picture/link_to_python.js";
import { History } from "../../explorer_ui/parts/player/history.js";
import { State, WhereAtRest } from "../../explorer_ui/parts/player/state.js";
import { reference } from "./reference.js";

/** A visitor at step 3 of a history, in an app whose state is `state`, or in a page without one. */
function visitor() {
  const app = {
    state: "notRunning",
    connection: "CONNECTED",
    getAttribute: (/** @type {string} */ name) => (name.includes("connection") ? app.connection : app.state),
  };
  /** @type {unknown[]} */
  const heard = [];
  let told = () => {};
  let leave = () => {};
  const addEventListener = (/** @type {string} */ type, /** @type {() => void} */ hear) => {
    if (type === "popstate") leave = hear;
  };
  class MutationObserver {
    /** @param {() => void} tell */
    constructor(tell) {
      told = tell;
    }
    observe() {}
    disconnect() {}
  }
  const show = (/** @type {typeof app | null} */ shown) =>
    Object.assign(globalThis, {
      addEventListener,
      MutationObserver,
      document: { addEventListener, querySelector: () => shown },
    });
  show(app);
  const link = new LinkToPython(
    (_, rest) => heard.push(rest),
    /** @type {Element} */ (/** @type {unknown} */ (null)),
    () => ({ of: "a history", key: "3", rest: 3 }),
  );
  const turn = (/** @type {string} */ state) => {
    app.state = state;
    told();
  };
  return { app, heard, leave: () => leave(), link, show, turn };
}

beforeEach(() => mock.timers.enable({ apis: ["setTimeout"] }));
afterEach(() => mock.timers.reset());

test("where a hand rests is told once the page does not run", () => {
  const { app, heard, link } = visitor();
  for (const state of ["rerunRequested", "running"]) {
    app.state = state;
    link.report();
    mock.timers.tick(60_000);
    assert.deepEqual(heard, []);
    assert.ok(link.owes);
  }
  app.state = "notRunning";
  app.connection = "PINGING_SERVER";
  mock.timers.tick(60_000);
  assert.deepEqual(heard, []);
  app.connection = "CONNECTED";
  mock.timers.tick(60_000);
  assert.deepEqual(heard, [3]);
  assert.ok(!link.owes);
});

test("a page that goes while another is asked for still owes where it was", () => {
  const { app, heard, link } = visitor();
  link.report();
  app.state = "rerunRequested";
  mock.timers.tick(60_000);
  link.stop();
  assert.ok(link.owes);
  app.state = "notRunning";
  mock.timers.tick(60_000);
  assert.deepEqual(heard, []);
});

test("what was told is under way until the run that it asked for is over", () => {
  const { heard, link, turn } = visitor();
  link.report();
  mock.timers.tick(60_000); // on a busy machine the run begins late
  assert.deepEqual(heard, [3]);
  assert.ok(!link.owes);
  assert.ok(link.underWay); // leaving the page now may lose the message
  for (const state of ["rerunRequested", "running"]) {
    turn(state);
    mock.timers.tick(60_000);
    assert.ok(link.underWay);
  }
  link.agree("2"); // the visitor went on, which is told before the run counts as over
  link.report();
  mock.timers.tick(200);
  turn("notRunning");
  mock.timers.tick(300);
  assert.deepEqual(heard, [3, 3]);
  assert.ok(link.underWay);
  turn("running");
  turn("notRunning");
  mock.timers.tick(300);
  assert.ok(!link.underWay);
});

test("a position that Python has not read is kept for the picture's return", () => {
  const { app, link, show, turn } = visitor();
  link.report();
  link.stop(); // at once: nothing was sent
  const kept = (/** @type {string} */ of) => {
    const returned = visitor().link;
    returned.agree(); // nothing of its own
    return returned.unknown(of);
  };
  assert.equal(kept("another history"), null);
  assert.deepEqual(kept("a history"), { of: "a history", key: "3", rest: 3 });
  assert.equal(kept("a history"), null); // it was taken

  show(app);
  link.report();
  mock.timers.tick(300);
  link.stop(); // while the message is under way
  assert.equal(kept("a history")?.key, "3");

  show(app);
  turn("running");
  turn("notRunning");
  mock.timers.tick(300);
  link.stop(); // when it has arrived
  assert.equal(kept("a history"), null);
});

test("a position is told again if another page was asked for, or the connection dropped, on the way", () => {
  const { app, heard, leave, link, turn } = visitor();
  leave();
  link.report();
  mock.timers.tick(300);
  assert.deepEqual(heard, [3]);
  leave();
  assert.ok(link.owes);
  app.state = "running";
  mock.timers.tick(60_000);
  app.state = "notRunning"; // the page stayed after all
  mock.timers.tick(60_000);
  assert.deepEqual(heard, [3, 3]);
  app.connection = "PINGING_SERVER"; // the same where the connection drops
  turn("notRunning");
  assert.ok(link.owes);
  mock.timers.tick(60_000);
  assert.deepEqual(heard, [3, 3]);
  app.connection = "CONNECTED";
  mock.timers.tick(60_000);
  assert.deepEqual(heard, [3, 3, 3]);
  // A message that has not been sent yet waits for the run of the other page to begin.
  const { heard: said, leave: go, link: late } = visitor();
  late.report();
  go();
  mock.timers.tick(900);
  assert.deepEqual(said, []);
  late.stop();
  assert.ok(late.owes);
});

test("a saved page has no app that could run", () => {
  const { heard, link, show } = visitor();
  show(null);
  link.report();
  mock.timers.tick(60_000);
  assert.deepEqual(heard, [3]);
});

test("an edited text is shown at the step that Python does not know yet, a replaced text where Python says", () => {
  visitor(); // opens the app
  const [one, other] = ["'low lower", "'aaabdaaabac"].map((text) => {
    const found = reference.trainings.find(({ name }) => name.startsWith(text) && name.includes("by bytes"));
    return found?.data ?? assert.fail(`no training on ${text}`);
  });
  const shown = (/** @type {typeof one} */ data, /** @type {number} */ revision, step = 0) =>
    /** @type {import("../../explorer_ui/parts/player/state.js").Shown} */ ({
      data: { ...data, step, selected: null, revision },
      history: new History(data),
    });
  const nowhere = /** @type {Element} */ (/** @type {unknown} */ (null));
  const nothing = () => {};
  const player = (/** @type {State} */ state) =>
    new WhereAtRest(state, nothing, nowhere, () => false, nothing);
  // A press that Python was not told of, one that is told of while it sends the edited text, and then another.
  for (const [revision, sent, pressed, step] of [
    [7, null, 2, 2],
    [7, 1, 1, 1],
    [7, 1, 2, 2],
    [8, null, 2, 0],
    [8, 1, 2, 0],
  ]) {
    const state = new State();
    const rest = player(state);
    rest.begin(shown(one, 7));
    if (sent !== null) {
      state.step = sent;
      rest.report();
      mock.timers.tick(300);
      assert.ok(rest.link.underWay);
    }
    state.step = Number(pressed);
    rest.begin(shown(other, Number(revision)));
    assert.equal(state.step, step);
    rest.leave();
  }
  // Python shows an edited text that has fewer steps at its last one.
  const [longer, shorter] = [one, other].sort((a, b) => new History(b).steps - new History(a).steps);
  const [last, most] = [longer, shorter].map((data) => new History(data).steps);
  assert.ok(most < last);
  const state = new State();
  const rest = player(state);
  rest.begin(shown(longer, 7, last));
  state.step = 0;
  rest.begin(shown(shorter, 7, most));
  assert.equal(state.step, 0);
  rest.leave();
});
