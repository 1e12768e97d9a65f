// One instance per element, whatever the order in which Streamlit calls a component and cleans up.

import assert from "node:assert/strict";
import { test } from "node:test";
import { mountInstance } from "../../explorer_ui/browser/mount.js";

/** @type {string[]} */
let told = [];

class Picture {
  constructor() {
    told.push("begins");
    this.root = /** @type {any} */ ({ remove: () => told.push("is removed") });
  }

  /** @param {string} data */
  update(data) {
    told.push(data);
  }

  destroy() {
    told.push("ends");
  }
}

const place = () => /** @type {any} */ ({ isConnected: true });
const call = (/** @type {any} */ parentElement, /** @type {string} */ data) =>
  mountInstance(/** @type {any} */ (Picture), { data, parentElement, setStateValue: () => {} });

test("a call that is overtaken neither ends the picture nor takes the next data away", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  told = [];
  const here = place();
  call(here, "a");
  call(here, "b")(); // Streamlit has begun the next call already
  call(here, "c");
  context.mock.timers.tick(1000);
  assert.deepEqual(told, ["begins", "a", "b", "c"]);
});

test("an overtaken call that comes last does not stay", (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  told = [];
  const here = place();
  const clean = call(here, "new");
  call(here, "old")();
  context.mock.timers.tick(1000);
  assert.deepEqual(told, ["begins", "new", "old", "new"]);
  here.isConnected = false;
  clean();
  assert.deepEqual(told.slice(4), ["ends", "is removed"]);
});

test("a picture ends once, when its element has left the page", () => {
  told = [];
  const here = place();
  const cleans = [call(here, "a"), call(here, "b")];
  here.isConnected = false;
  for (const clean of cleans) clean();
  assert.deepEqual(told, ["begins", "a", "b", "ends", "is removed"]);
  // What arrives after that ends at once.
  call(here, "late")();
  assert.deepEqual(told.slice(5), ["begins", "late", "ends", "is removed"]);
});
