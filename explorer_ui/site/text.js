// Answers the messages of the app's text box in the browser, without Python.

import { mountInstance } from "../browser/mount.js";
import { grouped } from "../browser/numbers.js";
import { codePoints } from "../browser/utf8.js";
import { TextBox } from "../parts/text_box/text_box.js";

/**
 * @import {Message} from "../parts/text_box/draft.js"
 * @import {ReadFile} from "../parts/text_box/files.js"
 *
 * @typedef {Message & {name?: string, file?: ReadFile}} Said
 * @typedef {{text: string, name: string}} Named
 */

export class Text {
  /**
   * @param {HTMLElement} parent @param {object} given @param {string} given.text
   * @param {Record<string, string>} given.samples
   * @param {number} given.most In UTF-16 units.
   * @param {(text: string) => void} given.changed Called when the visitor has paused, or chosen another text.
   * @param {(notice: string) => void} given.tell
   */
  constructor(parent, { text, samples, most, changed, tell }) {
    this.parent = parent;
    this.samples = samples;
    this.most = most;
    this.changed = changed;
    this.tell = tell;
    /** @type {Named} */
    this.now = { text, name: "" };
    /** The text that was replaced, and by what. @type {(Named & {what: string}) | null} */
    this.before = null;
    this.revision = 0;
    this.heard = 0;
    this.draw();
  }

  draw() {
    const { text, name } = this.now;
    const data = {
      text,
      caption: "",
      beginning: text.slice(0, 400),
      length: codePoints(text),
      name,
      revision: this.revision,
      heard: this.heard,
      undo: this.before?.what ?? "",
      samples: Object.keys(this.samples),
      mostBytes: 4 * this.most + 4, // of a larger file this is too long in any case
      mostCharacters: this.most,
      mostUnits: this.most,
      uploadHint: `A text file, up to ${grouped(this.most)} characters; it stays in this browser`,
      live: null,
    };
    mountInstance(TextBox, {
      data,
      parentElement: this.parent,
      setStateValue: (_, message) => this.hear(/** @type {Said} */ (message)),
    });
  }

  /** @param {Said} message */
  hear({ serial, revision, act, text, name = "", file }) {
    this.heard = serial;
    this.tell("");
    if (text !== undefined && revision === this.revision) this.now = { text, name: "" };
    if (act === "sample") this.replace("“" + name + "”", { text: this.samples[name], name });
    else if (act === "clear") this.replace("“Clear”", { text: "", name: "" });
    else if (act === "undo" && this.before) this.replace("", this.before);
    else if (file) this.replace(`“${file.name}”`, file);
    this.draw();
    this.changed(this.now.text);
  }

  /** @param {string} what @param {Named} next */
  replace(what, { text, name }) {
    this.before = what ? { ...this.now, what } : null;
    this.now = { text, name };
    this.revision++;
  }
}
