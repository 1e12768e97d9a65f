import assert from "node:assert/strict";
import { test } from "node:test";
import { Teaching } from "../../explorer_ui/present/classroom/teaching.js";

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
    sessionStorage: {
      getItem: (/** @type {string} */ key) => kept.get(key) ?? null,
      setItem: (/** @type {string} */ key, /** @type {string} */ value) => kept.set(key, value),
      removeItem: (/** @type {string} */ key) => kept.delete(key),
    },
    document: {},
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
  for (const [hours, tells, ended, opened] of /** @type {[number, boolean, number, number][]} */ ([
    [5, false, 1, 1],
    [3, false, 0, 2],
    [5, true, 0, 2],
  ])) {
    context.mock.timers.enable({ apis: ["Date"], now: 0 });
    browser();
    const { fetch } = globalThis;
    let beat = () => {};
    let gone = false;
    let ends = 0;
    let opens = 0;
    const answer = async (/** @type {string} */ address) => {
      const isOpened = address.endsWith("/open");
      opens += Number(isOpened);
      gone &&= !isOpened;
      return gone ? { status: 404, json: async () => ({}) } : fetch(address);
    };
    const setTimeout = (/** @type {() => void} */ act) => (beat = act);
    Object.assign(globalThis, { fetch: answer, window: { setTimeout } });
    const teaching = new Teaching("/class", { tally() {}, trouble() {}, ended: () => ends++ });
    await teaching.open(null);
    for (let hour = 0; hour <= hours; hour++) {
      gone = hour === hours;
      if (tells && !gone) teaching.tell({ step: hour });
      beat();
      await new Promise(setImmediate);
      context.mock.timers.tick(3_600_000);
    }
    assert.deepEqual([ends, opens], [ended, opened]);
    context.mock.timers.reset();
  }
});

test("a class is found again for two hours after its last answer, a lecture only for its notes", async (context) => {
  context.mock.timers.enable({ apis: ["Date"], now: 0 });
  browser();
  const key = Teaching.quietKey();
  assert.deepEqual([Teaching.kept(), Teaching.kept(true)], [null, key]);
  const teaching = new Teaching("/class", { tally() {}, trouble() {}, ended() {} });
  await teaching.open(key);
  context.mock.timers.tick(3_600_000);
  teaching.tell({ step: 1 });
  await new Promise(setImmediate);
  context.mock.timers.tick(7_199_999);
  assert.equal(Teaching.kept(), key);
  context.mock.timers.tick(1);
  assert.equal(Teaching.kept(), null);
});

/** The acts of a question that a server has taken; `status` is what it answers next, `restart()` forgets the class. */
function server() {
  const taken = /** @type {string[]} */ ([]);
  const one = { taken, status: 200, known: true, restart: () => (one.known = false) };
  const fetch = async (/** @type {string} */ address, /** @type {{body: string}} */ { body }) => {
    if (address.endsWith("/open")) one.known = true;
    const message = JSON.parse(body);
    const acts = ["question", "uncover", "explain"].filter((act) => act in message);
    let status = one.known || address === "/class" ? one.status : 404;
    if (acts.length > 1) status = 422;
    if (status === 200) taken.push(...acts.map((act) => `${act} ${message[act]}`));
    return { ok: status === 200, status, json: async () => ({ code: "ABCDEF", followers: 0, answered: 0 }) };
  };
  return Object.assign(one, { fetch });
}

/** Opens a class on such a server. */
async function openClass() {
  browser();
  const school = server();
  Object.assign(globalThis, { fetch: school.fetch });
  const teaching = new Teaching("/class", { tally() {}, trouble() {}, ended() {} });
  await teaching.open(null);
  return { school, teaching };
}

const rest = async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
};

test("a restarted server gets the question, its answer and its explanation in turn", async () => {
  const { school, teaching } = await openClass();
  for (const change of [{ question: "Q1", step: 3 }, { uncover: "A1" }, { explain: "E1" }]) {
    teaching.tell(change);
    await rest();
  }
  school.restart();
  school.taken.length = 0;
  teaching.tell({ covered: true });
  await rest();
  assert.deepEqual(school.taken, ["question Q1", "uncover A1", "explain E1"]);
  teaching.stop();
});

test("what failed is not sent after what replaced it", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  const { school, teaching } = await openClass();
  teaching.tell({ question: "Q1" });
  await rest();
  school.status = 503;
  teaching.tell({ uncover: "A1" });
  await rest();
  teaching.tell({ question: "Q2" });
  school.status = 200;
  context.mock.timers.tick(1500);
  await rest();
  assert.deepEqual(school.taken, ["question Q1", "question Q2"]);
  teaching.stop();
});

test("a question that is closed at once needs no explanation", async () => {
  const { school, teaching } = await openClass();
  for (const change of [{ question: "Q1" }, { uncover: "A1" }, { explain: "E1" }, { question: null }])
    teaching.tell(change);
  await rest();
  assert.equal(school.taken.at(-1), "question null");
  teaching.stop();
});

for (const [when, act] of /** @type {[string, (teaching: Teaching) => unknown][]} */ ([
  ["ended", (teaching) => teaching.close()],
  ["left", (teaching) => teaching.stop()],
]))
  test(`what a server answers after a class was ${when} reopens nothing`, async () => {
    for (const status of [200, 422, 404]) {
      const { school, teaching } = await openClass();
      const heard = /** @type {string[]} */ ([]);
      teaching.hears = { tally: () => heard.push("tally"), trouble: () => heard.push("trouble"), ended() {} };
      /** @type {(value?: unknown) => void} */
      let answer = () => {};
      const waiting = new Promise((resolve) => (answer = resolve));
      const fetch = (/** @type {string} */ address, /** @type {{body: string}} */ request) =>
        waiting.then(() => school.fetch(address, request));
      Object.assign(globalThis, { fetch });
      const kept = Teaching.kept();
      school.status = status;
      teaching.tell({ step: 1 });
      act(teaching);
      answer();
      await rest();
      assert.deepEqual([Teaching.kept(), heard], [when === "ended" ? null : kept, []]);
    }
  });

test("counts that were under way when another question was asked are not taken for its own", async () => {
  const { school, teaching } = await openClass();
  teaching.tell({ question: "Q1" });
  await rest();
  const heard = /** @type {unknown[]} */ ([]);
  teaching.hears = { tally: ({ answered }) => heard.push(answered), trouble() {}, ended() {} };
  let answer = () => {};
  const slow = new Promise((resolve) => (answer = () => resolve(undefined)));
  // The response to the first message is slow, and the teacher presses on meanwhile.
  const fetch = async (/** @type {string} */ address, /** @type {{body: string}} */ request) => {
    const { uncover } = JSON.parse(request.body);
    if (uncover === "A1") await slow;
    const told = await school.fetch(address, request);
    return { ...told, json: async () => ({ followers: 1, answered: uncover === "A1" ? 7 : 0 }) };
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
  answer();
  await rest();
  assert.deepEqual(school.taken, ["question Q1", "uncover A1", "question Q2", "uncover A2"]);
  assert.ok(heard.length > 0 && !heard.includes(7));
  teaching.stop();
});

test("a page that is left while its class is being opened keeps no connection", async () => {
  const waits = browser();
  const teaching = new Teaching("/class", { tally() {}, trouble() {}, ended() {} });
  const opening = teaching.open(null);
  teaching.stop();
  await opening;
  assert.deepEqual([waits, teaching.name, Teaching.kept()], [[], null, null]);
});
