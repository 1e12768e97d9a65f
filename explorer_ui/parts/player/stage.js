// The stage: the text as boxes that fuse in place, row by row.

import { LEAVES } from "../../browser/app_state.js";
import { attrs, el, inside } from "../../browser/dom.js";
import { clamp, lastAtMost } from "../../browser/numbers.js";
import { sameBytes } from "../../browser/utf8.js";
import { pictureOf } from "../picture/pictures.js";
import { Ruler } from "../../browser/size.js";
import { Rows } from "../token_row/rows.js";
import { handOn, takeOver } from "../token_row/handing_on.js";
import { mayMove, Movement, sceneOf } from "../token_row/moving.js";
import { VirtualRows } from "../token_row/virtual_rows.js";
import { drawRow, isLit } from "./draw_row.js";
import { lanesOf, mayNeedRoofs } from "./lanes.js";
import { Rail } from "./rail.js";
import {
  breakUnits,
  brokenChunk,
  cellWidths,
  GAP,
  rowDirections,
  BOUNDARY_GAP,
  boundaryGapOf,
} from "./rows.js";

/**
 * @import {Direction} from "../../browser/direction.js"
 * @import {Scene} from "./draw_row.js"
 * @import {Pair} from "./guess.js"
 * @import {History} from "./history.js"
 * @import {Pointed} from "./pointing.js"
 * @import {Scene as Seen} from "../token_row/moving.js"
 */

// A short text gets the largest of these font sizes at which it fits, unless a style sheet has its own: the
// document shows the film on Start before this is loaded, in the same sizes.
const TYPE_SCALES = "5 4.2 3.8 3.4 3 2.6 2.25 1.9 1.7 1.5 1.35 1.2 1.1";
const BLACKBOARD = 600; // units up to which a text gets the largest font size at which it fits
const ROOF = 0.84; // the height of a character over its bytes, relative to the font size

/**
 * The height of a row with which a whole number of rows fills the view, since half a row cannot be read; the
 * usual height if that would change it by more than a sixth.
 *
 * wholeRows(141, 646) is 130: five rows, and not four and a half.
 * @param {number} usual @param {number} view
 */
function wholeRows(usual, view) {
  const height = Math.ceil(view / Math.max(1, Math.round(view / usual)));
  return Math.abs(height - usual) > usual / 6 ? usual : height;
}

export class Stage {
  /** @param {string} uid */
  constructor(uid) {
    this.uid = uid;
    const box = attrs(el("div", "stage"), {
      role: "listbox",
      tabindex: 0,
      "aria-orientation": "horizontal",
      "aria-label": "The text as tokens. Arrow keys walk through the tokens, Enter selects one.",
      "data-picture": ".tok",
    });
    const canvas = attrs(el("canvas", "rail"), { "aria-hidden": "true" });
    this.box = box;
    this.node = inside("div", "stage-row", box, canvas);
    box.style.setProperty("--gap", GAP + "px");
    this.rail = new Rail(canvas);
    this.rows = new VirtualRows(box, (row) => this.drawRow(row));
    this.rows.onPaint = () => this.drawRail();
    /** @type {Scene | null} */
    this.scene = null;
    /** Where rows begin, in units. */
    this.lines = new Rows(new Uint32Array(1), 0);
    /** @type {Direction[]} */
    this.directions = [];
    this.widths = new Uint16Array(0);
    this.room = 0;
    this.boundaryGap = BOUNDARY_GAP;
    this.rowHeight = 30;
    /** The space between two letters of a token. */
    this.spread = 0;
    this.roof = 0;
    /** The minimum width of a letter's cell: while tokens are answers, it must be large enough for a finger.
     */
    this.leastCell = 0;
    /** The size for which the text was laid out. */
    this.fitted = "";
    /** @type {Pointed | null} */
    this.pointed = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.bringTimer = undefined;
    /** @type {Movement | null | undefined} What comes from the picture before. */
    this.movement = undefined;
    /** What was in view of the same text, trained or encoded in another way. @type {Seen | null} */
    this.before = null;
    this.leave = () => {
      if (this.scene) handOn(this.box, this.rows.window, this.scene.history.text.bytes, () => this.seen());
    };
    addEventListener(LEAVES, this.leave);
  }

  /** What is in view, for a picture of the same text that comes after this one, or came before it. */
  seen() {
    const byteOf = (/** @type {string | undefined} */ unit) =>
      this.scene?.history.text.byteOf(Number(unit)) ?? 0;
    return sceneOf(this.box, ({ start, end }) => [byteOf(start), byteOf(end)]);
  }

