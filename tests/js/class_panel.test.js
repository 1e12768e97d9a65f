// What the panel of a teacher says, and what its class is told.

import assert from "node:assert/strict";
import { mock, test } from "node:test";
import { asking, CARD, response, stopClock } from "./class_page.js";
import { any, give, rest, texts } from "./page.js";
import { forget, keep } from "../../explorer_ui/browser/tab_storage.js";
import { ClassPanel } from "../../explorer_ui/present/classroom/class_panel.js";

const { document } = globalThis;
stopClock();

const OFFER = { base: "/class", page: "train", known_as: "Files", link: null, question: null };
const WAITS = "This question is open. Reveal its answer (Page Down), then go on.";

/**
 * A teacher's panel on a page with a picture, whose class is open: `told` is what the class is told, `covers` how the
 * picture was last covered.
 *
 * @param {object} [picture] @param {Record<string, string>} [kinds] Of questions that can be asked.
 */
async function panelOf(picture = {}, kinds = { rank: "Rank" }) {
  const one = any({ step: 3, status: 200, told: [], covers: [], sent: [] });
  const name = { code: "ABCDEF", ticket: "t", address: "http://127.0.0.1/class", qr: { path: "", side: 1 } };
  const drawn = give(
    { asks: [], step: () => one.step, scene: () => ({ player: 1 }) },
    { cover: (...how) => (one.covers = how), ...picture },
  );
  const fetch = async (/** @type {string} */ _, /** @type {any} */ { headers }) => {
    one.key = headers.Authorization;
    return response({ ...name, followers: 0, answered: 0, error: "Too many classes." }, one.status);
  };
  give(globalThis, { fetch, location: new URL("http://127.0.0.1/train") });
  give(document, { bpePicture: { address: "/train", picture: drawn } });
  forget("class-key");
  const panel = new ClassPanel((_, value) => one.sent.push(value));
  panel.offered({ ...OFFER, kinds });
  await panel.open(null, true);
  panel.teaching?.stop();
  give(/** @type {object} */ (panel.teaching), { name, tell: (change) => one.told.push(change) });
  return give(one, { panel, flow: panel.flow });
}

test("a class is told of each question what its phones need, and then goes on with what it asked about", async () => {
  const app = { page: "train", link: null };
  const scene = { scene: { player: 1, ...app }, step: 3, question: null, covered: false };
  const game = { rows: [], merges: 2, first_id: 256 };
  for (const [posed, kind, seen, next] of /** @type {any[]} */ ([
    [{}, { options: ["a", "b"] }, undefined, [{ question: null, covered: false }, "next"]],
    [
      { gaps: 2, scene: { card: 1 }, card: CARD },
      { gaps: 2 },
      { card: 1, ...app, page: "quiz" },
      [scene, "next"],
    ],
    [{ game, scene: { player: 2 } }, { game }, { player: 2, ...app }, ["next", scene]],
    [{ test: 0, options: [], scene: { cards: [] } }, { test: 0 }, { cards: [], ...app }, [scene, "next"]],
  ])) {
    const { flow, told, panel } = await panelOf();
    panel.seconds.value = "20";
    told.length = 0;
    await flow.ask(asking({ ...posed, next: () => told.push("next") }));
    assert.equal(panel.large.hidden, true);
    await flow.uncover();
    flow.explain();
    flow.goOn();
    const question = { prompt: "Which?", ...kind, seconds: 20 };
    assert.deepEqual(told, [
      { ...(seen && { scene: seen, step: 0 }), question, covered: false },
      { uncover: [0], covered: false },
      { explain: "", covered: false },
      ...next,
    ]);
  }
});

test("a step tells the class so, closes the question that it goes beyond, and waits for an open one", async () => {
  const moved = { step: 4, covered: false };
  const scene = { scene: { player: 1, page: "train", link: null }, question: null, ...moved };
  for (const [posed, reveals, step, told, stays] of /** @type {any[]} */ ([
    [null, false, 4, [moved], false],
    [{}, false, 4, [], true],
    [{}, true, 3, [{ ...moved, step: 3 }], true],
    [{}, true, 4, [{ ...moved, question: null }], false],
    [{ card: CARD }, true, 4, [scene], false],
    [{ test: 1 }, true, 4, [scene], false],
    [{ game: { merges: 2 } }, true, 4, [moved], true],
  ])) {
    const one = await panelOf();
    const { flow, panel } = one;
    if (posed) await flow.ask(asking(posed));
    if (reveals) await flow.uncover();
    one.told.length = 0;
    one.step = step;
    panel.movedTo(step);
    const note = stays && !reveals ? WAITS : "";
    assert.deepEqual([one.told, !panel.card.root.hidden, flow.note], [told, stays, note]);
  }
});

