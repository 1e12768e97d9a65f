// The teacher's connection to a class: sends what this browser shows to the server, one message at a time.

import { kept } from "../../browser/tab_storage.js";
import { hexByte } from "../../browser/utf8.js";
import { CHANGED, KEY, SEEN, share } from "./open_tabs.js";
import { LONG_PATIENCE, PATIENCE, Refusal, ask } from "./requests.js";

/** @import {Question} from "./question_card.js" */

const TWO_HOURS = 7_200_000;
const IDLE = 14_400_000; // milliseconds after which the server ends a class in which nobody did anything
const QUIET = 5000; // milliseconds between two heartbeats
const ASKING = 1000; // and while a question is open
const RETRY = 1500;
/** The parts of a question, in the order in which the server takes them, each in a message of its own. */
const PARTS = ["question", "uncover", "explain"];

/**
 * How a class is identified.
 *
 * @typedef {object} Name
 * @property {string} code
 * @property {string} ticket
 * @property {string} address Of the class, as phones can open it, without the code.
 * @property {{path: string, side: number}} qr
 */

/**
 * `left` are the seconds for a question with a time limit; the rest is as in `Question`.
 *
 * @typedef {{followers: number, answered: number, left?: number} & Partial<Question>} Tally
 */

/**
 * What the class is to see: any of "scene", "step", "covered", "question", "uncover" and "explain".
 *
 * @typedef {Record<string, unknown>} Change
 */

export class Teaching {
  /**
   * @param {string} base The path of the classes, which ends in "/class".
   * @param {object} hears @param {(tally: Tally) => void} hears.tally
   * @param {(sentence: string) => void} hears.trouble Called with an error, or with "" when it is over.
   * @param {() => void} hears.ended Another page of this browser has ended the class, or opened another one.
   */
  constructor(base, hears) {
    this.base = base;
    this.hears = hears;
    /** @type {Name | null} */
    this.name = null;
    this.key = "";
    this.page = `${Date.now()} ${Math.random()}`; // distinguishes the pages of this browser
    /** @type {Change} Everything that was sent, to be sent again to a server that was restarted. */
    this.told = {};
    /** @type {Change} What has not been sent yet. */
    this.pending = {};
    this.toldAt = Date.now();
    this.sending = false;
    this.timer = 0;
    this.stopListening = new AbortController();
    addEventListener(CHANGED, () => this.#endIfEnded(), { signal: this.stopListening.signal });
  }

  /**
   * The key of a class that this browser has opened, if it may still be open.
   *
   * @param {boolean} [quiet] Also that of a lecture without a class so far.
   */
  static kept(quiet = false) {
    try {
      const { key, at, quiet: isQuiet } = JSON.parse(kept(KEY) ?? "{}");
      const open = typeof key === "string" && Date.now() - at < TWO_HOURS && (quiet || !isQuiet);
      return open ? key : null;
    } catch {
      return null;
    }
  }

  /** The key for the notes of a lecture: that of the class, now or when it is opened. */
  static quietKey() {
    const key = Teaching.kept(true) ?? newKey();
    if (!Teaching.kept()) share(KEY, JSON.stringify({ key, at: Date.now(), quiet: true }));
    return key;
  }

  /**
   * Opens a class; if it is stopped meanwhile, it keeps no connection.
   *
   * @param {string | null} key The key of a class that was opened before; null opens a new one.
   * @throws {Refusal}
   */
  async open(key) {
    this.key = key ?? newKey();
    const message = { address: location.origin + this.base };
    const name = await ask(this.base, { key: this.key, message });
    await ask(`${this.base}/${name.code}/open`, { key: this.key, message: {} });
    if (this.stopListening.signal.aborted) return;
    this.name = name;
    this.#keep();
    this.#beat();
  }

  /** Whether the class sees what this page sent last, and no other page of this browser has sent anything
      since. */
  get isSeen() {
    return kept(SEEN) === this.page;
  }

  // A page that continued after another one ended the class would reopen it for everybody who has left it.
  #endIfEnded() {
    if (!this.name || Teaching.kept() === this.key) return false;
    this.stop();
    this.hears.ended();
    return true;
  }

  /** @param {Change} change */
  tell(change) {
    share(SEEN, this.page);
    this.toldAt = Date.now();
    this.pending = laidOver(this.pending, change);
    if (!this.sending && this.name) this.#send();
  }

