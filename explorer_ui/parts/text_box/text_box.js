// The box for the text, at the top of every page: for typing, samples, files, clear, and undo.
//
// Python is notified after a debounce delay. To follow every keystroke, listen on the window to "bpe-text", whose
// detail is { text }; it is null if the text is too long to be edited without confirmation. Both include a
// word that an input method is still composing, as Android keyboards do with every word: until it is finished
// nothing is written into the box, since that would end the composition.

import { hasToWait } from "../../browser/app_state.js";
import { attrs, button, el } from "../../browser/dom.js";
import { mountInstance } from "../../browser/mount.js";
import { grouped, plural } from "../../browser/numbers.js";
import { wellFormed } from "../../browser/old_browsers.js";
import { forget, keep } from "../../browser/tab_storage.js";
import { codePoints } from "../../browser/utf8.js";
import { Draft, takeOver } from "./draft.js";
import { readText, withinLimit } from "./files.js";
import { LiveRow } from "./live_row.js";
import { UndoGroups } from "./undo_groups.js";

const REST = 300; // milliseconds without a keystroke before Python is notified
const AGAIN = 500; // milliseconds until an unconfirmed message is sent again
const OPEN = "bpe-text-open"; // the class of the document while the box is open
const UNDONE = "“Undo”"; // what `replacing.py` calls an undo that can be undone itself
const SLOW_TEXT = 100_000; // characters from which the text is stored only after the debounce delay

/**
 * @import {Doubtful, ReadFile} from "./files.js"
 * @import {Triggering} from "../../browser/mount.js"
 *
 * @typedef {object} BoxData
 * @property {string | null} text The text, or null if it is too long to be edited without confirmation.
 * @property {string} caption What the text is for, on a page with two texts.
 * @property {string} beginning What is shown of it on one line, or instead of it.
 * @property {number} length In characters.
 * @property {string} name The name of its sample or file, or "".
 * @property {number} revision
 * @property {number} heard The serial of the last message that was received.
 * @property {string} undo What can be undone, or "".
 * @property {string[]} samples
 * @property {number} mostBytes The largest file.
 * @property {number} mostCharacters The longest text of a file.
 * @property {number} mostUnits The longest text in UTF-16 units: what fits into a message.
 * @property {string} uploadHint
 * @property {Message.LiveRowData | null} live The encoder while typing on a touch screen.
 */

// One per document: what was typed right before a change of page is not lost with the box.
const draft = new Draft(Date.now());

export class TextBox {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    this.send = send;
    this.composing = false;
    this.folded = true;
    this.groups = new UndoGroups(); // what was typed since the app last replaced the text
    this.selection = { start: 0, end: 0 }; // before an edit
    /** @type {BoxData | null} */
    this.data = null;
    this.resting = 0;
    this.again = 0;

    this.root = attrs(el("section", "bpe bpe-text-box"), { "aria-label": "Your text" });
    const hints = { placeholder: "Type or paste any text", rows: 3, dir: "auto" };
    // Corrections by the keyboard would change the tokens.
    const asTyped = { spellcheck: "false", autocapitalize: "off", autocorrect: "off" };
    this.area = attrs(el("textarea"), { "aria-label": "Your text", ...hints, ...asTyped });
    this.area.addEventListener("beforeinput", (event) => {
      this.selection = this.state;
      if (event.inputType.startsWith("history")) this.goBack(event, event.inputType === "historyRedo");
      else this.refuse(event);
    });
    this.area.addEventListener("input", (event) => this.typed(/** @type {InputEvent} */ (event)));
    this.area.addEventListener("compositionstart", () => (this.composing = true));
    this.area.addEventListener("compositionend", () => {
      this.composing = false;
      this.typed();
    });
    this.area.addEventListener("blur", () => this.rested());
    this.area.addEventListener("keydown", (event) => {
      const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
      if (!(ctrlKey || metaKey) || altKey) return;
      if (key === "Enter") this.rested();
      if (/^z$/i.test(key)) this.goBack(event, shiftKey);
      else if (/^y$/i.test(key)) this.goBack(event, true);
    });

