// A text in the tokens of its tokenizer, and in tokens of the visitor, whose boundaries can be dragged: the ids change,
// and what they decode to does not.

import { attrs, button, el, inside, isChord, press, verbatim } from "../../../browser/dom.js";
import { clamp, grouped, lastAtMost, plural } from "../../../browser/numbers.js";
import { textParts } from "../../../browser/text_parts.js";
import { copyIds } from "../../../parts/token_row/copy_ids.js";
import { BoundaryRow } from "../../../parts/token_row/text_line.js";
import { TextStage } from "../../../parts/token_row/text_stage.js";
import { Splitting } from "./splitting.js";

/** @import {Span} from "../../../parts/token_row/text_line.js" */

const MOST_IDS = 400; // shown
const NEAR = 2; // bytes from a finger to the boundary that it takes

/** @type {[string, (splitting: Splitting) => number[]][]} */
const PRESETS = [
  ["The tokenizer's own", (splitting) => splitting.own],
  ["Fewest", (splitting) => splitting.fewestOfAll()],
  ["Longest first", (splitting) => splitting.longest()],
  ["Digits from the right", (splitting) => splitting.digitsFromTheRight()],
  ["Single letters", (splitting) => splitting.letters()],
  ["Most", (splitting) => splitting.places],
];

export class SplitStage {
  /**
   * @param {(place: number) => void} pointed Called with the byte that the visitor is at.
   * @param {(ids: number[]) => void} lookUp
   */
  constructor(pointed, lookUp) {
    /** @type {Splitting | null} */
    this.splitting = null;
    this.name = "";
    /** The splits of `PRESETS`. @type {number[][]} */
    this.named = [];
    /** @type {number[]} */
    this.split = [];
    this.at = 0;
    /** What is dragged: the split before, and where its boundary was. @type {{split: number[], from: number} | null} */
    this.drag = null;
    this.pointed = pointed;
    this.presets = attrs(el("div", "one-of"), { role: "group", "aria-label": "Splits of the text" });
    this.presets.append(
      ...PRESETS.map(([name], at) => button("", name, name, () => this.show(this.named[at], this.at))),
    );
    this.stage = new TextStage(
      "The tokens of the text. Left and right arrow: to the next place. With Shift: move the boundary there. Enter: split, or join",
    );
    // In the presenter view, a remote control goes through the splits.
    Object.assign(this.stage.box.dataset, { on: "next-split", back: "previous-split" });
    this.said = attrs(el("p", "said sentence"), { "aria-live": "polite" });
    this.ids = verbatim(attrs(el("p", "ids"), { tabindex: 0, role: "group", "aria-label": "The ids" }));
    this.look = button("again", "Decode them in “Ids”", "Decode them", () => lookUp(this.idsOf()));
    this.root = el("div", "splits");
    const step = (/** @type {string} */ sign, /** @type {string} */ name, /** @type {() => void} */ act) =>
      button("again", name, sign, act);
    const tools = inside(
      "div",
      "tools",
      step("◀", "Move the boundary left", () => this.move(-1)),
      step("▶", "Move the boundary right", () => this.move(1)),
      step("Split or join", "Split or join the tokens at the mark", () => this.toggle(this.at)),
      copyIds(() => this.idsOf(), this.root),
      this.look,
    );
    this.root.append(this.presets, this.stage.box, tools, this.said, this.ids);
    const { box } = this.stage;
    box.addEventListener("pointerdown", (event) => this.grab(event));
    box.addEventListener("pointermove", (event) => this.pull(event));
    box.addEventListener("click", (event) => this.touch(event));
    box.addEventListener("keydown", (event) => this.pressed(event));
  }

  get all() {
    if (!this.splitting) throw new Error("there is no text yet");
    return this.splitting;
  }

  /** @param {Message.WholeText} data @param {string} name @param {boolean} leads */
  update(data, name, leads) {
    const splitting = new Splitting(data);
    this.splitting = splitting;
    this.named = PRESETS.map(([, of]) => of(splitting));
    this.name = name;
    this.look.hidden = !leads;
    this.note = data.parts
      ? `${grouped(data.parts)} of the tokens that ${name} learned are not text on their own: they begin or end inside ` +
        "a character. In the boxes they are dashed."
      : `All tokens that ${name} learned are text on their own.`;
    this.stage.setText(this.splitting.bytes);
    const [, opens] = this.named;
    this.show(opens, opens.length > 2 ? opens[1] : 0);
  }

