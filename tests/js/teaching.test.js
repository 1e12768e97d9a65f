import assert from "node:assert/strict";
import { test } from "node:test";
import { rest } from "./page.js";
import { Teaching } from "../../explorer_ui/present/classroom/teaching.js";

const HOUR = 3_600_000;

/**
 * A teacher's page without a page, and its server.
 *
 * `taken` are the acts of a question that the server has taken, `status` is what it answers next; `heard` is what
 * the page is told, `waits` are the milliseconds of its timers, and `beat()` is the end of the newest one.
 */
function school() {
  /** @type {Map<string, string>} */
  const kept = new Map();
  const one = {
    taken: /** @type {string[]} */ ([]),
    status: 200,
    known: true,
    opened: 0,
    waits: /** @type {number[]} */ ([]),
    heard: /** @type {string[]} */ ([]),
    beat: () => {},
  };
  /** @param {string} address @param {{body: string}} request */
  async function answer(address, { body }) {
    const isOpened = address.endsWith("/open");
    one.opened += Number(isOpened);
    one.known ||= isOpened;
    const message = JSON.parse(body);
    const acts = ["question", "uncover", "explain"].filter((act) => act in message);
    let status = one.known || address === "/class" ? one.status : 404;
    if (acts.length > 1) status = 422;
    if (status === 200) one.taken.push(...acts.map((act) => `${act} ${message[act]}`));
    const name = { code: "ABCDEF", ticket: "t", qr: { path: "", side: 1 } };
    return { ok: status === 200, status, json: async () => ({ ...name, followers: 0, answered: 0 }) };
  }
  const timer = (/** @type {() => void} */ act, /** @type {number} */ wait) => {
    one.waits.push(wait);
    one.beat = act;
  };
  Object.assign(globalThis, {
    window: { setTimeout: timer },
    location: { origin: "http://127.0.0.1" },
    sessionStorage: {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
      removeItem: (/** @type {string} */ key) => kept.delete(key),
    },
    document: {},
    addEventListener() {},
    fetch: answer,
  });
  const teaching = new Teaching("/class", {
    tally: ({ answered }) => one.heard.push(`${answered} answered`),
    trouble: (what) => one.heard.push(`trouble ${what}`),
    ended: () => one.heard.push("ended"),
  });
  /** @param {Parameters<Teaching["tell"]>[0][]} changes */
  const tell = async (...changes) => {
    for (const change of changes) {
      teaching.tell(change);
      await rest();
    }
  };
  return Object.assign(one, { answer, teaching, tell });
}

async function openClass() {
  const one = school();
  await one.teaching.open(null);
  return one;
}

test("from the moment that a question is asked its answers are counted every second", async () => {
  const { waits, tell } = await openClass();
  assert.deepEqual(waits, [5000]);
  await tell({ step: 1 });
  assert.deepEqual(waits, [5000]);
  await tell({ question: { prompt: "?", options: ["A", "B"] } });
  assert.deepEqual(waits, [5000, 1000]);
});

test("a class that ended because nobody did anything is not reopened, one of a restarted server is", async (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 0 });
  for (const [hours, tells, ended, opened] of /** @type {[number, boolean, number, number][]} */ ([
    [5, false, 1, 1],
    [3, false, 0, 2],
    [5, true, 0, 2],
  ])) {
    const one = await openClass();
    for (let hour = 0; hour <= hours; hour++) {
      one.known = hour < hours;
      if (tells && one.known) one.teaching.tell({ step: hour });
      one.beat();
      await rest();
      context.mock.timers.tick(HOUR);
    }
    assert.deepEqual([one.heard.filter((what) => what === "ended").length, one.opened], [ended, opened]);
  }
});

test("a class is found again for two hours after its last answer, a lecture only for its notes", async (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 0 });
  const { teaching, tell } = school();
  const key = Teaching.quietKey();
  assert.deepEqual([Teaching.kept(), Teaching.kept(true)], [null, key]);
  await teaching.open(key);
  context.mock.timers.tick(HOUR);
  await tell({ step: 1 });
  context.mock.timers.tick(2 * HOUR - 1);
  assert.equal(Teaching.kept(), key);
  context.mock.timers.tick(1);
  assert.equal(Teaching.kept(), null);
});

