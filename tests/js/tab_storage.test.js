// What is kept of a visit in the tab and in the browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, untyped } from "./page.js";
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
