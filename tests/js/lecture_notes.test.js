// The notes of a lecture on the teacher's own screen, and the projector that hears their buttons.

import assert from "node:assert/strict";
import { test } from "node:test";
import { response, stopClock, wait } from "./class_page.js";
import { any, give, node, rest, texts } from "./page.js";
import { forget, keep, ofTab } from "../../explorer_ui/browser/tab_storage.js";
import { StageLink } from "../../explorer_ui/present/project/stage_link.js";

const { document } = globalThis;
stopClock();

test("the teacher's own screen has the notes of the scene, the answers, and the buttons that lead", async () => {
  const parent = node();
  const of = { of: 3, title: "Pairs", notes: "Say." };
  const scene = { ...of, at: 1, minutes: "5 to 10", following: "Ids", elapsed: 65 };
  const idle = { scene, tally: { followers: 1 }, question: null };
  /** @type {any} */
  let seen = idle;
  const sent = /** @type {any[]} */ ([]);
  const hides = /** @type {string[]} */ ([]);
  const keys = any({});
  const name = { address: "http://127.0.0.1/class", qr: { path: "", side: 1 } };
  const fetch = async (/** @type {string} */ address, /** @type {any} */ { body, headers }) => {
    if (seen === "lost") throw new TypeError();
    if (address === "/class") return response({ ...name, code: "GHIJKL" });
    sent.push([address, headers.Authorization, JSON.parse(body)]);
    return response(seen, seen ? 200 : 404);
  };
  const location = { origin: "http://127.0.0.1", pathname: "/class/ABCDEF/notes", hash: "#key" };
  give(globalThis, {
    fetch,
    location,
    history: give({}, { replaceState: (_, __, path) => hides.push(path) }),
  });
  give(document, { getElementById: () => parent, addEventListener: (kind, act) => (keys[kind] = act) });
  keep("class-key", JSON.stringify({ key: "next", at: Date.now() }));
  ofTab.setItem("bpe-notes-key", "earlier"); // of another lecture that was taught in this tab
  const page = "../../explorer_ui/present/lecture/notes_page.js"; // begins as soon as it is loaded
  await import(page);
  // The key is kept for a reload, and hidden from whoever looks over the shoulder.
  assert.deepEqual([ofTab.getItem("bpe-notes-key"), hides], ["key", ["/class/ABCDEF/notes"]]);
  const [clock, trouble, drawn, large, buttons] = parent.children[0].children;
  const last = { ...of, at: 2, minutes: "", following: "", elapsed: 600 };
  const gaps = { prompt: "Where?", options: [], gaps: 2, answer: [1] };
  const pairs = { prompt: "Which?", options: [[1, 2], "none"] };
  const tally = { followers: 2, answered: 2, counts: [0, 1] };
  const none = "No lecture is running here. Begin it in the app, then open the notes from there again.";
  const [second, third] = ["2 of 3 · Pairs", "3 of 3 · Pairs"];
  const [next, end] = ["Next scene: Ids", "This is the last scene."];
  const cut = "2 followersWhere?Gap 1: 0 answersGap 2: 1 answer (right)";
  const open = "2 of 2 have answeredWhich?Option A: 0 answersnone: 1 answer";
  const timed = (/** @type {number} */ left) => open.replace("answered", `answered, ${left} s left`);
  for (const [shown, title, following, answers, time] of /** @type {any[]} */ ([
    [idle, second, next, "1 follower", /^1:05 elapsed, planned for minutes 5 to 10 · \d/],
    [{ ...idle, scene: null }],
    [{ scene: last, tally, question: gaps }, third, end, cut, /^10:00 elapsed · \d/],
    ["lost"],
    [{ scene, tally: { ...tally, left: 1 }, question: pairs }, second, next, timed(1), /^1:05 elapsed/],
    [{ scene, tally: { ...tally, left: 0 }, question: pairs }, second, next, timed(0), /^1:05 elapsed/],
    ["lost"],
    [{ scene, tally, question: pairs }, second, next, open, /^1:05 elapsed/],
    [idle, second, next, "1 follower", /^1:05 elapsed/],
    [null],
  ])) {
    seen = shown;
    await wait(1000);
    if (shown === "lost") assert.match(trouble.textContent, /^The server does not respond/);
    else assert.deepEqual([trouble.textContent, drawn.hidden], [title ? "" : none, shown !== null && !title]);
    if (!title) continue;
    assert.deepEqual(texts(drawn.children), [title, "Say.", following, answers]);
    assert.match(clock.textContent, time);
    for (const skip of buttons.children.slice(2, 4)) assert.equal(skip.disabled, shown.question !== null);
  }
  // The class was ended, and this browser has opened another one.
  assert.deepEqual(sent.splice(0)[0], ["/class/ABCDEF/notes", "Bearer key", {}]);
  seen = idle;
  for (const button of buttons.children.slice(0, 4)) await (button.hears.click(), rest());
  for (const key of ["PageDown", "PageUp", "a"]) await (keys.keydown({ key, preventDefault() {} }), rest());
  const pressed = (/** @type {string} */ press) => ["/class/GHIJKL/notes", "Bearer next", { press, at: 1 }];
  assert.deepEqual(sent, ["back", "on", "previous", "next", "on", "back"].map(pressed));
  large.scrollIntoView = () => {};
  const shows = () => (buttons.children[4].hears.click(), rest());
  for (const hidden of [false, true, false]) assert.equal((await shows(), large.hidden), hidden);
  assert.match(
    large.textContent,
    /Scan this code only where nobody else can see it: anyone who has the code /,
  );
});

test("the projector hears each press once, from the window that showed the lecture last", async () => {
  const hears = any({});
  const heard = /** @type {unknown[]} */ ([]);
  const asked = /** @type {unknown[]} */ ([]);
  /** What the server tells, in turn. @type {any[]} */
  const tells = [{ number: 4, press: "on", at: 0 }, {}, { elsewhere: true }];
  const fetch = async (/** @type {string} */ address, { body = "" }) => {
    const isStage = address.endsWith("/stage");
    asked.push(isStage ? JSON.parse(body) : address);
    const told = isStage ? await (tells.shift() ?? new Promise(() => {})) : { code: "ABCDEF" };
    return response(told, told === 404 ? 404 : 200);
  };
  const addEventListener = (/** @type {string} */ kind, /** @type {object} */ act) => (hears[kind] = act);
  give(globalThis, { fetch, addEventListener, location: { origin: "http://127.0.0.1" } });
  forget("class-key");
  const shown = { scene: { at: 0 }, elapsed: 9 };
  const link = new StageLink(
    "/class",
    () => shown,
    ({ press }) => heard.push(press),
  );
  await rest();
  const opens = ["/class", "/class/ABCDEF/open"];
  const stages = (/** @type {(number | null)[]} */ ...last) =>
    last.map((number) => ({ ...shown, heard: number }));
  assert.deepEqual(asked.splice(0), [...opens, ...stages(null, 4, 4)]);
  assert.match(link.address, /^\/class\/ABCDEF\/notes#[0-9a-f]{64}$/);
  assert.deepEqual(heard, ["on"]);
  tells.push({}, 404);
  hears.focus();
  await rest();
  hears.focus(); // it listens already
  assert.deepEqual(asked.splice(0), stages(4, 4));
  await wait(1499);
  assert.deepEqual(asked, []);
  await wait(1);
  assert.deepEqual(asked, [...opens, ...stages(null)]);
  link.stop();
});
