import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { Following } from "../../explorer_ui/present/classroom/following.js";

const rest = () => new Promise(setImmediate);

/** A follower whose requests `now` answers; what it hears, what it is told, and how often it asked. */
function follower(now = async () => ({})) {
  /** @type {Map<string, (event?: object) => void>} */
  const hears = new Map();
  const one = { hears, now, asked: 0, told: /** @type {string[]} */ ([]) };
  const addEventListener = (/** @type {string} */ name, /** @type {() => void} */ act) =>
    hears.set(name, act);
  class EventSource {
    addEventListener = addEventListener;
    close() {}
  }
  const fetch = async () => {
    one.asked++;
    const shown = await one.now();
    return { ok: true, json: async () => ({ voter: "v", now: 0, ...shown }) };
  };
  Object.assign(globalThis, { EventSource, fetch, addEventListener });
  new Following("/class/ABCDEF", "t", {
    shown() {},
    lost: (what) => one.told.push(String(what)),
    over: () => one.told.push("over"),
  });
  return one;
}

test("after the end of a class its followers ask nothing more", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const one = follower();
  await rest();
  assert.equal(one.asked, 1);
  one.hears.get("over")?.();
  for (let minute = 0; minute < 3; minute++) {
    context.mock.timers.tick(60_000);
    await rest();
  }
  assert.equal(one.asked, 1);
  assert.deepEqual(one.told, ["null", "over"]);
});

test("a request that fails beside events loses the connection no longer than until the next", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const one = follower();
  await rest();
  one.now = () => Promise.reject(new TypeError());
  one.hears.get("online")?.();
  context.mock.timers.tick(0);
  await rest();
  assert.deepEqual(one.told, ["null", "connection"]);
  one.now = async () => ({});
  context.mock.timers.tick(3000);
  await rest();
  assert.deepEqual(one.told, ["null", "connection", "null"]);
});

test("a request that fails after the end of a class says nothing more", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const one = follower();
  await rest();
  let fail = () => {};
  one.now = () => new Promise((_, reject) => (fail = () => reject(new TypeError())));
  one.hears.get("online")?.();
  context.mock.timers.tick(0);
  await rest();
  one.hears.get("over")?.();
  fail();
  await rest();
  assert.deepEqual(one.told, ["null", "over"]);
});
