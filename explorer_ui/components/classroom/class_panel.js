// The teacher's panel: the code, large; who follows; a question, its answers, and then what follows from it.

import { attrs, button, el, icon } from "../shared/dom.js";
import { plural } from "../shared/numbers.js";
import { codeOf } from "./class_code.js";
import { QuestionCard } from "./question_card.js";
import { Refusal } from "./requests.js";
import { Teaching } from "./teaching.js";

/**
 * @import {Offer} from "../player/payload.js"
 * @import {Vocabulary} from "../player/vocabulary.js"
 * @import {Question} from "./following.js"
 *
 * What a class is asked, and what it is shown for it where that is more than the prompt and the options.
 * @typedef {{prompt: string, options: Question["options"], scene?: object}} ClassQuestion
 *
 * The options that are right, and what is shown with them.
 * @typedef {{right: number[], scene?: object}} ClassAnswer
 *
 * What a class is taught on: the player, the slider of Growth, a card of the Challenge.
 * @typedef {object} Taught
 * @property {string} askWords What the button says that asks; nothing where there is nothing to ask.
 * @property {boolean} canAsk
 * @property {boolean} showsQuestion Whether it shows the question itself, and needs the answers alone beside it.
 * @property {number} step Where the class is led to.
 * @property {Vocabulary} [vocabulary] Of the pairs among the options, if there are any.
 * @property {(offer: Offer) => object | null} scene What the class sees from now on; null: what it saw before.
 * @property {(offer: Offer) => ClassQuestion | string} ask A question, or why there is none.
 * @property {(offer: Offer) => Promise<ClassAnswer>} answer
 * @property {(covered: boolean) => void} cover Hides what a question asks for.
 * @property {() => void} next What follows after a look at the answers.
 */

const PEOPLE =
  "M5 3.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM1 14c0-3 2-4.5 4-4.5s4 1.5 4 4.5zM11.5 5a2 2 0 1 1 0 4a2 2 0 1 1 0-4zM10.6 14h4.6c0-2.6-1.6-4-3.7-4c-.7 0-1.3.1-1.8.4c.6.9.9 2.1.9 3.6z";
const UNTIL_MERGE = 1800; // milliseconds for a look at the histogram before the merge is played

export class ClassPanel {
  /** @param {Taught} taught */
  constructor(taught) {
    this.taught = taught;
    /** @type {Offer | null} */
    this.offer = null;
    /** @type {Teaching | null} */
    this.teaching = null;
    /** @type {Question | null} */
    this.question = null;
    this.askedAt = 0;
    this.followers = 0;
    this.answered = 0;
    this.merging = 0;
    this.opener = button("open-class", "Open a class: telephones follow", icon(PEOPLE), () =>
      this.open(null),
    );
    this.opener.append(el("span", "", "Open a class"));
    this.opener.hidden = true;
    this.root = attrs(el("section", "class-panel"), { "aria-label": "Class" });
    this.root.hidden = true;
    this.code = el("span", "code");
    this.count = attrs(el("span", "count"), { role: "status" });
    const press = (/** @type {string} */ name, /** @type {() => void} */ act) =>
      button("plain-button", name, name, act);
    this.codeButton = press("Hide the code", () => this.showCode(Boolean(this.large.hidden)));
    this.askButton = press(taught.askWords, () => this.ask());
    this.uncoverButton = press("Uncover", () => this.uncover());
    this.awayButton = press("Put the question away", () => this.putAway());
    this.endButton = press("End the class", () => this.end());
    const strip = el("div", "class-strip");
    const name = el("span", "class-name", "Class ");
    name.append(this.code);
    strip.append(
      name,
      this.count,
      this.codeButton,
      this.askButton,
      this.uncoverButton,
      this.awayButton,
      this.endButton,
    );
    this.trouble = attrs(el("p", "trouble"), { role: "alert" });
    this.large = el("div", "class-large");
    this.card = new QuestionCard(null);
    this.root.append(strip, this.trouble, this.large, this.card.root);
  }

  // ------------------------------------------------ what the page says

  /** @param {Offer | null | undefined} offer */
  offered(offer) {
    this.offer = offer ?? null;
    this.opener.hidden = !offer || Boolean(this.teaching);
    const key = offer && !this.teaching ? Teaching.kept() : null;
    if (key) this.open(key);
    else if (this.teaching) this.tellScene();
  }

