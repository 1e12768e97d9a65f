// What a phone says and sends while it follows a class.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { CARD, CHOICE, response, stopClock, wait } from "./class_page.js";
import { any, give, node, rest, texts } from "./page.js";
import { LETTERS } from "../../explorer_ui/browser/numbers.js";

const { document } = globalThis;
stopClock();

const FOLLOWER = "../../explorer_ui/present/classroom/follower_page.js"; // begins as soon as it is loaded
let loaded = 0;
/** Of each phone another class: what one keeps is not the next one's. */
const codeAfter = (/** @type {number} */ number) =>
  `CODE${LETTERS[Math.floor(number / 12)]}${LETTERS[number % 12]}`;

/**
 * A phone that follows a class.
 *
 * @param {object} shown What the server says that the class sees.
 * @param {object | Function} scene What is drawn, or the response with it.
 * @param {(number | string)[]} votes The status with which the server takes each answer; "lost": no response.
 */
async function phone(shown, scene = {}, votes = [], code = codeAfter(loaded)) {
  const parent = node();
  const one = any({ status: 200, votes: [], hears: {} });
  const fetch = async (/** @type {string} */ address, { body = "{}" }) => {
    const isVote = address.includes("/vote");
    if (isVote) one.votes.push(JSON.parse(body).option);
    const status = isVote ? (votes.shift() ?? 200) : one.status;
    if (status === "lost") throw new TypeError();
    if (status !== 200) return response({ error: `Status ${status}.` }, status);
    if (address.includes("/scene/")) return typeof scene === "function" ? scene(address) : response(scene);
    return response({ voter: "v", now: 0, step: 3, scene: "s", ...shown });
  };
  class EventSource {
    addEventListener = (/** @type {string} */ kind, /** @type {object} */ act) => (one.hears[kind] = act);
    close() {}
  }
  give(globalThis, { fetch, EventSource, location: { pathname: `/class/${code}`, hash: "#ticket" } });
  give(document, { getElementById: () => parent });
  await import(`${FOLLOWER}?${++loaded}`);
  await rest();
  const [root] = parent.children;
  const [head, card, sheet, , , , link] = root.children;
  const [, clock, , options, , , , note] = card.children;
  const said = () => head.children[1].textContent;
  return give(one, { root, said, sheet, link, clock, options, note });
}

const FILES = { elsewhere: "Files", page: "train?view=files", link: "text=a" };
const TOUCH = "Touch your answer. You cannot change it.";
const COUNTED = "Your answer is counted. Wait for the teacher to reveal the result.";
const UNSENT = "No connection. Your answer will be sent again...";
const FULL = "The class is full: you can watch, but not answer.";
const CLOSED = "The class is closed. If the teacher opens it again, this page reconnects.";
const AFAR = "The teacher is showing the page Files, which phones do not follow. Look at the projector.";

test("a phone says what the teacher shows and what it is asked", async () => {
  const next = "Waiting for the teacher's next question.";
  const gaps = { card: { ...CARD, units: ["YQ==", "Yg=="] } };
  for (const [shown, scene, said, note, leads] of /** @type {any[]} */ ([
    [{ scene: null }, {}, "Waiting for the teacher.", "", true],
    [{}, { elsewhere: "Challenge" }, next, "", true],
    [{}, { card: CARD }, next, "", true],
    // The Quiz of the app opens with the same question, and its answer one touch away.
    [{ question: CHOICE }, { card: CARD }, "", TOUCH, false],
    [{ question: { ...CHOICE, answer: [0] } }, { card: CARD }, "", "", true],
    [{ question: { ...CHOICE, gaps: 1 } }, gaps, "", TOUCH.replace("Touch your answer", "Place the boundaries, then press Send"), false], // prettier-ignore
    [{ question: { ...CHOICE, options: [], test: 0 } }, { cards: [CARD] }, "", TOUCH, false],
    [{ question: { ...CHOICE, options: [], test: 0, answer: [] } }, { cards: [CARD] }, "", "", true],
    [{}, FILES, AFAR, "", true],
    [{ covered: true }, FILES, AFAR, "", false],
    [{ question: CHOICE }, FILES, AFAR, TOUCH, false],
    [{ question: CHOICE, voter: null }, FILES, AFAR, FULL, false],
    [{ question: { ...CHOICE, answer: [0] } }, FILES, AFAR, "", true],
    [{ question: { ...CHOICE, options: [[97, 98]] } }, FILES, AFAR, "", false], // without tokens to show
    [{}, { growth: {} }, "This page cannot show what the teacher is showing.", "", true],
  ])) {
    const one = await phone(shown, scene);
    assert.deepEqual([one.said(), one.note.textContent, !one.link.hidden], [said, note, leads]);
  }
});

