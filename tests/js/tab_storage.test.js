// What is kept of a visit in the tab and in the browser.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { any, give, untyped } from "./page.js";
import { forget, keep, keepLasting, kept, keptLasting } from "../../explorer_ui/browser/tab_storage.js";

test("what a full or blocked storage does not take is remembered, and no older value comes back", () => {
  let state = "";
  /** @param {string} name */
  const storage = (name) => {
    const stored = /** @type {Map<string, string>} */ (new Map());
    const works = {
      getItem: untyped((key) => stored.get(key) ?? null),
      removeItem: untyped((key) => stored.delete(key)),
      setItem: untyped((key, value) => (state === "full" ? assert.fail("full") : stored.set(key, value))),
    };
    const get = () => (state === "blocked" ? assert.fail("blocked") : works);
    Object.defineProperty(globalThis, name, { get, configurable: true });
    return stored;
  };
  const [tab, browser] = ["sessionStorage", "localStorage"].map(storage);
  keep("text", "old");
  assert.deepEqual([...tab], [["bpe-text", "old"]]);
  assert.equal(any(globalThis.document).cookie, "bpe_kept=1; path=/; SameSite=Strict");
  for (state of ["full", "blocked"]) {
    keep("text", state);
    assert.equal(kept("text"), state);
  }
  state = "";
  assert.equal(tab.size, 0);
  keep("text", "new");
  assert.deepEqual([kept("text"), tab.get("bpe-text")], ["new", "new"]);
  forget("text");
  assert.deepEqual([kept("text"), tab.size], [null, 0]);
  keepLasting("yes");
  assert.deepEqual([keptLasting(), browser.get("bpe-lasting")], ["yes", "yes"]);
  assert.match(any(globalThis.document).cookie, /; max-age=15552000$/);
  keepLasting(null);
  assert.equal(keptLasting(), null);
  assert.ok(!any(globalThis.document).cookie.includes("max-age"));
});

test("what a new session asks for is sent again, but does not begin a slow run again", async () => {
  mock.timers.enable({ apis: ["setInterval"] });
  give(globalThis, { PerformanceNavigationTiming: class {} });
  const app = { state: "running" };
  const getAttribute = untyped((name) => (name.includes("connection") ? "CONNECTED" : app.state));
  const classes = new Set();
  const classList = { toggle: untyped((name, on) => (on ? classes.add(name) : classes.delete(name))) };
  give(globalThis.document, { querySelector: () => ({ getAttribute }), documentElement: { classList } });
  const { default: mount } = await import("../../explorer_ui/visit/tab_memory.js");
  let answers = 0;
  const told = (/** @type {string | null} */ asked) =>
    mount(any({ data: { asked, chosen: {}, lasting: null }, setTriggerValue: () => answers++ }));
  const seconds = (/** @type {number} */ count) => (mock.timers.tick(1000 * count), answers);
  told("1");
  assert.deepEqual([answers, seconds(9)], [1, 1]);
  app.state = "notRunning"; // the answer was lost
  assert.equal(seconds(2), 3);
  assert.ok(classes.has("bpe-asking"));
  told(null);
  assert.deepEqual([seconds(9), classes.size], [3, 0]);
  mock.timers.reset();
});