test("a restarted server gets the question, its answer and its explanation in turn", async () => {
  const one = await openClass();
  await one.tell({ question: "Q1", step: 3 }, { uncover: "A1" }, { explain: "E1" });
  one.known = false;
  one.taken.length = 0;
  await one.tell({ covered: true });
  assert.deepEqual(one.taken, ["question Q1", "uncover A1", "explain E1"]);
  one.teaching.stop();
});

test("what failed is not sent after what replaced it", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const one = await openClass();
  await one.tell({ question: "Q1" });
  one.status = 503;
  await one.tell({ uncover: "A1" });
  one.teaching.tell({ question: "Q2" });
  one.status = 200;
  context.mock.timers.tick(1500);
  await rest();
  assert.deepEqual(one.taken, ["question Q1", "question Q2"]);
  one.teaching.stop();
});

test("a question that is closed at once needs no explanation", async () => {
  const { taken, teaching } = await openClass();
  for (const change of [{ question: "Q1" }, { uncover: "A1" }, { explain: "E1" }, { question: null }])
    teaching.tell(change);
  await rest();
  assert.equal(taken.at(-1), "question null");
  teaching.stop();
});

for (const [when, act] of /** @type {[string, "close" | "stop"][]} */ ([
  ["ended", "close"],
  ["left", "stop"],
]))
  test(`what a server answers after a class was ${when} reopens nothing`, async () => {
    for (const status of [200, 422, 404]) {
      const { answer, heard, teaching } = Object.assign(await openClass(), { status });
      heard.length = 0;
      const { promise, resolve } = Promise.withResolvers();
      const fetch = (/** @type {[string, {body: string}]} */ ...asked) =>
        promise.then(() => answer(...asked));
      Object.assign(globalThis, { fetch });
      const kept = Teaching.kept();
      teaching.tell({ step: 1 });
      teaching[act]();
      resolve(null);
      await rest();
      assert.deepEqual([Teaching.kept(), heard], [when === "ended" ? null : kept, []]);
    }
  });

test("counts that were under way when another question was asked are not taken for its own", async () => {
  const { answer, heard, taken, teaching, tell } = await openClass();
  await tell({ question: "Q1" });
  heard.length = 0;
  const { promise, resolve } = Promise.withResolvers();
  // The response to the first message is slow, and the teacher presses on meanwhile.
  const fetch = async (/** @type {string} */ address, /** @type {{body: string}} */ request) => {
    const isSlow = JSON.parse(request.body).uncover === "A1";
    if (isSlow) await promise;
    const told = await answer(address, request);
    return { ...told, json: async () => ({ followers: 1, answered: isSlow ? 7 : 0 }) };
  };
  Object.assign(globalThis, { fetch });
  for (const change of [
    { uncover: "A1" },
    { question: null, step: 4 },
    { question: "Q2" },
    { uncover: "A2" },
  ])
    teaching.tell(change);
  await rest();
  resolve(null);
  await rest();
  assert.deepEqual(taken, ["question Q1", "uncover A1", "question Q2", "uncover A2"]);
  assert.ok(heard.includes("0 answered") && !heard.includes("7 answered"));
  teaching.stop();
});

test("an error of the page while it draws what a class has answered does not end the connection", async () => {
  const one = await openClass();
  const { taken, teaching, tell, waits } = one;
  let draws = 0;
  teaching.hears.tally = () => {
    if (++draws <= 2) throw new TypeError("not drawn");
  };
  const timers = waits.length;
  await assert.rejects(Promise.resolve(one.beat()), /not drawn/);
  assert.equal(waits.length, timers + 1); // the next heartbeat
  // Not that of the heartbeat, which says nothing of a question that waits, but that of the question.
  teaching.pending = { question: "one" };
  await assert.rejects(Promise.resolve(one.beat()), /not drawn/);
  await tell({ uncover: "right" });
  assert.deepEqual(taken, ["question one", "uncover right"]);
  teaching.stop();
});

test("a page that is left while its class is being opened keeps no connection", async () => {
  const { teaching, waits } = school();
  const opening = teaching.open(null);
  teaching.stop();
  await opening;
  assert.deepEqual([waits, teaching.name, Teaching.kept()], [[], null, null]);
});
