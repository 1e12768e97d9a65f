// The bar of a page: what it projects, the keys of a remote control, and the list "Present & share".

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { stopClock } from "./class_page.js";
import { any, give, node } from "./page.js";
import { ShareMenu } from "../../explorer_ui/page/share_menu.js";
import { enlarge } from "../../explorer_ui/present/project/enlarge.js";
import { PresenterView } from "../../explorer_ui/present/project/presenter_view.js";

const { document } = globalThis;
const { documentElement } = document;
stopClock();

test("a picture is enlarged until it fills the window, and a long text as much as the last row needs", async () => {
  const box = (/** @type {[number, number, number, number]} */ ...[left, top, width, height]) => ({
    getBoundingClientRect: () => ({ left, top, width, height, right: left + width, bottom: top + height }),
  });
  const pair = [box(10, 10, 50, 20), box(60, 10, 50, 20)]; // 100 by 20
  const text = [box(0, 0, 50, 20), box(350, 80, 50, 20)]; // 400 by 100, in lines
  const wide = [box(0, 0, 160, 10)];
  for (const [innerWidth, innerHeight, marks, fits, zooms] of /** @type {any[]} */ ([
    [1920, 1080, pair, 99, ["2.350", "7.050"]],
    [1920, 1080, pair, 5, ["2.350", "7.050", "6.204", "5.460", "4.804"]],
    [1920, 1080, pair, 2.4, ["2.350", "7.050", "6.204", "5.460", "4.804", "4.228", "2.350"]],
    [1920, 1080, pair, 2, ["2.350", "2.350"]],
    [1920, 1080, text, 99, ["2.350", "3.323"]],
    [1920, 1080, wide, 99, ["2.350", "5.875"]],
    [1920, 1080, [box(0, 0, 10, 100)], 99, ["2.350", "4.700"]],
    [960, 1080, pair, 99, ["1.175", "3.525"]],
    [800, 600, pair, 99, ["1.000", "3.000"]],
  ])) {
    const zoomed = /** @type {string[]} */ ([]);
    give(globalThis, { innerWidth, innerHeight, requestAnimationFrame: (act) => act() });
    const style = give({}, { setProperty: (name, times) => name === "--zoom" && zoomed.push(times) });
    const size = { scrollHeight: 201, clientHeight: 200, clientWidth: 400 };
    const picture = { ...box(0, 0, 400, 200), ...size, dataset: {}, querySelectorAll: () => marks };
    // One pixel more than the box has room for is not too much.
    const scrollWidth = { get: () => (Number(zoomed.at(-1)) > fits ? 402 : 401) };
    await enlarge(any({ style, ...size }), any(Object.defineProperty(picture, "scrollWidth", scrollWidth)));
    assert.deepEqual(zoomed, zooms);
  }
});

class KeyboardEvent extends Event {
  /** @param {string} kind @param {{key: string}} how */
  constructor(kind, { key }) {
    super(kind, { cancelable: true });
    this.key = key;
  }
}

/** A page with a picture, and the keys that reach it: `press(key)` returns whether the page has handled it. */
function projected(dataset = {}) {
  const reached = /** @type {string[]} */ ([]);
  const root = give(node(), { isConnected: true, drawn: 1, cloneNode: () => root.drawn });
  root.isEqualNode = (/** @type {number} */ before) => before === root.drawn;
  const picture = give(node(), { dataset, getClientRects: () => [1], closest: () => root });
  picture.dispatchEvent = (/** @type {any} */ { key }) => reached.push(key);
  const hears = /** @type {((event: any) => void)[]} */ ([]);
  const addEventListener = (/** @type {string} */ kind, /** @type {(event: any) => void} */ hear) =>
    kind === "keydown" && hears.push(hear);
  const frame = /** @type {(() => void)[]} */ ([]);
  const inFrame = (/** @type {() => void} */ act) => frame.push(act);
  give(globalThis, { KeyboardEvent, addEventListener, requestAnimationFrame: inFrame });
  const querySelectorAll = () => [{ shadowRoot: { querySelector: () => picture } }];
  give(document, { querySelectorAll, querySelector: () => null, dispatchEvent: () => true });
  const classes = any(documentElement.classList);
  classes.clear();
  const view = new PresenterView();
  const press = (/** @type {string} */ key) => {
    let stopped = false;
    const event = new KeyboardEvent("keydown", { key });
    event.stopImmediatePropagation = () => (stopped = true);
    for (const hear of hears) if (!stopped) hear(event);
    return event.defaultPrevented;
  };
  const draw = () => frame.splice(0).forEach((act) => act());
  return { classes, draw, inFrame, picture, press, reached, root, view };
}

