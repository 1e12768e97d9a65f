// A vocabulary grows over a text: one slider of its size, and the text, the curve and the languages under it.

import { attrs, button, el, svg } from "../shared/dom.js";
import { chip } from "../shared/draw_pieces.js";
import { mountInstance } from "../shared/mount.js";
import { grouped, plural } from "../shared/numbers.js";
import { bytesOf, uint32sOf } from "../shared/payload.js";
import { piecesOf, spokenText } from "../shared/pieces.js";
import { Curve, LINES } from "./curve.js";
import { GrownText } from "./grown_text.js";
import { Languages } from "./languages.js";
import { SizeScale } from "./size_scale.js";
import { SizeSlider } from "./size_slider.js";
import { TextStage } from "./text_stage.js";

/** @import {Mounted} from "../shared/mount.js" */

/**
 * A text under every size of a vocabulary.
 *
 * @typedef {object} PackedText
 * @property {string} closed_at Base64 of uint32, one per gap: the step that closes it, or a number above every step.
 * @property {string} sizes Base64 of uint32: the size of the vocabulary from which each step is taken.
 * @property {number} last_size
 */

/**
 * @typedef {object} PackedLanguage
 * @property {string} name
 * @property {PackedText} text
 */

/**
 * @typedef {object} PackedVocabulary
 * @property {string} name
 * @property {PackedText} text
 * @property {PackedLanguage[]} languages One paragraph in each.
 */

/**
 * @typedef {object} GrowthData
 * @property {string} growth_id The same for the same texts: then the visitor's size is kept.
 * @property {string} text Base64 of UTF-8.
 * @property {string} first_language The one that the others are held against.
 * @property {PackedVocabulary[]} vocabularies
 */

const REST = 400; // milliseconds without a move until a screen reader is told the size
const POINT = "Point at a token to see from which size on it is one.";

/** @param {PackedText} packed */
const unpack = ({ closed_at, sizes, last_size }) =>
  new GrownText(uint32sOf(closed_at), uint32sOf(sizes), last_size);

