// What Python writes into the page, and what a visitor can choose; explorer_ui/site/pages.py has the same names.

import { wellFormed } from "../browser/old_browsers.js";

/**
 * @import {Step} from "../places/start/first_merges.js"
 * @import {Ending, TieBreak} from "../parts/trainer/training.js"
 *
 * A published vocabulary: its name, its file and the size of the file.
 * @typedef {{name: string, file: string, bytes: number}} VocabularyFile
 *
 * `categories` is the engine's table, compressed, as base64; `example` has the tokens of `text`.
 * @typedef {object} SiteData
 * @property {{name: string, label: string, question: string, explanation: string}[]} pages
 * @property {string} elsewhere
 * @property {Record<string, string>} styles The style sheet of each component.
 * @property {Record<string, Message.Recipe>} recipes
 * @property {Record<TieBreak, string>} tieBreaks
 * @property {Record<Ending, string>} endings
 * @property {Record<string, Message.PatternParts>} patterns
 * @property {string} categories
 * @property {Record<string, VocabularyFile>} vocabularies
 * @property {string} own The name of the tokenizer that is trained on the text.
 * @property {Record<string, string>} samples
 * @property {{text: number, merges: number, learned: number, encode: number, link: number}} limits
 * @property {string} text
 * @property {string} encodeText
 * @property {Message.StripData} example
 * @property {string} exampleOf The vocabulary of its tokens.
 * @property {{sentence: string, note: string, data: Message.TrainingData}} opening
 * @property {Step[]} firstMerges
 *
 * `tokenizer` is the choice on Tokens; "" means the example's vocabulary while the text is the example, otherwise
 * the smallest vocabulary.
 * @typedef {object} State
 * @property {string} page
 * @property {string} text
 * @property {string} recipe
 * @property {string} tie
 * @property {number} merges
 * @property {boolean} rare
 * @property {string} tokenizer
 * @property {string} encoder
 * @property {string} encode
 */

/** The state at the beginning. @param {SiteData} data @returns {State} */
const beginning = (data) => ({
  page: data.pages[0].name,
  text: data.text,
  recipe: "gpt2",
  tie: "first-seen",
  merges: 100,
  rare: true,
  tokenizer: "",
  encoder: "trained",
  encode: data.encodeText,
});

/**
 * What an address says; a value that cannot be chosen is ignored.
 *
 * @param {string} hash @param {SiteData} data @returns {State}
 */
export function stateOf(hash, data) {
  const said = new URLSearchParams(hash.slice(1));
  const state = beginning(data);
  const choices = {
    page: data.pages.map(({ name }) => name),
    recipe: Object.keys(data.recipes),
    tie: Object.keys(data.tieBreaks),
    tokenizer: Object.keys(data.vocabularies),
    encoder: ["trained", ...Object.keys(data.vocabularies)],
  };
  for (const [name, values] of Object.entries(choices)) {
    const value = said.get(name) ?? "";
    if (values.includes(value)) Object.assign(state, { [name]: value });
  }
  const merges = Number(said.get("merges") || state.merges);
  if (Number.isInteger(merges)) state.merges = Math.min(Math.max(merges, 0), data.limits.merges);
  state.rare = said.get("rare") !== "false";
  state.text = wellFormed((said.get("text") ?? state.text).slice(0, data.limits.text));
  state.encode = wellFormed((said.get("encode") ?? state.encode).slice(0, data.limits.encode));
  return state;
}

/**
 * The address of a state; values that it would have anyway are left out, and so is a long text.
 *
 * @param {State} state @param {SiteData} data
 */
export function hashOf(state, data) {
  const said = new URLSearchParams();
  for (const [name, value] of Object.entries(beginning(data))) {
    const mine = String(state[/** @type {keyof State} */ (name)]);
    if (mine !== String(value) && mine.length <= data.limits.link) said.set(name, mine);
  }
  return `#${said}`;
}
