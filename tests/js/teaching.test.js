import assert from "node:assert/strict";
import { test } from "node:test";
import { Teaching } from "../../explorer_ui/components/teaching/teaching.js";

/** A minimal browser for the teacher's side; `waits` are the milliseconds of the timers that it sets. */
function browser() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  /** @type {number[]} */
  const waits = [];
  const name = { code: "ABCDEF", ticket: "t", qr: { path: "", side: 1 } };
  Object.assign(globalThis, {
    window: { setTimeout: (/** @type {() => void} */ _act, /** @type {number} */ wait) => waits.push(wait) },
    location: { origin: "http://127.0.0.1" },
    localStorage: {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
    },
    addEventListener() {},
    fetch: async () => ({ ok: true, json: async () => ({ ...name, followers: 0, answered: 0 }) }),
  });
  return waits;
}

test("from the moment that a question is asked its answers are counted every second", async () => {
  const waits = browser();
  const teaching = new Teaching("/class", { tally() {}, trouble() {}, ended() {} });
  await teaching.open(null);
  assert.deepEqual(waits, [5000]);
  teaching.tell({ step: 1 });
  await new Promise(setImmediate);
  assert.deepEqual(waits, [5000]);
  teaching.tell({ question: { prompt: "?", options: ["A", "B"] } });
  await new Promise(setImmediate);
  assert.deepEqual(waits, [5000, 1000]);
});