  /** @param {number} step */
  stepped(step) {
    if (this.teaching && this.shows) this.teaching.tell({ step });
    if (this.question && !this.question.answer && this.askedAt !== step) this.putAway();
  }

  // Of several pages of one teacher, the class follows the one that is looked at.
  get shows() {
    return !document.hidden;
  }

  // ------------------------------------------------ opening and ending

  /** @param {string | null} key */
  async open(key) {
    if (this.teaching || !this.offer) return;
    this.opener.hidden = true;
    const teaching = new Teaching(this.offer.base, {
      tally: (tally) => {
        this.followers = tally.followers;
        this.answered = tally.answered;
        if (this.question?.answer && tally.counts) this.question.counts = tally.counts;
        this.draw();
      },
      trouble: (sentence) => {
        this.trouble.textContent = sentence;
      },
    });
    this.teaching = teaching;
    try {
      await teaching.open(key);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.teaching = null;
      this.opener.hidden = false;
      this.root.hidden = false;
      this.showStrip(false);
      this.trouble.textContent = error.message;
      return;
    }
    this.root.hidden = false;
    this.showStrip(true);
    this.drawCode();
    this.showCode(key === null);
    this.tellScene();
    this.draw();
  }

  tellScene() {
    if (!this.offer || !this.shows) return;
    const scene = this.taught.scene(this.offer);
    this.teaching?.tell({ ...(scene && { scene, step: this.taught.step }), question: null });
    this.forget();
  }

  end() {
    this.teaching?.close();
    this.teaching = null;
    this.forget();
    this.root.hidden = true;
    this.opener.hidden = !this.offer;
  }

  destroy() {
    this.forget();
    this.teaching?.stop();
  }

  // ------------------------------------------------ a question

  ask() {
    const { offer, taught, teaching } = this;
    if (!offer || !teaching) return;
    const asked = taught.ask(offer);
    this.trouble.textContent = typeof asked === "string" ? asked : "";
    if (typeof asked === "string") return;
    const { prompt, options, scene } = asked;
    this.question = { number: 0, prompt, options };
    this.askedAt = taught.step;
    this.answered = 0;
    this.showCode(false); // the question takes its room; who comes late is shown it again
    taught.cover(true);
    teaching.tell({ ...(scene && { scene, step: 0 }), question: { prompt, options } });
    this.draw();
  }

  async uncover() {
    const { offer, question, taught, teaching } = this;
    if (!offer || !question || !teaching) return;
    const { right, scene } = await taught.answer(offer);
    if (this.question !== question) return; // it was put away meanwhile
    teaching.tell({ ...(scene && { scene }), uncover: right });
    this.question = { ...question, answer: right };
    taught.cover(false);
    this.draw();
    this.merging = window.setTimeout(() => taught.step === this.askedAt && taught.next(), UNTIL_MERGE);
  }

  putAway() {
    this.teaching?.tell({ question: null });
    this.forget();
    this.draw();
  }

  forget() {
    clearTimeout(this.merging);
    if (this.question && !this.question.answer) this.taught.cover(false);
    this.question = null;
  }

  // ------------------------------------------------ drawing

  /** @param {boolean} shown */
  showStrip(shown) {
    for (const part of [this.root.firstElementChild, this.large, this.card.root])
      if (part instanceof HTMLElement) part.hidden = !shown;
  }

  /** @param {boolean} shown */
  showCode(shown) {
    this.large.hidden = !shown;
    this.codeButton.textContent = shown ? "Hide the code" : "Show the code";
    attrs(this.codeButton, { "aria-label": this.codeButton.textContent, title: null });
  }

  drawCode() {
    const name = this.teaching?.name;
    if (!name) return;
    this.code.textContent = name.code;
    this.large.replaceChildren(...codeOf(name, `${location.host}${this.offer?.base}`));
  }

  draw() {
    if (!this.teaching?.name) return;
    const { question, taught } = this;
    const open = question && !question.answer;
    this.count.textContent = open
      ? `${this.answered} of ${this.followers} have answered`
      : `${plural(this.followers, "follower")}`;
    this.askButton.hidden = Boolean(question) || !taught.canAsk;
    this.uncoverButton.hidden = !open;
    this.awayButton.hidden = !question;
    const answers = question?.answer ? { ...question, prompt: "How the class answered" } : null;
    this.card.show(taught.showsQuestion ? answers : question, { vocabulary: taught.vocabulary });
  }
}
