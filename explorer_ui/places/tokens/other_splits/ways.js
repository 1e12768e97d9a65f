// Every way to split a word into tokens: all tokens that fit, the few segmentations that have a name, and
// random ones.

import { askAgain } from "../../../browser/app_state.js";
import { attrs, button, el, inside, orKeys, svg } from "../../../browser/dom.js";
import { chip } from "../../../parts/token_row/draw_text_parts.js";
import { LinkToPython } from "../../../parts/picture/link_to_python.js";
import { Component, mounting } from "../../../browser/mount.js";
import { clamp, grouped, plural } from "../../../browser/numbers.js";
import { PictureBox } from "../../../parts/picture/picture_box.js";
import { textParts } from "../../../browser/text_parts.js";
import { sameBytes } from "../../../browser/utf8.js";
import { Transport } from "../../../parts/transport/transport.js";
import { drawHistogram, drawWord } from "./arcs_picture.js";
import { SplitStage } from "./split_stage.js";
import { Word } from "./word.js";

/** @import {Draws} from "./word.js" */

/** @typedef {Message.WaysData & Message.WaysPlace} WaysData */

const DRAWS = 400;
const KINDS_OF_ARCS = [
  { kinds: ["taken"], words: "used" },
  { kinds: ["grown"], words: "made first, then part of a longer one" },
  { kinds: ["lost", "unmade"], words: "fits, not used" },
  { kinds: ["chosen"], words: "selected" },
  { kinds: ["taker"], words: "took bytes from the selected one" },
];
const TOUCH = `Touch an arc${orKeys()} to see what happened to that token.`;

