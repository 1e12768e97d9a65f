// The teacher's panel: the code, large; the number of followers; a question, its answers, and then the next
// step.

import { attrs, button, el, icon, inside, isChord } from "../shared/dom.js";
import { plural } from "../shared/numbers.js";
import { save } from "../shared/pictures.js";
import { spokenText } from "../shared/text_parts.js";
import { isTaken } from "../shared/page_keys.js";
import { forget, keep, kept } from "../shared/tab_storage.js";
import { AskedCard } from "./asked_card.js";
import { codeOf } from "./class_code.js";
import { QuestionCard } from "./question_card.js";
import { Refusal } from "./requests.js";
import { Teaching } from "./teaching.js";

/**
 * @import {Offer} from "./payload.js"
 * @import {Asked, Asking, ClassQuestion, Question, Taught} from "./class_asks.js"
 */

const PEOPLE =
  "M5 3.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM1 14c0-3 2-4.5 4-4.5s4 1.5 4 4.5zM11.5 5a2 2 0 1 1 0 4a2 2 0 1 1 0-4zM10.6 14h4.6c0-2.6-1.6-4-3.7-4c-.7 0-1.3.1-1.8.4c.6.9.9 2.1.9 3.6z";
const TO_BE_SURE = 4000; // milliseconds within which a second press ends the class for everybody
const END = "End the class";
const OPEN = "bpe-class-open"; // the class of the document while a panel is shown
const RESULTS = "class-results"; // the key in the tab's storage for the results until the class ends,
const SECONDS = "class-seconds"; // and for the time to answer
const MOST_ROWS = 1000;
/** Seconds to answer, with the label of the choice. @type {[number, string][]} */
const TIMES = [
  [0, "no time limit"],
  [20, "20 s to answer"],
  [60, "60 s to answer"],
  [180, "3 min to answer"],
];
const PLAIN = "class-plain"; // the key in the tab's storage while the class is led without questions
const WAITS = "This question is open. Reveal its answer (Page Down), then go on.";

export class ClassPanel {
  /**
   * @param {Taught} taught
   * @param {(name: string, value: unknown) => void} [send] Sends to Python, if it makes questions of the
   * Challenge.
   */
  constructor(taught, send) {
    this.taught = taught;
    this.fromChallenge = send ? new AskedCard(send) : null;
    /** @type {Offer | null} */
    this.offer = null;
    /** @type {Teaching | null} */
    this.teaching = null;
    /** The current question. @type {(Question & ClassQuestion & {covers: Asked, because?: string}) | null} */
    this.question = null;
    this.askedAt = 0;
    this.followers = 0;
    this.answered = 0;
    /** @type {number | undefined} */
    this.left = undefined;
    /** @type {[string, number][]} */
    this.best = [];
    /** The rows of the results: number, question, option, whether it is right, answers, present. @type {unknown[][]} */
    this.results = JSON.parse(kept(RESULTS) ?? "[]");
    this.ending = 0;
    /** Whether a question is being prepared. */
    this.preparing = false;
    /** Whether each step is asked about, and hidden until then. */
    this.questions = kept(PLAIN) === null;
    /** Whether the page is being told what to hide: the class is told with what follows. */
    this.covering = false;
    /** Whether the class knows that what comes next is hidden. @type {boolean | null} */
    this.toldCovered = null;
    this.note = "";
    this.opener = button("open-class", "Open a class that phones follow", icon(PEOPLE), () =>
      this.open(Teaching.kept(), true),
    );
    this.opener.append(el("span", "", "Open a class"));
    this.opener.hidden = true;
    this.root = attrs(el("section", "class-panel"), { "aria-label": "Class" });
    this.root.hidden = true;
    this.code = el("span", "code");
    this.count = attrs(el("span", "count"), { role: "status" });
    // A disabled button keeps its place, so that a second click never hits another one.
    const pressed = (/** @type {string} */ name, /** @type {() => void} */ act, kind = "") => {
      const press = () => node.hasAttribute("aria-disabled") || act();
      const node = button(`plain-button ${kind}`, name, name, press);
      return node;
    };
    this.codeButton = pressed("Hide the code", () => this.showCode(Boolean(this.large.hidden)));
    this.asks = [...taught.asks, ...(this.fromChallenge ? [this.fromChallenge] : [])].map((asking) => ({
      asking,
      press: pressed(asking.words, () => this.ask(asking)),
    }));
    this.questionsButton = pressed("Hide what comes next", () => this.switchQuestions());
    this.seconds = attrs(el("select"), { "aria-label": "Time to answer" });
    for (const [value, words] of TIMES) this.seconds.append(attrs(el("option", "", words), { value }));
    this.seconds.value = kept(SECONDS) ?? "0";
    this.seconds.addEventListener("change", () => keep(SECONDS, this.seconds.value));
    this.bestButton = pressed("Show the best", () => this.showBest(!this.podium.childElementCount));
    this.podium = attrs(el("ol", "best"), { "aria-label": "Names with the most right answers" });
    this.saveButton = pressed("Save the results", () => this.saveResults());
    this.uncoverButton = pressed("Reveal", () => this.uncover());
    this.explainButton = pressed("Explain", () => this.explain());
    this.goOnButton = pressed("Go on", () => this.goOn());
    this.endButton = pressed(END, () => this.end());
    const strip = el("div", "class-strip");
    const name = inside("span", "class-name", "Class ", this.code);
    const acts = el("div", "class-acts");
    this.beats = [this.uncoverButton, this.explainButton, this.goOnButton];
    const asking = [...this.asks.map(({ press }) => press), ...this.beats];
    acts.append(...(this.asks.length ? asking : []), this.bestButton, this.saveButton, this.endButton);
    const how = this.asks.length ? [this.questionsButton, this.seconds] : [];
    strip.append(name, this.codeButton, ...how, this.count, acts);
    this.trouble = attrs(el("p", "trouble"), { role: "alert" });
    this.large = el("div", "class-large");
    this.card = new QuestionCard(null);
    this.root.append(strip, this.trouble, this.large, this.podium, this.card.root);
    this.stopListening = new AbortController();
    // Another page of this browser may have taught in the meantime.
    const seen = () => this.shows && this.teaching?.name && !this.teaching.isSeen && this.tellScene();
    const { signal } = this.stopListening;
    document.addEventListener("visibilitychange", seen, { signal });
    // Before the page's own keys: a remote control has only these two.
    document.addEventListener("keydown", (event) => this.pressed(event), { signal, capture: true });
  }

