// The token strip: any tokenized text as a flow of boxes, of which only the visible rows exist.
//
// It shows what Python sent, or, if Python allows it, what is being typed, encoded here at every keystroke
// (LiveText). Python's result for the typed text comes later and is the same; a result for an earlier text is
// not shown.

import { colourKeys } from "../../../browser/colours.js";
import { attrs, el, focusedBeside, inside, isChord } from "../../../browser/dom.js";
import { mounting } from "../../../browser/mount.js";
import { clamp } from "../../../browser/numbers.js";
import { TokenPointer } from "../token_pointer.js";
import { VirtualRows } from "../virtual_rows.js";
import { watchRoom, Ruler, largerType } from "../../../browser/size.js";
import { LiveText } from "./live_text.js";
import { Bar, Figures } from "./bar.js";
import { drawRow } from "./draw_row.js";
import { factsOf } from "./facts.js";
import { Layout, TOKEN_GAP, Widths } from "./layout.js";
import { readPayload } from "./tokenized_text.js";
import { Selection } from "./selection.js";

/**
 * @import {View} from "./layout.js"
 * @import {TokenizedText} from "./tokenized_text.js"
 */

const PADDING = 26; // pixels on both sides of a row
const TYPE = 15; // pixels; also set in the style sheet
const AROUND = 14; // and above and below all rows,
const PADDING_BELOW = 6; // of which this much at the bottom would otherwise show part of the next row
const TYPE_SCALES = [2.6, 1.9, 1.5, 1.2]; // a text that does not fill its box gets a larger font
const BLACKBOARD = 1000; // the limit in tokens for that

let strips = 0;

export class Strip {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    /** @type {Message.StripData | null} */
    this.data = null;
    /** @type {TokenizedText | null} Python's result, */
    this.answer = null;
    /** @type {TokenizedText | null} and what is shown. */
    this.text = null;
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {Map<number, Widths>} Token widths for each font size. */
    this.widths = new Map();
    /** @type {View} */
    this.view = "tokens";
    this.room = 0;
    this.uid = `strip${++strips}`;
    this.selection = new Selection((anchor) => send("place", anchor));
    /** @type {number | null} The token at the keyboard cursor, */
    this.cursor = null;
    /** @type {number | null} and the id whose tokens are highlighted. */
    this.lit = null;
    /** @type {import("./draw_row.js").Marks["kinds"]} */
    this.kinds = new Map();
    this.settled = false; // whether Python's result is shown

