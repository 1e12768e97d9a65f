// A lecture on the projector: Page Down goes through the scene and then to the next one. This page never shows
// the teacher's notes.

import { askAgain, isRunning } from "../../browser/app_state.js";
import { attrs, button, el, inside, isChord } from "../../browser/dom.js";
import { isTaken } from "../../browser/page_keys.js";
import { MOVES, PRESENTS } from "../../browser/presenting.js";
import { forget, keep, kept } from "../../browser/tab_storage.js";
import { shownPicture } from "../../parts/picture/shown.js";
import { ASKS } from "../classroom/class_panel.js";
import { StageLink } from "../project/stage_link.js";

/**
 * @import {PresenterView} from "../project/presenter_view.js"
 * @import {Pressed} from "../project/stage_link.js"
 */

const RUNS = "bpe-lecture"; // the class of the document during a lecture
const BEGAN = "lecture-began"; // the key in the tab's storage for the time of its beginning
const LONGEST = 20_000; // milliseconds after which the page is shown, whatever it shows: the server may be gone
const STEADY = 8; // how often in a row the same picture has to be there,
const NONE = 40; // or none, as on a page that shows an error
const { classList } = document.documentElement;

let stuck = 0; // the timer that ends the newest move
/**
 * The beginning of the scene at which the end of the lecture was asked for: the page may be left before Python hears it.
 *
 * @type {number | undefined}
 */
let ending;