  // ------------------------------------------------ called by the page

  /** @param {Offer | null | undefined} offer The offer for something else to show. */
  offered(offer) {
    this.heard(offer);
    this.drawOpener();
    const key = offer && !this.teaching ? Teaching.kept() : null;
    if (key) this.open(key);
    else if (this.teaching) this.tellScene();
  }

  /** @param {Offer | null | undefined} offer The current offer. */
  heard(offer) {
    this.offer = offer ?? null;
    this.fromChallenge?.heard(offer);
  }

  /** @param {number} step */
  movedTo(step) {
    if (!this.teaching) return;
    const { askedAt, question } = this;
    if (question && !question.answer) {
      // The page stays at its step meanwhile, and so does the class.
      this.note = WAITS;
      this.draw();
      return;
    }
    // A question is about one step; its answers stay until the teacher has gone beyond the step that they led
    // to.
    const over = Boolean(question) && askedAt !== step;
    if (over && question?.card) this.tellScene();
    else {
      if (over) this.forget();
      this.cover();
      if (this.shows) this.tell({ step, ...(over && { question: null }) });
    }
    this.draw();
  }

  /**
   * Tells the class a change, and with it whether what comes next is hidden: no phone shows it in between.
   *
   * @param {Record<string, unknown>} change
   */
  tell(change) {
    this.toldCovered = this.taught.covered;
    this.teaching?.tell({ ...change, covered: this.toldCovered });
  }

  /** What is asked next at this step, if anything is. */
  get due() {
    return this.questions && this.teaching ? this.taught.asks.find((asking) => asking.can()) : undefined;
  }

  /** Hides what a question asks, or is about to ask, from everybody. */
  cover() {
    const { question } = this;
    const open = Boolean(question && !question.answer);
    // A question of the Challenge reveals nothing about the text.
    const next = question && !question.card ? null : (this.due?.covers ?? null);
    this.covering = true;
    this.taught.cover(open && question ? question.covers : next, open);
    this.covering = false;
  }

  switchQuestions() {
    this.questions = !this.questions;
    if (this.questions) forget(PLAIN);
    else keep(PLAIN, "on");
    this.draw();
  }

  // If a teacher has several pages, the class follows the visible one.
  get shows() {
    return !document.hidden;
  }

  // ------------------------------------------------ opening and ending

