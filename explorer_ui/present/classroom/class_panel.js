// The teacher's panel: the code, large; the number of followers; a question, its answers, and then the next step. It
// is part of the bar, and asks the picture that the page shows.

import { addressOfPage } from "../../browser/app_state.js";
import { attrs, button, el, inside, verbatim } from "../../browser/dom.js";
import { watchSize } from "../../browser/size.js";
import { plural } from "../../browser/numbers.js";
import { save } from "../../parts/picture/pictures.js";
import { onPicture, shownPicture } from "../../parts/picture/shown.js";
import { forget, keep, kept } from "../../browser/tab_storage.js";
import { AnotherQuestion } from "./asked_card.js";
import { codeOf } from "./class_code.js";
import { ClassFlow, WAITS } from "./class_flow.js";
import { ClassResults } from "./class_results.js";
import { CHANGED } from "./open_tabs.js";
import { QuestionCard } from "./question_card.js";
import { Refusal } from "./requests.js";
import { Teaching } from "./teaching.js";

/**
 * @import {Asking, Picture, Scene} from "../../parts/picture/shown.js"
 * @import {Tally} from "./teaching.js"
 */

const TO_BE_SURE = 4000; // milliseconds within which a second press ends the class for everybody
const END = "End the class";
const OPEN = "bpe-class-open"; // the class of the document while a panel is shown
const HEIGHT = "--class-panel"; // and its property with the height of the panel
const SECONDS = "class-seconds"; // the keys in the tab's storage for the time to answer,
const PLAIN = "class-plain"; // and while the class is led without questions
const TIMES = [0, 20, 60, 180]; // seconds to answer; 0: no limit
/** The event by which a page asks whether the class has a question; if so, it is cancelled. */
export const ASKS = "bpe-asks";