test("a phone leads to the page of the app that the teacher shows, and nowhere else", async () => {
  for (const [scene, words, href] of /** @type {[object, string, string][]} */ ([
    [{ card: CARD, page: "quiz", link: null }, "More questions in the app", "/quiz"],
    [{ elsewhere: "Files", page: "train", link: "text=a" }, "Open this page in the app", "/train?text=a"],
    [FILES, "Open this page in the app", "/train?view=files&text=a"],
    [{ ...FILES, page: "https://other.org" }, "Open this page in the app", "/train?text=a"],
    [{ ...FILES, page: "train?next=files" }, "Open this page in the app", "/train?text=a"],
  ])) {
    const { link } = await phone({}, scene);
    assert.deepEqual([link.textContent, link.href], [words, href]);
  }
});

test("a phone draws the scene that is shown now, and asks again for one that does not arrive", async () => {
  const chat = { ...FILES, elsewhere: "Chat" };
  const late = Promise.withResolvers();
  const one = await phone({}, (/** @type {string} */ address) =>
    address.includes("/scene/s?") ? late.promise : response(chat),
  );
  one.hears.message({ data: JSON.stringify({ scene: "other", step: 3, question: null }) });
  await rest();
  late.resolve(response(FILES));
  await rest();
  assert.equal(one.said(), AFAR.replace("Files", "Chat"));
  const answers = [503, 200];
  const again = await phone({}, () => response(FILES, answers.shift()));
  await wait(1499);
  assert.deepEqual(answers, [200]);
  await wait(1);
  assert.equal(again.said(), AFAR);
});

test("a phone says what it has lost, and no more of it when it is back", async () => {
  const one = await phone({ scene: null });
  for (const [status, said] of [
    ["lost", "Connection lost. Reconnecting..."],
    [404, CLOSED],
    [503, "Connection lost. Reconnecting..."],
    [200, "Waiting for the teacher."],
  ]) {
    one.status = status;
    one.hears.error();
    await wait(5000);
    assert.deepEqual([one.said(), one.root.classList.has("in-trouble")], [said, status !== 200]);
  }
  one.hears.over();
  assert.equal(one.said(), "The class has ended. This page keeps what it shows until you leave it.");
});

test("an answer is sent until the server has it, and can be sent again only if it was refused", async () => {
  for (const [votes, said, later, sent] of /** @type {[(number | string)[], string, string, number][]} */ ([
    [[200], COUNTED, COUNTED, 1],
    [["lost", "lost", 200], UNSENT, COUNTED, 3],
    [[409], "Status 409.", "Status 409.", 1],
    [["lost", 409], UNSENT, COUNTED, 2],
    [[422], "Status 422.", "Status 422.", 1],
  ])) {
    const one = await phone({ question: CHOICE }, FILES, votes);
    const answers = () => one.options.children[1];
    answers().hears.click();
    assert.equal(one.note.textContent, "Sending your answer...");
    await rest();
    assert.equal(one.note.textContent, said);
    for (let times = 0; times < 2; times++) await wait(1500);
    assert.deepEqual([one.note.textContent, one.votes], [later, Array(sent).fill(1)]);
    const refused = said === "Status 422.";
    assert.equal(answers().getAttribute("aria-disabled"), refused ? null : "true");
    assert.equal(answers().textContent, refused ? "two" : "twoyour answer");
  }
});

test("an answer that was not sent before a reload is sent then, but not to another question", async () => {
  const one = await phone({ question: CHOICE }, FILES, ["lost"], "RELOAD");
  one.options.children[1].hears.click();
  await rest();
  for (const [number, votes, said] of [
    [8, [], TOUCH],
    [7, [1], COUNTED],
    [7, [], COUNTED],
  ]) {
    const again = await phone({ question: { ...CHOICE, number } }, FILES, [], "RELOAD");
    assert.deepEqual([again.votes, again.note.textContent], [votes, said]);
  }
});

const LATE = "Your answer came too late and was not counted.";
const LATE_SHEET = "Your answers came too late and were not counted.";

