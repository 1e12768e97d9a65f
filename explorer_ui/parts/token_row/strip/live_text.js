// Tokenizes at every keystroke what is being typed: the text box sends it as a window event ("bpe-text").

import { tokenizedBy } from "./tokenized_text.js";
import { codePoints } from "../../../browser/utf8.js";
import { loadEncoder } from "../../../browser/encoder/encoder.js";

/**
 * @import {Token, TokenizedText} from "./tokenized_text.js"
 * @import {Encoder} from "../../../browser/encoder/encoder.js"
 */

const MOST = 50_000; // UTF-16 units; a longer text is encoded only by Python, after the debounce delay

export class LiveText {
  /** @param {() => void} changed Called when `tokens` may have changed. */
  constructor(changed) {
    this.changed = changed;
    /** @type {string | null} */
    this.typed = null;
    /** @type {Message.EncoderData | null} */
    this.data = null;
    /** @type {Encoder | null} */
    this.encoder = null;
    /** @type {Map<number, Token>} */
    this.known = new Map();
    /** @type {TokenizedText | null} */
    this.text = null;
    this.hear = (/** @type {Event} */ event) => {
      this.typed = /** @type {CustomEvent<{text: string | null}>} */ (event).detail.text;
      if (this.encoder) this.encode();
    };
    window.addEventListener("bpe-text", this.hear);
  }

  /** The tokens of what was typed last; null if nothing was typed, and if only Python can encode it. */
  tokens() {
    return this.text;
  }

  /** @returns {Message.Counts | null} */
  counts() {
    const { text, typed } = this;
    if (!text || typed === null) return null;
    return {
      tokens: text.length,
      characters: codePoints(typed),
      bytes: text.bytes.length,
      chunks: text.chunks?.length ?? 0,
    };
  }

  /** @param {Message.EncoderData | null} data */
  use(data) {
    const [before, policy] = [this.data?.parts, this.data?.policy];
    this.data = data;
    if (data?.parts === before) {
      if (data?.policy !== policy) this.encode();
      return;
    }
    this.encoder = this.text = null;
    this.known.clear();
    if (!data) return;
    loadEncoder(data).then(
      (encoder) => {
        if (this.data?.parts !== data.parts) return; // another one was chosen meanwhile
        this.encoder = encoder;
        this.encode();
      },
      () => {}, // without it Python encodes after the debounce delay
    );
  }

  encode() {
    const { encoder, typed, data } = this;
    this.text = null;
    if (encoder && data && typed !== null && typed.length <= MOST) {
      const encoded = encoder.encode(typed, data.policy);
      if (encoded) this.text = tokenizedBy(encoder, encoded, this.known);
    }
    this.changed();
  }

  destroy() {
    window.removeEventListener("bpe-text", this.hear);
  }
}
