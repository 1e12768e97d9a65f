import assert from "node:assert/strict";
import { test } from "node:test";
import { stopClock, wait } from "./class_page.js";
import { rest } from "./page.js";
import { Following } from "../../explorer_ui/present/classroom/following.js";

stopClock();

/** A follower whose requests `now` answers; what it hears, what it is told, and how often it asked. */
async function follower(now = async () => ({})) {
  const texts = () => /** @type {string[]} */ ([]);
  const one = {
    now,
    asked: 0,
    listens: 0,
    told: texts(),
    votes: texts(),
    steps: /** @type {unknown[]} */ ([]),
  };
  /** @type {Map<string, (event?: object) => void>} */
  const hears = new Map();
  const addEventListener = (/** @type {string} */ name, /** @type {() => void} */ act) =>
    hears.set(name, act);
  class EventSource {
    addEventListener = (one.listens++, addEventListener);
    close() {}
  }
  /** The id under which the server knows this phone. */
  let voter = "v";
  const fetch = async (/** @type {string} */ address, { body = "" }) => {
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
    shown: ({ step }) => one.steps.push(step),
    lost: (what) => one.told.push(String(what)),
    over: () => one.told.push("over"),
  });
  await rest();
  const hear = (/** @type {string} */ name, data = {}) => hears.get(name)?.({ data: JSON.stringify(data) });
  const fail = () => (one.now = () => Promise.reject(new TypeError()));
  const succeed = () => (one.now = async () => ({}));
  return Object.assign(one, { following, forget: () => (voter = "another"), hear, fail, succeed });
}

test("after the end of a class its followers ask nothing more", async () => {
  const one = await follower();
  assert.equal(one.asked, 1);
  one.hear("over");
  for (let minute = 0; minute < 3; minute++) await wait(60_000);
  assert.equal(one.asked, 1);
  assert.deepEqual(one.told, ["null", "over"]);
});

test("a request that fails beside events loses the connection no longer than until the next", async () => {
  const one = await follower();
  one.fail();
  one.hear("online");
  await wait(0);
  assert.deepEqual(one.told, ["null", "connection"]);
  one.succeed();
  await wait(3000);
  assert.deepEqual(one.told, ["null", "connection", "null"]);
});

test("a phone that has lost its class listens again as soon as a request succeeds", async () => {
  const one = await follower();
  one.fail();
  one.hear("error");
  await wait(5000);
  assert.deepEqual([one.told.at(-1), one.listens], ["connection", 1]);
  one.succeed();
  await wait(5000);
  assert.deepEqual([one.told.at(-1), one.listens], ["null", 2]);
});

test("a request that fails after the end of a class says nothing more", async () => {
  const one = await follower();
  let fail = () => {};
  one.now = () => new Promise((_, reject) => (fail = () => reject(new TypeError())));
  one.hear("online");
  await wait(0);
  one.hear("over");
  fail();
  await rest();
  assert.deepEqual(one.told, ["null", "over"]);
});

test("a connection that says nothing for a while is left, and a phone that asks in vain is told", async () => {
  const one = await follower();
  one.hear("message", { step: 1 });
  for (let time = 0; time < 4; time++) {
    await wait(15_000);
    one.hear("alive");
  }
  assert.deepEqual([one.asked, one.listens], [1, 1]);
  one.fail();
  await wait(40_000);
  await wait(0);
  assert.deepEqual([one.asked, one.told.at(-1)], [2, "connection"]);
  one.succeed();
  await wait(3000);
  assert.deepEqual([one.told.at(-1), one.listens], ["null", 2]);
});

test("a phone that was unlocked asks again, even if its connection seems to be open", async () => {
  const one = await follower();
  one.now = async () => ({ step: 9 });
  one.hear("visibilitychange");
  await rest();
  assert.deepEqual([one.asked, one.steps.at(-1)], [2, 9]);
});

test("an answer of a phone that the class has forgotten counts under its new id, or is refused", async () => {
  const renamed = await follower();
  renamed.forget();
  await renamed.following.vote(1, 0);
  assert.deepEqual(renamed.votes, ["v", "another"]);
  const refused = await follower();
  refused.forget();
  refused.fail();
  await assert.rejects(refused.following.vote(1, 0), { status: 403 });
  assert.deepEqual(refused.votes, ["v"]);
});
