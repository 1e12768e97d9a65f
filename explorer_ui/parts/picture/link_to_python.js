// Reports to Python where the visitor stopped. Each message runs the page, or a part of it, again.

import { hasToWait, isCutOff, watchRuns } from "../../browser/app_state.js";

const REST = 250; // milliseconds without a move before Python is notified
const ELSEWHERE = 1000; // milliseconds after a press outside the component

/**
 * Where a visitor is: in what, a key that distinguishes positions in it, and what Python is told.
 *
 * @template Rest
 * @typedef {{of: string, key: string, rest: Rest}} Place
 */

/**
 * The latest position in each picture that was removed before Python had read it: on a page that was left at once.
 *
 * @type {Map<string, Place<any>>}
 */
const unheard = new Map();

/** @template Rest */
export class LinkToPython {
  /**
   * @param {(name: string, value: unknown) => void} send
   * @param {Element} root Messages wait after a press outside this element: if a message meets that of a button
   * press or a link, Streamlit loses the press or shows an empty page.
   * @param {() => Place<Rest> | null} where The visitor's position; null if there is none yet, or while it is
   *   changing.
   * @param {() => void} rested Called after the debounce delay, before Python is notified.
   */
  constructor(send, root, where, rested = () => {}) {
    this.send = send;
    this.where = where;
    this.rested = rested;
    /** The key of the position that Python knows. */
    this.heard = "";
    this.hasBegun = false;
    /** True while Python may not have read the last message: a change of page would lose it. */
    this.underWay = false;
    /** The key of the position that Python knew before that message. */
    this.before = "";
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    /** @type {MutationObserver | undefined} */
    this.arriving = undefined;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.arrived = undefined;
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    document.addEventListener(
      "pointerdown",
      (event) => {
        if (this.owes && !event.composedPath().includes(root)) this.report(ELSEWHERE);
      },
      { signal, capture: true },
    );
    addEventListener("popstate", () => this.#mayBeLost(), { signal });
  }

  /**
   * The position at which a picture begins that is drawn with new data, if Python does not know it: that of the
   * visitor, or the last one in this picture on a page that was left.
   *
   * @param {string} of What the picture shows from now on.
   * @param {string} [known] The key of the position that comes with it. If it is the one before a message that is under
   *   way, that message met the new data: Python ignores a position in what it no longer shows.
   * @returns {Place<Rest> | null}
   */
  unknown(of, known) {
    const kept = this.hasBegun ? undefined : unheard.get(of);
    unheard.delete(of);
    this.hasBegun = true;
    if (this.underWay && this.before === known) this.heard = known;
    return this.owes ? this.where() : (kept ?? null);
  }

  /** Called when the position comes from Python, which therefore knows it. */
  agree(key = this.where()?.key ?? "") {
    this.heard = key;
  }

  get owes() {
    const here = this.where();
    return here !== null && here.key !== this.heard;
  }

  /** The positions that Python knows while it does not know the latest one: two while a message is under way. */
  get outdated() {
    return [...(this.owes ? [this.heard] : []), ...(this.underWay ? [this.before] : [])];
  }

  /** Notifies Python after the debounce delay. It waits while any page runs or is asked for, and
      without a connection. */
  report(delay = REST) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.rested();
      if (hasToWait()) {
        this.report();
        return;
      }
      const here = this.where();
      if (!here || here.key === this.heard) return;
      this.before = this.heard;
      this.heard = here.key;
      this.underWay = true;
      this.#awaitArrival();
      this.send("place", here.rest);
    }, delay);
  }

  /** A message has arrived when the run that it caused has begun and ended; leaving the page is delayed until
      then. */
  #awaitArrival() {
    let began = false;
    this.arriving?.disconnect();
    clearTimeout(this.arrived);
    this.arriving = watchRuns((running) => {
      if (isCutOff()) this.#mayBeLost();
      else if (running) began = true;
      else if (began) this.arrived = setTimeout(() => (this.underWay = false), REST);
    });
    if (!this.arriving) this.underWay = false;
  }

  /** Another page was asked for, or the connection dropped: a message that is under way may be lost. It is sent again if
      this page stays, or when it is shown again. */
  #mayBeLost() {
    if (this.underWay) this.heard = this.before;
    if (this.owes) this.report(ELSEWHERE);
  }

  /** Called when the picture is removed. */
  stop() {
    const here = this.where();
    if (here && (this.owes || this.underWay)) unheard.set(here.of, here);
    clearTimeout(this.waiting);
    this.arriving?.disconnect();
    this.stopListening.abort();
  }
}