  /**
   * @param {string | null} key Of a class that was opened before; null opens a new one.
   * @param {boolean} [byHand]
   */
  async open(key, byHand = false) {
    if (this.teaching || !this.offer) return;
    const teaching = new Teaching(this.offer.base, {
      tally: (tally) => {
        this.followers = tally.followers;
        this.answered = tally.answered;
        this.left = tally.left;
        this.best = tally.best;
        const { question } = this;
        if (question?.answer && tally.counts) this.take(question, tally);
        this.draw();
      },
      trouble: (sentence) => {
        this.trouble.textContent = sentence;
      },
      ended: () => this.leave(),
    });
    this.teaching = teaching;
    this.drawOpener();
    try {
      await teaching.open(key);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      teaching.stop();
      this.teaching = null;
      this.drawOpener();
      this.show(true);
      this.showStrip(false);
      this.trouble.textContent = error.message;
      return;
    }
    this.show(true);
    this.showStrip(true);
    this.drawCode();
    this.showCode(byHand);
    this.tellScene();
    this.draw();
  }

  tellScene() {
    if (!this.offer || !this.shows) return;
    this.forget();
    this.cover();
    const scene = this.taught.scene(this.offer);
    this.tell({ ...(scene && { scene, step: this.taught.step }), question: null });
  }

  // A single accidental press would end the class for three hundred followers, so it takes two.
  end() {
    const sure = this.endButton.textContent !== END;
    clearTimeout(this.ending);
    nameButton(this.endButton, sure ? END : "Press again to end it for everyone");
    if (sure) {
      this.teaching?.close();
      this.leave();
    } else this.ending = window.setTimeout(() => nameButton(this.endButton, END), TO_BE_SURE);
  }

  leave() {
    this.teaching = null;
    this.results = [];
    forget(RESULTS);
    this.showBest(false);
    this.forget();
    this.cover();
    this.show(false);
    this.drawOpener();
  }

  destroy() {
    clearTimeout(this.ending);
    this.stopListening.abort();
    this.teaching?.stop();
    this.show(false);
  }

  /** @param {boolean} shown */
  show(shown) {
    this.root.hidden = !shown;
    document.documentElement.classList.toggle(OPEN, shown);
  }

  // ------------------------------------------------ a question

  /** @param {Asking} asking */
  async ask(asking) {
    const { offer, taught, teaching } = this;
    if (!offer || !teaching || this.preparing) return;
    this.forget();
    this.trouble.textContent = "";
    this.preparing = true;
    const asked = await asking.ask(offer);
    this.preparing = false;
    if (this.teaching !== teaching) return;
    this.trouble.textContent = typeof asked === "string" ? asked : "";
    if (typeof asked === "string") return;
    const { prompt, options, scene } = asked;
    const seconds = Number(this.seconds.value);
    this.question = { ...asked, covers: asking.covers, number: 0 };
    this.askedAt = taught.step;
    this.answered = 0;
    this.showCode(false); // to make room for the question; it can be shown again for latecomers
    this.cover();
    this.tell({ ...(scene && { scene, step: 0 }), question: { prompt, options, seconds } });
    this.draw();
  }

  async uncover() {
    const { offer, question, teaching } = this;
    if (!offer || !question || !teaching || this.preparing) return;
    this.preparing = true;
    const answer = await question.uncovered(offer);
    this.preparing = false;
    if (this.question !== question) return; // it was removed meanwhile
    if (typeof answer === "string") {
      this.trouble.textContent = answer;
      return;
    }
    const { because = "", card = question.card, right, scene } = answer;
    this.question = { ...question, answer: right, because, card };
    this.note = "";
    this.cover();
    this.tell({ ...(scene && { scene }), uncover: right });
    this.draw();
  }

  explain() {
    if (!this.question?.answer) return;
    const { because = "" } = this.question;
    this.question = { ...this.question, reason: because };
    this.tell({ explain: because });
    this.draw();
  }

  /** Closes the question, and goes on to what it asked about. */
  goOn() {
    const { question } = this;
    if (!question?.answer) return;
    if (question.card) this.tellScene();
    else {
      this.forget();
      this.cover();
      this.tell({ question: null });
    }
    question.next?.();
    this.draw();
  }

  // ------------------------------------------------ the results

  /**
   * Takes the counts of a question that was revealed, for the card and for the results.
   *
   * @param {Question & {asked?: number}} question
   * @param {{counts?: number[], present?: number}} tally
   */
  take(question, { counts = [], present = 0 }) {
    Object.assign(question, { counts, present });
    question.asked ??= 1 + Math.max(0, ...this.results.map(([number]) => Number(number)));
    const { answer, asked, options, prompt } = question;
    const rows = options.map((option, index) => {
      const right = answer?.includes(index) ? "yes" : "";
      return [asked, prompt, this.textOf(option), right, counts[index], present];
    });
    this.results = [...this.results.filter(([number]) => number !== asked), ...rows].slice(-MOST_ROWS);
    keep(RESULTS, JSON.stringify(this.results));
  }

