// A test of fourteen questions: the sheet on a phone, one question after the other, and how a teacher asks it.

import { attrs, button, el, inside } from "../../browser/dom.js";
import { ofTab } from "../../browser/tab_storage.js";
import { QuestionCard } from "./question_card.js";

const WORD =
  "Choose a word that you will remember. It matches your answers before and after the lesson, and is not kept.";
const MOST = 40; // characters of it

export class TestSheet {
  /** @param {(answer: {word: string, answers: number[]}) => void} send */
  constructor(send) {
    this.send = send;
    this.root = el("section", "test-sheet");
    this.place = "";
    this.word = "";
    /** @type {number[]} */
    this.answers = [];
    /** @type {Message.Card[]} */
    this.cards = [];
    this.field = attrs(el("input"), { maxlength: MOST, autocomplete: "off", "aria-label": "Your word" });
    const form = inside("form", "own-word", el("p", "", WORD), this.field, el("button", "go", "Begin"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.word = this.field.value.trim();
      this.keep();
      this.draw();
    });
    this.form = form;
    this.count = el("p", "count");
    this.card = new QuestionCard((option) => this.choose(option));
  }

  /** @param {string} name Of the test, for a reload of the phone. @param {Message.Card[]} cards */
  begin(name, cards) {
    if (this.place === name && this.cards.length) return;
    this.place = name;
    this.cards = cards;
    const kept = JSON.parse(ofTab.getItem(name) ?? "{}");
    this.word = kept.word ?? "";
    this.answers = kept.answers ?? [];
    this.draw();
  }

  /** Whether answers were chosen, also before a reload of the phone. @param {string} name Of the test. */
  isBegun(name) {
    return Boolean(JSON.parse(ofTab.getItem(name) ?? "{}").answers?.length);
  }

  keep() {
    ofTab.setItem(this.place, JSON.stringify({ word: this.word, answers: this.answers }));
  }

  /** @param {number} option */
  choose(option) {
    this.answers.push(option);
    this.keep();
    this.draw();
  }

  draw() {
    const { answers, cards, word } = this;
    const at = answers.length;
    if (!word) this.root.replaceChildren(this.form);
    else if (at < cards.length) {
      const { options, question } = cards[at];
      this.count.textContent = `Question ${at + 1} of ${cards.length}`;
      const asked = { number: at, prompt: question, options: options.map(() => "") };
      this.card.show(asked, { vocabulary: undefined, card: cards[at] });
      this.root.replaceChildren(this.count, this.card.root);
    } else {
      this.root.replaceChildren();
      this.send({ word, answers });
    }
  }

  /** Another word: the one that was sent is taken. @param {string} words */
  refuse(words) {
    this.word = "";
    this.form.replaceChildren(el("p", "", words), ...[...this.form.children].slice(-2));
    this.draw();
  }
}

/** The buttons with which a teacher asks the test. @param {(version: number) => void} ask */
export const testButtons = (ask) =>
  ["Test before the lesson", "Test after it"].map((words, version) =>
    button("plain-button", words, words, () => ask(version)),
  );
