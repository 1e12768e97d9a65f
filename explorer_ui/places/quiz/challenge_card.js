// One question with options A to D, chosen by click or key; after the answer, which one was right and why.

import { askAgain } from "../../browser/app_state.js";
import { attrs, el, inside, isChord } from "../../browser/dom.js";
import { Component, mounting } from "../../browser/mount.js";
import { LETTERS } from "../../browser/numbers.js";
import { announce, withdraw } from "../../parts/picture/shown.js";
import { drawParts, askedOf, rightOf, drawGaps, verdictOnGaps } from "./parts.js";

/** @import {Answer, Picture, Posed} from "../../parts/picture/shown.js" */

const NEXT = ".st-key-next_question button"; // of the page
const FIELDS = "input, textarea, select, [contenteditable], [role=textbox], [role=combobox]";

class ChallengeCard extends Component {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    super("challenge-card card-parts", parent);
    this.send = send;
    /** @type {Message.Card | null} */
    this.card = null;
    this.drawn = ""; // the card as JSON
    this.sent = ""; // the card for which an answer was sent
    /** @type {HTMLElement[]} */
    this.boxes = [];
    this.question = el("h3", "question");
    this.subject = attrs(el("div", "subject"), {
      role: "group",
      "aria-label": "What the question is about",
    });
    this.options = attrs(el("div", "options"), { role: "group", "aria-label": "Answers" });
    this.outcome = attrs(el("div", "outcome"), { "aria-live": "polite" });
    /** Whether others are being asked, so that nobody can answer here. */
    this.locked = false;
    /** Who waits for the answer of a card, or that there is none. @type {{id: string, tell: (card: Message.Card | null) => void} | null} */
    this.waiting = null;
    const can = () => this.card?.answer === null;
    /** @type {Picture} */
    this.presented = {
      root: this.root,
      // A question is seen only when it is asked; until then there is nothing to follow.
      scene: () => ({ elsewhere: "Challenge" }),
      step: () => 0,
      go() {},
      asks: [{ words: "Ask the class this question", covers: "next", can, ask: () => this.pose() }],
      cover: (_, held, told = false) => this.lock(held, told),
    };
    this.asked = inside("div", "asked", this.question, this.subject, this.options, this.outcome);
    attrs(this.asked, { "data-picture": ".chip, .option, .gap" });
    this.root.append(this.asked);
    // A remote control presses keys on the whole picture.
    this.asked.addEventListener("keydown", (event) => event.target === this.asked && this.walk(event));
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    document.addEventListener("keydown", (event) => this.press(event), { signal, capture: true });
  }

  /** @param {Message.Card} card */
  update(card) {
    if (this.drawn === JSON.stringify(card)) return;
    this.drawn = JSON.stringify(card);
    const before = this.card;
    this.card = card;
    attrs(this.asked, { "aria-busy": null });
    if (card.card_id !== before?.card_id) {
      this.sent = ""; // a missed question can come back
      announce(this.presented, "scene");
    }
    const isHere = this.waiting?.id === card.card_id;
    if (!isHere || card.answer !== null) this.waiting?.tell(isHere ? card : null);
    this.question.textContent = (card.number ? `${card.number}. ` : "") + card.question;
    this.subject.hidden = !card.subject.length;
    this.subject.replaceChildren();
    drawParts(this.subject, card.subject);
    this.options.className = `options ${card.layout}`;
    this.boxes = card.options.map((_, option) => this.option(card, option));
    const { units } = card;
    this.options.replaceChildren(
      ...(units.length ? drawGaps(card, (answer) => this.pick(answer)) : this.boxes),
    );
    this.outcome.replaceChildren();
    if (card.answer !== null) this.tell(card, card.answer);
    announce(this.presented, "asks");
    const presented = this.root.matches(".presenting");
    this.root.classList.toggle("answered", card.answer !== null);
    // On a phone the reason is below the visible area, and the next question above it; a class sees both at once.
    if (before && !(presented && card.answer !== null))
      (card.answer === null ? this.question : this.outcome).scrollIntoView({ block: "nearest" });
    if (presented) dispatchEvent(new Event("resize")); // it has another size now
  }

  /** @param {Message.Card} card @param {number} option */
  option({ options, picked, answer, figures, subject }, option) {
    const box = attrs(el("button", "option"), { type: "button" });
    const content = drawParts(el("span", "content"), options[option], subject);
    box.append(el("span", "letter", LETTERS[option]), content);
    if (answer === null) {
      box.addEventListener("click", () => this.pick(option));
      return box;
    }
    // Not disabled: a screen reader still reads it, and its text keeps its contrast.
    box.setAttribute("aria-disabled", "true");
    const right = option === answer;
    const role = right ? "Right" : option === picked ? "Your answer" : "";
    if (role) {
      box.classList.add(right ? "right" : "wrong");
      content.append(el("span", "mark", (right ? "✓ " : "✗ ") + role));
    }
    if (figures[option]) content.append(el("span", "figure", figures[option]));
    return box;
  }

  /** @param {Message.Card} card @param {number} answer */
  tell({ picked, reason, units, subject }, answer) {
    const not = picked === null ? "The answer is" : "Not so: it is";
    const verdict = picked === answer ? "Right." : `${not} ${LETTERS[answer]}.`;
    const said = units.length ? verdictOnGaps(picked, answer, units.length - 1) : verdict;
    this.outcome.append(el("p", "verdict", said));
    for (const parts of reason) this.outcome.append(drawParts(el("p", "reason"), parts, subject));
  }

  /** @param {number} option The index of an option, or a bit for each gap. */
  pick(option) {
    const { card } = this;
    if (!card || card.answer !== null || this.locked || this.sent === card.card_id) return;
    this.sent = card.card_id;
    this.boxes[option]?.classList.add("sent");
    this.send("picked", { card_id: card.card_id, option });
  }

  /** @param {KeyboardEvent} event */
  press(event) {
    const [target] = event.composedPath();
    const typing = target instanceof Element && target.closest(FIELDS);
    if (typing || isChord(event) || event.repeat) return;
    const option = event.key.length === 1 ? LETTERS.indexOf(event.key.toUpperCase()) : -1;
    if (option < 0 || option >= this.boxes.length || this.card?.answer !== null) return;
    // Streamlit uses C as a shortcut.
    event.preventDefault();
    event.stopImmediatePropagation();
    this.pick(option);
  }

  /** Reveals the answer, then goes on to the next question. @param {KeyboardEvent} event */
  walk(event) {
    const { card } = this;
    if (!card || this.locked || event.key !== "ArrowRight") return;
    event.preventDefault();
    attrs(this.asked, { "aria-busy": "true" });
    if (card.answer === null) this.send("uncovered", { card_id: card.card_id });
    else this.next();
  }

  next() {
    /** @type {HTMLElement | null} */ (document.querySelector(NEXT))?.click();
  }

  /** The card as a question to others. @returns {Posed | string} */
  pose() {
    const { card } = this;
    if (!card) return "There is no question here.";
    const [uncovered, next] = [() => this.uncovered(card), () => this.next()];
    return { ...askedOf(card), scene: { card }, card, uncovered, next };
  }

  // The payload does not contain the answer before it is revealed, so it is requested from Python here.
  /**
   * @param {Message.Card} card The one that was asked: the page may show another one by now.
   * @returns {Promise<Answer | undefined>}
   */
  uncovered({ card_id: id }) {
    return new Promise((resolve) => {
      const ask = () => this.send("uncovered", { card_id: id });
      const timer = askAgain(ask);
      const tell = (/** @type {Message.Card | null} */ told) => {
        clearInterval(timer);
        this.waiting = null;
        resolve(told ? { right: rightOf(told), scene: { card: told }, card: told } : undefined);
      };
      this.waiting = { id, tell };
      if (this.card?.card_id === id) ask();
      else tell(null);
    });
  }

  /**
   * @param {boolean} locked While others are asked, nobody can answer here.
   * @param {boolean} told Whether the question is shown elsewhere on the screen.
   */
  lock(locked, told) {
    this.locked = locked;
    this.root.classList.toggle("told-elsewhere", told);
    if (this.card?.answer === null)
      for (const box of this.boxes) attrs(box, { "aria-disabled": locked ? "true" : null });
  }

  destroy() {
    this.waiting?.tell(null);
    withdraw(this.presented);
    this.stopListening.abort();
  }
}

export default mounting(ChallengeCard);