test("what a question asks is hidden until it is revealed, and what comes next until it is asked", async () => {
  const next = asking();
  const one = await panelOf({ asks: [next] });
  const { flow, panel } = one;
  const covers = () => (panel.cover(), one.covers);
  assert.deepEqual(covers(), ["next", false, false]);
  panel.questions = false;
  assert.deepEqual(covers(), [null, false, false]);
  panel.questions = true;
  for (const [ask, open, revealed] of [
    [next, "next", null],
    [asking({ card: CARD }, "count"), "count", "next"],
  ]) {
    await flow.ask(ask);
    assert.deepEqual(covers(), [open, true, true]);
    await flow.uncover();
    assert.deepEqual(covers(), [revealed, false, true]);
    flow.forget();
  }
  panel.teaching = null;
  assert.deepEqual(covers(), [null, false, false]);
});

test("while a class is being found again after a reload, what comes next is hidden already", async () => {
  for (const isDrawn of [true, false]) {
    const covers = /** @type {any[]} */ ([]);
    const picture = give(
      { asks: [asking()], step: () => 3, scene: () => ({ player: 1 }) },
      { cover: (...how) => covers.push(how) },
    );
    let refuse = () => {};
    const refused = new Promise((resolve) => {
      refuse = () => resolve(response({ error: "The class has ended." }, 404));
    });
    give(globalThis, { fetch: () => refused, location: new URL("http://127.0.0.1/train") });
    give(document, { bpePicture: isDrawn ? { address: "/train", picture } : null });
    keep("class-key", JSON.stringify({ key: "k", at: Date.now() }));
    const panel = new ClassPanel(() => {});
    panel.offered(any({ ...OFFER, kinds: { rank: "Rank" } }));
    if (!isDrawn) {
      give(document, { bpePicture: { address: "/train", picture } });
      panel.showsAnother();
    }
    assert.deepEqual(covers, [["next", false, false]]);
    refuse();
    await rest();
    assert.deepEqual(covers.at(-1), [null, false, false]);
    assert.equal(panel.trouble.textContent, "The class has ended.");
    forget("class-key");
  }
});

test("the panel counts the followers, and while a question is open those who have answered", async () => {
  const { flow, panel } = await panelOf();
  const said = (/** @type {object} */ tally) => {
    panel.tally = any({ followers: 2, answered: 1, ...tally });
    panel.draw();
    return `${panel.count.textContent}|${panel.card.clock.textContent}`;
  };
  assert.deepEqual([said({}), said({ followers: 1 })], ["2 followers|", "1 follower|"]);
  await flow.ask(asking());
  assert.equal(panel.count.textContent, "0 of 1 have answered"); // of this question
  const open = "1 of 2 have answered";
  const timed = [`${open}, 1 s left|1 s left`, `${open}, the time is up|The time is up.`];
  assert.deepEqual([said({}), said({ left: 1 }), said({ left: 0 })], [`${open}|`, ...timed]);
});

test("a class is ended by two presses within four seconds", async () => {
  const { panel } = await panelOf();
  const { setTimeout } = globalThis;
  give(globalThis, { setTimeout: (act, time) => (setTimeout(act, time), 1) }); // a number, as in a browser
  const press = () => any(panel.endButton).hears.click();
  const said = () => [panel.endButton.textContent, panel.teaching !== null, panel.root.hidden];
  press();
  mock.timers.tick(3999);
  assert.deepEqual(said(), ["Press again to end it for everyone", true, false]);
  mock.timers.tick(1);
  assert.deepEqual(said(), ["End the class", true, false]);
  press();
  assert.equal(panel.teaching !== null, true);
  press();
  assert.deepEqual(said(), ["End the class", false, true]);
});

