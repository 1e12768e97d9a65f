// What the hand types and what the server has, kept apart, so that neither overwrites the other by accident.
//
//     hand     H  He  Hel ----300 ms---->  sent: serial 7, "Hel"                Hell
//     server                                          heard 7, revision 0, "Hel"
//     box      H  He  Hel                             Hel (its own)            Hell
//
// The server numbers its texts: a higher revision means that it put another text in place (a sample, "Try
// this", undo), which the box takes over. A text of the same revision is the box's own, come back late: it is
// not looked at. A message that was not heard (Streamlit drops what meets a change of page) is sent again.

/**
 * @typedef {object} Message
 * @property {number} serial Rises from message to message.
 * @property {number} revision The revision that the text was typed into.
 * @property {string} [text] What was typed, if something was since the last message.
 * @property {string} act
 */

export class Draft {
  /** @param {number} serial Where to begin counting: above all that an earlier page has sent. */
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
   * The message that tells of an act; what was typed before goes with it.
   *
   * @param {string} act
   * @param {Record<string, unknown>} [more]
   * @returns {Message}
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
   * What the server has now.
   *
   * @param {{revision: number, heard: number, text: string}} server
   * @returns {string | null} The text to put into the box, or null where the box is right.
   */
  hear({ revision, heard, text }) {
    if (this.waiting && heard >= this.waiting.serial) this.waiting = null;
    if (revision === this.revision) return null;
    this.revision = revision;
    // What was typed since stays, and is sent as a change of the new text.
    if (this.typed) return null;
    this.text = text;
    return text;
  }
}
