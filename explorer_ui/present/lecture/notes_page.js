// The teacher's own screen during a lecture, in a second window or on a phone: the notes, the clock, the answers
// of the class, and the buttons of a remote control. The key is behind the # of the address, which no browser
// sends to a server.

import { attrs, button, el, inside } from "../../browser/dom.js";
import { LETTERS, plural } from "../../browser/numbers.js";
import { ofTab } from "../../browser/tab_storage.js";
import { qrCode, warningAbout } from "../classroom/class_code.js";
import { Refusal, ask } from "../classroom/requests.js";
import { Teaching } from "../classroom/teaching.js";

/**
 * @import {Question} from "../classroom/question_card.js"
 * @import {Tally} from "../classroom/teaching.js"
 *
 * @typedef {object} Seen
 * @property {{at: number, of: number, title: string, minutes: string, notes: string, following: string, elapsed: number} | null} scene
 * @property {Tally} tally
 * @property {Question | null} question
 */

const EVERY = 1000; // milliseconds between two requests
const KEY = "bpe-notes-key";
const PATH = /^(.*\/class)\/([A-Za-z]{6})\/notes$/;
const CLOSED = "No lecture is running here. Begin it in the app, then open the notes from there again.";
const PRIVATE =
  "Scan this code only where nobody else can see it: anyone who has the code can lead the lecture.";

class NotesPage {
  /**
   * @param {HTMLElement} parent
   * @param {string} base The path of the classes.
   * @param {string} code @param {string} key
   */
  constructor(parent, base, code, key) {
    this.base = base;
    this.code = code;
    this.key = key;
    this.at = 0;
    this.timer = 0;
    this.title = el("h1");
    this.clock = attrs(el("p", "clock"), { "aria-label": "Elapsed, and the time of day" });
    this.notes = el("p", "notes");
    this.following = el("p", "following");
    this.count = attrs(el("p", "count"), { role: "status" });
    this.question = el("p", "asked");
    this.options = el("ol", "options");
    this.trouble = attrs(el("p", "trouble"), { role: "alert" });
    const press = (/** @type {string} */ name, /** @type {string} */ what, kind = "") =>
      button(kind, name, name, () => this.press(what));
    this.back = press("Back", "back", "large");
    this.on = press("Next", "on", "large");
    this.previous = press("Previous scene", "previous");
    this.next = press("Next scene", "next");
    this.large = el("div", "own-code");
    this.large.hidden = true;
    const phone = button("", "Use your phone", "Use your phone", () => this.showCode());
    const buttons = inside("div", "buttons", this.back, this.on, this.previous, this.next, phone);
    const answers = inside("section", "answers", this.count, this.question, this.options);
    this.scene = inside("div", "scene", this.title, this.notes, this.following, answers);
    this.scene.hidden = true;
    parent.replaceChildren(
      inside("div", "bpe notes-page", this.clock, this.trouble, this.scene, this.large, buttons),
    );
    document.addEventListener("keydown", (event) => {
      const what = { PageDown: "on", PageUp: "back" }[event.key];
      if (!what || event.repeat) return;
      event.preventDefault();
      this.press(what);
    });
    this.look();
  }

  /** @param {object} message */
  async look(message = {}) {
    clearTimeout(this.timer);
    try {
      this.draw(await ask(`${this.base}/${this.code}/notes`, { key: this.key, message }));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.trouble.textContent = error.status === 404 ? CLOSED : error.message;
      if (error.status === 404) await this.findAgain().catch(() => {}); // retried in a second
    }
    this.timer = window.setTimeout(() => this.look(), EVERY);
  }

  // A class that was ended is followed by another one; in a window of the same browser its key is known.
  async findAgain() {
    const key = Teaching.kept(true);
    if (key && key !== this.key) Object.assign(this, { key, code: (await this.introduce(key)).code });
  }

  /** @param {string} press */
  press(press) {
    this.look({ press, at: this.at });
  }

  /** @param {string} key @returns {Promise<import("../classroom/teaching.js").Name>} */
  introduce(key) {
    return ask(this.base, { key, message: { address: location.origin + this.base, notes: true } });
  }

  async showCode() {
    if (this.large.hidden) this.large.replaceChildren(...(await this.codeOrTrouble()));
    this.large.hidden = !this.large.hidden;
    this.large.scrollIntoView();
  }

  async codeOrTrouble() {
    try {
      const { address, qr } = await this.introduce(this.key);
      return [...warningAbout(address), qrCode(qr, "QR code of these notes"), el("p", "", PRIVATE)];
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return [el("p", "trouble", error.message)];
    }
  }

  /** @param {Seen} seen */
  draw({ scene, tally, question }) {
    this.scene.hidden = !scene;
    this.trouble.textContent = scene ? "" : CLOSED;
    if (scene) {
      const { at, of, title, minutes, notes, following, elapsed } = scene;
      this.at = at;
      this.title.textContent = `${at + 1} of ${of} · ${title}`;
      this.notes.textContent = notes;
      this.following.textContent = following ? `Next scene: ${following}` : "This is the last scene.";
      const time = new Date().toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
      const planned = minutes && `, planned for minutes ${minutes}`;
      this.clock.textContent = `${clockOf(elapsed)} elapsed${planned} · ${time}`;
    }
    const open = question && !question.answer;
    const left = tally.left === undefined ? "" : `, ${tally.left} s left`;
    this.count.textContent = open
      ? `${tally.answered} of ${tally.followers} have answered${left}`
      : plural(tally.followers, "follower");
    this.question.textContent = question?.prompt ?? "";
    // A pair of ids and a gap have no words here; the projector shows them.
    const rows = tally.counts?.map((count, index) => {
      const right = question?.answer?.includes(index) ? " (right)" : "";
      const option = question?.options[index];
      const place = question?.gaps ? `Gap ${index + 1}` : `Option ${LETTERS[index]}`;
      const name = typeof option === "string" ? option : place;
      return el("li", "", `${name}: ${plural(count, "answer")}${right}`);
    });
    this.options.replaceChildren(...(rows ?? []));
    for (const skip of [this.previous, this.next]) skip.disabled = Boolean(question);
  }
}

/** @param {number} seconds */
function clockOf(seconds) {
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

function start() {
  const parent = document.getElementById("class");
  const [, base, code] = PATH.exec(location.pathname) ?? [];
  const key = location.hash.slice(1) || ofTab.getItem(KEY) || "";
  if (!parent || !base) return;
  ofTab.setItem(KEY, key);
  history.replaceState(null, "", location.pathname); // nobody reads it over a shoulder, or in the history
  new NotesPage(parent, base, code, key);
}

start();