test("an answer that was not sent before the result is shown is said to be not counted, and not shown as one", async () => {
  const revealed = { ...CHOICE, answer: [0], counts: [0, 0], present: 1 };
  const isLate = (/** @type {any} */ { note, options }) =>
    assert.deepEqual([note.textContent, options.children[1].textContent], [LATE, "two0 answers, 0%"]);
  for (const [votes, waits] of /** @type {[(number | string)[], string][]} */ ([
    [["lost"], UNSENT],
    [[422], "Status 422."], // the server was faster than the news of the result
  ])) {
    const one = await phone({ question: CHOICE }, FILES, votes);
    const hear = async (/** @type {object | null} */ question) => {
      one.hears.message({ data: JSON.stringify({ scene: "s", step: 3, question }) });
      await rest();
    };
    one.options.children[1].hears.click();
    await rest();
    assert.equal(one.note.textContent, waits);
    await hear(revealed);
    await wait(1500);
    isLate(one);
    await hear({ ...revealed, reason: "So." });
    assert.deepEqual([one.note.textContent, one.votes], [LATE, [1]]);
    await hear({ ...CHOICE, number: 8 });
    assert.equal(one.note.textContent, `${LATE.replace("answer", "last answer")} ${TOUCH}`);
    one.options.children[0].hears.click();
    await rest();
    assert.deepEqual([one.note.textContent, one.votes], [COUNTED, [1, 0]]);
  }
  const one = await phone({ question: CHOICE }, FILES, ["lost"], "LATEST");
  one.options.children[1].hears.click();
  await rest();
  isLate(await phone({ question: revealed }, FILES, [], "LATEST")); // loaded again
});

test("an answer that the result overtakes while it is being sent is not said to be late", async () => {
  const one = await phone({ question: CHOICE }, FILES);
  one.options.children[1].hears.click();
  const question = { ...CHOICE, answer: [0], counts: [0, 1], present: 1 };
  one.hears.message({ data: JSON.stringify({ scene: "s", step: 3, question }) });
  assert.equal(one.note.textContent, "Sending your answer...");
  await rest();
  assert.deepEqual([one.note.textContent, one.options.children[1].children[1].textContent], ["", "your answer"]); // prettier-ignore
});

test("boundaries and sheets that were not sent before the result is shown are said to be not counted", async () => {
  const card = { ...CARD, units: ["YQ==", "Yg=="] };
  const word = { ...CHOICE, options: [], gaps: 1 };
  const sheet = { ...CHOICE, options: [], test: 0 };
  const place = (/** @type {any} */ one) => {
    const [units, , send] = one.options.children;
    units.children[1].hears.click();
    send.hears.click();
  };
  const fill = (/** @type {number} */ most) => (/** @type {any} */ one) => {
    const [form] = one.sheet.children;
    form.children[1].value = "lower";
    form.hears.submit({ preventDefault() {} });
    for (let at = 0; at < most; at++) one.sheet.children[1].children[3].children[1].hears.click();
  };
  for (const [asked, result, scene, act, said] of /** @type {any[]} */ ([
    [word, { counts: [0], found: [0, 0], answer: [0] }, { card }, place, LATE],
    [sheet, { report: { sheets: 0 }, answer: [] }, { cards: [CARD, CARD] }, fill(2), LATE_SHEET],
    [sheet, { report: { sheets: 0 }, answer: [] }, { cards: [CARD, CARD] }, fill(1), LATE_SHEET],
    [sheet, { report: { sheets: 0 }, answer: [] }, { cards: [CARD, CARD] }, fill(0), ""],
  ])) {
    const code = codeAfter(loaded);
    const one = await phone({ question: { ...asked, number: loaded } }, scene, ["lost", "lost"], code);
    const revealed = { ...asked, ...result, number: loaded - 1, present: 1 };
    act(one);
    await rest();
    one.hears.message({ data: JSON.stringify({ scene: "s", step: 3, question: revealed }) });
    await wait(1500);
    const again = await phone({ question: revealed }, scene, [], code);
    assert.deepEqual([one.note.textContent, again.note.textContent], [said, said]);
    assert.equal(one.sheet.hidden, true);
    if (act !== place) continue;
    const gap = one.options.children[0].children[1];
    assert.equal(gap.classList.has("wrong"), false);
  }
});

test("a sheet for which the time is up is not counted, and asks for no other word", async (context) => {
  let clock = 5000;
  context.mock.method(performance, "now", () => clock);
  const asked = { ...CHOICE, options: [], test: 0, until: 120, number: 99 };
  const one = await phone({ now: 100, question: asked }, { cards: [CARD] }, ["lost", 422]);
  const [form] = one.sheet.children;
  form.children[1].value = "lower";
  form.hears.submit({ preventDefault() {} });
  one.sheet.children[1].children[3].children[1].hears.click();
  clock += 20_000;
  await wait(1500);
  assert.deepEqual([one.note.textContent, one.clock.textContent, one.sheet.children], [LATE_SHEET, "The time is up.", []]); // prettier-ignore
});

