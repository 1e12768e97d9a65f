// What Python hears: where the visitor stopped. Each message runs the page, or a part of it, again.

import { isRunning, watchRuns } from "./app_state.js";

const REST = 250; // milliseconds without a move until Python hears of it
const ELSEWHERE = 1000; // milliseconds after a press outside the component

/**
 * @template Rest
 */
export class LinkToPython {
  /**
   * @param {(name: string, value: unknown) => void} send
   * @param {() => {key: string, rest: Rest} | null} where Where the visitor is, and a key that tells two such apart;
   *   null while that is nowhere yet, or not at rest.
   * @param {() => void} rested Called when the hand rests, before Python hears of it.
   */
  constructor(send, where, rested = () => {}) {
    this.send = send;
    this.where = where;
    this.rested = rested;
    /** The key of what Python knows. */
    this.heard = "";
    /** Whether the run that what was told last asked for may not have read it yet: a change of page would lose it. */
    this.underWay = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
    /** @type {MutationObserver | undefined} */
    this.arriving = undefined;
    this.stopListening = new AbortController();
  }

  /** Python knows where the visitor is: it said so itself. */
  agree(key = this.where()?.key ?? "") {
    this.heard = key;
  }

  get owes() {
    const here = this.where();
    return here !== null && here.key !== this.heard;
  }

  /** Tells Python when the hand rests, and not while the page runs: that would end the run, of another page too. */
  report(delay = REST) {
    clearTimeout(this.waiting);
    this.waiting = setTimeout(() => {
      this.rested();
      if (isRunning()) {
        this.report();
        return;
      }
      const here = this.where();
      if (!here || here.key === this.heard) return;
      this.heard = here.key;
      this.underWay = true;
      this.#awaitArrival();
      this.send("place", here.rest);
    }, delay);
  }

  /** What was told has arrived when the run that it asked for has begun and ended; a page that goes then takes longer. */
  #awaitArrival() {
    let began = false;
    this.arriving?.disconnect();
    this.arriving = watchRuns((running) => {
      if (running) began = true;
      else if (began) setTimeout(() => (this.underWay = false), REST);
    });
    if (!this.arriving) this.underWay = false;
  }

  /**
   * A message that meets that of a button pressed, or of a link, makes Streamlit lose the press or show an empty page.
   * So it waits.
   *
   * @param {Element} root What lies outside of it is elsewhere.
   */
  waitForPressesOutside(root) {
    document.addEventListener(
      "pointerdown",
      (event) => {
        if (this.owes && !event.composedPath().includes(root)) this.report(ELSEWHERE);
      },
      { signal: this.stopListening.signal, capture: true },
    );
  }

  stop() {
    clearTimeout(this.waiting);
    this.arriving?.disconnect();
    this.stopListening.abort();
  }
}
