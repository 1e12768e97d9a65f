import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { any } from "./page.js";
import { LinkToPython } from "../../explorer_ui/parts/picture/link_to_python.js";
import { History } from "../../explorer_ui/parts/player/history.js";
import { State, WhereAtRest } from "../../explorer_ui/parts/player/state.js";
import { ToldDepth } from "../../explorer_ui/parts/token_row/strip/told_depth.js";
import { trainingOf } from "./reference.js";

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
  /** @type {(event: unknown) => void} */
  let press = () => {};
  const addEventListener = (/** @type {string} */ type, /** @type {() => void} */ hear) => {
    if (type === "popstate") leave = hear;
  };
  class MutationObserver {
    constructor(/** @type {() => void} */ tell) {
      told = tell;
    }
    observe() {}
    disconnect() {}
  }
  const show = (/** @type {typeof app | null} */ shown) => {
    Object.assign(globalThis, { addEventListener, MutationObserver });
    const listen = (/** @type {string} */ type, /** @type {typeof press} */ hear) => {
      if (type === "pointerdown") press = hear;
    };
    Object.assign(globalThis.document, { addEventListener: listen, querySelector: () => shown });
  };
  show(app);
  const position = () => ({ data_id: "a history", step: 3 });
  const link = new LinkToPython((_, place) => heard.push(any(place).step), any(null), position);
  /** The state is another one, which the page notices. @param {string[]} states */
  const turn = (...states) => {
    for (const state of states) {
      app.state = state;
      told();
    }
  };
  /** What is heard in a time. @param {number} time */
  const hear = (time) => {
    mock.timers.tick(time);
    return heard.splice(0);
  };
  /** A press that goes through these elements; null is the picture. @param {unknown[]} path */
  const pressed = (...path) => press({ composedPath: () => path });
  return { app, hear, leave: () => leave(), link, pressed, show, turn };
}

const MINUTE = 60_000;

beforeEach(() => mock.timers.enable({ apis: ["setTimeout", "Date"] }));
afterEach(() => mock.timers.reset());

test("where a hand rests is told once the page does not run", () => {
  const { app, hear, link } = visitor();
  for (const state of ["rerunRequested", "running"]) {
    app.state = state;
    link.report();
    assert.deepEqual(hear(MINUTE), []);
    assert.ok(link.owes);
  }
  app.state = "notRunning";
  app.connection = "PINGING_SERVER";
  assert.deepEqual(hear(MINUTE), []);
  app.connection = "CONNECTED";
  assert.deepEqual(hear(MINUTE), [3]);
  assert.ok(!link.owes);
});

test("a press outside the picture is left a second, in which its own message is sent", () => {
  for (const [path, delay] of /** @type {const} */ ([
    [[], 1000],
    [["a button"], 1000],
    [[null], 250],
  ])) {
    const { hear, link, pressed } = visitor();
    link.report();
    pressed(...path);
    assert.deepEqual(hear(delay - 1), []);
    assert.deepEqual(hear(1), [3]);
    pressed("a button"); // nothing is owed any more
    assert.deepEqual(hear(MINUTE), []);
  }
});

test("a page that goes while another is asked for still owes where it was", () => {
  const { app, hear, link } = visitor();
  link.report();
  app.state = "rerunRequested";
  mock.timers.tick(MINUTE);
  link.stop();
  assert.ok(link.owes);
  app.state = "notRunning";
  assert.deepEqual(hear(MINUTE), []);
});

test("what was told is under way until the run that it asked for is over", () => {
  const { hear, link, turn } = visitor();
  link.report();
  assert.deepEqual(hear(MINUTE), [3]); // on a busy machine the run begins late
  assert.ok(!link.owes);
  assert.ok(link.underWay); // leaving the page now may lose the message
  for (const state of ["rerunRequested", "running"]) {
    turn(state);
    mock.timers.tick(MINUTE);
    assert.ok(link.underWay);
  }
  link.agree({ step: 2 }); // the visitor went on, which is told before the run counts as over
  link.report();
  mock.timers.tick(200);
  turn("notRunning");
  assert.deepEqual(hear(300), [3]);
  assert.ok(link.underWay);
  turn("running", "notRunning");
  mock.timers.tick(300);
  assert.ok(!link.underWay);
});

test("a position that Python has not read is kept for the picture's return", () => {
  const { app, link, show, turn } = visitor();
  link.report();
  link.stop(); // at once: nothing was sent
  const kept = (/** @type {string} */ data_id) => {
    const returned = visitor().link;
    returned.agree(); // nothing of its own
    return returned.unknown({ data_id });
  };
  assert.equal(kept("another history"), null);
  assert.deepEqual(kept("a history"), { data_id: "a history", step: 3 });
  assert.equal(kept("a history"), null); // it was taken

  show(app);
  link.report();
  mock.timers.tick(300);
  link.stop(); // while the message is under way
  assert.equal(kept("a history")?.step, 3);

  show(app);
  turn("running", "notRunning");
  mock.timers.tick(300);
  link.stop(); // when it has arrived
  assert.equal(kept("a history"), null);
});