test("trouble with the server is over when it responds, other trouble stays", async () => {
  const { panel } = await panelOf();
  const after = (/** @type {string} */ said) => (
    panel.teaching.hears.trouble(said),
    panel.trouble.textContent
  );
  panel.trouble.textContent = "No merge is left.";
  assert.deepEqual(["", "Lost.", "", ""].map(after), ["No merge is left.", "Lost.", "", ""]);
});

test("the counts of an open question are not its results, those of a revealed one are", async () => {
  const { flow, panel } = await panelOf();
  const { card, results, teaching } = panel;
  const counts = { followers: 2, answered: 1, present: 2, counts: [1, 0] };
  teaching.hears.tally(counts);
  await flow.ask(asking());
  teaching.hears.tally({ ...counts, tokens: [[20, 1]] });
  assert.match(card.options.textContent, /20 tokens/); // the board of a game fills meanwhile
  assert.deepEqual(results.rows, []);
  await flow.uncover();
  teaching.hears.tally({ followers: 2, answered: 1 });
  assert.deepEqual(results.rows, []);
  teaching.hears.tally(counts);
  const rows = [[1, "Which?", "a", "yes", 1, 2], [1, "Which?", "b", "", 0, 2]]; // prettier-ignore
  assert.deepEqual(results.rows, rows);
  results.forget();
});

test("a class that a server refuses says why, and can be opened again", async () => {
  const one = await panelOf();
  const { panel } = one;
  const { card, large, root, strip, trouble } = panel;
  panel.leave();
  for (const [status, said, refusal] of /** @type {[number, string, string][]} */ ([
    [503, "Too many classes.", ""],
    [200, "", "A class is open: its panel is at the bottom"],
  ])) {
    one.status = status;
    await panel.open(null, true);
    const hidden = [root, strip, large].map((part) => part.hidden);
    assert.deepEqual(hidden, [false, status !== 200, status !== 200]);
    assert.deepEqual([trouble.textContent, panel.refusal, card.root.hidden], [said, refusal, true]);
  }
  panel.destroy();
  panel.offer = null;
  assert.equal(panel.refusal, "Classes are switched off on this server");
});

test("a page that is opened during a class joins it, and keeps the code small until it is asked for", async () => {
  const one = await panelOf();
  const { panel } = one;
  keep("class-key", JSON.stringify({ key: "opened", at: Date.now() }));
  const another = new ClassPanel(() => {});
  another.offered(any({ ...OFFER, kinds: {} }));
  await rest();
  assert.deepEqual([one.key, another.code.textContent], ["Bearer opened", "ABCDEF"]);
  assert.deepEqual([another.large.hidden, panel.large.hidden], [true, false]);
  any(another.codeButton).hears.click();
  assert.deepEqual([another.large.hidden, another.codeButton.textContent], [false, "Hide the code"]);
  another.destroy();
  another.openByHand();
  another.destroy(); // before the server has responded
  await rest();
  assert.deepEqual([another.root.hidden, another.teaching], [true, null]);
});

test("the phones hide what comes next as soon as the teacher's picture does", async () => {
  let covered = false;
  const { panel, told } = await panelOf({ covered: () => covered });
  Object.defineProperty(panel.teaching, "isSeen", { value: true });
  const tells = [false, true, true, false].map((hides) => {
    told.length = 0;
    covered = hides;
    panel.draw();
    return told.map((/** @type {any} */ change) => change.covered).join();
  });
  assert.deepEqual(tells, ["", "true", "", "false"]);
});

test("a page that phones cannot follow is named to them, and offers no questions", async () => {
  for (const [kinds, named] of /** @type {any[]} */ ([
    [{}, ["Files"]],
    [{ rank: "Rank" }, []], // its picture, which phones can follow, is not drawn yet
  ])) {
    const { panel, told } = await panelOf({}, kinds);
    give(document, { bpePicture: null });
    told.length = 0;
    panel.tellScene();
    const names = told.map((/** @type {any} */ change) => change.scene.elsewhere);
    assert.deepEqual(names, named);
    for (const { hidden } of [panel.another.root, ...panel.how]) assert.equal(hidden, named.length > 0);
  }
});

