// A growing vocabulary: one slider for its size, with the text, the curve and the languages below it.

import { key } from "../../../browser/colours.js";
import { attrs, button, el, inside, press, svg } from "../../../browser/dom.js";
import { chip } from "../../../parts/token_row/draw_text_parts.js";
import { LinkToPython } from "../../../parts/picture/link_to_python.js";
import { announce, withdraw } from "../../../parts/picture/shown.js";
import { TextStage } from "../../../parts/token_row/text_stage.js";
import { Component, mounting } from "../../../browser/mount.js";
import { clamp, grouped, plural } from "../../../browser/numbers.js";
import { bytesOf, uint16sOf, uint32sOf } from "../../../browser/payload.js";
import { spokenText, textParts } from "../../../browser/text_parts.js";
import { Curve, LINES } from "./curve.js";
import { GrownCounts, Languages } from "./languages.js";
import { GrownText } from "./grown_text.js";
import { SizeScale, SizeSlider } from "./size_slider.js";
import { askCount, canAskCount, FLAT, wordsOfCost, wordsOnDoubling } from "./words_of_growth.js";

/** @import {Picture} from "../../../parts/picture/shown.js" */

const REST = 400; // milliseconds without a move until the size is announced to a screen reader
const POINT = "Touch a token to see the vocabulary size from which it exists.";