    this.refused = attrs(el("p", "refused"), { role: "alert" });
    this.caption = el("p", "caption");
    this.line = attrs(el("p", "line"), { dir: "auto", translate: "no" });
    this.edit = button("edit", "Edit the text", "Edit", () => this.fold(!this.folded));
    this.samples = attrs(el("select"), { "aria-label": "Use a sample text" });
    this.samples.addEventListener("change", () => {
      this.say("sample", { name: this.samples.value });
      this.samples.selectedIndex = 0; // so that the same one can be selected again
    });
    this.file = attrs(el("input"), { type: "file", hidden: "", "aria-label": "Upload a text file" });
    this.uploads = 0;
    this.file.addEventListener("change", () => this.upload(this.file.files?.[0]));
    this.uploading = button("upload", "Upload a text file", "Upload", () => this.file.click());
    this.clear = button("clear", "Clear the text", "Clear", () => {
      this.say("clear");
      this.area.focus();
    });
    this.undo = button("undo", "", "", () => this.say("undo"));
    this.count = el("span", "count");
    const tools = el("div", "tools");
    tools.append(this.edit, this.samples, this.uploading, this.clear, this.undo, this.count);
    this.row = new LiveRow(this.area);
    this.root.append(this.caption, this.line, this.area, this.row.node, this.refused, tools, this.file);
    this.root.addEventListener("dragover", (event) => {
      event.preventDefault();
      this.root.classList.add("over");
    });
    this.root.addEventListener("dragleave", () => this.root.classList.remove("over"));
    this.root.addEventListener("drop", (event) => {
      this.root.classList.remove("over");
      const file = event.dataTransfer?.files[0];
      if (!file) return; // dragged text: the browser inserts it
      event.preventDefault();
      this.upload(file);
    });
    parent.append(this.root);
    this.leaving = () => this.rested();
    window.addEventListener("pagehide", this.leaving);
    this.sendAgain = () => {
      clearTimeout(this.again);
      if (draft.waiting && hasToWait()) this.again = window.setTimeout(this.sendAgain, AGAIN);
      else if (draft.waiting) this.send("said", { ...draft.waiting });
    };
    window.addEventListener("bpe-connected", this.sendAgain);
    // An invitation to type into the box, which anything on the page may be.
    this.invited = (/** @type {Event} */ { target }) => {
      if (!(target instanceof Element) || !target.closest("button.own-words")) return;
      this.fold(false);
      this.area.select();
      this.root.scrollIntoView({ block: "end" }); // most of what is above it stays in view
    };
    document.addEventListener("click", this.invited);
  }

  /** @param {BoxData} data */
  update(data) {
    const first = this.data === null;
    this.data = data;
    this.row.use(data.live);
    if (first) {
      this.uploading.title = data.uploadHint;
      this.area.value = draft.text; // typed on the previous page, if Python does not know it yet
      this.samples.append(...["Samples", ...data.samples].map((name, index) => this.option(name, index)));
    }
    const text = draft.hear({ ...data, text: data.text ?? "" });
    if (text !== null) {
      if (this.area.value !== text) this.area.value = text;
      this.groups.forget();
      if (data.text === null) forget("text");
      else keep("text", data.text);
      this.tell(data.text);
    }
    clearTimeout(this.again);
    if (draft.waiting) this.again = window.setTimeout(this.sendAgain, AGAIN);
    this.draw();
    if (first) this.takeOver();
  }

  /** The text that was typed before the app was drawn. */
  takeOver() {
    const take = (/** @type {string} */ text) => {
      this.area.value = text;
      this.typed();
    };
    takeOver(take, () => {
      this.folded = false;
      this.draw();
      return this.area;
    });
  }

  /** @param {string} name @param {number} index */
  option(name, index) {
    const option = el("option", "", name);
    option.value = index ? name : "";
    if (!index) option.disabled = option.selected = true;
    return option;
  }

  draw() {
    const data = this.data;
    if (!data) return;
    const long = data.text === null;
    const text = long ? data.beginning : draft.text;
    this.root.classList.toggle("folded", this.folded || long);
    this.root.classList.toggle("long", long);
    document.documentElement.classList.toggle(OPEN, !this.folded && !long);
    this.caption.textContent = data.caption;
    this.line.textContent = this.folded || long ? firstWords(text) : "";
    this.line.classList.toggle("empty", !text);
    if (this.folded && !text) this.line.textContent = "No text yet";
    const does = long ? "Edit all of" : this.folded ? "Edit" : "Fold";
    this.edit.firstChild?.replaceWith(long ? `${does} the text` : does);
    this.edit.title = this.edit.ariaLabel = `${does} the text`;
    this.edit.setAttribute("aria-expanded", String(!this.folded && !long));
    this.clear.disabled = !long && !text;
    this.undo.hidden = !data.undo;
    const redoes = data.undo === UNDONE;
    const undo = redoes ? "Redo" : `Undo ${data.undo}`;
    this.undo.replaceChildren(undo);
    this.undo.title = `${undo}: ${redoes ? "brings back what “Undo” replaced" : "restores your previous text and settings"}`;
    this.undo.setAttribute("aria-label", this.undo.title);
    const characters = plural(draft.typed ? codePoints(draft.text) : data.length, "character");
    this.count.textContent = data.name && !draft.typed ? `${data.name} · ${characters}` : characters;
  }

  /** @param {boolean} folded */
  fold(folded) {
    if (this.data?.text === null) {
      this.say("edit");
      return;
    }
    this.folded = folded;
    this.draw();
    if (folded) this.rested();
    else this.area.focus();
  }

  /**
   * A paste that is too long is rejected: silently truncated, it would be a different text.
   *
   * @param {InputEvent} event
   */
  refuse(event) {
    const put = event.data ?? event.dataTransfer?.getData("text/plain") ?? "";
    if (this.takesWhole(event, put)) return;
    const { value, selectionStart, selectionEnd } = this.area;
    const length = value.length - (selectionEnd - selectionStart) + put.length;
    const most = this.data?.mostUnits ?? Infinity;
    this.refused.textContent = "";
    if (length <= most || !put) return;
    event.preventDefault();
    this.refused.textContent =
      `The text would then have ${grouped(length)} characters; ` +
      `the limit of the box is ${grouped(most)}. Your text was left unchanged.`;
  }

  /**
   * A long request that replaces everything is taken like a file: in the box it would make the browser slow.
   *
   * @param {InputEvent} event @param {string} put
   */
  takesWhole(event, put) {
    const { value, selectionStart, selectionEnd } = this.area;
    const most = this.data?.mostUnits ?? 0;
    const isWhole = selectionEnd - selectionStart === value.length;
    if (!this.data || !isWhole || put.length <= SLOW_TEXT || put.length > most || !/^\s*[[{]/.test(put))
      return false;
    event.preventDefault();
    const read = {
      name: "a pasted request",
      text: wellFormed(put),
      encoding: "UTF-8",
      mark: false,
      cut: false,
    };
    this.take(withinLimit(read, this.data));
    return true;
  }

  get state() {
    const { value, selectionStart: start, selectionEnd: end } = this.area;
    return { value, start, end };
  }

  /**
   * Undoes what was typed, then what replaced the text before that; or repeats what was undone. Only the button goes on
   * from what was replaced first to what was undone, so that a key that is held does not.
   *
   * @param {Event} event @param {boolean} again
   */
  goBack(event, again) {
    if (this.composing) return;
    event.preventDefault();
    const state = this.groups.step(this.state, again);
    if (state) {
      this.area.value = state.value;
      this.area.setSelectionRange(state.start, state.end);
      this.typed();
    } else if (this.data?.undo && again === (this.data.undo === UNDONE)) this.say("undo");
  }

  /** @param {InputEvent} [event] An edit that can be undone. */
  typed(event) {
    const { value, selectionStart, selectionEnd } = this.area;
    // An unpaired surrogate cannot be sent: UTF-8 cannot encode it.
    const text = wellFormed(value);
    if (!this.composing && text !== value) {
      this.area.value = text;
      this.area.setSelectionRange(selectionStart, selectionEnd);
      this.half = true;
    }
    if (event) this.groups.record({ ...this.selection, value: draft.text }, this.state, event);
    draft.type(text);
    if (draft.text.length < SLOW_TEXT) keep("text", draft.text);
    this.draw();
    this.tell(draft.text);
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => this.rested(), REST);
  }

  /** @param {string | null} text */
  tell(text) {
    window.dispatchEvent(new CustomEvent("bpe-text", { detail: { text } }));
  }

  rested() {
    clearTimeout(this.resting);
    if (!draft.typed) return;
    keep("text", draft.text);
    this.say("type", this.half ? { half: true } : {});
    this.half = false;
  }

  /** @param {string} act @param {Record<string, unknown>} [more] */
  say(act, more) {
    clearTimeout(this.resting);
    if (act !== "type") this.refused.textContent = "";
    this.send("said", { ...draft.say(act, more) });
  }

  /** @param {File | undefined} file */
  async upload(file) {
    this.file.value = ""; // so that the same one can be selected again
    if (!file || !this.data) return;
    const turn = ++this.uploads;
    const read = await readText(file, this.data);
    // A larger file may be read later than one that was chosen after it.
    if (turn === this.uploads) this.take(read);
  }

  /** Sends a file, or asks how it is meant. @param {ReadFile | Doubtful} read */
  take(read) {
    if ("text" in read) return this.say("upload", { file: read });
    const choices = read.choices.map(({ label, file }) =>
      button("choice", label, label, () => this.data && this.take(withinLimit(file, this.data))),
    );
    this.refused.replaceChildren(`${read.problem} Your text was left unchanged.`, ...choices);
  }

  destroy() {
    this.row.destroy();
    document.documentElement.classList.remove(OPEN);
    this.rested();
    clearTimeout(this.again);
    window.removeEventListener("pagehide", this.leaving);
    window.removeEventListener("bpe-connected", this.sendAgain);
    document.removeEventListener("click", this.invited);
  }
}

/** The beginning of a text as one line. @param {string} text */
function firstWords(text) {
  return text.slice(0, 400).replace(/\s+/gu, " ").trim();
}

/** @param {Triggering<BoxData>} call */
export default function mount({ setTriggerValue, ...call }) {
  // A message is a trigger: a state would be sent again with every other change of the page.
  return mountInstance(TextBox, { ...call, setStateValue: setTriggerValue });
}