export class ClassPanel {
  /** @param {(name: string, value: unknown) => void} send Sends to Python, which makes questions of the Challenge. */
  constructor(send) {
    this.flow = new ClassFlow(this);
    this.results = new ClassResults();
    this.another = new AnotherQuestion(this, send);
    /** @type {Message.Offer | null} */
    this.offer = null;
    /** @type {Teaching | null} */
    this.teaching = null;
    /** @type {Tally} */
    this.tally = { followers: 0, answered: 0 };
    /** The timer after which a press on "End the class" is the first one again; 0: it is the first one. */
    this.ending = 0;
    /** Whether the trouble shown is one with the server. */
    this.cutOff = false;
    /** Whether each step is asked about, and hidden until then. */
    this.questions = kept(PLAIN) === null;
    /** Whether the page is being told what to hide: the class is told with what follows. */
    this.covering = false;
    /** Whether the class knows that what comes next is hidden. @type {boolean | null} */
    this.toldCovered = null;
    this.code = verbatim(el("span", "code"));
    this.count = attrs(el("span", "count"), { role: "status" });
    // A disabled button keeps its place, so that a second click never hits another one.
    const pressed = (/** @type {string} */ name, /** @type {() => void} */ act) => {
      const node = button("plain-button", name, name, () => node.hasAttribute("aria-disabled") || act());
      return node;
    };
    this.codeButton = pressed("Hide the code", () => this.showCode(Boolean(this.large.hidden)));
    /** The buttons for what can be asked about the picture. @type {{asking: Asking, press: HTMLElement}[]} */
    this.asks = [];
    this.pressed = pressed;
    this.asking = el("span", "class-acts");
    this.beats = this.flow.beats.map(([name, act]) => pressed(name, act));
    this.questionsButton = pressed("Hide what comes next", () => {
      this.questions = !this.questions;
      if (this.questions) forget(PLAIN);
      else keep(PLAIN, "on");
      this.draw();
    });
    this.seconds = attrs(el("select"), { "aria-label": "Time to answer" });
    for (const value of TIMES) {
      const words = value ? `${value} s to answer` : "no time limit";
      this.seconds.append(attrs(el("option", "", words), { value }));
    }
    this.seconds.value = kept(SECONDS) ?? "0";
    this.seconds.addEventListener("change", () => keep(SECONDS, this.seconds.value));
    this.saveButton = pressed("Save the results", () => this.saveResults());
    this.endButton = pressed(END, () => this.end());
    const beats = inside("span", "class-acts", ...this.beats);
    const acts = inside("div", "class-acts", this.asking, beats, this.saveButton, this.endButton);
    const name = inside("span", "class-name", "Class ", this.code);
    /** What is of no use where nothing can be asked. */
    this.how = [this.questionsButton, this.seconds, beats];
    const strip = [name, this.codeButton, this.questionsButton, this.seconds, this.count, acts];
    this.strip = inside("div", "class-strip", ...strip);
    this.trouble = attrs(el("p", "trouble"), { role: "alert" });
    this.large = el("div", "class-large");
    this.card = new QuestionCard(null);
    const parts = [this.strip, this.trouble, this.large, this.card.root, this.another.root];
    this.root = inside("section", "class-panel", ...parts);
    /** Where there is no picture to follow. @type {Picture} */
    this.nothing = {
      root: this.root,
      scene: () => (this.follows ? null : { elsewhere: this.offer?.known_as }),
      step: () => 0,
      go() {},
      asks: [],
      cover() {},
    };
    attrs(this.root, { "aria-label": "Class" }).hidden = true;
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    // Another page of this browser may have taught in the meantime.
    const seen = () => {
      if (!this.shows || !this.teaching?.name || this.teaching.isSeen) return;
      this.flow.takeOver();
      this.tellScene();
    };
    document.addEventListener("visibilitychange", seen, { signal });
    // Another tab has told this one, which has just opened, of its class.
    const joins = (/** @type {Event} */ event) => {
      if (event instanceof CustomEvent && event.detail) this.join();
    };
    addEventListener(CHANGED, joins, { signal });
    // Before the page's own keys: a remote control has only these two.
    document.addEventListener("keydown", (event) => this.flow.pressed(event), { signal, capture: true });
    // A lecture asks before it goes on to its next scene: not away from a question.
    const busy = (/** @type {Event} */ event) => {
      if (this.flow.question || this.flow.preparing) event.preventDefault();
    };
    document.addEventListener(ASKS, busy, { signal });
    onPicture((change) => {
      if (!this.isHere) return;
      if (change === "scene") this.showsAnother();
      else if (change === "step") this.movedTo(this.picture.step());
      else this.draw();
    }, signal);
    // What is presented is as large as it has to be in a lecture hall, and ends above the panel.
    const { documentElement } = document;
    const present = () => this.root.classList.toggle("presented", documentElement.matches(".bpe-presenting"));
    this.watch = new MutationObserver(present);
    this.watch.observe(documentElement, { attributeFilter: ["class"] });
    present();
    this.stopWatching = watchSize(
      this.root,
      () => this.measure(),
      () => {},
    );
  }

  // ------------------------------------------------ called by the bar

  /** The picture that the class follows. */
  get picture() {
    return shownPicture() ?? this.nothing;
  }

  /** Whether phones can follow this page. */
  get follows() {
    return Object.keys(this.offer?.kinds ?? {}).length > 0;
  }

  /** Why no class can be opened, or "". */
  get refusal() {
    if (this.teaching) return "A class is open: its panel is at the bottom";
    return this.offer ? "" : "Classes are switched off on this server";
  }

  /** Whether the address is still that of this page: the next one may be on its way. */
  get isHere() {
    const { page } = this.offer ?? {};
    return page !== undefined && addressOfPage().endsWith(`/${page}`);
  }

  /** @param {Message.Offer | null} offer Of the page. */
  offered(offer) {
    const isFirst = !this.offer;
    this.offer = offer;
    this.another.heard(offer);
    for (const part of this.how) part.hidden = !this.follows;
    if (isFirst) this.join();
  }

  /** Joins a class that this browser has opened. */
  join() {
    const key = this.offer && !this.teaching ? Teaching.kept() : null;
    if (key) this.open(key);
  }