export class Lecture {
  /** @param {(name: string, value: unknown) => void} send @param {PresenterView} presenter */
  constructor(send, presenter) {
    this.send = send;
    this.presenter = presenter;
    // Nobody presses twice because a picture has fewer steps than its scene says.
    /** The last press that was left to the picture. @type {KeyboardEvent | null} */
    this.heard = null;
    presenter.inVain = (event) => event === this.heard && this.go(event.key === "PageDown" ? 1 : -1);
    /** @type {Message.LectureData | null} */
    this.data = null;
    /** @type {StageLink | null} */
    this.link = null;
    this.pressed = 0; // how often Page Down went on in this scene
    this.moving = false;
    this.timer = 0;
    /** @type {ReturnType<typeof setInterval> | undefined} */
    this.again = undefined;
    this.place = el("span", "place");
    const act = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ does) =>
      button("plain", name, sign, does);
    this.previous = act("Previous scene", "‹", () => this.go(-1));
    this.next = act("Next scene", "›", () => this.go(1));
    this.notes = act("Notes on your own screen", "Notes", () => this.openNotes());
    const end = act("End the lecture", "End", () => this.tell("end"));
    this.curtain = inside("p", "curtain", "The end", el("small", "", "Page Down: back to your own text"));
    this.curtain.hidden = true;
    this.bar = inside("div", "lecture-bar", this.place, this.previous, this.next, this.notes, end);
    attrs(this.bar, { role: "group", "aria-label": "Lecture" });
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    // Before the keys of the class and of the picture.
    addEventListener("keydown", (event) => this.keyed(event), { signal, capture: true });
  }

  /** @param {Message.LectureData | null} data */
  update(data) {
    const arrived = data?.begun !== this.data?.begun;
    this.data = data;
    if (arrived) clearInterval(this.again);
    if (data?.begun !== ending) ending = undefined;
    else if (data && arrived) this.tell("end");
    this.bar.hidden = !data;
    if (!data || arrived) this.curtain.hidden = true;
    classList.toggle(RUNS, Boolean(data));
    if (!data) {
      forget(BEGAN);
      this.link?.stop();
      this.link = null;
      return;
    }
    this.place.textContent = `Scene ${data.at + 1} of ${data.of}`;
    this.previous.disabled = data.at === 0;
    this.next.disabled = data.at + 1 === data.of;
    this.notes.hidden = !data.base;
    if (!kept(BEGAN)) keep(BEGAN, String(Date.now()));
    if (!arrived) return;
    this.moving = false;
    this.pressed = 0;
    if (kept(PRESENTS)) this.presentSoon();
    if (!data.base) return;
    // What it says from now on is said by asking again.
    this.link?.stop();
    this.link = new StageLink(
      data.base,
      () => this.shown(),
      (pressed) => this.hear(pressed),
    );
  }

  /** What the teacher's own screen shows. */
  shown() {
    const { at, of, title, minutes, notes, following } = this.data ?? {};
    const elapsed = Math.round((Date.now() - Number(kept(BEGAN))) / 1000);
    return { scene: { at, of, title, minutes, notes, following }, elapsed };
  }

  /** @param {Pressed} pressed */
  hear({ press, at }) {
    if (at !== this.data?.at || this.moving) return; // a second press, meant for the scene before
    if (press === "next") this.go(1);
    else if (press === "previous") this.go(-1);
    else {
      const key = press === "on" ? "PageDown" : "PageUp";
      document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
    }
  }

  /** Whether the class has a question to finish first. */
  get asks() {
    return !document.dispatchEvent(new CustomEvent(ASKS, { cancelable: true }));
  }

  /** @param {KeyboardEvent} event */
  keyed(event) {
    if (!this.data || !/^Page(Up|Down)$/.test(event.key) || isChord(event) || event.shiftKey) return;
    if (isTaken(event, { root: document.body, presenting: true })) return;
    const way = event.key === "PageDown" ? 1 : -1;
    const counted = way > 0 ? this.pressed >= this.data.steps : this.pressed === 0;
    const within = shownPicture()?.within?.(way) ?? false;
    const onward = !this.curtain.hidden || (counted && !within);
    if (this.moving || (!this.asks && onward)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      this.presenter.heeded = null;
      if (!event.repeat) this.go(way);
    } else if (!this.asks && !event.repeat) {
      this.heard = event;
      if (!within) this.pressed += way;
    }
  }

  /** @param {number} way To the next scene or the previous one; after the last one comes the end. */
  go(way) {
    const { curtain, data } = this;
    const to = (data?.at ?? 0) + way;
    if (!data || this.moving || this.asks || to < 0) return;
    if (!curtain.hidden && way < 0) curtain.hidden = true;
    else if (to < data.of) this.goTo(to);
    else if (curtain.hidden) curtain.hidden = false;
    else {
      this.presenter.leave();
      this.tell("end");
    }
  }

  /** @param {number} to */
  goTo(to) {
    this.moving = true;
    clearInterval(this.timer);
    if (classList.contains("bpe-presenting")) {
      classList.add(MOVES);
      clearTimeout(stuck);
      stuck = window.setTimeout(() => classList.remove(MOVES), LONGEST);
    }
    this.tell(to);
  }

  /** @param {number | "end"} where */
  tell(where) {
    const message = { where, begun: this.data?.begun };
    if (where === "end") ending = message.begun;
    clearInterval(this.again);
    // If both arrive, the second changes nothing.
    this.again = askAgain(() => this.send("lecture", { ...message }));
    this.send("lecture", message);
  }

  // Shows the picture alone again once the page is drawn. Until then the previous page's picture may still be there.
  presentSoon() {
    let times = 0;
    /** @type {Element | null} */
    let last = null;
    clearInterval(this.timer);
    this.timer = window.setInterval(() => {
      if (!kept(PRESENTS)) return clearInterval(this.timer); // the presenter view was left meanwhile
      const rests = !isRunning();
      // Once the run has ended, the picture of the page before is gone, unless this page goes on with it.
      const root = rests ? this.presenter.begin() : null;
      times = rests && root === last ? times + 1 : 0;
      last = root;
      if (times < (root ? STEADY : NONE)) return;
      classList.remove(MOVES);
      if (root) clearInterval(this.timer);
    }, 50);
  }

  openNotes() {
    if (this.link?.address) open(this.link.address, "bpe-notes", "popup,width=900,height=800");
  }

  destroy() {
    clearInterval(this.timer);
    clearInterval(this.again);
    this.link?.stop();
    this.stopListening.abort();
  }
}