  /**
   * The results as a table for a spreadsheet.
   *
   * @param {unknown[][]} rows @returns {Promise<Blob>}
   * @throws {Refusal}
   */
  results(rows) {
    const options = { key: this.key, message: { rows }, file: true, patience: LONG_PATIENCE };
    return ask(`${this.base}/${this.name?.code}/results`, options);
  }

  async close() {
    const { name } = this;
    this.stop();
    share(KEY, null);
    share(SEEN, null);
    if (name) await ask(`${this.base}/${name.code}/close`, { key: this.key, message: {} }).catch(() => {});
  }

  stop() {
    clearTimeout(this.timer);
    this.stopListening.abort();
    this.name = null;
  }

  // While a message is being sent, later steps replace each other: only the last one is sent.
  async #send() {
    this.sending = true;
    try {
      while (this.name && Object.keys(this.pending).length) {
        const [, ...later] = PARTS.filter((part) => part in this.pending);
        const message = chosen(this.pending, (name) => !later.includes(name));
        this.pending = chosen(this.pending, (name) => later.includes(name));
        this.told = laidOver(this.told, message);
        await this.#request("tell", message);
        // The next heartbeat may be seconds away: the first answers are requested at once.
        if (message.question && this.name) this.#beat();
      }
    } finally {
      this.sending = false; // also after an error of the page: the class goes on
    }
  }

  /** @param {string} what @param {Change} message */
  async #request(what, message) {
    const { name, told } = this;
    if (!name || this.#endIfEnded()) return;
    try {
      const patience = message.scene ? LONG_PATIENCE : PATIENCE;
      const tally = await ask(`${this.base}/${name.code}/${what}`, { key: this.key, message, patience });
      if (this.name !== name) return; // stopped meanwhile: a class that has ended is not kept
      // What the class has answered so far says nothing about a question that replaced the previous one meanwhile.
      if (this.told === told && !("question" in this.pending)) this.hears.tally(tally);
      this.hears.trouble("");
      this.#keep();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (this.name !== name) return;
      if (error.status === 422 || error.status === 400) this.hears.trouble(error.message);
      else await this.#recover(error, message);
    }
  }

  // A restarted server knows no classes: the class is reopened under the same code, and everything is sent
  // again; but not one that has ended because nobody did anything. After any other failure only this message is
  // sent again: a question that was asked twice would lose its answers.
  /** @param {Refusal} refusal @param {Change} message */
  async #recover(refusal, message) {
    const isUnknown = refusal.status === 404;
    if (isUnknown && Date.now() - this.toldAt > IDLE) {
      await this.close();
      this.hears.ended();
      return;
    }
    this.hears.trouble("Can't reach the class. Retrying...");
    const { name } = this;
    const opened =
      isUnknown && name
        ? await ask(`${this.base}/${name.code}/open`, { key: this.key, message: {} }).catch(() => null)
        : null;
    if (!opened) await new Promise((resolve) => setTimeout(resolve, RETRY));
    this.pending = laidOver(opened ? this.told : message, this.pending);
  }

  #beat() {
    clearTimeout(this.timer);
    const wait = this.told.question && !("uncover" in this.told) ? ASKING : QUIET;
    this.timer = window.setTimeout(async () => {
      if (!this.name) return;
      try {
        if (this.sending) return;
        await this.#request("tally", {});
        if (Object.keys(this.pending).length && !this.sending) await this.#send();
      } finally {
        if (this.name) this.#beat();
      }
    }, wait);
  }

  #keep() {
    share(KEY, JSON.stringify({ key: this.key, at: Date.now() }));
  }
}

/**
 * What remains to be told of an earlier change after a later one: a question replaces the answer to the previous one.
 *
 * @param {Change} earlier @param {Change} later @returns {Change}
 */
function laidOver(earlier, later) {
  const first = PARTS.findIndex((part) => part in later);
  const replaced = first < 0 ? [] : PARTS.slice(first);
  return { ...chosen(earlier, (name) => !replaced.includes(name)), ...later };
}

/** @param {Change} change @param {(name: string) => boolean} isChosen @returns {Change} */
function chosen(change, isChosen) {
  return Object.fromEntries(Object.entries(change).filter(([name]) => isChosen(name)));
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, hexByte).join("");
}
