// Reports to Python where the visitor stopped. Each message runs the page, or a part of it, again.

import { hasToWait, isCutOff, watchRuns } from "../../browser/app_state.js";

const REST = 250; // milliseconds without a move before Python is notified
const ELSEWHERE = 1000; // milliseconds after a press outside the component

/**
 * The latest position in each picture that was removed before Python had read it: on a page that was left at once.
 *
 * @type {Map<string, any>}
 */
const unheard = new Map();

/**
 * A place is what Python is told: the `data_id` of what the picture shows, and the visitor's position in it. The data
 * from Python has that id too, and the position that Python knows, in fields of the same names.
 *
 * @template {{data_id: string}} Place
 */
export class LinkToPython {
  /**
   * @param {(name: string, value: unknown) => void} send
   * @param {Element} root Messages wait after a press outside this element: if a message meets that of a button
   * press or a link, Streamlit loses the press or shows an empty page.
   * @param {() => Place | null} where Null if there is no position yet, or while it is changing.
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
   * @param {Partial<Place> & {data_id: string}} data If its position is the one before a message that is under way, that
   *   message met the new data: Python ignores a position in what it no longer shows.
   * @returns {Place | null}
   */
  unknown(data) {
    const kept = this.hasBegun ? undefined : unheard.get(data.data_id);
    unheard.delete(data.data_id);
    this.hasBegun = true;
    const here = this.where();
    if (here && this.underWay && this.before === keyOf(here, data)) this.heard = this.before;
    return this.owes ? here : (kept ?? null);
  }

  /**
   * Called when the position comes from Python, which therefore knows it.
   *
   * @param {Partial<Place>} [data]
   */
  agree(data) {
    const here = this.where();
    this.heard = here ? keyOf(here, data) : "";
  }

  get owes() {
    const here = this.where();
    return here !== null && keyOf(here) !== this.heard;
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
      if (!here || !this.owes) return;
      this.before = this.heard;
      this.heard = keyOf(here);
      this.underWay = true;
      this.#awaitArrival();
      this.send("place", here);
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
    if (here && (this.owes || this.underWay)) unheard.set(here.data_id, here);
    clearTimeout(this.waiting);
    this.arriving?.disconnect();
    this.stopListening.abort();
  }
}

/**
 * Distinguishes the positions in one picture: by the values of a position's fields, in another one or in data from
 * Python.
 *
 * @param {{data_id: string}} place @param {Record<string, any>} [data]
 */
function keyOf(place, data = place) {
  const names = Object.keys(place).filter((name) => name !== "data_id");
  return JSON.stringify(names.map((name) => data[name]));
}