export class Growth extends Component {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    super("growth", parent);
    /** @type {GrowthData | null} */
    this.data = null;
    this.bytes = new Uint8Array();
    /** @type {number | null} */
    this.flat = null;
    /** @type {GrownText[]} */
    this.texts = [];
    this.shown = 0;
    this.written = -1; // the index of the text on the stage
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.rest = undefined;
    const can = () => canAskCount(this);
    /** @type {Picture} */
    this.presented = {
      root: this.root,
      scene: () => this.scene(),
      step: () => this.slider.size,
      go: (step) => this.slider.byHand(step),
      asks: [{ words: "Ask how many tokens", covers: "count", can, ask: () => askCount(this) }],
      covered: () => "covers" in this.root.dataset,
      cover: (what, held) => this.cover(what, held),
    };
    this.tabs = attrs(el("div", "one-of"), { role: "group", "aria-label": "Whose vocabulary" });
    this.slider = new SizeSlider((size, byStep) => this.go(size, byStep));
    this.sentence = el("p", "sentence");
    this.stage = new TextStage("The text in tokens", (place) => this.point(place));
    this.pointed = el("p", "pointed", POINT);
    this.legend = el("div", "legend");
    this.curve = new Curve((size) => this.slider.byHand(size));
    this.doubling = el("p", "doubling");
    this.languagesTitle = el("h3");
    this.languages = new Languages();
    this.spoken = attrs(el("p", "unseen"), { "aria-live": "polite" });
    this.root.append(
      this.stage.box,
      this.tabs,
      this.slider.node,
      this.sentence,
      inside("p", "keys", key("key-newest newest", "the last to change the text")),
      this.curve.node,
      this.legend,
      this.pointed,
      this.doubling,
      this.languagesTitle,
      this.languages.node,
      this.spoken,
    );
    this.stopListening = new AbortController();
    this.slider.transport.listen(this.root, this.stopListening.signal);
    this.link = new LinkToPython(send, this.root, () => this.whereAtRest());
  }

  /** @param {GrowthData} data */
  update(data) {
    if (this.data?.data_id === data.data_id) return;
    // A position that Python does not know yet takes precedence over Python's.
    const unknown = this.link.unknown(data);
    const { size, shown } = unknown ?? data;
    this.slider.pause();
    this.data = data;
    this.written = -1;
    this.texts = data.vocabularies.map(({ text }) => unpack(text));
    const names = data.vocabularies.map(({ name }) => name);
    const least = Math.min(...this.texts.map(({ leastSize }) => leastSize));
    const scale = new SizeScale(least, Math.max(...this.texts.map(({ lastSize }) => lastSize)));
    this.slider.setScale(scale);
    this.slider.size = clamp(size, scale.least, scale.most);
    this.curve.show(
      this.texts,
      scale,
      data.num_bytes,
      `Tokens of the text by vocabulary size: ${names.join(", ")}`,
    );
    this.tabs.hidden = names.length < 2;
    this.tabs.replaceChildren(
      ...data.vocabularies.map(({ name, short }, index) =>
        button("tab", `The vocabulary of ${name}`, short, () => this.slider.held || this.show(index)),
      ),
    );
    this.show(Math.min(shown, names.length - 1));
    this.link.agree(unknown ? data : undefined);
  }

  // Without the seventeen languages, which would take ten times as much data as the text.
  scene() {
    const { data, shown } = this;
    const vocabularies = data?.vocabularies.map((vocabulary) => ({ ...vocabulary, languages: [] }));
    return data && { growth: { ...data, vocabularies, shown } };
  }

  whereAtRest() {
    const { data, shown, slider } = this;
    return data && !slider.playback.playing ? { data_id: data.data_id, size: slider.size, shown } : null;
  }

  get text() {
    return this.texts[this.shown];
  }

  get name() {
    return this.data?.vocabularies[this.shown]?.name ?? "";
  }

  /** Shows the text under another vocabulary, at the current size. @param {number} index */
  show(index) {
    this.shown = index;
    press(this.tabs.children, index);
    if (!this.data) return;
    const { languages, written } = this.data.vocabularies[index];
    if (written !== this.written) {
      this.written = written;
      this.bytes = bytesOf(this.data.texts[written]);
      this.stage.setText(this.bytes);
    }
    this.languagesTitle.hidden = this.languages.node.hidden = languages.length < 2;
    this.flat = this.text.flattensFrom(FLAT);
    this.curve.flattens(this.flat);
    this.languages.show(languages.map(unpackLanguage), this.data.first_language);
    this.slider.setText(this.text);
    this.slider.go(this.slider.size);
    announce(this.presented, "scene");
  }

  /**
   * @param {number} size
   * @param {boolean} byStep Whether the text changes exactly at this size; then the change is scrolled into
   * view.
   */
  go(size, byStep) {
    const done = this.text.stepsUnder(size);
    if (byStep && done > this.text.given) this.stage.reveal(this.text.madeBy(done - 1).start);
    this.stage.show([this.text.rowAfter(done)]);
    this.drawSentence(size, done);
    this.drawLegend(size);
    this.doubling.textContent = wordsOnDoubling(this.text, this.name, size, this.flat);
    this.curve.go(size);
    this.languages.go(size);
    this.languagesTitle.textContent = `One paragraph in ${plural(this.languages.rows.length, "language")}, with ${this.first(size)}`;
    this.link.report();
    announce(this.presented, "step");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => (this.spoken.textContent = this.sentence.dataset.spoken ?? ""), REST);
  }

  /** @param {number} size @param {number} done */
  drawSentence(size, done) {
    const { text } = this;
    const tokens = text.counts[done];
    const cost = wordsOfCost(tokens, this.data?.num_bytes ?? 0);
    const first = `With ${this.first(size)} this text takes ${cost}.`;
    if (done === text.given) {
      this.sentence.textContent =
        this.sentence.dataset.spoken = `${first} No merge applies yet: these are single ${this.units}.`;
      return;
    }
    const { start, end } = text.madeBy(done - 1);
    const parts = textParts(this.bytes.subarray(start, end));
    const id = text.ids[done - 1];
    const learned = ` Token number ${grouped(text.sizes[done])}, id ${id}, was the last to change it: `;
    const places = `, in ${plural(text.counts[done - 1] - tokens, "place")}.`;
    const made = chip({ id, parts, quiet: false, newest: true });
    this.sentence.replaceChildren(first, learned, made, places);
    this.sentence.dataset.spoken = first + learned + spokenText(parts) + places;
  }

  /** @param {number} size */
  drawLegend(size) {
    const entries = this.texts.map((text, index) => {
      const { hue, dashes } = LINES[index];
      const swatch = svg("svg", { width: 26, height: 10, "aria-hidden": "true" });
      swatch.append(svg("path", { class: `line ${hue}`, d: "M1,5H25", "stroke-dasharray": dashes }));
      const tokens = text.tokensUnder(size);
      const entry = el("span", "entry");
      entry.append(
        swatch,
        el("b", "", this.data?.vocabularies[index].short),
        ` ${wordsOfCost(tokens, this.data?.num_bytes ?? 0)}`,
      );
      return entry;
    });
    this.legend.replaceChildren(...entries);
  }

  /** Describes the first `size` tokens of the vocabulary. @param {number} size */
  first(size) {
    return `the first ${grouped(clamp(size, this.text.leastSize, this.text.lastSize))} tokens of ${this.name}`;
  }

  /** The base units of the text, in words. */
  get units() {
    return this.text.given ? "characters" : "bytes";
  }

  /** @param {number | null} place The index of a byte in the text. */
  point(place) {
    if (place === null) {
      this.pointed.textContent = POINT;
      return;
    }
    const { start, end, rank: step } = this.text.tokenAt(place, this.text.stepsUnder(this.slider.size));
    const number = this.text.sizes[step + 1];
    const id = this.text.ids[step];
    const token = chip({
      id,
      parts: textParts(this.bytes.subarray(start, end)),
      quiet: step < this.text.given,
    });
    this.pointed.replaceChildren(
      token,
      step < this.text.given
        ? ` is a single ${this.units.slice(0, -1)}.`
        : ` is one token, id ${id}, from a vocabulary of ${grouped(number)} tokens on.`,
    );
  }

  /**
   * Hides the number of tokens while it is to be asked for.
   *
   * @param {string | null} what
   * @param {boolean} open Whether it has been asked: then the size is fixed.
   */
  cover(what, open) {
    attrs(this.root, { "data-covers": what });
    this.slider.hold(open);
    for (const tab of this.tabs.children) attrs(tab, { "aria-disabled": open ? "true" : null });
  }

  destroy() {
    this.stopListening.abort();
    withdraw(this.presented);
    clearTimeout(this.rest);
    this.link.stop();
    this.slider.destroy();
    this.stage.destroy();
    this.curve.destroy();
  }
}

/** @typedef {Message.GrowthData & Message.GrowthPlace} GrowthData */

/** @param {Message.PackedText} packed */
export const unpack = ({ closed_at, closed_bytes, sizes, ids, last_size, given }) =>
  new GrownText(
    closed_bytes === 2 ? uint16sOf(closed_at) : uint32sOf(closed_at),
    uint32sOf(sizes),
    last_size,
    { given, ids: uint32sOf(ids) },
  );

/** @param {Message.PackedLanguage} packed */
export const unpackLanguage = ({ name, num_bytes, sizes, tokens }) => ({
  name,
  text: new GrownCounts(num_bytes, summed(sizes), summed(tokens)),
});

/** @param {string} differences */
function summed(differences) {
  let sum = 0;
  return differences.split(" ").map((difference) => (sum += Number(difference)));
}

export default mounting(Growth);
