// The two elements for any page: <bpe-player> and <bpe-tokens>. The file with both is written by elements.py.

import { encoderFrom, inflated } from "../browser/encoder/encoder.js";
import { attrs, el, inside } from "../browser/dom.js";
import { PictureElement, define, fileAt } from "../browser/element.js";
import { mountInstance } from "../browser/mount.js";
import { clamp, grouped } from "../browser/numbers.js";
import { bytesOf } from "../browser/payload.js";
import { Player } from "../parts/player/player.js";
import { DEPTHS } from "../parts/token_row/strip/depths.js";
import { Strip } from "../parts/token_row/strip/token_strip.js";
import { patternsOf } from "../parts/trainer/beginning.js";
import { trained, trainingData } from "../parts/trainer/training.js";
import { encodingData } from "./encoding.js";
import { stripOf } from "./strip.js";
import { publishedTokenizer, trainedTokenizer } from "./tokenizers.js";

/**
 * @import {PatternOf} from "../parts/trainer/beginning.js"
 * @import {Training} from "../parts/trainer/training.js"
 * @import {Tokenizer} from "./tokenizers.js"
 * @typedef {Record<string, any>} Data What the file named by `src` contains.
 */

/** The address of the file with the elements, next to which the vocabularies are. */
const HOME = /** @type {HTMLScriptElement | null} */ (document.currentScript)?.src || document.baseURI;
const REST = 300; // milliseconds without a keystroke before a text is trained on

/** @type {Message.ElementParts} */
let parts;
/** @type {Uint8Array} */
let classes;
/** @type {PatternOf} */
let patternOf;
/** The tokenizers of the vocabularies that were loaded. @type {WeakMap<Data, Promise<Tokenizer>>} */
const tokenizers = new WeakMap();

/** An element that makes its data from a text, if `src` does not name a picture's data. */
class TextElement extends PictureElement {
  static observedAttributes = ["text", "encode", "recipe", "merges", "ties", "min-count", "step", "depth", "vocabulary", "src", "editable"]; // prettier-ignore

  constructor() {
    super();
    /** What the reader typed. @type {string | null} */
    this.typed = null;
    /** The last result, and what it was made of. @type {{of: unknown[], made: Data} | null} */
    this.last = null;
    this.label = el("span");
    this.box = attrs(el("textarea"), { rows: 2, dir: "auto", spellcheck: "false", autocapitalize: "off" });
    this.own = inside("label", "own", this.label, this.box);
    let resting = 0;
    this.box.addEventListener("input", () => {
      clearTimeout(resting);
      resting = window.setTimeout(() => this.type(this.box.value), this.rest);
    });
  }

  get rest() {
    return REST;
  }

  /** @param {string} text */
  type(text) {
    this.typed = text === "" && this.hasAttribute("src") ? null : text;
    this.toggleAttribute("typed", this.typed !== null);
    this.read();
  }

  async made() {
    const file = await this.file();
    const given = this.getAttribute("text");
    const edits = this.hasAttribute("editable");
    const isPicture = file && !isVocabulary(file);
    if (edits && !this.own.isConnected) {
      this.label.textContent = isPicture ? "Another text, to train on in the same way" : "Your text";
      this.box.value = given ?? "";
      this.notice.before(this.own);
    } else if (!edits) this.own.remove();
    const text = this.typed ?? given ?? "";
    if (isPicture && this.typed === null) return this.pictureOf(file);
    if (!text) return null;
    const vocabulary = file && !isPicture ? file : null;
    const how = vocabulary ? null : this.how();
    const encode = vocabulary ? null : this.getAttribute("encode");
    const of = [vocabulary, text, encode, JSON.stringify(how)];
    if (!this.last || of.some((one, at) => one !== this.last?.of[at])) {
      checkLength(text, vocabulary ? this.most : parts.limits.text);
      checkLength(encode ?? "", this.most);
      const learned = how && trained(text, how, patternOf);
      const made =
        learned && encode === null
          ? this.learned(learned)
          : this.encoded(learned ? trainedTokenizer(learned, patternOf) : await tokenizerIn(vocabulary ?? {}), encode ?? text); // prettier-ignore
      this.last = { of, made };
    }
    return this.pictureOf(/** @type {{made: Data}} */ (this.last).made);
  }

  /** @returns {Promise<Data | null>} */
  async file() {
    const [src, name] = ["src", "vocabulary"].map((one) => this.getAttribute(one));
    if (src) return fileAt(src, this);
    if (!name) return null;
    if (!/^\w+$/.test(name)) throw new Error(`There is no vocabulary “${name.slice(0, 100)}”.`);
    return fileAt(new URL(`${name}.js`, HOME).href, this);
  }

