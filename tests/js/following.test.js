import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { Following } from "../../explorer_ui/present/classroom/following.js";

const rest = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};

const none = () => /** @type {string[]} */ ([]);

/** A follower whose requests `now` answers; what it hears, what it is told, and how often it asked. */
function follower(now = async () => ({})) {
  /** @type {Map<string, (event?: object) => void>} */
  const hears = new Map();
  const one = {
    hears,
    now,
    asked: 0,
    listens: 0,
    told: none(),
    votes: none(),
    shown: /** @type {any[]} */ ([]),
  };
  const addEventListener = (/** @type {string} */ name, /** @type {() => void} */ act) =>
    hears.set(name, act);
  class EventSource {
    addEventListener = (one.listens++, addEventListener);
    close() {}
  }
  /** The id under which the server knows this phone. */
  let voter = "v";
  const fetch = async (/** @type {string} */ address, /** @type {{body?: string}} */ { body = "" }) => {
    if (address.includes("/vote")) {
      one.votes.push(JSON.parse(body).voter);
      const known = one.votes.at(-1) === voter;
      return { ok: known, status: known ? 200 : 403, json: async () => ({ error: "Only followers." }) };
    }
    one.asked++;
    const shown = await one.now();
    return { ok: true, json: async () => ({ voter, now: 0, ...shown }) };
  };
  Object.assign(globalThis, { EventSource, fetch, addEventListener });
  Object.assign(globalThis.document, { addEventListener, hidden: false });
  const following = new Following("/class/ABCDEF", "t", {
    shown: (shown) => one.shown.push(shown),
    lost: (what) => one.told.push(String(what)),
    over: () => one.told.push("over"),
  });
  return Object.assign(one, { following, forget: () => (voter = "another") });
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

test("a phone that has lost its class listens again as soon as a request succeeds", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const one = follower();
  await rest();
  one.now = () => Promise.reject(new TypeError());
  one.hears.get("error")?.();
  context.mock.timers.tick(5000);
  await rest();
  assert.deepEqual([one.told.at(-1), one.listens], ["connection", 1]);
  one.now = async () => ({});
  context.mock.timers.tick(5000);
  await rest();
  assert.deepEqual([one.told.at(-1), one.listens], ["null", 2]);
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

test("what is left of the time of a question is told by the server's clock", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  let clock = 5000;
  context.mock.method(performance, "now", () => clock);
  const one = follower(async () => ({ now: 100 }));
  await rest();
  assert.equal(one.following.left(130), 30);
  clock += 9_500;
  assert.equal(one.following.left(130), 21);
  clock += 60_000;
  assert.equal(one.following.left(130), 0);
});

test("a phone that was unlocked asks again, even if its connection seems to be open", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const one = follower();
  await rest();
  one.now = async () => ({ step: 9 });
  one.hears.get("visibilitychange")?.();
  await rest();
  assert.deepEqual([one.asked, one.shown.at(-1).step], [2, 9]);
});

test("an answer of a phone that the class has forgotten meanwhile is counted under its new id", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const one = follower();
  await rest();
  one.forget();
  await one.following.vote(1, 0);
  assert.deepEqual(one.votes, ["v", "another"]);
});

test("if no other id is there for a phone, its answer is refused", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const one = follower();
  await rest();
  one.forget();
  one.now = () => Promise.reject(new TypeError());
  await assert.rejects(one.following.vote(1, 0), { status: 403 });
  assert.deepEqual(one.votes, ["v"]);
});