  /** @param {number[]} split @param {number} at The byte after the gap that is marked. */
  show(split, at) {
    const { all } = this;
    this.split = split;
    this.at = at;
    press(this.presets.children, this.chosen());
    const rows = Object.entries({ tokenizer: all.own, yours: split }).map(([name, ends]) => {
      return new BoundaryRow(ends.slice(1, -1), all.size, { name, lookOf: (token) => this.lookOf(token) });
    });
    this.stage.show(rows, at > 0 && at < all.size ? at : null);
    const ids = this.idsOf();
    const other = ids.filter((_, index) => !all.isOwn(split[index], split[index + 1])).length;
    const same = ids.length === all.own.length - 1 && !other;
    const nor = this.named[1] === all.own ? ", and no split has fewer" : "";
    this.said.textContent = same
      ? `${plural(ids.length, "token")}: what ${this.name} itself produces${nor}. Drag a boundary, or choose another split.`
      : `${plural(ids.length, "token")} instead of ${grouped(all.own.length - 1)}, and the same text. ` +
        `${this.name} would never produce ${grouped(other)} of these ids here.`;
    const shown = ids.slice(0, MOST_IDS).flatMap((id, index) => {
      const own = all.isOwn(split[index], split[index + 1]);
      return [el("span", own ? "" : "other", String(id)), " "];
    });
    const more = ids.length > MOST_IDS ? `and ${grouped(ids.length - MOST_IDS)} more` : "";
    this.ids.replaceChildren(...shown, more, el("small", "", this.note));
  }

  /** @param {Span} token */
  lookOf({ start, end }) {
    const isPart = textParts(this.all.bytes.subarray(start, end)).some(({ kind }) => kind === "hex");
    return (this.all.isOwn(start, end) ? "base" : "differs") + (isPart ? " part" : "");
  }

  idsOf() {
    return this.split.slice(1).map((end, index) => this.all.idOf(this.split[index], end) ?? 0);
  }

  /** The place where a token can end that is nearest to a byte. @param {number | null} byte */
  nearest(byte) {
    const { places } = this.all;
    if (byte === null) return null;
    const at = lastAtMost(places, byte);
    const next = places[Math.min(at + 1, places.length - 1)];
    return next - byte < byte - places[at] ? next : places[at];
  }

  /** @param {PointerEvent} event */
  grab(event) {
    const place = this.nearest(this.stage.gapUnder(event));
    this.drag = null;
    if (place === null) return;
    const inner = this.split.slice(1, -1);
    const byDistance = inner.sort((one, other) => Math.abs(one - place) - Math.abs(other - place));
    const near = event.pointerType === "touch" ? NEAR : 0;
    if (!byDistance.length || Math.abs(byDistance[0] - place) > near) return;
    this.drag = { split: this.split, from: byDistance[0] };
    this.stage.box.setPointerCapture(event.pointerId);
  }

  /** @param {PointerEvent} event */
  pull(event) {
    const to = this.drag && this.nearest(this.stage.gapUnder(event));
    if (!this.drag || !event.buttons || to === null || to === this.at) return;
    this.show(this.all.moved(this.drag.split, this.drag.from, to), to);
  }

  /** @param {MouseEvent} event */
  touch(event) {
    const place = this.nearest(this.stage.gapUnder(event));
    const moved = this.drag && this.split !== this.drag.split;
    const from = this.drag?.from;
    this.drag = null;
    if (place === null || moved) return;
    this.pointed(place);
    this.toggle(from ?? place);
  }

  /** @param {number} place */
  toggle(place) {
    this.show(this.all.toggled(this.split, place), place);
  }

  /** Moves the boundary at the mark. @param {number} by */
  move(by) {
    const to = this.beside(by);
    const split = this.all.moved(this.split, this.at, to);
    if (split !== this.split) this.show(split, to);
  }

  /** @param {number} by */
  beside(by) {
    const { places } = this.all;
    return places[clamp(lastAtMost(places, this.at) + by, 0, places.length - 1)];
  }

  /** The number of the first of the named splits that is shown; -1: none. */
  chosen() {
    return this.named.findIndex((split) => String(split) === String(this.split));
  }

  /** Shows the next split that is another one. @param {number} by */
  choose(by) {
    for (let at = this.chosen() + by; this.named[at]; at += by)
      if (String(this.named[at]) !== String(this.split)) return this.show(this.named[at], this.at);
  }

  /** @param {KeyboardEvent} event */
  pressed(event) {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    const on = { "next-split": 1, "previous-split": -1 }[event.key];
    if (on) this.choose(on);
    if (isChord(event) || !(by || event.key === "Enter")) return;
    event.preventDefault();
    if (!by) this.toggle(this.at);
    else if (event.shiftKey) this.move(by);
    else this.show(this.split, this.beside(by));
    this.stage.reveal(this.at);
    this.pointed(this.at);
  }

  destroy() {
    this.stage.destroy();
  }
}
