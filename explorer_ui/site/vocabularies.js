// The published vocabularies: each is a script, which a page that was opened from a disk may load too.

import { encoderFrom, inflated, keepEncoder } from "../browser/encoder/load.js";
import { bytesOf } from "../browser/payload.js";

/**
 * @import {Encoder} from "../browser/encoder/encoder.js"
 * @import {VocabularyFile} from "./data.js"
 */

/** @type {Map<string, Message.SiteVocabulary>} */
const arrived = new Map();
Object.assign(globalThis, {
  bpeVocabulary: (/** @type {string} */ name, /** @type {Message.SiteVocabulary} */ packed) =>
    arrived.set(name, packed),
});

export class Vocabularies {
  /** @param {Record<string, VocabularyFile>} files @param {Promise<Uint8Array>} categories */
  constructor(files, categories) {
    this.files = files;
    this.categories = categories;
    /** @type {Map<string, Encoder>} */
    this.loaded = new Map();
    /** @type {Map<string, Promise<Encoder>>} */
    this.loading = new Map();
  }

  /** Rejects if the file cannot be loaded; asking again tries again. @param {string} name */
  load(name) {
    let encoder = this.loading.get(name);
    if (!encoder) {
      encoder = this.make(name);
      this.loading.set(name, encoder);
      keepEncoder(name, encoder);
      encoder.catch(() => this.loading.delete(name));
    }
    return encoder;
  }

  /** @param {string} name */
  async make(name) {
    await run(this.files[name].file);
    const packed = arrived.get(name);
    if (!packed) throw new Error(`${name} is not in its file`);
    arrived.delete(name);
    const planes = packed.merges.map((file) => inflated(bytesOf(file)));
    const encoder = encoderFrom(packed.parts, await this.categories, await Promise.all(planes));
    this.loaded.set(name, encoder);
    return encoder;
  }
}

/** @param {string} file */
function run(file) {
  const script = document.createElement("script");
  script.src = file;
  return new Promise((done, failed) => {
    script.addEventListener("load", done);
    script.addEventListener("error", failed);
    document.head.append(script);
  });
}
