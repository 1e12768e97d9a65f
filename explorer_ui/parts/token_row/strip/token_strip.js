// The token strip: any tokenized text as a flow of boxes, of which only the visible rows exist. At another depth
// the same text is divided in another way: the boxes join and divide, and the first visible byte stays at the top.
//
// It shows what Python sent, or, if Python allows it, what is being typed, encoded here at every keystroke
// (LiveText). Python's result for the typed text comes later and is the same; a result for an earlier text is
// not shown.

import { LEAVES } from "../../../browser/app_state.js";
import { attrs, closest, el, focusedBeside, isChord } from "../../../browser/dom.js";
import { mounting } from "../../../browser/mount.js";
import { sameBytes } from "../../../browser/utf8.js";
import { clamp } from "../../../browser/numbers.js";
import { handOn, takeOver } from "../handing_on.js";
import { Movement, mayMove, sceneOf } from "../moving.js";
import { TokenPointer } from "../token_pointer.js";
import { VirtualRows } from "../virtual_rows.js";
import { watchRoom, Ruler, largerType } from "../../../browser/size.js";
import { LiveText } from "./live_text.js";
import { Bar, DepthBar, Figures } from "./bar.js";
import { Branches, tintOf } from "./branches.js";
import { DEPTHS, Depths, isOfTokens } from "./depths.js";
import { drawRow } from "./draw_row.js";
import { factsOf } from "./facts.js";
import { Layout, TOKEN_GAP, Widths } from "./layout.js";
import { TokenizedText, readPayload } from "./tokenized_text.js";
import { Selection } from "./selection.js";
import { ToldDepth } from "./told_depth.js";

/** @import {Depth} from "./depths.js" */

const PADDING = 26; // pixels on both sides of a row
const TYPE = 15; // pixels; also set in the style sheet
const AROUND = 14; // and above and below all rows,
const PADDING_BELOW = 6; // of which this much at the bottom would otherwise show part of the next row
// A text that does not fill its box gets a larger font: the first of these with which it fits.
const TYPE_SCALES = [2.6, 2.4, 2.2, 2, 1.85, 1.7, 1.55, 1.45, 1.35, 1.25, 1.2, 1.15, 1.1, 1.05];
const BLACKBOARD = 1000; // the limit in pieces for that
const SWIPE = 60; // pixels sideways, to the next depth

const NOTHING = new TokenizedText({ tokens: [], indexes: new Uint32Array(), chunks: null, display: "text" });

let strips = 0;

export class Strip {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    /** @type {Message.StripData | null} */
    this.data = null;
    /** @type {TokenizedText | null} Python's result, */
    this.answer = null;
    /** @type {TokenizedText | null} and what is shown, */
    this.text = null;
    /** @type {Depths} at every depth. */
    this.depths = new Depths(NOTHING);
    /** @type {Layout | null} */
    this.layout = null;
    /** @type {Map<number, Widths>} Token widths for each font size. */
    this.widths = new Map();
    /** @type {Depth} */
    this.depth = "tokens";
    this.told = new ToldDepth((told) => send("depth", told));
    /** @type {Movement | null} */
    this.movement = null;
    this.room = 0;
    this.uid = `strip${++strips}`;
    this.selection = new Selection((anchor) => send("place", anchor));
    /** @type {number | null} The piece at the keyboard cursor, */
    this.cursor = null;
    /** @type {number | null} and the id whose pieces are highlighted. */
    this.lit = null;
    /** The branch whose chunks are highlighted. @type {number | null} */
    this.litBranch = null;
    /** What tokens are in addition: from the template, or injected. @type {Map<number, string>} */
    this.kinds = new Map();
    /** @type {Map<string, string>} */
    this.names = new Map();
    this.settled = false; // whether Python's result is shown