export class Ways extends Component {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    super("ways", parent);
    /** @type {WaysData | null} */
    this.data = null;
    /** @type {Word[]} */
    this.words = [];
    this.shown = 0;
    /** The chunk that the visitor chose; null until then. @type {number | null} */
    this.picked = null;
    this.chosen = -1; // the arc that is touched, in the order of `arcs`
    this.dropout = 10; // per cent
    this.seed = 1;
    /** @type {Draws} */
    this.draws = { last: [], lengths: [], different: 0 };
    this.splits = new SplitStage(
      (place) => this.pointed(place),
      (ids) => this.lookUp(ids),
    );
    this.head = attrs(el("p", "head"), { "aria-live": "polite" });
    this.box = new PictureBox({
      marks: ".arc",
      keys: ["ArrowRight", "ArrowLeft"],
      draw: () => this.drawPicture(),
      touch: (node) => this.choose(this.arcs.findIndex((arc) => isOf(node, arc))),
      walk: (by) => this.walk(by),
    });
    this.send = send;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.asking = undefined;
    this.keyOfArcs = el("p", "key-of-arcs");
    this.touched = attrs(el("p", "touched", TOUCH), { "aria-live": "polite" });
    this.drawn = attrs(el("p", "drawn"), { "aria-live": "polite" });
    this.histogram = el("div", "histogram");
    this.transport = new Transport({
      name: "Dropout in per cent",
      go: (dropout) => {
        this.dropout = dropout;
        this.draw(this.seed);
        this.link.report();
      },
      before: ["Dropout"],
      after: [button("again", "Draw again", "Again", () => this.draw(this.seed + 1))],
    });
    this.transport.setRange(0, 100);
    this.chunk = inside("div", "chunk", this.head, this.box.node, this.keyOfArcs, this.touched);
    this.chunk.append(
      el("h3", "", "Skip some merges at random"),
      this.transport.node,
      this.drawn,
      this.histogram,
    );
    this.root.append(this.splits.root, this.chunk);
    this.link = new LinkToPython(send, this.root, () => this.whereAtRest());
  }

  /** @param {WaysData} data */
  update(data) {
    if (this.data?.data_id === data.data_id) return;
    clearInterval(this.asking);
    // A position that Python does not know yet takes precedence over Python's.
    const { chunk: picked, dropout } = this.link.unknown(data) ?? data;
    this.dropout = dropout;
    const chunk = this.data ? this.pickedIn(data) : picked;
    this.data = data;
    this.words = data.words.map((word) => new Word(word));
    this.splits.update(data.whole, data.tokenizer, Boolean(data.leads));
    this.chunk.hidden = !this.words.length;
    // The most interesting chunk: a word that takes more tokens than necessary, otherwise one in which the
    // longest token was not used, otherwise the one with the most ways.
    const order = this.words.map((word, index) => ({
      index,
      excess: word.excess,
      passed: word.passedOver ? word.passedOver.end - word.passedOver.start : 0,
      ways: BigInt(word.data.ways),
    }));
    order.sort(
      (one, two) => two.excess - one.excess || two.passed - one.passed || (one.ways < two.ways ? 1 : -1),
    );
    this.picked = chunk === null ? null : clamp(chunk, 0, this.words.length - 1);
    if (this.words.length) this.show(this.picked ?? order[0].index);
    this.link.agree(data);
    this.link.report();
  }

  /**
   * The index of the visitor's chunk among other chunks; null if it is not one of them, or none was chosen.
   *
   * @param {WaysData} data
   */
  pickedIn({ words }) {
    const text = this.picked === null ? null : this.words[this.picked].data.text;
    const index = words.findIndex((word) => word.text === text);
    return index < 0 ? null : index;
  }

  /** Shows the longest chunk that there is at a byte of the text. @param {number} place */
  pointed(place) {
    const text = this.splits.all.bytes;
    const around = (/** @type {Word} */ { bytes }) => {
      for (let from = Math.max(0, place - bytes.length); from <= place; from++)
        if (sameBytes(text.subarray(from, from + bytes.length), bytes)) return bytes.length;
      return 0;
    };
    const lengths = this.words.map(around);
    const longest = Math.max(0, ...lengths);
    if (!longest || lengths[this.shown] === longest) return;
    this.picked = lengths.indexOf(longest);
    this.show(this.picked);
    this.link.report();
  }

  whereAtRest() {
    const { data, dropout, picked } = this;
    return data && { data_id: data.data_id, chunk: picked, dropout };
  }

  get word() {
    return this.words[this.shown];
  }

  /** The tokens of more than one byte, from left to right. */
  get arcs() {
    const arcs = this.word.data.arcs.filter(({ start, end }) => end - start > 1);
    return arcs.sort((one, two) => one.start - two.start || one.end - two.end);
  }

  /** @param {number} index */
  show(index) {
    this.shown = index;
    this.chosen = -1;
    const { ways } = this.word.data;
    const parts = textParts(this.word.bytes);
    const number = el("b", "", new Intl.NumberFormat("en-GB").format(BigInt(ways)));
    this.head.replaceChildren(
      chip({ id: 0, parts, quiet: true }, 60),
      ` can be split into tokens of ${this.data?.tokenizer} in `,
      number,
      ` ${ways === "1" ? "way" : "ways"}. ${this.word.taken}`,
    );
    this.touched.textContent = TOUCH;
    // The question of the page is answered before anybody touches anything: why not the longer token?
    if (this.word.passedOver) this.choose(this.arcs.indexOf(this.word.passedOver));
    this.draw(this.seed);
  }

  /** @param {number} seed */
  draw(seed) {
    this.seed = seed;
    this.draws = this.word.draw(this.dropout / 100, DRAWS, seed);
    const { lengths, different } = this.draws;
    this.transport.draw(this.dropout, `${this.dropout}%`);
    const mean = lengths.reduce((sum, count, length) => sum + count * length, 0) / DRAWS;
    this.drawn.textContent =
      `At every step each possible merge is skipped with a probability of ${this.dropout}%. ` +
      `${grouped(DRAWS)} draws gave ${plural(different, "different tokenization")}, of ${mean.toFixed(1)} tokens on average.`;
    this.drawPicture();
  }

  drawPicture() {
    const width = this.box.measure();
    if (!this.data || !width) return;
    const { bpe, fewest } = this.word.data.cuts;
    const cuts = [
      { name: `Byte-pair encoding: ${bpe.length}`, ends: bpe },
      {
        name: `Byte-pair encoding with dropout, last draw: ${this.draws.last.length}`,
        ends: this.draws.last,
      },
    ];
    this.box.show(
      drawWord(this.word, cuts, width),
      `Tokens of two bytes or more that fit in this chunk: ${this.arcs.length}`,
    );
    const counts = { shares: this.word.data.shares, lengths: this.draws.lengths };
    const histogram = drawHistogram({ ...counts, bpe: bpe.length, fewest: fewest.length }, width);
    const usual = counts.shares.indexOf(Math.max(...counts.shares));
    attrs(histogram, {
      "aria-label": `${this.drawn.textContent} The most common length of all ways is ${plural(usual, "token")}.`,
    });
    this.histogram.replaceChildren(histogram, this.key());
    this.markChosen();
  }

  /** Leads to Decode: would the tokenizer produce these ids? @param {number[]} ids */
  lookUp(ids) {
    // Python is notified again when the same ids are looked up again.
    const ask = () => this.send("ids", { data_id: this.data?.data_id, ids, at: Date.now() });
    clearInterval(this.asking);
    this.asking = askAgain(ask);
    ask();
  }

  key() {
    const all = `all ${this.word.data.ways === "1" ? "ways" : "the ways"}, by their number of tokens `;
    return inside("p", "key", el("i", "all"), all, el("i", "drawn"), "those drawn with dropout");
  }

  /** @param {number} by */
  walk(by) {
    const { length } = this.arcs;
    if (length) this.choose((this.chosen + by + (this.chosen < 0 && by < 0 ? 1 : 0) + length) % length);
  }

  /** @param {number} index */
  choose(index) {
    this.chosen = index;
    this.markChosen();
    const arc = this.arcs[index];
    this.touched.replaceChildren(this.chipOf(arc), ...fateOf(arc, (span) => this.chipOf(span)));
  }

  /** @param {{start: number, end: number}} span */
  chipOf({ start, end }) {
    const id = this.word.data.arcs.find((arc) => arc.start === start && arc.end === end)?.id ?? 0;
    return chip({ id, parts: textParts(this.word.bytes.subarray(start, end)), quiet: false });
  }

  markChosen() {
    const arc = this.arcs[this.chosen];
    const { node: box } = this.box;
    for (const node of box.querySelectorAll(".arc")) {
      node.classList.toggle("chosen", isOf(node, arc));
      node.classList.toggle("taker", isOf(node, arc?.taker));
    }
    const here = KINDS_OF_ARCS.filter(({ kinds }) => kinds.some((kind) => box.querySelector(`.arc.${kind}`)));
    this.keyOfArcs.replaceChildren(...here.map(({ kinds, words }) => keyOf(kinds[0], words)));
  }

  destroy() {
    clearInterval(this.asking);
    this.link.stop();
    this.splits.destroy();
    this.box.destroy();
  }
}