  /** How to train; what an attribute says wrongly is as if it said nothing. @returns {Message.How} */
  how() {
    const { recipes, limits } = parts;
    const name = this.getAttribute("recipe") ?? parts.recipe;
    if (!Object.hasOwn(recipes, name)) throw new Error(`There is no recipe “${name.slice(0, 100)}”.`);
    const ties = /** @type {Message.How["tieBreak"]} */ (this.getAttribute("ties"));
    return {
      recipe: recipes[name],
      tieBreak: parts.ties.includes(ties) ? ties : parts.ties[0],
      numMerges: clamp(this.number("merges", parts.merges), 0, limits.merges),
      minCount: Math.max(1, this.number("min-count", parts.minCount)),
      maxLearned: limits.learned,
    };
  }

  /** @param {string} name @param {number} usual */
  number(name, usual) {
    const said = this.getAttribute(name);
    return said !== null && /^\d{1,9}$/.test(said) ? Number(said) : usual;
  }

  get most() {
    return parts.limits.text;
  }

  /** @param {Tokenizer} tokenizer @param {string} text @returns {Data} */
  encoded(tokenizer, text) {
    return stripOf(tokenizer, text);
  }

  /** @param {Training} training @returns {Data} */
  learned(training) {
    return this.encoded(trainedTokenizer(training, patternOf), training.text);
  }

  /** @param {Data} made @returns {Data} What is mounted: the same data at the place that the attributes say. */
  pictureOf(made) {
    return made;
  }
}

let histories = 0;

class BpePlayer extends TextElement {
  /** @type {import("../browser/element.js").Mount} */
  static mount = (call) => mountInstance(Player, call);
  /** Where the reader is. @type {{step: number | null, selected: string}} */
  at = { step: null, selected: "null" };

  get most() {
    return parts.limits.encode;
  }

  /** @param {Tokenizer} tokenizer @param {string} text */
  encoded(tokenizer, text) {
    return encodingData(tokenizer, text);
  }

  /** @param {Training} training */
  learned(training) {
    return trainingData(training, parts.endings);
  }

  /** @param {Data} made */
  pictureOf(made) {
    if (made.mode !== "train" && made.mode !== "encode") throw new TypeError("not a history");
    const step = this.number("step", 0);
    // A player keeps its step while it shows the same history, and two elements may show the same one.
    return { selected: null, ...made, step, history_id: `shown here ${++histories}` };
  }

  /** @param {string} name @param {any} value */
  hear(name, value) {
    if (name !== "place" || !value) return;
    const [{ step }, selected] = [value, JSON.stringify(value.selected)];
    if (step !== this.at.step) this.tell("step", { step });
    if (selected !== this.at.selected) this.tell("select", value.selected);
    this.at = { step, selected };
  }
}

class BpeTokens extends TextElement {
  /** @type {import("../browser/element.js").Mount} */
  static mount = (call) => mountInstance(Strip, call);

  get rest() {
    return 0;
  }

  /** @param {Data} made */
  pictureOf(made) {
    if (!Array.isArray(made.tokens)) throw new TypeError("not a tokenized text");
    const depth = DEPTHS.find((one) => one === this.getAttribute("depth"));
    return { ...made, depth: depth ?? made.depth ?? "tokens" };
  }

  /** @param {string} name @param {any} value */
  hear(name, value) {
    if (name === "depth") attrs(this, { depth: value.depth });
    if (name === "place") this.tell("select", value && { index: value.selected, id: value.token });
  }
}

/** @param {string} text @param {number} most In UTF-16 units. */
function checkLength(text, most) {
  if (text.length > most)
    throw new Error(`The text has ${grouped(text.length)} characters; at most ${grouped(most)} are shown here.`); // prettier-ignore
}

/** @param {Data} file */
const isVocabulary = (file) => "parts" in file;

/** @param {Data} file A vocabulary. */
function tokenizerIn(file) {
  const unpacked = async () => {
    const planes = file.merges.map((/** @type {string} */ one) => inflated(bytesOf(one)));
    return publishedTokenizer(encoderFrom(file.parts, classes, await Promise.all(planes)));
  };
  const tokenizer = tokenizers.get(file) ?? unpacked();
  tokenizers.set(file, tokenizer);
  return tokenizer;
}

/** The class of each code point, from runs: "a3b" is a, a, a, b. @param {string} runs */
export function unpackedClasses(runs) {
  const table = new Uint8Array(0x110000);
  let at = 0;
  for (const [, kind, size] of runs.matchAll(/([a-z])(\d*)/g))
    table.fill(kind.charCodeAt(0) - 97, at, (at += Number(size || 1)));
  return table;
}

/** @param {Message.ElementParts} given @param {Record<string, string>} css Shared, and of each element. */
export function defineElements(given, css) {
  parts = given;
  classes = unpackedClasses(given.classes);
  patternOf = patternsOf(given.patterns, classes);
  for (const [name, Class] of Object.entries({ "bpe-player": BpePlayer, "bpe-tokens": BpeTokens }))
    define(name, Class, [css.shared, css[name]]);
}