    this.root = attrs(el("div", "bpe bpe-strip"), { role: "group" });
    parent.append(this.root);
    this.box = attrs(el("div", "box"), { tabindex: 0, "data-picture": ".tok" });
    this.box.style.setProperty("--gap", TOKEN_GAP + "px");
    this.figures = new Figures();
    this.words = new DepthBar((depth) => this.choose(depth));
    this.bar = new Bar({
      root: this.root,
      box: this.box,
      depth: () => this.depth,
      ids: () => this.text?.ids() ?? [],
    });
    this.branches = new Branches((branch) => this.lightBranch(branch));
    this.hint = attrs(el("p", "hint"), { role: "presentation" });
    this.root.append(this.words.root, this.box, this.branches.root, this.bar.root, this.figures.root);
    this.box.append(this.hint);
    this.rows = new VirtualRows(this.box, (row) =>
      this.layout ? drawRow(this.layout, row, this.marks()) : el("div"),
    );
    Object.assign(this.rows, { onPaint: () => this.litBranch !== null && this.lightBranch(this.litBranch) });
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
    for (const name of ["pointerover", "pointerleave"])
      this.box.addEventListener(name, (event) => {
        const node = closest(event, ".tok");
        this.pointAt(node && Number(node.dataset.at));
      });
    this.listenForSwipes();
    this.leave = () => {
      if (this.data?.controls) handOn(this.box, this.rows.window, this.depths.typed, () => this.scene());
    };
    addEventListener(LEAVES, this.leave);
  }

  /** Marks the branch of a chunk that is pointed at. @param {number | null} at */
  pointAt(at) {
    const { depth, depths } = this;
    if (depth === "chunks") this.branches.point(at === null ? null : depths.branchAt(at));
  }

  listenForSwipes() {
    let [x, y] = [0, 0];
    this.box.addEventListener(
      "touchstart",
      ({ touches }) => ([x, y] = [touches[0].clientX, touches[0].clientY]),
      { passive: true },
    );
    this.box.addEventListener("touchend", ({ changedTouches }) => {
      const [across, down] = [changedTouches[0].clientX - x, changedTouches[0].clientY - y];
      if (this.data?.controls && Math.abs(across) > SWIPE && Math.abs(across) > 2 * Math.abs(down))
        this.chooseNext(across < 0 ? 1 : -1);
    });
  }

  /** @param {Message.StripData & {encoded?: TokenizedText}} data `encoded`: in place of the payload, without Python. */
  update(data) {
    const before = this.data;
    this.data = data;
    if (data !== before) {
      this.bar.root.hidden = this.words.root.hidden = !data.controls;
      // Where the page does not follow the depth, the boxes come first.
      if (data.depth === null) this.box.after(this.words.root);
      if (data.controls) this.box.style.height = data.height + "px";
      this.hint.textContent = data.hint;
      attrs(this.root, { "aria-label": data.label });
      attrs(this.box, {
        "aria-label": `${data.label}. The left and right arrow keys walk through the boxes, up and down show other depths, Enter selects a box.`,
      });
      if (data.strip_id !== before?.strip_id) this.answer = data.encoded ?? readPayload(data);
      this.kinds = new Map([
        ...data.template.flatMap(([start, end]) =>
          Array.from({ length: end - start }, (_, at) => /** @type {const} */ ([start + at, "template"])),
        ),
        ...data.injected.map((at) => /** @type {const} */ ([at, "injected"])),
      ]);
      this.names = new Map(data.names);
      this.branches.show(data.cut?.listed ?? []);
      const depth = this.told.depthOf(data) ?? this.depth;
      this.live.use(data.live);
      this.follow();
      if (depth !== this.depth) this.see(depth);
      const { looked_at } = data;
      if (looked_at && String(looked_at) !== String(before?.looked_at)) this.reveal(looked_at[0]);
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
    this.figures.show(answered ? data.counts : data.counts && this.live.counts());
    this.settled = answered;
    const depths = new Depths(text, answered ? data : undefined);
    if (this.text?.equals(text)) this.learn(depths);
    else this.show(text, depths);
    this.tellSelection();
  }

  /** Notifies Python about the selection when it knows the text, and draws tokens, so that both mean the same token. */
  tellSelection() {
    if (this.settled && isOfTokens(this.depth)) this.selection.tell();
    else this.selection.wait();
  }

  /** What is known about the same text has changed. @param {Depths} depths */
  learn(depths) {
    if (this.depths.knowsNoMore(depths)) {
      this.rows.paint(true);
      this.tellCount(this.depths);
      return;
    }
    const before = this.depths.at(this.depth);
    const same = before.equals(depths.at(this.depth));
    const change = () => {
      this.depths = depths;
      if (same) this.rows.paint(true);
      else this.fit();
    };
    if (same) change();
    else this.move(change);
    this.tellCount(depths);
  }

  /** @param {TokenizedText} text @param {Depths} depths */
  show(text, depths) {
    const { layout, rows } = this;
    const atEnd = layout && rows.visible[1] >= layout.rows - 1;
    const change = () => {
      this.text = text;
      this.depths = depths;
      this.selection.findIn(this.pieces);
      this.cursor = null;
      this.pointer.close();
      this.tellCount(depths);
      this.hint.hidden = text.length > 0;
      return this.lay();
    };
    // Another tokenizer divides the same bytes in another way.
    const same = this.text?.length && sameBytes(this.depths.typed, depths.typed);
    if (!(same ? this.move(change) : change())) return;
    if (!layout && this.data?.controls)
      this.movement = takeOver(this.box, this.rows.window, depths.typed, () => this.scene());
    // A picture shows the beginning of the text. Otherwise the strip scrolls along while somebody types at
    // the end.
    if (!this.data?.controls) {
      this.rows.scrollTo(0);
      return;
    }
    const grown = (this.layout?.rows ?? 0) - (layout?.rows ?? 0);
    if (atEnd && grown > 0 && grown <= 2) this.reveal(this.pieces.length - 1);
  }

  /** @param {Depths} depths */
  tellCount(depths) {
    this.words.show(this.depth, depths, { note: this.data?.note ?? "", chunks: this.offersChunks });
  }

  /** The text in the pieces of the current depth. */
  get pieces() {
    return this.depths.at(this.depth);
  }

  /** Draws something else of the same bytes: what is there moves. @template T @param {() => T} change @returns {T} */
  move(change) {
    const before = this.movement?.t === 1 ? null : this.movement?.scene;
    this.movement?.end();
    this.movement = null;
    const may = this.layout && this.box.clientHeight && mayMove();
    const from = may && (before ?? this.scene());
    const result = change();
    if (from) this.movement = new Movement(this.box, this.rows.window, from, this.scene());
    return result;
  }

  scene() {
    const { depth, depths, pieces } = this;
    const typed = (/** @type {number} */ byte) => depths.typedByte(depth, byte);
    const { offsets } = pieces;
    return sceneOf(this.box, ({ at }) => [typed(offsets[Number(at)]), typed(offsets[Number(at) + 1])], typed);
  }

  /** Computes the rows again; returns false if there is no space for that yet. */
  lay() {
    const { box, data, room } = this;
    if (!this.text || !room || !data) return this.fit();
    const text = this.pieces;
    const high = data.height - AROUND;
    const fits = (/** @type {Layout} */ { rows, height }) => rows * height <= high;
    let layout = null;
    // A strip without controls is a picture: as high as its rows, none of which is cut off, and in the same
    // font size as other pictures.
    if (!data.controls) layout = this.typeset(text, largerType(room));
    else if (text.length <= BLACKBOARD)
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
          this.depth,
          new Ruler(getComputedStyle(this.box).fontFamily, TYPE * scale),
          scale,
          this.room,
        )),
      );
    return new Layout(text, widths, this.room);
  }

  /** Measures the space and the font, and computes the rows; the byte at the top stays there. */
  fit() {
    const { box } = this;
    if (!this.text || !box.clientWidth) return false;
    const top = this.topByte;
    this.room = box.clientWidth - PADDING;
    this.widths.clear();
    this.root.dataset.depth = this.depth;
    attrs(box, { role: "listbox", "aria-orientation": "horizontal" });
    this.lay();
    this.showByte(top);
    return true;
  }

  /** The typed byte at which the row at the top begins. */
  get topByte() {
    const { layout, depths } = this;
    if (!layout?.text.length) return 0;
    const row = Math.min(layout.rows - 1, Math.round(this.rows.top / this.rows.height));
    return depths.typedByte(layout.depth, layout.text.offsets[layout.starts[row]]);
  }

  /** Scrolls to the row of a typed byte. @param {number} byte */
  showByte(byte) {
    if (this.layout) this.rows.scrollTo(this.layout.rowOf(this.pieceOf(byte)) * this.rows.height);
  }

  /** The piece of a typed byte. @param {number} byte */
  pieceOf(byte) {
    return this.depths.pieceAt(this.depth, byte);
  }

  get offersChunks() {
    return this.depths.hasChunks || this.data?.depth !== null;
  }

  /** Another depth was chosen here. @param {Depth} depth */
  choose(depth) {
    if (depth === this.depth) return;
    const asks = this.data?.depth !== null;
    // Of some texts only Python knows the chunks: it draws them.
    if (depth !== "chunks" || this.depths.hasChunks) this.see(depth);
    else if (!asks) return;
    if (asks) this.told.choose(depth);
  }

  /** @param {number} by */
  chooseNext(by) {
    const there = DEPTHS.filter((depth) => depth !== "chunks" || this.offersChunks);
    this.choose(there[clamp(there.indexOf(this.depth) + by, 0, there.length - 1)]);
  }

  /** @param {Depth} depth */
  see(depth) {
    const chosen = this.selection.at;
    const byte = chosen === null ? null : this.depths.typedByte(this.depth, this.pieces.offsets[chosen]);
    const cursor =
      this.cursor === null ? null : this.depths.typedByte(this.depth, this.pieces.offsets[this.cursor]);
    this.pointer.close();
    this.lightBranch(null);
    this.move(() => {
      this.depth = depth;
      this.cursor = cursor === null ? null : this.pieceOf(cursor);
      this.selection.at = byte === null ? null : this.pieceOf(byte);
      this.selection.follow(this.pieces);
      this.fit();
      this.tellCount(this.depths);
    });
    this.tellSelection();
  }

  /** @param {number} at */
  reveal(at) {
    if (this.layout) this.rows.reveal(this.layout.rowOf(at));
  }

  /** @returns {import("./draw_row.js").Marks} */
  marks() {
    const { uid, lit, selection } = this;
    const cursor = focusedBeside(this.box) === this.box ? this.cursor : null;
    return { uid, lit, cursor, selected: selection.at, classOf: (at) => this.classesOf(at) };
  }

  /** @param {number} at A piece. */
  classesOf(at) {
    const { depth, depths } = this;
    const classes = isOfTokens(depth) ? [this.kinds.get(at) ?? ""] : [];
    if (depths.typedFor(depth, at)) classes.push("changed");
    const [start, end] = this.data?.looked_at ?? [0, 0];
    if (depth === "tokens" && start <= at && at < end) classes.push("looked-at");
    if (depth === "chunks") {
      const { number, from, to } = depths.chunkOf(at);
      const { offsets } = this.pieces;
      if (this.data?.differs.includes(number)) classes.push("differs");
      if (offsets[at] > from) classes.push("continues");
      if (offsets[at + 1] < to) classes.push("goes-on");
      if (depths.branches && this.data?.cut?.listed.length) classes.push(tintOf(depths.branchOf(number)));
    }
    return classes.filter(Boolean);
  }

  /** @param {number} at */
  describe(at) {
    const { depth, depths, names, data } = this;
    const branches = (depths.branches && data?.cut?.listed) || [];
    const known = { ranked: data?.ranked ?? false, made: data?.made ?? null, names, branches };
    return {
      token: this.pieces.token(at),
      facts: () => factsOf(depths, depth, at, known),
      spoken: isOfTokens(depth) ? undefined : "",
    };
  }

  /** Dims all chunks but those of a branch; null: none. @param {number | null} branch */
  lightBranch(branch) {
    this.litBranch = branch;
    this.root.classList.toggle("lighting", branch !== null);
    for (const node of this.box.querySelectorAll(".tok")) {
      const at = Number(/** @type {HTMLElement} */ (node).dataset.at);
      // Nothing to highlight: then the chunks may not be known yet, and need not be.
      node.classList.toggle("lit", branch !== null && this.depths.branchAt(at) === branch);
    }
  }

  /** @param {number | null} id The id that is pointed at; null: the tokens that equal the selected one are
      highlighted. */
  light(id) {
    const { selection, text } = this;
    const lit = id ?? (text && selection.at !== null ? this.pieces.token(selection.at).id : null);
    if (this.lit === lit) return;
    this.lit = lit;
    for (const row of this.rows.cache.values())
      for (const node of row.querySelectorAll(".tok"))
        node.classList.toggle("same", /** @type {HTMLElement} */ (node).dataset.id === String(lit));
  }

  /** @param {number} at */
  select(at) {
    if (!this.text) return;
    this.selection.toggle(this.pieces, at);
    this.light(null);
    this.rows.paint(true);
    this.tellSelection();
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    if (isChord(event) || !this.layout || !this.text?.length) return;
    const upOrDown = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (upOrDown && this.data?.controls) {
      event.preventDefault();
      this.chooseNext(-upOrDown);
      return;
    }
    const at = this.cursor ?? this.layout.starts[this.rows.visible[0]] ?? 0;
    const page = Math.max(1, Math.floor(this.rows.view / this.rows.height) - 1);
    const below = (/** @type {number} */ by) => this.layout?.below(at, by) ?? at;
    /** @type {Record<string, number>} */
    const goals = {
      ArrowRight: this.cursor === null ? at : at + 1,
      ArrowLeft: at - 1,
      PageDown: below(page),
      PageUp: below(-page),
      Home: 0,
      End: this.pieces.length - 1,
    };
    if (event.key in goals) this.moveCursor(goals[event.key]);
    else if (event.key === "Enter" || event.key === " ") this.select(at);
    else return;
    event.preventDefault();
  }

  /** @param {number} to */
  moveCursor(to) {
    if (!this.pieces.length) return;
    this.cursor = clamp(to, 0, this.pieces.length - 1);
    this.reveal(this.cursor);
    this.pointAt(this.cursor);
    this.pointer.moveTo(`.tok[data-at="${this.cursor}"]`);
  }

  destroy() {
    removeEventListener(LEAVES, this.leave);
    this.told.destroy();
    this.movement?.end();
    this.selection.wait();
    this.live.destroy();
    this.pointer.destroy();
    this.unwatch();
    this.rows.destroy();
  }
}

export default mounting(Strip);
