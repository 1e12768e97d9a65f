// One question with options A to D, chosen by click or key; after the answer, which one was right and why.

import { ClassPanel } from "../../present/classroom/class_panel.js";
import { attrs, el, inside, isChord } from "../../browser/dom.js";
import { Component, mounting } from "../../browser/mount.js";
import { LETTERS, drawParts } from "./parts.js";
import { drawGaps, verdictOnGaps } from "./gaps.js";
import { TaughtCard } from "../../present/classroom/taught_card.js";

/** @typedef {Message.Card & {classroom: Message.Offer | null}} Asked */

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
    /** Whether a class is being asked, so that the teacher cannot answer. */
    this.locked = false;
    this.taught = new TaughtCard(this);
    this.classPanel = new ClassPanel(this.taught, send);
    this.opener = inside("div", "class-opener", this.classPanel.opener);
    this.root.append(
      this.classPanel.root,
      attrs(inside("div", "asked", this.question, this.subject, this.options), {
        "data-picture": ".chip, .option, .gap",
      }),
      this.outcome,
      this.opener,
    );
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    document.addEventListener("keydown", (event) => this.press(event), { signal, capture: true });
  }

  /** @param {Asked} asked */
  update({ classroom, ...card }) {
    this.classPanel.heard(classroom);
    if (this.drawn === JSON.stringify(card)) return;
    this.drawn = JSON.stringify(card);
    const before = this.card;
    this.card = card;
    if (card.card_id !== before?.card_id) {
      this.sent = ""; // a missed question can come back
      this.classPanel.offered(classroom);
    }
    this.taught.carded(card);
    this.question.textContent = card.question;
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
    this.classPanel.draw();
    // After the answer no class can be asked: the next button needs the space.
    this.opener.hidden = card.answer !== null;
    // On a phone the reason is below the visible area, and the next question above it.
    if (before) (card.answer === null ? this.question : this.outcome).scrollIntoView({ block: "nearest" });
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

  /** While a class is asked, the teacher cannot answer. @param {boolean} locked */
  lock(locked) {
    this.locked = locked;
    if (this.card?.answer === null)
      for (const box of this.boxes) attrs(box, { "aria-disabled": locked ? "true" : null });
  }

  destroy() {
    this.classPanel.destroy();
    this.stopListening.abort();
  }
}

export default mounting(ChallengeCard);
