// Keeps the text being typed and the server's text apart, so that neither overwrites the other by accident.
//
//     typed    H  He  Hel ----300 ms---->  sent: serial 7, "Hel"                Hell
//     server                                          heard 7, revision 0, "Hel"
//     box      H  He  Hel                             Hel (its own)            Hell
//
// The server numbers its texts: a higher revision means that it replaced the text (with a sample, "Try this",
// undo), and the box shows the new one. A text of the same revision is the box's own, returned late: it is
// ignored. A message that was not received (Streamlit drops messages during a change of page) is sent again.

/**
 * @typedef {object} Message
 * @property {number} serial Increases from message to message.
 * @property {number} revision The revision that was edited.
 * @property {string} [text] What was typed, if anything since the last message.
 * @property {string} act
 */

export class Draft {
  /** @param {number} serial The first number, larger than all numbers that an earlier page has sent. */
  constructor(serial) {
    this.serial = serial;
    this.revision = -1;
    this.text = "";
    this.typed = false;
    /** @type {Message | null} */
    this.waiting = null;
  }

  /** @param {string} text What is in the box after a keystroke. */
  type(text) {
    this.typed ||= text !== this.text;
    this.text = text;
  }

  /**
   * Returns the message for an action; it includes what was typed before.
   *
   * @param {string} act @param {Record<string, unknown>} [more] @returns {Message}
   */
  say(act, more = {}) {
    const unheard = this.waiting?.revision === this.revision ? this.waiting.text : undefined;
    const text = this.typed ? this.text : unheard;
    this.waiting = { serial: ++this.serial, revision: this.revision, act, ...more };
    if (text !== undefined) this.waiting.text = text;
    this.typed = false;
    return this.waiting;
  }

  /**
   * Handles the server's current text.
   *
   * @param {{revision: number, heard: number, text: string}} server
   * @returns {string | null} The text to put into the box, or null if the box is up to date.
   */
  hear({ revision, heard, text }) {
    if (this.waiting && heard >= this.waiting.serial) this.waiting = null;
    if (revision === this.revision) return null;
    this.revision = revision;
    // What was typed since stays, and is sent as an edit of the new text.
    if (this.typed) return null;
    this.text = text;
    return text;
  }
}

// Takes over what was typed into the box of the document before the app was drawn: ../../server/first_sight.js.

/**
 * Removes that box, and calls `take` with its text if it was edited; first waits for a word that is being composed.
 *
 * @param {(text: string) => void} take
 * @param {() => HTMLTextAreaElement} unfold Called if the box had the focus; gets the box that takes it.
 */
export function takeOver(take, unfold) {
  const shell = document.getElementById("bpe-first-sight");
  const area = shell?.querySelector("textarea");
  if (!shell || !area) return;
  const act = () => {
    const { value, defaultValue, selectionStart, selectionEnd } = area;
    const focused = document.activeElement === area;
    shell.remove();
    if (value !== defaultValue) take(value);
    if (!focused) return;
    const box = unfold();
    box.focus();
    box.setSelectionRange(selectionStart, selectionEnd);
  };
  if (area.dataset.composing === undefined) act();
  else area.addEventListener("compositionend", () => setTimeout(act), { once: true });
}
