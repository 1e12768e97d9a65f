// Keeps a token selected while the text changes: it is found again by its distance from the beginning or the
// end.
//
//     the cat sat      "cat": 1 token before it, 1 after it
//     The big cat sat  not at 1 from the beginning, but at 1 from the end

/**
 * @import {TokenizedText} from "./tokenized_text.js"
 *
 * The position of a token: its index, its id, and how many tokens came after it.
 * @typedef {{selected: number, token: number, after: number}} Anchor
 */

const REST = 150; // milliseconds until Python is notified

/** @param {TokenizedText} text @param {number} at @returns {Anchor} */
const anchorOf = (text, at) => ({
  selected: at,
  token: text.token(at).id,
  after: text.length - 1 - at,
});

/**
 * The index of an anchor's token in a text, or null if it is gone; `_found_again` does the same in Python.
 *
 * @param {TokenizedText} text @param {Anchor | null} anchor
 */
function foundAgain(text, anchor) {
  if (!anchor) return null;
  const places = [anchor.selected, text.length - 1 - anchor.after];
  return places.find((at) => at >= 0 && at < text.length && text.token(at).id === anchor.token) ?? null;
}

/** The selected token, and what Python knows about it. */
export class Selection {
  /** @param {(anchor: Anchor | null) => void} send */
  constructor(send) {
    this.send = send;
    /** @type {Anchor | null} */
    this.anchor = null;
    this.told = "null";
    this.resting = 0;
    /** @type {number | null} */
    this.at = null;
  }

  /**
   * Finds the token in another text; one that is gone may come back while somebody types.
   *
   * @param {TokenizedText} text
   */
  findIn(text) {
    this.at = foundAgain(text, this.anchor);
    if (this.at !== null) this.anchor = anchorOf(text, this.at);
  }

  /** Selects a token, or deselects it if it is selected. @param {TokenizedText} text @param {number} at */
  toggle(text, at) {
    this.at = at === this.at ? null : at;
    this.anchor = this.at === null ? null : anchorOf(text, at);
  }

  /** Remembers the selected one in other pieces of the same text. @param {TokenizedText} text */
  follow(text) {
    this.anchor = this.at === null ? null : anchorOf(text, this.at);
  }

  /** Notifies Python after the debounce delay. */
  tell() {
    clearTimeout(this.resting);
    this.resting = window.setTimeout(() => {
      if (this.at === null) this.anchor = null;
      const place = JSON.stringify(this.anchor);
      if (place !== this.told) this.send(this.anchor);
      this.told = place;
    }, REST);
  }

  wait() {
    clearTimeout(this.resting);
  }
}
