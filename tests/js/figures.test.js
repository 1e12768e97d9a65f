// The sentences and counts that are computed in the browser have the figures that Python counts, for random texts.

import assert from "node:assert/strict";
import { test } from "node:test";
import { casesOf } from "./cases.js";
import { factOf } from "./facts.js";
import { any, node, part } from "./page.js";
import { FirstMerges } from "../../explorer_ui/places/start/first_merges.js";
import {
  Growth,
  unpack,
  unpackLanguage,
} from "../../explorer_ui/places/vocabulary/smaller_or_larger/growth.js";
import { Languages } from "../../explorer_ui/places/vocabulary/smaller_or_larger/languages.js";
import {
  FLAT,
  wordsOnDoubling,
} from "../../explorer_ui/places/vocabulary/smaller_or_larger/words_of_growth.js";
import { Bars } from "../../explorer_ui/parts/picture/bars.js";
import { LanguageBars } from "../../explorer_ui/places/compare/languages/language_costs.js";
import { Parity } from "../../explorer_ui/places/train/several_languages/parity.js";
import { Lives } from "../../explorer_ui/places/vocabulary/unused_tokens/lives.js";
import { History } from "../../explorer_ui/parts/player/history.js";
import { countPairs } from "../../explorer_ui/parts/player/pair_counts.js";
import { Sentence } from "../../explorer_ui/parts/player/sentence.js";
import { wordsOfTraining } from "../../explorer_ui/parts/player/words_of_steps.js";
import { Prompt } from "../../explorer_ui/places/tokens/prompt_end/prompt.js";
import { Columns } from "../../explorer_ui/places/tokens/prompt_end/triangle.js";
import { SeamPicture } from "../../explorer_ui/places/tokens/two_halves/seam.js";
import { bytesOf, uint32sOf } from "../../explorer_ui/browser/payload.js";
import { DepthBar } from "../../explorer_ui/parts/token_row/strip/bar.js";
import { Depths } from "../../explorer_ui/parts/token_row/strip/depths.js";
import { readPayload } from "../../explorer_ui/parts/token_row/strip/tokenized_text.js";
import { Ways } from "../../explorer_ui/places/tokens/other_splits/ways.js";
import { Word } from "../../explorer_ui/places/tokens/other_splits/word.js";

/** @typedef {{at: any, figures: string[], word: string | null}} Ask */

/** @type {{what: string, data: any, asks: Ask[]}[]} */
const cases = casesOf("figures_cases");

const nothing = () => {};
const box = { node: { querySelectorAll: () => [] } };

/** The text of an element, with a space between its parts. @param {any} each @returns {string} */
const spaced = (each) => (typeof each === "string" ? each : each.children.map(spaced).join(" "));

/** @param {any} data @param {number} at */
function parityAt(data, at) {
  const counts = {
    parity: uint32sOf(data.rules.parity.counts),
    count: uint32sOf(data.rules.count.counts),
  };
  const drawn = { transport: { at, draw: nothing }, bars: { draw: nothing }, tabs: [node(), node()] };
  const parity = part(Parity, { data, counts, rule: "parity", ...drawn }, "sentence", "totals");
  parity.draw();
  return parity;
}

/** @param {any} data @param {number} at @returns {string[]} */
function lifeAt(data, at) {
  const lives = part(Lives, { data, chosen: -1, mark: nothing }, "touched");
  lives.choose(at);
  return lives.touched.textContent.split(". ");
}

/** @param {any} data @param {number} at */
function told(data, at) {
  const history = new History(data);
  const telling = wordsOfTraining(data, history);
  const sentence = any(new Sentence());
  sentence.draw(history, telling, at, { covered: false, beat: null });
  return { history, telling, sentence };
}

