// The teacher's end of a class: what this browser shows is told to the server, one message at a time.

import { hexByte } from "../shared/utf8.js";
import { Refusal, ask } from "./requests.js";

const KEPT = "bpe-class"; // under which the browser keeps the key, for this and its other pages
const SEEN = "bpe-class-seen"; // and which of its pages the class sees
const TWO_HOURS = 7_200_000;
const QUIET = 5000; // milliseconds between two signs of life
const ASKING = 1000; // and while a question is open
const RETRY = 1500;

/**
 * What a class is called by.
 *
 * @typedef {object} Name
 * @property {string} code
 * @property {string} ticket
 * @property {{path: string, side: number}} qr
 */

/** @typedef {{followers: number, answered: number, counts?: number[]}} Tally */

export class Teaching {
  /**
   * @param {string} base Where the classes are: a path that ends in "/class".
   * @param {object} hears
   * @param {(tally: Tally) => void} hears.tally
   * @param {(sentence: string) => void} hears.trouble An empty sentence: no more trouble.
   * @param {() => void} hears.ended Another page of this browser has ended the class, or opened another.
   */
  constructor(base, hears) {
    this.base = base;
    this.hears = hears;
    /** @type {Name | null} */
    this.name = null;
    this.key = "";
    this.page = `${Date.now()} ${Math.random()}`; // told from the others of this browser
    /** @type {Record<string, unknown>} All that the class has been told, to be told again to a server that has forgotten. */
    this.told = {};
    /** @type {Record<string, unknown>} What it has not been told yet. */
    this.pending = {};
    this.sending = false;
    this.timer = 0;
    this.stopListening = new AbortController();
    addEventListener("storage", () => this.#endIfEnded(), { signal: this.stopListening.signal });
  }

  /** The key of a class that this browser has opened, if it may still be open. */
  static kept() {
    try {
      const { key, at } = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
      return typeof key === "string" && Date.now() - at < TWO_HOURS ? key : null;
    } catch {
      return null;
    }
  }

  /**
   * @param {string | null} key Of a class that was opened before; null opens a new one.
   * @throws {Refusal}
   */
  async open(key) {
    this.key = key ?? newKey();
    const message = { address: location.origin + this.base };
    const name = await ask(this.base, { key: this.key, message });
    await ask(`${this.base}/${name.code}/open`, { key: this.key, message: {} });
    this.name = name;
    this.#keep();
    this.#beat();
  }

  /** Whether the class sees what this page told last, and no other page of this browser has told more. */
  get isSeen() {
    return localStorage.getItem(SEEN) === this.page;
  }

  // A page that went on alone would open the class again for all who have left it.
  #endIfEnded() {
    if (!this.name || Teaching.kept() === this.key) return false;
    this.stop();
    this.hears.ended();
    return true;
  }

  /** @param {Record<string, unknown>} change Any of scene, step, question and uncover. */
  tell(change) {
    if ("question" in change) delete this.pending.uncover;
    localStorage.setItem(SEEN, this.page);
    Object.assign(this.pending, change);
    if (!this.sending && this.name) this.#send();
  }

  async close() {
    const { name } = this;
    this.stop();
    localStorage.removeItem(KEPT);
    localStorage.removeItem(SEEN);
    if (name) await ask(`${this.base}/${name.code}/close`, { key: this.key, message: {} }).catch(() => {});
  }

  stop() {
    clearTimeout(this.timer);
    this.stopListening.abort();
    this.name = null;
  }

  // While one message is on its way, later steps replace each other: the class is told the last.
  async #send() {
    this.sending = true;
    while (this.name && Object.keys(this.pending).length) {
      const message = this.pending;
      this.pending = {};
      // A question is asked first and answered by a message of its own.
      if ("question" in message && "uncover" in message) {
        this.pending = { uncover: message.uncover };
        delete message.uncover;
      }
      this.told = { ...this.told, ...message };
      if ("question" in message) delete this.told.uncover;
      await this.#request("tell", message);
      // The next sign of life may be seconds away: the first answers are not kept waiting for it.
      if (message.question && this.name) this.#beat();
    }
    this.sending = false;
  }

  /**
   * @param {string} what
   * @param {object} message
   */
  async #request(what, message) {
    const { name } = this;
    if (!name || this.#endIfEnded()) return;
    try {
      this.hears.tally(await ask(`${this.base}/${name.code}/${what}`, { key: this.key, message }));
      this.hears.trouble("");
      this.#keep();
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.status === 422 || error.status === 400) this.hears.trouble(error.message);
      else await this.#recover(error);
    }
  }

  // A server that has started again knows no class: it is opened under the same code and told everything.
  /** @param {Refusal} refusal */
  async #recover(refusal) {
    this.hears.trouble("Can't reach the class. Retrying...");
    if (refusal.status !== 404) await new Promise((resolve) => setTimeout(resolve, RETRY));
    if (!this.name) return;
    try {
      await ask(`${this.base}/${this.name.code}/open`, { key: this.key, message: {} });
      this.pending = { ...this.told, ...this.pending };
      this.hears.trouble("");
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY));
    }
  }

  #beat() {
    clearTimeout(this.timer);
    const wait = this.told.question && !this.told.uncover ? ASKING : QUIET;
    this.timer = window.setTimeout(async () => {
      if (!this.name) return;
      if (!this.sending) {
        await this.#request("tally", {});
        if (Object.keys(this.pending).length && !this.sending) await this.#send();
      }
      this.#beat();
    }, wait);
  }

  #keep() {
    localStorage.setItem(KEPT, JSON.stringify({ key: this.key, at: Date.now() }));
  }
}

function newKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return Array.from(bytes, hexByte).join("");
}
