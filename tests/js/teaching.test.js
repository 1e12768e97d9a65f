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
      removeItem: (/** @type {string} */ key) => kept.delete(key),
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

test("a class that ended because nobody did anything is not reopened, one of a restarted server is", async (context) => {
  for (const [hours, ended, opened] of [
    [5, 1, 1],
    [3, 0, 2],
  ]) {
    context.mock.timers.enable({ apis: ["Date"], now: 0 });
    browser();
    const { fetch } = globalThis;
    let beat = () => {};
    let gone = false;
    let ends = 0;
    let opens = 0;
    const answer = async (/** @type {string} */ address) => {
      opens += Number(address.endsWith("/open"));
      return gone && !address.endsWith("/open") ? { status: 404, json: async () => ({}) } : fetch(address);
    };
    const setTimeout = (/** @type {() => void} */ act) => (beat = act);
    Object.assign(globalThis, { fetch: answer, window: { setTimeout } });
    const teaching = new Teaching("/class", { tally() {}, trouble() {}, ended: () => ends++ });
    await teaching.open(null);
    for (let hour = 0; hour <= hours; hour++) {
      gone = hour === hours;
      beat();
      await new Promise(setImmediate);
      context.mock.timers.tick(3_600_000);
    }
    assert.deepEqual([ends, opens], [ended, opened]);
    context.mock.timers.reset();
  }
});