class Growth {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    /** @type {GrowthData | null} */
    this.data = null;
    this.bytes = new Uint8Array();
    /** @type {GrownText[]} */
    this.texts = [];
    this.shown = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    this.tabs = attrs(el("div", "tabs"), { role: "group", "aria-label": "Whose vocabulary" });
    this.slider = new SizeSlider((size, byStep) => this.go(size, byStep));
    this.sentence = el("p", "sentence");
    this.stage = new TextStage((place) => this.point(place));
    this.pointed = el("p", "pointed", POINT);
    this.legend = el("div", "legend");
    this.curve = new Curve((size) => this.slider.byHand(size));
    this.doubling = el("p", "doubling");
    this.languagesTitle = el("h3");
    this.languages = new Languages();
    this.spoken = attrs(el("p", "unseen"), { "aria-live": "polite" });
    this.root = el("div", "bpe growth");
    this.root.append(
      this.tabs,
      this.slider.node,
      this.sentence,
      this.stage.box,
      this.pointed,
      el("h3", "", "How many tokens the text takes"),
      this.legend,
      this.curve.node,
      this.doubling,
      this.languagesTitle,
      this.languages.node,
      this.spoken,
    );
    this.root.addEventListener("keydown", (event) => this.slider.pressed(event));
    parent.append(this.root);
  }

  /** @param {GrowthData} data */
  update(data) {
    if (this.data?.growth_id === data.growth_id) return;
    const before = this.data && this.name;
    this.slider.pause();
    this.data = data;
    this.bytes = bytesOf(data.text);
    this.texts = data.vocabularies.map(({ text }) => unpack(text));
    const names = data.vocabularies.map(({ name }) => name);
    const least = Math.min(...this.texts.map(({ sizes }) => sizes[0]));
    const scale = new SizeScale(least, Math.max(...this.texts.map(({ lastSize }) => lastSize)));
    this.slider.setScale(scale);
    this.stage.setText(this.bytes);
    this.curve.show(
      this.texts,
      scale,
      `Tokens of the text against the size of the vocabulary: ${names.join(", ")}`,
    );
    this.tabs.hidden = names.length < 2;
    this.tabs.replaceChildren(
      ...names.map((name, index) => button("tab", `The vocabulary of ${name}`, name, () => this.show(index))),
    );
    this.show(Math.max(0, names.indexOf(before ?? "")));
  }

  get text() {
    return this.texts[this.shown];
  }

  get name() {
    return this.data?.vocabularies[this.shown]?.name ?? "";
  }

  /**
   * Shows the text under another vocabulary, at the size where the hand is.
   *
   * @param {number} index
   */
  show(index) {
    this.shown = index;
    Array.from(this.tabs.children).forEach((tab, at) => attrs(tab, { "aria-pressed": String(at === index) }));
    const languages = this.data?.vocabularies[index].languages ?? [];
    this.languagesTitle.textContent = `One paragraph in ${languages.length} languages, under ${this.name}`;
    this.languagesTitle.hidden = this.languages.node.hidden = !languages.length;
    this.languages.show(
      languages.map(({ name, text }) => ({ name, text: unpack(text) })),
      this.data?.first_language ?? "",
    );
    this.slider.setText(this.text);
    this.slider.go(this.slider.size);
  }

  /**
   * @param {number} size
   * @param {boolean} byStep Whether the text changes at just this size; then the change is brought into view.
   */
  go(size, byStep) {
    const done = this.text.stepsUnder(size);
    if (byStep && done) this.stage.reveal(this.text.madeBy(done - 1).start);
    this.stage.show(this.text, done);
    this.drawSentence(size, done);
    this.drawLegend(size);
    this.drawDoubling(size);
    this.curve.go(size);
    this.languages.go(size);
    clearTimeout(this.rest);
    this.rest = setTimeout(() => (this.spoken.textContent = this.sentence.dataset.spoken ?? ""), REST);
  }

  /**
   * @param {number} size
   * @param {number} done
   */
  drawSentence(size, done) {
    const { text, name } = this;
    const tokens = text.counts[done];
    const first =
      `Under the first ${grouped(Math.min(size, text.lastSize))} tokens of ${name} this text takes ` +
      `${plural(tokens, "token")}, ${(text.bytes / tokens).toFixed(2)} bytes each.`;
    if (!done) {
      this.sentence.textContent =
        this.sentence.dataset.spoken = `${first} No rule acts in it yet: these are single bytes.`;
      return;
    }
    const { start, end } = text.madeBy(done - 1);
    const pieces = piecesOf(this.bytes.subarray(start, end));
    const learned = ` Token number ${grouped(text.sizes[done])} was the last to change it: `;
    const places = `, in ${plural(text.counts[done - 1] - tokens, "place")}.`;
    const made = chip({ id: text.sizes[done] - 1, pieces, quiet: false });
    this.sentence.replaceChildren(first, learned, made, places);
    this.sentence.dataset.spoken = first + learned + spokenText(pieces) + places;
  }

  /** @param {number} size */
  drawLegend(size) {
    const entries = this.texts.map((text, index) => {
      const { hue, dashes } = LINES[index];
      const swatch = svg("svg", { width: 26, height: 10, "aria-hidden": "true" });
      swatch.append(svg("path", { class: `line ${hue}`, d: "M1,5H25", "stroke-dasharray": dashes }));
      const tokens = text.tokensUnder(size);
      const entry = el("span", "entry");
      entry.append(swatch, el("b", "", this.data?.vocabularies[index].name));
      entry.append(` ${plural(tokens, "token")}, ${(text.bytes / tokens).toFixed(2)} bytes each`);
      return entry;
    });
    this.legend.replaceChildren(...entries);
  }

  /** @param {number} size */
  drawDoubling(size) {
    const { text, name } = this;
    const [now, then] = [text.tokensUnder(size), text.tokensUnder(2 * size)];
    const saved = now === then ? "nothing" : `${((100 * (now - then)) / now).toFixed(1)} %`;
    this.doubling.textContent =
      2 * size > text.lastSize
        ? `${name} has ${grouped(text.lastSize)} tokens, less than another doubling.`
        : `What another doubling buys: with ${grouped(2 * size)} tokens ${name} saves ${saved} of the tokens of this text.`;
  }

  /** @param {number | null} place Of a byte in the text. */
  point(place) {
    if (place === null) {
      this.pointed.textContent = POINT;
      return;
    }
    const { start, end, rank: step } = this.text.tokenAt(place, this.text.stepsUnder(this.slider.size));
    const number = this.text.sizes[step + 1];
    const token = chip({
      id: number - 1,
      pieces: piecesOf(this.bytes.subarray(start, end)),
      quiet: step < 0,
    });
    this.pointed.replaceChildren(
      token,
      step < 0 ? " is a single byte." : ` is one token from ${grouped(number)} tokens on.`,
    );
  }

  destroy() {
    clearTimeout(this.rest);
    this.slider.destroy();
    this.stage.destroy();
    this.curve.destroy();
  }
}

/** @param {Mounted<GrowthData>} component */
export default function mount(component) {
  return mountInstance(Growth, component);
}