  /** Called when the page shows another picture, or the picture something else. */
  showsAnother() {
    this.another.forget();
    if (!this.teaching) this.join();
    else if (this.teaching.name) this.tellScene();
    // A class that is being opened may have a question, which comes first; then this page tells what it shows.
    else this.cover();
  }

  /** @param {Scene} scene What the class is to see, and where everybody can continue with it. */
  sceneOf(scene) {
    const { link = null, page = "" } = this.offer ?? {};
    return { ...scene, page: scene.card ? "quiz" : page, link };
  }

  /** @param {number} step */
  movedTo(step) {
    // A class that is being opened is told the whole scene afterwards.
    if (!this.teaching?.name) return;
    this.trouble.textContent = "";
    const { flow } = this;
    const { question } = flow;
    // A question is about one step; its answers stay until the teacher has gone beyond the step that they led
    // to.
    const over = Boolean(question && !question.game) && flow.askedAt !== step;
    // While it is open, the page stays at its step, and so does the class.
    if (flow.open) flow.note = WAITS;
    else if (over && (question?.card || question?.elsewhere)) this.tellScene();
    else {
      if (over) flow.forget();
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
    this.toldCovered = this.picture.covered?.() ?? false;
    this.teaching?.tell({ ...change, covered: this.toldCovered });
  }

  tellScene() {
    if (!this.offer || !this.shows) return;
    // The votes of an open question are shown before anything else is: nothing that was answered is thrown away.
    if (this.flow.setAside()) {
      this.draw();
      return;
    }
    this.flow.forget();
    this.trouble.textContent = "";
    this.cover();
    const scene = this.picture.scene();
    if (scene) this.tell({ scene: this.sceneOf(scene), step: this.picture.step(), question: null });
    this.draw();
  }

  // If a teacher has several pages, the class follows the visible one.
  get shows() {
    return !document.hidden && this.isHere;
  }

  // ------------------------------------------------ what comes next

  /** What is asked next at this step, if anything is. @returns {Asking | undefined} */
  get due() {
    const [first] = this.picture.asks;
    return this.teaching && this.questions && first?.can() ? first : undefined;
  }

  /** Hides what a question asks, or is about to ask, from everybody. */
  cover() {
    const { due, flow } = this;
    const { open, question } = flow;
    // A question of the Challenge reveals nothing about the text.
    const next = due && (!question || question.card) ? due.covers : null;
    this.covering = true;
    this.picture.cover(open && question ? question.covers : next, open, Boolean(question));
    this.covering = false;
  }

  // ------------------------------------------------ opening and ending

  openByHand() {
    this.open(Teaching.kept(true), true);
  }

  /**
   * @param {string | null} key Of a class that was opened before; null opens a new one.
   * @param {boolean} [byHand]
   */
  async open(key, byHand = false) {
    if (this.teaching || !this.offer) return;
    const teaching = new Teaching(this.offer.base, {
      tally: (tally) => {
        const { question } = this.flow;
        this.tally = tally;
        if (question?.answer && tally.present !== undefined)
          this.results.take(question, tally, this.picture.vocabulary?.());
        else if (question && !question.answer) question.tokens = tally.tokens;
        this.draw();
      },
      // What else went wrong stays until something else is shown or asked.
      trouble: (sentence) => {
        if (sentence || this.cutOff) this.trouble.textContent = sentence;
        this.cutOff = Boolean(sentence);
      },
      ended: () => this.leave(),
    });
    this.teaching = teaching;
    this.cover(); // a class that is found again may have a question open: its answer is hidden from the start
    let refused = "";
    try {
      await teaching.open(key);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      refused = error.message;
      teaching.stop();
    }
    if (this.teaching !== teaching) return; // the page was left meanwhile
    if (refused) this.teaching = null;
    this.cover();
    this.show(true);
    for (const part of [this.strip, this.large, this.card.root]) part.hidden = Boolean(refused);
    this.trouble.textContent = refused;
    if (!teaching.name) return;
    this.code.textContent = teaching.name.code;
    this.large.replaceChildren(...codeOf(teaching.name));
    this.showCode(byHand);
    this.flow.takeOver();
    this.tellScene();
    this.draw();
  }

  // A single accidental press would end the class for three hundred followers, so it takes two. What the button says
  // does not tell which one it is: a browser may have translated it.
  end() {
    const sure = this.ending > 0;
    this.neverMind();
    if (sure) {
      this.teaching?.close();
      this.leave();
      return;
    }
    nameButton(this.endButton, "Press again to end it for everyone");
    this.ending = window.setTimeout(() => this.neverMind(), TO_BE_SURE);
  }

  neverMind() {
    clearTimeout(this.ending);
    this.ending = 0;
    nameButton(this.endButton, END);
  }

  leave() {
    this.teaching = null;
    this.results.forget();
    this.flow.forget();
    this.cover();
    this.show(false);
  }

  destroy() {
    clearTimeout(this.ending);
    this.stopListening.abort();
    this.watch.disconnect();
    this.stopWatching();
    this.teaching?.stop();
    this.teaching = null;
    this.cover();
    this.show(false);
  }

  async saveResults() {
    try {
      if (this.teaching) save("class-results.csv", await this.teaching.results(this.results.rows));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.trouble.textContent = error.message;
    }
  }

  // ------------------------------------------------ drawing

  /** @param {boolean} shown */
  show(shown) {
    this.root.hidden = !shown;
    document.documentElement.classList.toggle(OPEN, shown);
    this.measure();
  }

  measure() {
    const height = this.root.hidden ? "" : `${this.root.offsetHeight}px`;
    const { style } = document.documentElement;
    if (style.getPropertyValue(HEIGHT) === height) return;
    style.setProperty(HEIGHT, height);
    if (this.root.matches(".presented")) dispatchEvent(new Event("resize")); // the picture has another room now
  }

  /** @param {boolean} shown */
  showCode(shown) {
    this.large.hidden = !shown;
    nameButton(this.codeButton, shown ? "Hide the code" : "Show the code");
  }

  draw() {
    if (!this.teaching?.name || this.covering) return;
    const { flow, picture, results, tally } = this;
    const { open, question } = flow;
    this.cover();
    if (this.shows && this.teaching.isSeen && !open && (picture.covered?.() ?? false) !== this.toldCovered)
      this.tell({});
    attrs(this.questionsButton, { "aria-pressed": String(this.questions) });
    const left = tally.left ? `, ${tally.left} s left` : ", the time is up";
    this.count.textContent = open
      ? `${tally.answered} of ${tally.followers} have answered${tally.left === undefined ? "" : left}`
      : plural(tally.followers, "follower");
    enable(this.saveButton, results.rows.length > 0);
    if (picture.asks.some((asking, at) => asking !== this.asks[at]?.asking) || !picture.asks.length) {
      this.asks = picture.asks.map((asking) => {
        return { asking, press: this.pressed(asking.words, () => this.flow.ask(asking)) };
      });
      this.asking.replaceChildren(...this.asks.map(({ press }) => press));
    }
    for (const { asking, press } of this.asks)
      enable(press, !open && asking.can(), !question && asking === this.due);
    // Of these, one can be pressed: what the remote control does next.
    this.beats.forEach((press, index) => enable(press, index === flow.beat, index === flow.beat));
    this.root.classList.toggle("whole", Boolean(question) && this.offer?.page === "quiz");
    this.card.show(
      question && {
        ...question,
        rule: question.known?.right[0],
        present: question.present ?? tally.followers,
      },
      {
        vocabulary: picture.vocabulary?.(),
        card: question?.card,
        note: flow.note,
        left: open ? (tally.left ?? null) : null,
      },
    );
  }
}

/**
 * @param {HTMLElement} node @param {boolean} enabled
 * @param {boolean} [first] Whether it is what comes next.
 */
function enable(node, enabled, first = false) {
  attrs(node, { "aria-disabled": enabled ? null : "true" });
  node.classList.toggle("first", first);
}

/** @param {HTMLElement} node @param {string} name */
function nameButton(node, name) {
  node.textContent = name;
  attrs(node, { "aria-label": name, title: null });
}
