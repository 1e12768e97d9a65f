// The two elements for any page: <bpe-player> and <bpe-tokens>. The file with both is written by elements.py.

import { encoderFrom, inflated } from "../browser/encoder/encoder.js";
import { attrs, el, inside } from "../browser/dom.js";
import { define, fileAt } from "../browser/element.js";
import { mountInstance } from "../browser/mount.js";
import { clamp, grouped } from "../browser/numbers.js";
import { bytesOf } from "../browser/payload.js";
import { codePoints } from "../browser/utf8.js";
import { Player } from "../parts/player/player.js";
import { DEPTHS } from "../parts/token_row/strip/depths.js";
import { Strip } from "../parts/token_row/strip/token_strip.js";
import { tokenizedBy } from "../parts/token_row/strip/tokenized_text.js";
import { patternsOf, unpackedClasses } from "../parts/trainer/beginning.js";
import { trainedToShow, trainingData } from "../parts/trainer/training.js";
import { encoderOf, encodingData } from "./encoding.js";

/**
 * @import {Data, Mount, PictureElement} from "../browser/element.js"
 * @import {Encoder} from "../browser/encoder/encoder.js"
 * @import {PatternOf} from "../parts/trainer/beginning.js"
 * @import {Training} from "../parts/trainer/training.js"
 *
 * How one of the elements shows a text: `most` is the longest one that is encoded, in characters; `rest` are the
 * milliseconds without a keystroke before what is typed is shown; `is` says whether data is of this picture.
 * @typedef {object} Picture
 * @property {Mount} mount
 * @property {() => number} most
 * @property {number} rest
 * @property {(file: Data) => boolean} is
 * @property {(training: Training) => Data} [learned] The text that was trained on; otherwise it is encoded.
 * @property {(encoder: Encoder, text: string, training?: Training) => Data} encoded
 * @property {(data: Data, element: PictureElement) => Data} placed The data at the place that the attributes say.
 * @property {(element: PictureElement) => (name: string, value: any) => void} hears
 */

const ATTRIBUTES = ["text", "encode", "recipe", "merges", "ties", "min-count", "step", "depth", "vocabulary", "src", "editable"]; // prettier-ignore
/** The address of the file with the elements, next to which the vocabularies are. */
const HOME = /** @type {HTMLScriptElement | null} */ (document.currentScript)?.src || document.baseURI;

/** @type {Message.ElementParts} */
let parts;
/** @type {Uint8Array} */
let classes;
/** @type {PatternOf} */
let patternOf;
/** The encoders of the vocabularies that were loaded. @type {WeakMap<Data, Promise<Encoder>>} */
const encoders = new WeakMap();
let shows = 0;

/** @type {Picture} */
const PLAYER = {
  mount: (call) => mountInstance(Player, call),
  most: () => parts.limits.encode,
  rest: 300,
  is: ({ mode }) => mode === "train" || mode === "encode",
  learned: (training) => trainingData(training, parts.endings),
  encoded: encodingData,
  // A player keeps its step while it shows the same history, and two elements may show the same one.
  placed: (data, element) => ({
    selected: null,
    ...data,
    step: numberOf(element, "step", 0),
    data_id: `shown here ${++shows}`,
  }),
  hears: (element) => {
    /** @type {{step: number | null, selected: string}} */
    let before = { step: null, selected: "null" };
    return (name, value) => {
      if (name !== "place" || !value) return;
      const now = { step: value.step, selected: JSON.stringify(value.selected) };
      if (now.step !== before.step) element.tell("step", { step: now.step });
      if (now.selected !== before.selected) element.tell("select", value.selected);
      before = now;
    };
  },
};

/** @type {Picture} */
const TOKENS = {
  mount: (call) => mountInstance(Strip, call),
  most: () => parts.limits.text,
  rest: 0,
  is: ({ tokens }) => Array.isArray(tokens),
  encoded: (encoder, text) => {
    const encoded = encoder.encode(text, "ordinary") ?? { ids: [], chunks: [] };
    const whole = tokenizedBy(encoder, encoded);
    const [tokens, chunks] = [encoded.ids.length, encoded.chunks.length];
    const counts = { tokens, characters: codePoints(text), bytes: whole.bytes.length, chunks };
    return { ...parts.strip, counts, encoded: whole, strip_id: `shown here ${++shows}` };
  },
  placed: (data, element) => {
    const depth = DEPTHS.find((one) => one === element.getAttribute("depth"));
    return { ...data, depth: depth ?? data.depth ?? "tokens" };
  },
  hears: (element) => (name, value) => {
    if (name === "depth") attrs(element, { depth: value.depth });
    if (name === "place") element.tell("select", value && { index: value.selected, id: value.token });
  },
};

/** The data of an element: from the file in `src`, or made of a text, which the reader may change. */
class TextSource {
  /** @param {PictureElement} element @param {Picture} picture */
  constructor(element, picture) {
    this.element = element;
    this.picture = picture;
    this.hear = picture.hears(element);
    /** The text of the page. @type {string | null} */
    this.given = null;
    /** What the reader typed. @type {string | null} */
    this.typed = null;
    this.resting = 0;
    /** The last result, and what it was made of. @type {{of: unknown[], made: Data} | null} */
    this.last = null;
    this.label = el("span");
    this.box = attrs(el("textarea"), { rows: 2, dir: "auto", spellcheck: "false", autocapitalize: "off" });
    this.own = inside("label", "own", this.label, this.box);
    this.box.addEventListener("input", () => {
      clearTimeout(this.resting);
      this.resting = window.setTimeout(() => this.type(this.box.value), picture.rest);
    });
  }