test("the keys of a remote control walk through a presented picture, in a lecture also on its page", () => {
  const KEYS = ["PageDown", "PageUp", " ", "ArrowRight", "ArrowLeft", "ArrowUp", "a"];
  for (const [dataset, state, expected] of [
    [{}, "presented", "Right Left Right Right Left Up none"],
    [{ on: "ArrowDown", back: "ArrowUp" }, "presented", "Down Up Down Down Up Up none"],
    [{}, "", "none none none none none none none"],
    [{}, "bpe-lecture", "Right Left none none none none none"],
  ]) {
    const { classes, picture, press, reached, view } = projected(any(dataset));
    if (state === "presented") view.turn(picture);
    else classes.add(state);
    const walked = KEYS.map((key) => (press(key) ? reached.splice(0).join() : "none").replace("Arrow", ""));
    assert.deepEqual([walked.join(" "), reached], [expected, []]);
    view.destroy();
  }
});

test("the player in the place of a presented picture is left to itself", () => {
  const { classes, picture, root, view } = projected();
  view.turn(picture);
  assert.ok(classes.has("bpe-presenting"));
  const zoomed = /** @type {string[]} */ ([]);
  const player = give(node(), { matches: (name) => name === ".bpe-player" });
  player.style = any({ setProperty: (/** @type {string} */ name) => zoomed.push(name) });
  picture.closest = () => player;
  view.fit(); // a resize
  view.turn(picture); // the end of the run
  view.fit();
  assert.deepEqual([view.root, zoomed], [null, []]);
  assert.ok(![root, player].some(({ classList }) => classList.has("presenting")));
  view.destroy();
});

test("a black screen ends with the next key, which does nothing else", () => {
  const { classes, picture, press, reached, view } = projected();
  press("b");
  assert.ok(!classes.has("bpe-blank")); // nothing is presented
  view.turn(picture);
  for (const key of ["b", ".", "B"]) {
    for (const held of [key, "Shift"]) press(held);
    assert.ok(classes.has("bpe-blank"), key);
    assert.ok(press("PageDown"));
    assert.deepEqual([classes.has("bpe-blank"), reached], [false, []]);
  }
  press("PageDown");
  assert.deepEqual(reached, ["ArrowRight"]);
  view.destroy();
});

test("the pointer and the controls are hidden two seconds after the last movement", () => {
  const { classes, view } = projected();
  const rests = (/** @type {number} */ time) => (mock.timers.tick(time), classes.has("bpe-rests"));
  assert.deepEqual([rests(1500), (view.rest(), rests(1999)), rests(1)], [false, false, true]);
  view.rest();
  assert.equal(rests(0), false);
  view.destroy();
  assert.equal(rests(2000), false);
});

test("a press that changes nothing says that there is no further step", () => {
  for (const [key, happens, said] of /** @type {[string, (page: any) => void, string][]} */ ([
    ["PageDown", () => {}, "No further step here"],
    ["ArrowLeft", () => {}, "No further step here"],
    ["a", () => {}, ""],
    ["PageDown", ({ root }) => (root.drawn = 2), ""],
    ["PageDown", ({ inFrame, root }) => inFrame(() => (root.drawn = 2)), ""], // which comes late
    ["PageDown", ({ root }) => (root.isConnected = false), ""],
    ["PageDown", ({ view }) => (view.heeded = null), ""],
    ["PageDown", () => (document.dispatchEvent = () => false), ""],
  ])) {
    const page = projected();
    page.view.turn(page.picture);
    let vain = 0;
    page.view.inVain = () => vain++;
    page.press(key);
    happens(page);
    mock.timers.tick(100);
    page.draw();
    assert.deepEqual([page.view.note.textContent, vain], [said, said ? 1 : 0]);
    page.view.destroy();
  }
});

test("the list says why a page cannot do something", () => {
  const { classes, view } = projected();
  give(documentElement, { matches: (what) => classes.has(what.slice(1)) });
  give(globalThis, { location: new URL("http://127.0.0.1/train") });
  const lines = (/** @type {object} */ page, /** @type {object} */ classPanel) => {
    const menu = new ShareMenu(() => {}, view, any({ refusal: "", ...classPanel }));
    const groups = Object.values(give(menu, { page }).groups());
    return groups.flat().map(([, , says, , reason]) => reason || says);
  };
  const [fills, follow, lecture, , , ...saves] = lines({ saves: true }, { follows: true });
  assert.match(fills, /^It fills the screen/);
  assert.deepEqual([follow, lecture], ["Phones follow and answer", "Scenes with notes"]);
  assert.deepEqual(saves.slice(0, 3), ["Interactive, works offline", "SCORM 1.2", "A line to paste"]);
  classes.add("bpe-presenting");
  const [projects, waits, runs, , , ...unsaved] = lines({ lectures: true }, { follows: false });
  assert.deepEqual([projects, runs], ["It is projected already", "A lecture is running"]);
  assert.equal(waits, "Phones wait: they cannot follow this page");
  assert.deepEqual(unsaved.slice(0, 3), Array(3).fill("This picture needs the app"));
  view.destroy();
});