  /** @param {History} history @param {{everywhere: boolean}} telling */
  begin(history, { everywhere }) {
    const same = this.scene && sameBytes(this.scene.history.text.bytes, history.text.bytes);
    this.before = same && this.fitted && mayMove() ? this.seen() : null;
    const nothing = { selected: null, lit: null, acting: null, film: null, covered: false };
    const roofed = mayNeedRoofs(history);
    this.scene = { history, step: 0, everywhere, one: 0, roofed, uid: this.uid, ...nothing };
    this.fitted = ""; // the rows are still those of the text before
  }

  /** Shows a history after a merge was added. @param {History} history */
  grow(history) {
    if (this.scene) this.scene.history = history;
  }

  get size() {
    return `${this.box.clientWidth} ${this.box.clientHeight}`;
  }

  /** Whether it is laid out for its current size. */
  get fits() {
    return this.size === this.fitted;
  }

  /** Lays the text out again: for a new text, a new width, or a late font. Returns whether there is space for
      it. */
  layout() {
    const { box, rows, scene } = this;
    if (!scene || !box.clientWidth) return false;
    this.fitted = this.size;
    const { history } = scene;
    const keep = this.lines.starts[Math.round(rows.top / rows.height)] ?? 0;
    box.style.fontSize = "";
    // Everything is read from the browser before anything is written: otherwise it would recompute styles for
    // each size.
    const look = getComputedStyle(box);
    const { fontFamily, fontSize } = look;
    this.leastCell = parseFloat(look.getPropertyValue("--least-cell")) || 0;
    const usual = parseFloat(fontSize);
    this.room = Math.max(60, box.clientWidth - 20);
    rows.view = box.clientHeight;
    this.rail.measure();
    const sizes = look.getPropertyValue("--type-scales") || TYPE_SCALES;
    const scales = history.units > BLACKBOARD ? [1] : [...sizes.trim().split(" ").map(Number), 1];
    this.dress(
      scales.map((scale) => usual * scale).find((size) => this.typeset(scene, fontFamily, size)) ?? usual,
    );
    this.directions = rowDirections(history, this.lines.starts);
    rows.reset(this.lines.rows, this.rowHeight);
    if (keep) rows.scrollTo(this.lines.rowOf(keep) * rows.height);
    return true;
  }

  /**
   * Sets the text in a font size; returns whether it fits without breaking a chunk at the end of a row.
   *
   * @param {Scene} scene @param {string} family @param {number} size
   */
  typeset(scene, family, size) {
    const ruler = new Ruler(family, size);
    scene.one = Math.max(Math.ceil(ruler.ch) + GAP + 1, this.leastCell);
    this.spread = scene.one - ruler.ch;
    this.widths = cellWidths(scene.history, ruler, scene.one);
    this.boundaryGap = boundaryGapOf(scene.history, ruler);
    // The last word of a row needs space for its count.
    const room = this.room - (scene.history.weights ? this.boundaryGap : 0);
    const starts = breakUnits(scene.history, this.widths, room, this.boundaryGap);
    this.lines = new Rows(starts, scene.history.units);
    this.roof = scene.roofed ? Math.round(size * ROOF) : 0;
    this.rowHeight = this.roof + Math.round(size * 1.5) + Math.max(11, Math.round(size * 0.62));
    const high = starts.length * this.rowHeight + 8 > this.rows.view;
    // Not in the film, whose first picture the document draws before the app is loaded.
    if (high && !this.box.closest(".opening")) this.rowHeight = wholeRows(this.rowHeight, this.rows.view - 4);
    return !high && !brokenChunk(scene.history, starts);
  }

  /** Applies the font size to the page. @param {number} size */
  dress(size) {
    const { style } = this.box;
    style.fontSize = size + "px";
    style.setProperty("--roof", this.roof + "px");
    style.setProperty("--box", Math.round(size * 1.5) + "px");
    style.setProperty("--spread", this.spread + "px");
    style.setProperty("--lead", this.spread / 2 - GAP / 2 - 1 + "px");
  }

  /** Draws what is in view again. @param {Partial<Scene>} changes */
  paint(changes) {
    if (!this.scene) return;
    const { covered, step } = this.scene;
    Object.assign(this.scene, changes);
    // A pair is shown only for the step at which it was chosen.
    if (this.scene.step !== step || this.scene.covered !== covered) this.scene.acting = null;
    this.scene.lit = this.lit;
    this.movement?.end();
    this.rows.paint(true);
    if (this.fitted && !this.scene.film) {
      const { box, rows, before } = this;
      if (before) this.movement = new Movement(box, rows.window, before, this.seen());
      else if (this.movement === undefined)
        this.movement = takeOver(box, rows.window, this.scene.history.text.bytes, () => this.seen());
      this.before = null;
    }
    this.scene.film = null; // rows that come into view later are drawn without animation
  }

