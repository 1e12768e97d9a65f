// What pictures share: one per element, however Streamlit calls a component and cleans up, one that is presented,
// bars, lists of merges, and the size of letters.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { any, node, texts, untyped } from "./page.js";
import { mountInstance } from "../../explorer_ui/browser/mount.js";
import { onFullScreenLeft, present } from "../../explorer_ui/browser/presenting.js";
import { largerType } from "../../explorer_ui/browser/size.js";
import { Bars } from "../../explorer_ui/parts/picture/bars.js";
import mountLists from "../../explorer_ui/parts/token_row/ranked_lists.js";

/** @type {string[]} */
let told = [];

class Picture {
  root = { remove: () => told.push("is removed") };
  update = (/** @type {string} */ data) => told.push(data);
  destroy = () => told.push("ends");

  constructor() {
    told.push("begins");
  }
}

const place = () => any({ isConnected: true });
const call = (/** @type {any} */ parentElement, /** @type {string} */ data) =>
  mountInstance(any(Picture), { data, parentElement, setStateValue: () => {} });

beforeEach(() => {
  told = [];
  mock.timers.enable({ apis: ["setTimeout"] });
});
afterEach(() => mock.timers.reset());

test("a call that is overtaken neither ends the picture nor takes the next data away", () => {
  const here = place();
  call(here, "a");
  call(here, "b")(); // Streamlit has begun the next call already
  call(here, "c");
  mock.timers.tick(1000);
  assert.deepEqual(told, ["begins", "a", "b", "c"]);
});

test("an overtaken call that comes last does not stay", () => {
  const here = place();
  const clean = call(here, "new");
  call(here, "old")();
  mock.timers.tick(1000);
  assert.deepEqual(told, ["begins", "new", "old", "new"]);
  here.isConnected = false;
  clean();
  assert.deepEqual(told.slice(4), ["ends", "is removed"]);
});

test("a picture ends once, when its element has left the page", () => {
  const here = place();
  const cleans = [call(here, "a"), call(here, "b")];
  here.isConnected = false;
  for (const clean of cleans) clean();
  assert.deepEqual(told, ["begins", "a", "b", "ends", "is removed"]);
  // What arrives after that ends at once.
  call(here, "late")();
  assert.deepEqual(told.slice(5), ["begins", "late", "ends", "is removed"]);
});

test("a picture that leaves the page late does not end the presenting of the next one", () => {
  const { document } = globalThis;
  Object.assign(document, { exitFullscreen() {}, querySelector: () => null });
  Object.assign(document.documentElement, { requestFullscreen: async () => {} });
  const { classList } = document.documentElement;
  const [before, next] = [node(), node()];
  present(before, true);
  present(next, true);
  present(before, false);
  assert.deepEqual([...classList], ["bpe-presenting"]);
  assert.deepEqual([...before.classList, ...next.classList], ["presenting"]);
  present(next, false);
  assert.deepEqual([...classList, ...next.classList], []);
});

test("a full screen is left only after it was full for what is presented now", async () => {
  const document = any(globalThis.document);
  let [changed, fill] = any([]);
  document.addEventListener = (/** @type {any} */ ...[, hear]) => (changed = hear);
  Object.assign(document, { exitFullscreen() {}, querySelector: () => null });
  document.documentElement.requestFullscreen = () => new Promise((resolve) => (fill = resolve));
  let left = 0;
  onFullScreenLeft(() => left++, new AbortController().signal);
  const leftAfter = (/** @type {unknown} */ fullscreenElement) => {
    document.fullscreenElement = fullscreenElement;
    changed();
    return left;
  };
  const [one, other] = [node(), node()];
  present(one, true);
  assert.equal(leftAfter(null), 0);
  fill();
  await null;
  assert.deepEqual([leftAfter(one), leftAfter(null)], [0, 1]);
  present(other, true); // while the screen takes its time to leave
  assert.equal(leftAfter(null), 1);
  present(other, false);
});

test("a bar has its parts and its figures, and a language that is 0 elsewhere has no multiple", () => {
  const bars = new Bars("Bars");
  const parts = [["a", 5, "five"], ["b", 3, ""]]; // prettier-ignore
  const both = any([
    { name: "de", parts, figure: "8", times: "1.5", current: true, ghost: 4 },
    { name: "en", parts: [], figure: "0", times: "", current: false },
  ]);
  bars.draw(both, 20);
  const rows = any(bars.node).children;
  assert.deepEqual(texts(bars.node.children), ["de81.5 ×", "en0"]);
  const [one, other] = rows.map(untyped((row) => row.children[1].children));
  const wide = one.map(untyped(({ style }) => style.width ?? style.insetInlineStart));
  assert.deepEqual([wide, other], [["25%", "15%", "20%"], []]);
  assert.deepEqual(rows.map(untyped((row) => row.getAttribute("aria-current"))), ["true", null]); // prettier-ignore
});

test("lists of merges say what each makes, and of what", () => {
  const parentElement = node();
  const lists = [{ title: "It", merges: [[1256, "a", "b", "ab"]] }];
  mountLists(any({ data: { lists }, parentElement }));
  assert.equal(parentElement.textContent, "It1256a + b → ab");
});

test("a picture has larger letters the wider it is, up to two fifths more", () => {
  assert.deepEqual([300, 950, 1140, 1330, 3000].map(largerType), [1, 1, 1.2, 1.4, 1.4]);
});