test("a question stays open on another page or text, and its answer leads to what is shown there", async () => {
  const { flow, panel, told } = await panelOf();
  await flow.ask(asking());
  told.length = 0;
  panel.tellScene();
  assert.match(flow.note, /^This question was asked on another page or text\. Reveal its answer /);
  assert.deepEqual(told, []);
  await flow.uncover();
  flow.explain();
  flow.goOn();
  assert.deepEqual(any(told.at(-1)).scene, { player: 1, page: "train", link: null });
});

test("of several pages of a teacher the class follows the one that is seen, where it still is", async () => {
  for (const [hidden, path, told] of /** @type {[boolean, string, number][]} */ ([
    [false, "/train", 1],
    [true, "/train", 0],
    [false, "/tokens", 0],
  ])) {
    const one = await panelOf();
    give(document, { hidden });
    give(globalThis, { location: new URL(path, "http://127.0.0.1") });
    for (const tells of [() => one.panel.movedTo(4), () => one.panel.tellScene()]) {
      one.told.length = 0;
      tells();
      assert.equal(one.told.length, told);
    }
  }
  give(document, { hidden: false });
});

test("of the buttons of a class those can be pressed that lead on, and the next one stands out", async () => {
  const ask = asking();
  const { flow, panel, told } = await panelOf({ asks: [ask] });
  const { results, teaching } = panel;
  const can = (/** @type {any} */ press) =>
    press.hasAttribute("aria-disabled") ? "-" : press.classList.has("first") ? "!" : "+";
  const shown = () => (
    panel.draw(),
    [panel.asks[0].press, ...panel.beats, panel.saveButton].map(can).join("")
  );
  panel.questions = false;
  assert.equal(shown(), "+-----"); // ask, reveal, explain, replay, go on, save
  panel.questions = true;
  assert.equal(shown(), "!-----");
  const times = ["no time limit", "20 s to answer", "60 s to answer", "180 s to answer"];
  assert.deepEqual(texts(any(panel.seconds).children), times);
  await flow.ask(ask);
  assert.equal(shown(), "-!----");
  told.length = 0;
  for (const press of [panel.asks[0].press, ...panel.beats.slice(1)]) press.hears.click();
  await rest();
  assert.deepEqual(told, []);
  await flow.uncover();
  teaching.hears.tally({ followers: 2, answered: 1, present: 2, counts: [1, 0] });
  assert.equal(shown(), "+-!--+");
  flow.explain();
  assert.equal(shown(), "+---!+");
  flow.goOn();
  assert.equal(shown(), "!----+");
  results.forget();
});

test("a question of the Quiz is previewed, and asked once no other one is open", async () => {
  const one = await panelOf();
  const { flow, panel, sent, told } = one;
  const { another } = panel;
  const { ask, trouble, card } = another;
  const hear = async (/** @type {object} */ question) => {
    another.heard(
      any({ ...OFFER, kinds: {}, question: { name: sent.at(-1).name, cards: [], card: null, ...question } }),
    );
    await rest();
    return [ask.disabled, trouble.textContent, card.prompt.textContent];
  };
  const none = "This text allows no question of this kind. Choose another kind, or a longer text.";
  const made = { card: { ...CARD, question: "Which id?", answer: 1 } };
  another.make();
  assert.deepEqual(await hear({}), [true, none, ""]);
  another.make();
  assert.deepEqual(await hear(made), [false, "", "Which id?"]);
  await flow.ask(asking());
  another.askIt();
  assert.deepEqual([ask.disabled, trouble.textContent], [true, WAITS]);
  await flow.uncover();
  another.make();
  await hear(made);
  told.length = 0;
  another.askIt();
  await rest();
  await flow.uncover();
  assert.deepEqual(told[0]?.question, { prompt: "Which id?", options: ["A", "B"], seconds: 0 });
  // What the phones are shown has the answer only once it is revealed.
  assert.deepEqual([told[0].scene.card.answer, told[1].uncover, told[1].scene.card.answer], [null, [1], 1]);
  another.askTest(1);
  assert.equal(sent.at(-1).wants, "test 1");
  await hear({ cards: [CARD] });
  const prompt = "Fourteen questions, on your phone.";
  assert.deepEqual(told[2]?.question, { prompt, test: 1, seconds: 0 });
});