  /**
   * Shows where a pair occurs; null, or the pair that is already shown: shows the next pair instead.
   *
   * @param {Pair | null} pair
   * @returns {Pair | null} The pair that is shown.
   */
  show(pair) {
    if (!this.scene) return null;
    const { acting: before, history, step } = this.scene;
    const acting = before && before.left === pair?.left && before.right === pair.right ? null : pair;
    if (acting !== before) this.paint({ acting });
    if (acting) this.bring(history.gapsBetween(acting, step));
    return acting;
  }

  /** What is in view, as an SVG picture: the finished step, even while it is animated. */
  picture() {
    this.paint({});
    return pictureOf(this.box);
  }

  /** @param {number} row */
  drawRow(row) {
    const line = attrs(el("div", "row"), { role: "presentation" });
    if (!this.scene || !this.fitted) return line;
    const [from, to, direction] = [this.lines.starts[row], this.lines.end(row), this.directions[row]];
    if (direction === "rtl") line.dir = direction;
    line.style.height = this.rows.height + "px";
    const lanes = lanesOf(this.scene.history, this.widths, from, to, direction, this.room, this.boundaryGap);
    drawRow(line, this.scene, lanes, this.tokensOfRow(this.scene, from, to));
    return line;
  }

  /**
   * The tokens in a row, and one neighbour on each side: brackets may cross the row's ends.
   *
   * @param {Scene} scene @param {number} from @param {number} to
   */
  tokensOfRow({ history, step }, from, to) {
    const tokens = [];
    for (const token of history.tokens(step, history.startOf(from ? from - 1 : 0, step))) {
      if (token.start > to) break;
      tokens.push(token);
    }
    return tokens;
  }

  drawRail() {
    if (!this.scene) return;
    const { history, step, covered } = this.scene;
    const { top, height, view } = this.rows;
    this.rail.draw({
      starts: this.lines.starts,
      gaps: covered ? new Uint32Array(0) : history.gapsOf(step),
      top: top / height,
      seen: view / height,
    });
  }

  /** Scrolls so that the row at position `y` of the rail is in the middle. @param {number} y */
  scrollToRail(y) {
    this.rows.scrollTo((y / this.rail.scale) * this.rows.height - this.rows.view / 2);
  }

  /**
   * After a step by hand: if the next pair is not in view, scrolls to its nearest occurrence.
   *
   * @param {number} delay
   */
  bringNext(delay) {
    clearTimeout(this.bringTimer);
    this.bringTimer = setTimeout(() => {
      if (this.scene && !this.scene.covered) this.bring(this.scene.history.gapsOf(this.scene.step));
    }, delay);
  }

  /**
   * @param {ArrayLike<number>} gaps Ascending.
   * @param {ScrollBehavior} [behavior]
   */
  bring(gaps, behavior = "smooth") {
    if (!gaps.length) return;
    const [first, last] = this.rows.visible;
    const middle = this.lines.starts[clamp((first + last) >> 1, 0, this.lines.rows - 1)];
    const after = lastAtMost(gaps, middle);
    const near = [gaps[after], gaps[Math.min(after + 1, gaps.length - 1)]].map((gap) =>
      this.lines.rowOf(gap),
    );
    if (near.some((row) => row >= first && row <= last)) return;
    const away = near.map((row) => Math.abs(row - (first + last) / 2));
    this.rows.reveal(away[1] < away[0] ? near[1] : near[0], behavior === "smooth");
  }

  /**
   * Highlights the tokens that are pointed at; null: those that equal the selected one.
   *
   * @param {Pointed | null} pointed
   */
  light(pointed) {
    const { scene } = this;
    if (!scene || (pointed === null && this.pointed === null)) return;
    this.pointed = pointed;
    scene.lit = this.lit;
    for (const node of this.box.querySelectorAll(".tok"))
      if (node instanceof HTMLElement)
        node.classList.toggle(
          "same",
          isLit(scene, scene.history.tokenFrom(Number(node.dataset.start), scene.step)),
        );
  }

  /** @type {Pointed | null} */
  get lit() {
    if (this.pointed !== null || !this.scene) return this.pointed;
    const { history, selected, step } = this.scene;
    return selected === null ? null : { id: history.tokenAt(selected, step).id };
  }

  destroy() {
    removeEventListener(LEAVES, this.leave);
    this.movement?.end();
    clearTimeout(this.bringTimer);
    this.rows.destroy();
  }
}