    this.root = attrs(el("div", "bpe bpe-strip"), { role: "group" });
    parent.append(this.root);
    this.box = attrs(el("div", "box"), { tabindex: 0, "data-picture": ".tok" });
    this.box.style.setProperty("--gap", TOKEN_GAP + "px");
    this.figures = new Figures();
    this.bar = new Bar({
      root: this.root,
      box: this.box,
      show: (view) => this.see(view),
      ids: () => this.text?.ids() ?? [],
    });
    this.hint = attrs(el("p", "hint"), { role: "presentation" });
    this.keys = inside("p", "keys", ...colourKeys());
    this.root.append(this.box, this.bar.root, this.figures.root, this.keys);
    this.box.append(this.hint);
    this.rows = new VirtualRows(this.box, (row) =>
      this.layout ? drawRow(this.layout, row, this.marks()) : el("div"),
    );
    this.pointer = new TokenPointer({
      root: this.root,
      box: this.box,
      describe: (node) => this.describe(Number(node.dataset.at)),
      light: (id) => this.light(id),
      choose: (node) => {
        this.cursor = Number(node.dataset.at);
        this.select(this.cursor);
      },
    });
    // If only Python can encode the text, the picture stays as it is until Python answers.
    this.live = new LiveText(() => this.live.tokens() && this.follow());
    this.unwatch = watchRoom(this.box, () => this.fit());
    this.box.addEventListener("keydown", (event) => this.press(event));
    this.box.addEventListener("focus", () => {
      const top = this.layout?.starts[this.rows.visible[0]] ?? 0;
      if (this.box.matches(":focus-visible")) this.moveCursor(this.cursor ?? this.selection.at ?? top);
    });
  }

  /** @param {Message.StripData} data */
  update(data) {
    const before = this.data;
    this.data = data;
    if (data !== before) {
      this.bar.root.hidden = this.keys.hidden = !data.controls;
      if (data.controls) this.box.style.height = data.height + "px";
      this.hint.textContent = data.hint;
      attrs(this.root, { "aria-label": data.label });
      attrs(this.box, {
        "aria-label": `${data.label}. Arrow keys walk through the tokens, Enter selects one.`,
      });
      if (data.strip_id !== before?.strip_id) this.answer = readPayload(data);
      this.kinds = new Map([
        ...data.template.flatMap(([start, end]) =>
          Array.from({ length: end - start }, (_, at) => /** @type {const} */ ([start + at, "template"])),
        ),
        ...data.injected.map((at) => /** @type {const} */ ([at, "injected"])),
      ]);
      this.live.use(data.live);
      this.follow();
      this.pointer.tellAgain();
    } else this.fit(); // the theme has changed
  }

  /** Shows what was typed, if it is encoded here and Python has not answered yet; otherwise Python's result.
   */
  follow() {
    const { answer, data } = this;
    if (!answer || !data) return;
    const typed = this.live.tokens();
    const answered = !typed || typed.spells(answer);
    const text = answered ? answer : typed;
    this.figures.show(answered ? data.counts : this.live.counts());
    this.settled = answered;
    if (!this.text?.equals(text)) this.show(text);
    // Python is notified about the selection only when it knows the text, so that both mean the same token.
    if (answered) this.selection.tell();
    else this.selection.wait();
  }

  /** @param {TokenizedText} text */
  show(text) {
    const { layout, rows } = this;
    const atEnd = layout && rows.visible[1] >= layout.rows - 1;
    this.text = text;
    this.selection.findIn(text);
    this.cursor = null;
    this.pointer.close();
    this.bar.count(text, !this.figures.root.hidden);
    this.hint.hidden = text.length > 0;
    if (!this.lay()) return;
    // A picture shows the beginning of the text. Otherwise the strip scrolls along while somebody types at
    // the end.
    if (!this.data?.controls) {
      this.rows.scrollTo(0);
      return;
    }
    const grown = (this.layout?.rows ?? 0) - (layout?.rows ?? 0);
    if (atEnd && grown > 0 && grown <= 2) this.reveal(text.length - 1);
  }

  /** Computes the rows again; returns false if there is no space for that yet. */
  lay() {
    const { box, data, room, text } = this;
    if (!text || !room || !data) return this.fit();
    const high = data.height - AROUND;
    const fits = (/** @type {Layout} */ { rows, height }) => rows * height <= high;
    let layout = null;
    // A strip without controls is a picture: as high as its rows, none of which is cut off, and in the same
    // font size as other pictures.
    if (!data.controls) layout = this.typeset(text, largerType(room));
    else if (text.length <= BLACKBOARD && this.view !== "ribbon")
      for (const scale of TYPE_SCALES) {
        const larger = this.typeset(text, scale);
        if (!fits(larger)) continue;
        layout = larger;
        break;
      }
    this.layout = layout ?? this.typeset(text, 1);
    const { rows, height, widths } = this.layout;
    box.style.setProperty("--scale", String(widths.scale));
    const whole = Math.max(1, Math.floor((high * widths.scale) / height)) * height;
    const around = rows * height > whole ? AROUND - PADDING_BELOW : AROUND;
    if (!data.controls) box.style.height = Math.min(rows * height, whole) + around + "px";
    this.rows.reset(rows, height);
    this.root.dataset.rows = String(rows);
    return true;
  }

  /** @param {TokenizedText} text @param {number} scale */
  typeset(text, scale) {
    let widths = this.widths.get(scale);
    if (!widths)
      this.widths.set(
        scale,
        (widths = new Widths(
          this.view,
          new Ruler(getComputedStyle(this.box).fontFamily, TYPE * scale),
          scale,
        )),
      );
    return new Layout(text, widths, this.room);
  }

  /** Measures the space and the font, and computes the rows; the row at the top stays there. */
  fit() {
    const { box, layout } = this;
    if (!this.text || !box.clientWidth) return false;
    const top = layout
      ? layout.starts[Math.min(layout.rows - 1, Math.round(this.rows.top / this.rows.height))]
      : 0;
    this.room = box.clientWidth - PADDING;
    this.widths.clear();
    this.root.dataset.view = this.view;
    this.bar.press(this.view);
    const plain = this.view === "plain"; // plain text has no tokens to select
    attrs(box, { role: plain ? "group" : "listbox", "aria-orientation": plain ? null : "horizontal" });
    this.lay();
    if (layout && this.layout) this.rows.scrollTo(this.layout.rowOf(top) * this.rows.height);
    return true;
  }

  /** @param {View} view */
  see(view) {
    this.view = view;
    this.pointer.close();
    this.fit();
  }

  /** @param {number} at */
  reveal(at) {
    if (this.layout) this.rows.reveal(this.layout.rowOf(at));
  }

  marks() {
    const { uid, lit, selection } = this;
    const cursor = focusedBeside(this.box) === this.box ? this.cursor : null;
    return { uid, lit, cursor, selected: selection.at, kinds: this.kinds };
  }

  /** @param {number} at */
  describe(at) {
    const text = /** @type {TokenizedText} */ (this.text);
    return {
      token: text.token(at),
      facts: () => factsOf(text, at, this.data?.ranked ?? false, this.data?.made ?? null),
    };
  }

  /** @param {number | null} id The id that is pointed at; null: the tokens that equal the selected one are
      highlighted. */
  light(id) {
    const { selection, text } = this;
    const lit = id ?? (text && selection.at !== null ? text.token(selection.at).id : null);
    if (this.lit === lit) return;
    this.lit = lit;
    for (const row of this.rows.cache.values())
      for (const node of row.querySelectorAll(".tok"))
        node.classList.toggle("same", /** @type {HTMLElement} */ (node).dataset.id === String(lit));
  }

  /** @param {number} at */
  select(at) {
    if (!this.text) return;
    this.selection.toggle(this.text, at);
    this.light(null);
    this.rows.paint(true);
    if (this.settled) this.selection.tell();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (isChord(event) || !this.layout || !this.text?.length || this.view === "plain") return;
    const at = this.cursor ?? 0;
    const page = Math.max(1, Math.floor(this.rows.view / this.rows.height) - 1);
    const below = (/** @type {number} */ by) => this.layout?.below(at, by) ?? at;
    /** @type {Record<string, number>} */
    const goals = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: below(1),
      ArrowUp: below(-1),
      PageDown: below(page),
      PageUp: below(-page),
      Home: 0,
      End: this.text.length - 1,
    };
    if (event.key in goals) this.moveCursor(goals[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.select(at);
    else return;
    event.preventDefault();
  }

  /** @param {number} to */
  moveCursor(to) {
    if (!this.text?.length || this.view === "plain") return;
    this.cursor = clamp(to, 0, this.text.length - 1);
    this.reveal(this.cursor);
    this.pointer.moveTo(`.tok[data-at="${this.cursor}"]`);
  }

  destroy() {
    this.selection.wait();
    this.live.destroy();
    this.bar.destroy();
    this.pointer.destroy();
    this.unwatch();
    this.rows.destroy();
  }
}

export default mounting(Strip);
