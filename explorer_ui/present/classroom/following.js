// The connection of a follower: server-sent events if they arrive, otherwise polling every two seconds.

import { ofTab } from "../../browser/tab_storage.js";
import { ask, LONG_PATIENCE, Refusal } from "./requests.js";
import { attrs, el } from "../../browser/dom.js";

/** @import {Question} from "./question_card.js" */

const EVERY = 2000; // milliseconds between two requests
const PATIENCE = 4000; // milliseconds within which the first event has to arrive: a proxy may buffer events
const SILENCE = 40_000; // milliseconds: the server sends an event every 15 seconds, also if nothing happens
const TRY_EVENTS_AGAIN = 10; // requests after which events are tried again

/**
 * What everybody sees.
 *
 * @typedef {object} Shown
 * @property {string | null} scene The name of what the player draws.
 * @property {number} step
 * @property {boolean} covered Whether what comes after the step is hidden.
 * @property {Question | null} question
 */

export class Following {
  /**
   * @param {string} address Of the class, without a slash at the end.
   * @param {string} ticket @param {object} hears @param {(shown: Shown) => void} hears.shown
   * @param {(lost: "connection" | "class" | null) => void} hears.lost @param {() => void} hears.over
   */
  constructor(address, ticket, hears) {
    this.address = address;
    this.ticket = ticket;
    this.hears = hears;
    /** @type {string | null} The id under which an answer counts once. */
    this.voter = ofTab.getItem(this.#place);
    /** @type {EventSource | null} */
    this.source = null;
    /** Seconds by which this clock is ahead of the server's. */
    this.ahead = 0;
    this.timer = 0;
    this.asked = 0;
    this.ended = false;
    // A phone that was locked, or went to another network, may not notice that its connection has ended; and its
    // clock may have stood still.
    addEventListener("online", () => this.#renew());
    document.addEventListener("visibilitychange", () => document.hidden || this.#renew());
    this.#ask();
  }

  get #place() {
    return `bpe-voter ${this.address}`;
  }

  get #query() {
    return new URLSearchParams({ ticket: this.ticket, ...(this.voter && { voter: this.voter }) });
  }

  /**
   * @param {number} question
   * @param {number | number[] | [number, number][] | {word: string, answers: number[]}} option The index of an option, the gaps that are boundaries, or
   * the merges in a game.
   */
  async vote(question, option) {
    const { voter } = this;
    const send = () =>
      ask(`${this.address}/vote?${this.#query}`, { message: { voter: this.voter, question, option } });
    try {
      return await send();
    } catch (refusal) {
      // After a minute without a connection, the class knows this phone under another id.
      if (!(refusal instanceof Refusal) || refusal.status !== 403) throw refusal;
      await this.#renew();
      if (this.voter === voter) throw refusal;
      return send();
    }
  }

  /** How many seconds are left until a time of the server's clock. @param {number} until */
  left(until) {
    return Math.max(0, Math.ceil(until + this.ahead - performance.now() / 1000));
  }

  /** @param {string} name */
  scene(name) {
    return ask(`${this.address}/scene/${name}?${this.#query}`, { patience: LONG_PATIENCE });
  }

  /** @param {number} milliseconds */
  #again(milliseconds) {
    clearTimeout(this.timer);
    if (!this.ended) this.timer = window.setTimeout(() => this.#ask(), milliseconds);
  }

  /** Connects again, whatever seems to be connected. */
  #renew() {
    this.source?.close();
    this.source = null;
    clearTimeout(this.timer);
    return this.ended ? undefined : this.#ask();
  }

  // The first request returns the voter's id, without which each new connection would be a new follower.
  async #ask() {
    try {
      const { voter, now, ...shown } = await ask(`${this.address}/now?${this.#query}`);
      if (this.ended) return;
      this.hears.lost(null);
      if (this.source) return; // events have told it meanwhile, or will
      this.#isCalled({ voter, now });
      this.hears.shown(shown);
      if (this.asked++ % TRY_EVENTS_AGAIN === 0) this.#listen();
      else this.#again(EVERY);
    } catch (refusal) {
      if (this.ended) return;
      this.asked = 0; // after losing the class, listens again as soon as it is back
      this.hears.lost(refusal instanceof Refusal && refusal.status === 404 ? "class" : "connection");
      this.#again(EVERY * (0.75 + Math.random() / 2));
    }
  }

  #listen() {
    const source = new EventSource(`${this.address}/events?${this.#query}`);
    this.source = source;
    const leave = (/** @type {number} */ milliseconds) => {
      clearTimeout(patience);
      source.close();
      if (this.source !== source) return; // it was left already
      this.source = null;
      this.#again(milliseconds);
    };
    let patience = setTimeout(() => leave(0), PATIENCE);
    const hears = () => {
      clearTimeout(patience);
      patience = setTimeout(() => leave(0), SILENCE);
    };
    source.addEventListener("voter", (event) => this.#isCalled(JSON.parse(event.data)));
    source.addEventListener("alive", hears);
    source.addEventListener("message", (event) => {
      hears();
      this.asked = 0;
      this.hears.lost(null);
      this.hears.shown(JSON.parse(event.data));
    });
    source.addEventListener("over", () => {
      this.ended = true;
      leave(0);
      this.hears.over();
    });
    // A browser would reconnect on its own, at the same time as all others and under its old name.
    source.addEventListener("error", () => leave(300 + 900 * Math.random()));
  }

  /** @param {{voter: string | null, now: number}} told */
  #isCalled({ voter, now }) {
    this.ahead = performance.now() / 1000 - now;
    if (voter === this.voter) return;
    this.voter = voter;
    if (voter) ofTab.setItem(this.#place, voter);
  }
}

const LETTERS = 6; // of a code

/**
 * The form in which a follower types the code of a class.
 *
 * @param {HTMLElement} parent @param {string} base
 * @param {string} [typed] A code that was not found,
 * @param {string} [problem] and the error message.
 */
export function askForTheCode(parent, base, typed = "", problem = "") {
  const form = el("form", "bpe follower code-form");
  const field = attrs(el("input", "code"), {
    required: "", autocomplete: "off", autocapitalize: "characters", spellcheck: "false", enterkeyhint: "go",
    "aria-label": "Class code", "aria-describedby": "code-form", value: typed,
  }); // prettier-ignore
  // In any notation: "abc def", "ABC-DEF".
  const code = () => field.value.replace(/[^A-Za-z]/g, "").toUpperCase();
  const go = attrs(el("button", "go", "Join"), { type: "submit" });
  const letters = attrs(el("p", "", "Six letters, as your teacher shows them."), { id: "code-form" });
  const trouble = attrs(el("p", "problem", problem), { role: "alert" });
  form.append(el("h1", "", "Join a class"), letters, field, go, trouble);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (code().length === LETTERS) location.assign(`${base}/${code()}`);
    else trouble.textContent = `A code has ${LETTERS} letters; you typed ${code().length}.`;
  });
  parent.replaceChildren(form);
  field.focus();
  field.select();
}