test("a position that met another text on its way is kept and told again, unless Python says another one", () => {
  for (const [known, told] of /** @type {const} */ ([
    [1, [3]],
    [2, []],
  ])) {
    const { hear, link, turn } = visitor();
    link.agree({ step: 1 });
    link.report();
    assert.deepEqual(hear(250), [3]);
    turn("running");
    assert.equal(link.unknown({ data_id: "another text", step: known })?.step, told[0]);
    link.report();
    turn("notRunning");
    assert.deepEqual(hear(MINUTE), told);
    assert.ok(!link.owes);
  }
});

test("a position is told again if another page was asked for, or the connection dropped, on the way", () => {
  const { app, hear, leave, link, turn } = visitor();
  leave();
  link.report();
  assert.deepEqual(hear(300), [3]);
  leave();
  assert.ok(link.owes);
  app.state = "running";
  assert.deepEqual(hear(MINUTE), []);
  app.state = "notRunning"; // the page stayed after all
  assert.deepEqual(hear(MINUTE), [3]);
  app.connection = "PINGING_SERVER"; // the same where the connection drops
  turn("notRunning");
  assert.ok(link.owes);
  assert.deepEqual(hear(MINUTE), []);
  app.connection = "CONNECTED";
  assert.deepEqual(hear(MINUTE), [3]);
  // A message that has not been sent yet waits for the run of the other page to begin.
  const late = visitor();
  late.link.report();
  late.leave();
  assert.deepEqual(late.hear(900), []);
  late.link.stop();
  assert.ok(late.link.owes);
});

test("a saved page has no app that could run", () => {
  const { hear, link, show } = visitor();
  show(null);
  link.report();
  assert.deepEqual(hear(MINUTE), [3]);
});

test("an edited text is shown at the step that Python does not know yet, a replaced text where Python says", () => {
  visitor(); // opens the app
  const [one, other] = ["low lower", "aaabdaaabac"].map((text) => trainingOf(text, "bytes").data);
  const shown = (/** @type {Message.TrainingData} */ data, /** @type {number} */ revision, step = 0) =>
    any({ data: { ...data, step, selected: null, revision }, history: new History(data) });
  const player = (/** @type {State} */ state) =>
    new WhereAtRest(state, () => {}, any(null), () => false, () => {}); // prettier-ignore
  // A press that Python was not told of, one that is told of while it sends the edited text, and then another.
  for (const [revision, sent, pressed, step] of [
    [7, -1, 2, 2],
    [7, 1, 1, 1],
    [7, 1, 2, 2],
    [8, -1, 2, 0],
    [8, 1, 2, 0],
  ]) {
    const state = new State();
    const rest = player(state);
    rest.begin(shown(one, 7));
    if (sent > 0) {
      state.step = sent;
      rest.report();
      mock.timers.tick(300);
      assert.ok(rest.link.underWay);
    }
    state.step = pressed;
    rest.begin(shown(other, revision));
    assert.equal(state.step, step);
    rest.leave();
  }
  // Python shows an edited text that has fewer steps at its last one.
  const [shorter, longer] = [one, other].sort((a, b) => new History(a).steps - new History(b).steps);
  const [most, last] = [shorter, longer].map((data) => new History(data).steps);
  assert.ok(most < last);
  const state = new State();
  const rest = player(state);
  rest.begin(shown(longer, 7, last));
  state.step = 0;
  rest.begin(shown(shorter, 7, most));
  assert.equal(state.step, 0);
  rest.leave();
});

test("a depth that is chosen without a connection is told when there is one, however late", (context) => {
  context.mock.method(performance, "now", () => Date.now());
  const { app } = visitor();
  app.connection = "DISCONNECTED_FOREVER";
  /** @type {string[]} */
  const heard = [];
  const told = new ToldDepth(({ depth }) => app.connection === "CONNECTED" && heard.push(depth));
  told.choose("ids");
  for (let tick = 0; tick < 300; tick++) mock.timers.tick(200); // a minute
  assert.deepEqual(heard, []);
  app.connection = "CONNECTED";
  mock.timers.tick(1000);
  assert.deepEqual(heard, ["ids"]);
  assert.equal(told.depthOf(any({ depth: "tokens" })), null);
  assert.equal(told.depthOf(any({ depth: "ids" })), "ids");
  told.destroy();
});
