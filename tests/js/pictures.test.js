// One picture per element, however Streamlit calls a component and cleans up, and one that is presented.

import assert from "node:assert/strict";
import { afterEach, beforeEach, mock, test } from "node:test";
import { any, node } from "./page.js";
import { mountInstance } from "../../explorer_ui/browser/mount.js";
import { present } from "../../explorer_ui/browser/presenting.js";

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