test("the gaps of a word are sent as a list of those that are boundaries", async () => {
  const card = { ...CARD, units: ["YQ==", "Yg==", "Yw==", "ZA=="] };
  const one = await phone({ question: { ...CHOICE, options: [], gaps: 3 } }, { card });
  const [word, , send] = one.options.children;
  for (const gap of [1, 5]) word.children[gap].hears.click();
  send.hears.click();
  await rest();
  assert.deepEqual(one.votes, [[0, 2]]);
});

test("a test whose word is taken asks for another one, and keeps the answers", async () => {
  const one = await phone({ question: { ...CHOICE, options: [], test: 0 } }, { cards: [CARD] }, [422]);
  const type = async (/** @type {string} */ word) => {
    const [form] = one.sheet.children;
    const [words, field] = form.children;
    field.value = word;
    form.hears.submit({ preventDefault() {} });
    await rest();
    return words.textContent;
  };
  assert.match(await type(" lower "), /^Choose a word that you will remember\. /);
  assert.deepEqual([one.sheet.hidden, one.said()], [false, ""]);
  assert.equal(one.sheet.children[0].textContent, "Question 1 of 1");
  one.sheet.children[1].children[3].children[1].hears.click();
  await rest();
  assert.equal(await type("low"), "Status 422.");
  const sheets = ["lower", "low"].map((word) => ({ word, answers: [1] }));
  assert.deepEqual([one.votes, one.sheet.hidden], [sheets, true]);
});

test("the sheet of one class is not that of the next one in the same tab", async () => {
  const question = { ...CHOICE, options: [], test: 0, number: 50 };
  for (const code of ["FIRSTS", "OTHERS"]) {
    const one = await phone({ question }, { cards: [CARD] }, [], code);
    const [form] = one.sheet.children;
    assert.match(form.textContent, /^Choose a word that you will remember\. /);
    form.children[1].value = "lower";
    form.hears.submit({ preventDefault() {} });
    one.sheet.children[1].children[3].children[1].hears.click();
    await rest();
    assert.deepEqual(one.votes, [{ word: "lower", answers: [1] }]);
  }
});

test("the time to answer is counted down by the server's clock, and then nobody can answer", async (context) => {
  let clock = 5000;
  context.mock.method(performance, "now", () => clock);
  const one = await phone({ now: 100, question: { ...CHOICE, until: 120 } }, FILES);
  for (const [now, left, note, disabled] of /** @type {[number, string, string, string | null][]} */ ([
    [0, "20 s left", TOUCH, null],
    [19_100, "1 s left", TOUCH, null],
    [20_000, "The time is up.", "", "true"],
    [60_000, "The time is up.", "", "true"],
  ])) {
    clock = 5000 + now;
    mock.timers.tick(250);
    assert.deepEqual([one.clock.textContent, one.note.textContent], [left, note]);
    assert.equal(one.options.children[0].getAttribute("aria-disabled"), disabled);
  }
  const revealed = await phone({ now: 100, question: { ...CHOICE, answer: [0], until: 120 } }, FILES);
  assert.equal(revealed.clock.textContent, "");
});

test("a phone without a ticket joins the class of its address, or asks for another code", async () => {
  const parent = node();
  let [asked, status] = [/** @type {string[]} */ ([]), 200];
  const fetch = async (/** @type {string} */ address) => {
    asked.push(address);
    const joins = address.endsWith("/join");
    return response({ ticket: "t", error: "No such class." }, joins ? status : 200);
  };
  give(document, { getElementById: () => parent });
  const load = async (/** @type {string} */ pathname, hash = "") => {
    asked = [];
    give(globalThis, { fetch, location: { pathname, hash } });
    await import(`${FOLLOWER}?${++loaded}`);
    await rest();
    return asked;
  };
  assert.deepEqual(await load("/class/abcxyz/"), ["/class/ABCXYZ/join", "/class/ABCXYZ/now?ticket=t"]);
  assert.deepEqual(await load("/class/ABCXYZ"), ["/class/ABCXYZ/now?ticket=t"]);
  assert.deepEqual(await load("/class/ABCXYZ", "#u"), ["/class/ABCXYZ/now?ticket=u"]);
  status = 404;
  for (const [path, code, problem] of [
    ["/class/abcdex", "ABCDEX", "No such class."],
    ["/class", "", ""],
  ]) {
    await load(path);
    const [title, , field, , trouble] = parent.children[0].children;
    assert.deepEqual(texts([title, trouble]), ["Join a class", problem]);
    assert.equal(field.getAttribute("value"), code);
  }
});
