// A question of the Challenge on another page: Python makes it from the text and the tokenizer there.

import { askedOf, rightOf } from "../../places/quiz/parts.js";
import { isRunning } from "../../browser/app_state.js";
import { attrs, button, el, inside } from "../../browser/dom.js";
import { WAITS } from "./class_flow.js";
import { QuestionCard } from "./question_card.js";
import { testButtons } from "./test_sheet.js";

/**
 * @import {Posed} from "../../parts/picture/shown.js"
 * @import {ClassPanel} from "./class_panel.js"
 */

const PATIENCE = 10_000; // milliseconds after which a request may have been lost, if nothing is being computed
const NONE = "This text allows no question of this kind. Choose another kind, or a longer text.";
/** What is said if a question may arrive when it is asked for again. */
const SLOW = "No question arrived. Press again.";

/** A test, without its cards: the server knows the answers. */
const TEST = { prompt: "Fourteen questions, on your phone.", options: [], known: { right: [] } };

let asked = 0;

export class AskedCard {
  /** @param {(name: string, value: unknown) => void} send */
  constructor(send) {
    this.send = send;
    /** @type {{name: string, tell: (card: Message.Card | Message.Card[] | null) => void} | null} */
    this.waiting = null;
  }

  /**
   * @param {string} which The kind of question, and a seed for always the same one.
   * @returns {Promise<Posed | string>}
   */
  async ask(which) {
    const answered = await this.#wish(which);
    if (!answered) return answered === null ? NONE : SLOW;
    if (Array.isArray(answered)) return { ...TEST, scene: { cards: answered } };
    const card = { ...answered, answer: null, figures: [], reason: [] };
    const known = { right: rightOf(answered), scene: { card: answered }, card: answered };
    return { ...askedOf(card), scene: { card }, card, known };
  }

  /**
   * @param {string} wants
   * @returns {Promise<Message.Card | Message.Card[] | null | undefined>} The cards of a test, or one with its answer. Null: the text allows no such question; undefined: no
   * response.
   */
  #wish(wants) {
    return new Promise((resolve) => {
      // A busy server takes longer: it is waited for as long as it computes.
      const timer = setInterval(() => isRunning() || tell(undefined), PATIENCE);
      const tell = (/** @type {Message.Card | Message.Card[] | null | undefined} */ card) => {
        clearInterval(timer);
        resolve(card);
      };
      const name = `${Date.now()} ${++asked}`;
      this.waiting = { name, tell };
      this.send("question", { name, wants });
    });
  }

  /** @param {Message.Offer | null} offer Python's current offer. */
  heard(offer) {
    const { waiting } = this;
    const question = offer?.question;
    if (!waiting || question?.name !== waiting.name) return;
    this.waiting = null;
    waiting.tell(question.cards.length ? question.cards : question.card);
  }
}

// A question of the Challenge about the text of this page: chosen by kind, previewed here only, and asked.
export class AnotherQuestion {
  /** @param {ClassPanel} panel @param {(name: string, value: unknown) => void} send Sends to Python. */
  constructor(panel, send) {
    this.panel = panel;
    this.fromChallenge = new AskedCard(send);
    /** What is previewed. @type {Posed | null} */
    this.previewed = null;
    this.presses = 0;
    this.kinds = attrs(el("select"), { "aria-label": "Kind of question" });
    const preview = button("plain-button", "Preview", "Preview", () => this.make());
    this.ask = button("plain-button", "Ask it now", "Ask it now", () => this.askIt());
    this.trouble = el("span", "trouble");
    this.card = new QuestionCard(null);
    const row = inside("div", "class-acts", this.kinds, preview, this.ask, this.trouble);
    const title = el("summary", "", "Ask a question of the Quiz, or the test");
    const tests = inside("div", "class-acts", ...testButtons((version) => this.askTest(version)));
    this.root = inside("details", "another-question", title, row, tests);
    this.forget();
  }

  /** @param {Message.Offer | null} offer */
  heard(offer) {
    this.root.hidden = !offer || !Object.keys(offer.kinds).length;
    this.fromChallenge.heard(offer);
    if (this.kinds.options.length || !offer) return;
    for (const [value, words] of Object.entries(offer.kinds))
      this.kinds.append(attrs(el("option", "", words), { value }));
  }

  /**
   * Requests a question in place of the one before it: null if there is none, and says so; null if another press came
   * meanwhile, whose question stays.
   *
   * @param {string} which
   */
  async request(which) {
    const press = ++this.presses;
    const posed = await this.fromChallenge.ask(which);
    if (press !== this.presses) return null;
    const isPosed = typeof posed !== "string";
    this.forget(isPosed ? "" : posed);
    return isPosed ? posed : null;
  }

  async make() {
    const posed = await this.request(`${this.kinds.value} ${Math.floor(Math.random() * 1e6)}`);
    if (!posed) return;
    this.previewed = posed;
    this.ask.disabled = false;
    this.card.show({ ...posed, number: 0 }, { vocabulary: undefined, card: posed.card });
    this.root.append(this.card.root);
  }

  /** @param {number} version 0 before the lesson, 1 after it. */
  async askTest(version) {
    const { flow } = this.panel;
    if (flow.open) return this.forget(WAITS);
    const posed = await this.request(`test ${version}`);
    if (!posed || flow.open) return;
    flow.ask({ words: "", covers: "next", can: () => true, ask: () => ({ ...posed, test: version }) });
  }

  askIt() {
    const { flow } = this.panel;
    const posed = this.previewed;
    this.forget(flow.open ? WAITS : "");
    if (posed && !flow.open) flow.ask({ words: "", covers: "next", can: () => true, ask: () => posed });
  }

  /** Called when the question is asked, or the page shows another text. @param {string} [trouble] */
  forget(trouble = "") {
    this.previewed = null;
    this.ask.disabled = true;
    this.trouble.textContent = trouble;
    this.card.root.remove();
  }
}