  /** @param {string} text */
  type(text) {
    this.typed = text === "" && this.element.hasAttribute("src") ? null : text;
    this.element.toggleAttribute("typed", this.typed !== null);
    this.element.read();
  }

  /** Forgets what was typed. @param {string} given */
  begin(given) {
    clearTimeout(this.resting);
    this.given = this.box.value = given;
    this.typed = null;
    this.element.toggleAttribute("typed", false);
  }

  /** @returns {Promise<Data | null>} */
  async made() {
    const { element, picture } = this;
    const given = element.getAttribute("text") ?? "";
    if (given !== this.given) this.begin(given);
    const file = await this.file();
    const vocabulary = file && "parts" in file ? file : null;
    this.offerBox(file !== null && !vocabulary);
    if (file && !vocabulary && this.typed === null) {
      if (!picture.is(file)) throw new TypeError("data of another picture");
      return picture.placed(file, element);
    }
    const text = this.typed ?? given;
    if (!text) return null;
    const [how, encode] = vocabulary ? [null, null] : [howOf(element), element.getAttribute("encode")];
    const of = [vocabulary, text, encode, JSON.stringify(how)];
    if (!this.last || of.some((one, at) => one !== this.last?.of[at])) {
      checkLength(text, vocabulary ? picture.most() : parts.limits.text);
      checkLength(encode ?? "", picture.most());
      const training = how ? trainedToShow(text, how, patternOf) : undefined;
      const made =
        training && encode === null && picture.learned
          ? picture.learned(training)
          : picture.encoded(training ? encoderOf(training, patternOf) : await encoderIn(vocabulary), encode ?? text, training); // prettier-ignore
      this.last = { of, made };
    }
    return picture.placed(this.last.made, element);
  }

  /** @param {boolean} another Whether a picture is given that has a text of its own. */
  offerBox(another) {
    const { element, own } = this;
    if (!element.hasAttribute("editable")) own.remove();
    else if (!own.isConnected) {
      this.label.textContent = another ? "Another text, to train on in the same way" : "Your text";
      element.notice.before(own);
    }
  }

  /** @returns {Promise<Data | null>} */
  async file() {
    const [src, name] = ["src", "vocabulary"].map((one) => this.element.getAttribute(one));
    if (src) return fileAt(src, this.element);
    if (!name) return null;
    if (!/^\w+$/.test(name)) throw new Error(`There is no vocabulary “${name.slice(0, 100)}”.`);
    return fileAt(new URL(`${name}.js`, HOME).href, this.element);
  }
}

/** How to train; a number or a rule that cannot be read is as if it were not there. @param {PictureElement} element @returns {Message.How} */
function howOf(element) {
  const { limits, recipes, ties } = parts;
  const name = element.getAttribute("recipe") ?? parts.recipe;
  if (!Object.hasOwn(recipes, name)) throw new Error(`There is no recipe “${name.slice(0, 100)}”.`);
  return {
    recipe: recipes[name],
    tieBreak: ties.find((tie) => tie === element.getAttribute("ties")) ?? ties[0],
    numMerges: clamp(numberOf(element, "merges", parts.merges), 0, limits.merges),
    minCount: Math.max(1, numberOf(element, "min-count", parts.minCount)),
    maxLearned: limits.learned,
  };
}

/** @param {PictureElement} element @param {string} name @param {number} usual */
function numberOf(element, name, usual) {
  const said = element.getAttribute(name) ?? "";
  return /^\d{1,9}$/.test(said) ? Number(said) : usual;
}

/** @param {string} text @param {number} most In characters. */
function checkLength(text, most) {
  const length = codePoints(text);
  if (length > most)
    throw new Error(`The text has ${grouped(length)} characters; at most ${grouped(most)} are shown here.`);
}

/** @param {Data | null} file A vocabulary. */
function encoderIn(file) {
  if (!file) throw new TypeError("no vocabulary");
  const unpacked = async () => {
    const planes = file.merges.map((/** @type {string} */ one) => inflated(bytesOf(one)));
    return encoderFrom(file.parts, classes, await Promise.all(planes));
  };
  const encoder = encoders.get(file) ?? unpacked();
  encoders.set(file, encoder);
  return encoder;
}

/** @param {Message.ElementParts} given @param {Record<string, string>} css Shared, and of each element. */
export function defineElements(given, css) {
  parts = given;
  classes = unpackedClasses(given.classes);
  patternOf = patternsOf(given.patterns, classes);
  for (const [name, picture] of Object.entries({ "bpe-player": PLAYER, "bpe-tokens": TOKENS })) {
    const source = (/** @type {PictureElement} */ element) => new TextSource(element, picture);
    define(name, { mount: picture.mount, attributes: ATTRIBUTES, source }, [css.shared, css[name]]);
  }
}