  /** @param {Question["options"][number]} option */
  textOf(option) {
    const { vocabulary } = this.taught;
    if (typeof option === "string" || !vocabulary) return String(option);
    return option.map((id) => spokenText(vocabulary.tokenOf(id).parts)).join(" + ");
  }

  async saveResults() {
    try {
      if (this.teaching) save("class-results.csv", await this.teaching.results(this.results));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.trouble.textContent = error.message;
    }
  }

  /** @param {boolean} shown */
  showBest(shown) {
    const lines = this.best.map(([name, points]) => el("li", "", `${name}: ${points}`));
    this.podium.replaceChildren(...(shown ? lines : []));
    attrs(this.bestButton, { "aria-pressed": String(shown) });
  }

  // ------------------------------------------------ a remote control

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (!/^Page(Up|Down)$/.test(event.key) || isChord(event) || event.shiftKey) return;
    const root = this.root.closest(".bpe");
    if (!this.teaching?.name || !(root instanceof HTMLElement)) return;
    if (isTaken(event, { root, presenting: true })) return;
    const takes = event.key === "PageDown" ? this.forward(event.repeat) : this.back();
    if (!takes) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * One beat further: ask, reveal, explain, go on; returns whether there was one.
   *
   * @param {boolean} repeat Whether the key is held down: then nothing is skipped.
   */
  forward(repeat) {
    const { due, question } = this;
    if (!question && !due) return false;
    if (repeat || this.preparing) return true;
    if (!question && due) this.ask(due);
    else if (!question?.answer) this.uncover();
    else if (question.reason === undefined) this.explain();
    else this.goOn();
    return true;
  }

  /** From the reason back to the votes; an open question stays. */
  back() {
    if (!this.question) return false;
    const { reason, ...question } = this.question;
    if (reason === undefined && !question.answer) this.note = WAITS;
    this.question = question;
    this.draw();
    return true;
  }

  forget() {
    this.question = null;
    this.note = "";
  }

  // ------------------------------------------------ drawing

  drawOpener() {
    this.opener.hidden = !this.offer;
    this.opener.classList.toggle("keeps-place", Boolean(this.teaching));
  }

  /** @param {boolean} shown */
  showStrip(shown) {
    for (const part of [this.root.firstElementChild, this.large, this.card.root])
      if (part instanceof HTMLElement) part.hidden = !shown;
  }

  /** @param {boolean} shown */
  showCode(shown) {
    this.large.hidden = !shown;
    nameButton(this.codeButton, shown ? "Hide the code" : "Show the code");
  }

  drawCode() {
    const name = this.teaching?.name;
    if (!name) return;
    this.code.textContent = name.code;
    this.large.replaceChildren(...codeOf(name));
  }

  draw() {
    if (!this.teaching?.name || this.covering) return;
    const { question, taught } = this;
    const open = question && !question.answer;
    this.cover();
    if (this.shows && this.teaching.isSeen && !open && taught.covered !== this.toldCovered) this.tell({});
    attrs(this.questionsButton, { "aria-pressed": String(this.questions) });
    this.count.textContent = open
      ? `${this.answered} of ${this.followers} have answered`
      : `${plural(this.followers, "follower")}`;
    if (open && this.left !== undefined)
      this.count.textContent += this.left ? `, ${this.left} s left` : ", the time is up";
    enable(this.bestButton, this.best.length > 0);
    enable(this.saveButton, this.results.length > 0);
    for (const { asking, press } of this.asks) {
      enable(press, !open && asking.can());
      press.classList.toggle("first", !question && asking === this.due);
    }
    // Of these, one can be pressed: what the remote control does next.
    const beat = !question ? -1 : open ? 0 : question.reason === undefined ? 1 : 2;
    this.beats.forEach((press, index) => {
      enable(press, index === beat);
      press.classList.toggle("first", index === beat);
    });
    const answers = question?.answer ? { ...question, prompt: "How the class answered" } : null;
    const { vocabulary } = taught;
    this.card.show(taught.showsQuestion ? answers : question, {
      vocabulary,
      card: question?.card,
      note: this.note,
    });
  }
}

/**
 * @param {HTMLElement} node
 * @param {boolean} enabled
 */
function enable(node, enabled) {
  attrs(node, { "aria-disabled": enabled ? null : "true" });
}

/**
 * @param {HTMLElement} node
 * @param {string} name
 */
function nameButton(node, name) {
  node.textContent = name;
  attrs(node, { "aria-label": name, title: null });
}