/**
 * @param {string} kind The class of an arc.
 * @param {string} words
 */
function keyOf(kind, words) {
  const line = svg("svg", { class: kind, width: 28, height: 10, "aria-hidden": "true" });
  line.append(svg("path", { class: "seen", d: "M1,5H27" }));
  return inside("span", "", line, words);
}

/**
 * Whether an arc in the picture belongs to a token.
 *
 * @param {Element} node @param {{start: number, end: number} | null | undefined} span
 */
const isOf = (node, span) =>
  span?.start === Number(node.getAttribute("data-start")) &&
  span.end === Number(node.getAttribute("data-end"));

/**
 * Why byte-pair encoding uses a token that fits, or does not.
 *
 * @param {Message.Arc} arc
 * @param {(span: {start: number, end: number}) => Node} chipOf Draws the token of a span.
 * @returns {(string | Node)[]} What follows the token itself.
 */
export function fateOf({ kind, rank, taker }, chipOf) {
  const made = rank === null ? "no merge makes" : `the merge of rank ${rank} makes`;
  if (!taker)
    return kind === "taken"
      ? [`: ${made} it, and it is one of the tokens.`]
      : [": no merges make it from these bytes."];
  const by = chipOf(taker);
  if (kind === "grown") return [`: ${made} it, and then rank ${taker.rank} merged it into `, by, "."];
  if (rank === null)
    return [`: no merge makes it, and rank ${taker.rank} merged some of its bytes into `, by, "."];
  const why =
    taker.rank === rank ? "the same merge was applied further left" : `rank ${taker.rank} comes first`;
  return [`: rank ${rank} would make it, but ${why}, and merged some of its bytes into `, by, "."];
}

export default mounting(Ways);
