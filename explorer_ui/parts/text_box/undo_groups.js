// Undo and redo by words and pauses. Chromium ends a group of its own undo when the document changes, which it does
// here at every keystroke, so that its undo would go back letter by letter.

/** @typedef {{value: string, start: number, end: number}} State A text and the selection in it. */

const PAUSE = 1500; // milliseconds after which an edit begins a group
const ROOM = 4_000_000; // UTF-16 units of all texts that are stored
const JOINED = /^(insertText|insertCompositionText|deleteContent(Back|For)ward)$/;

export class UndoGroups {
  constructor() {
    this.forget();
  }

  forget() {
    /** @type {State[]} */
    this.past = [];
    /** @type {State[]} */
    this.future = [];
    /** @type {{kind: string, caret: number, time: number}} */
    this.last = { kind: "", caret: 0, time: 0 };
  }

  /**
   * Records an edit. It joins the previous one if it goes on where that one ended, and begins no word.
   *
   * @param {State} before @param {State} after @param {InputEvent} event
   */
  record(before, after, { inputType: kind, timeStamp: time }) {
    if (before.value === after.value) return;
    const { start, end } = before;
    const { last } = this;
    const beginsWord = /^\s\S/.test(after.value.slice(Math.max(start - 1, 0), after.end));
    const follows = kind === last.kind && start === end && start === last.caret && time - last.time < PAUSE;
    if (!follows || beginsWord || !JOINED.test(kind)) this.past.push(before);
    this.future = [];
    this.last = { kind, caret: after.end, time };
    let room = ROOM;
    this.past = this.past.slice(this.past.findLastIndex(({ value }) => (room -= value.length) < 0) + 1);
  }

  /**
   * The state to go back or forward to, if there is one.
   *
   * @param {State} now
   * @param {boolean} again Whether to redo.
   */
  step(now, again) {
    const [from, to] = again ? [this.future, this.past] : [this.past, this.future];
    const state = from.pop();
    if (state) to.push(now);
    this.last.kind = "";
    return state;
  }
}