/** What is said, by the name of the case. @type {Record<string, (data: any, at: any) => string>} */
const SAID = {
  seam: (data, at) => {
    const seam = part(SeamPicture, {}, "head");
    seam.drawHead(data, data.seams[at - 1]);
    return seam.head.textContent;
  },
  seams: (data) => {
    const bytes = bytesOf(data.text);
    const characters = Array.from(bytes, (_, place) => place);
    const seam = part(SeamPicture, { characters, bytes }, "band", "changes", "sums");
    seam.drawBand(data);
    return seam.sums.textContent;
  },
  card: (data, at) => {
    const depths = new Depths(readPayload(data));
    return ["id", "position", "occurs here"].map((name) => factOf(depths, "tokens", at, name)).join(" ");
  },
  chunk: (data, byte) => {
    const depths = new Depths(readPayload(data));
    const at = depths.pieceAt("chunks", byte);
    return ["bytes", "position"].map((name) => factOf(depths, "chunks", at, name)).join(" ");
  },
  bar: (data) => {
    const bar = part(DepthBar, { buttons: [] }, "count", "remark");
    bar.show("tokens", new Depths(readPayload(data)), "");
    return bar.count.textContent;
  },
  typed: (data, at) => {
    const columns = new Columns(bytesOf(data.text));
    const prompt = part(Prompt, { data, columns, box, hidden: 0, chosen: -1 }, "touched");
    prompt.choose(at);
    return prompt.touched.textContent;
  },
  healed: (data) => {
    const prompt = part(Prompt, {}, "healed", "candidates");
    prompt.drawHealed(data);
    return prompt.healed.textContent;
  },
  prompt: (data) => {
    const prompt = part(Prompt, {}, "head");
    prompt.drawHead(data);
    return prompt.head.textContent.replace(/, for example.*/, "");
  },
  ways: (data) => {
    const words = data.words.map((/** @type {any} */ word) => new Word(word));
    const ways = part(Ways, { data, words, draw: nothing, choose: nothing }, "picker", "head", "touched");
    ways.show(0);
    return ways.head.textContent;
  },
  growth: (data, at) => {
    const [{ text, written }] = data.vocabularies;
    const parts = { texts: [unpack(text)], shown: 0, data, bytes: bytesOf(data.texts[written]) };
    const growth = part(Growth, parts, "sentence");
    growth.drawSentence(at, growth.text.stepsUnder(at));
    return growth.sentence.textContent;
  },
  doubling: (data, at) => {
    const text = unpack(data.vocabularies[0].text);
    return wordsOnDoubling(text, "it", at, text.flattensFrom(FLAT));
  },
  languages: (data, at) => {
    const languages = new Languages();
    languages.show(data.vocabularies[0].languages.map(unpackLanguage), data.first_language);
    languages.go(at);
    const other = languages.rows.find(({ language }) => language.name === "other");
    return `${other?.tokens.textContent} ${other?.times.textContent}`;
  },
  training: (data, at) => {
    const { sentence, history } = told(data, at);
    return sentence.past.textContent + (history.merges[at] ? sentence.upcoming.textContent : "");
  },
  shrunk: (data, at) => told(data, at).sentence.remark.textContent,
  pairs: (data, at) => {
    const { history, telling } = told(data, at);
    const { note, remark } = telling.pairs(at, countPairs(history, at));
    return `${note} ${/Tied.*/.exec(remark) ?? ""}`;
  },
  lives: (data) => {
    const link = { agree: nothing, report: nothing, unknown: () => null };
    const parts = { link, transport: { draw: nothing }, drawPicture: nothing };
    const lives = part(Lives, parts, "touched", "head");
    lives.update({ ...data, threshold: 90 });
    return lives.head.textContent + lives.rest;
  },
  dropped: (data, at) => {
    const lives = part(Lives, { data, transport: { at, draw: nothing }, box }, "dropped");
    lives.mark();
    return lives.dropped.textContent;
  },
  life: (data, at) => lifeAt(data, at)[0],
  swallowed: (data, at) => lifeAt(data, at).slice(1).join(". "),
  parity: (data, at) => parityAt(data, at).totals.textContent,
  // The last part, since the tokens before it may have digits.
  chosen: (data, at) => parityAt(data, at).sentence.children.at(-1),
  costs: (data, reason) => {
    const costs = part(LanguageBars, { bars: new Bars(""), reason }, "said", "told", "tokens");
    costs.update(data);
    return spaced(costs.bars.node);
  },
  "first merges": (data, [step, pair]) => {
    const merges = any(new FirstMerges(node()));
    merges.update(data);
    for (const { answer } of data.steps.slice(0, step)) merges.pick(answer);
    merges.missed = merges.step; // a second try tells both counts
    merges.pick(pair);
    return merges.said.textContent.replaceAll(/\([^)]*\)/g, "");
  },
};

for (const [what, said] of Object.entries(SAID))
  test(`figures in the browser: ${what}`, () => {
    const asked = cases.filter((each) => each.what === what);
    assert.ok(asked.length);
    for (const { data, asks } of asked)
      for (const { at, figures, word } of asks) {
        const sentence = said(data, at);
        const found = sentence.match(/\d+(?:,\d{3})*(?:\.\d+)?/g) ?? [];
        assert.deepEqual(found, figures, `${sentence} (at ${at})`);
        if (word) assert.ok(sentence.includes(word), sentence);
      }
  });

test("after a new start, the first wrong pair is hinted at again", () => {
  const { data } = cases.find((each) => each.data.steps?.[0]?.addends) ?? assert.fail();
  const merges = any(new FirstMerges(node()));
  merges.update(data);
  const wrong = data.steps[0].answer === 0 ? 1 : 0;
  for (let round = 0; round < 2; round++) {
    merges.pick(wrong);
    assert.match(merges.said.textContent, /^Not this one: .* Try again\.$/);
    merges.begin();
  }
});
