// A question for the class: its options to choose from, and after the answer how many chose each.

import { LETTERS, drawParts } from "../question/parts.js";
import { attrs, el, inside } from "../shared/dom.js";
import { chip } from "../shared/draw_text_parts.js";
import { grouped, plural } from "../shared/numbers.js";

/**
 * @import {Card} from "../question/parts.js"
 * @import {Question, Tokens} from "./class_asks.js"
 */

export class QuestionCard {
  /** @param {((option: number) => void) | null} choose Called with the chosen option; null if nobody can
      choose. */
  constructor(choose) {
    this.root = attrs(el("section", "question-card card-parts"), { "aria-label": "Question" });
    this.root.hidden = true;
    this.choose = choose;
    this.prompt = el("h2", "prompt");
    // A long passage scrolls, and must be scrollable with the keyboard too.
    this.subject = attrs(el("div", "subject"), {
      tabindex: 0,
      role: "group",
      "aria-label": "What the question is about",
    });
    this.subject.hidden = true;
    this.options = el("div", "options");
    this.turnout = el("p", "turnout");
    this.clock = el("p", "clock");
    this.because = el("p", "because");
    this.reason = el("div", "reasons");
    this.note = attrs(el("p", "note"), { role: "status" });
    this.root.append(
      this.prompt,
      this.clock,
      this.subject,
      this.options,
      this.turnout,
      this.because,
      this.reason,
      this.note,
    );
    /** The card whose subject and reason are drawn. @type {Card | null} */
    this.drawn = null;
  }

  /**
   * @param {Question | null} question
   * @param {object} how
   * @param {Tokens | undefined} how.vocabulary For the pairs among the options, if there are any.
   * @param {Card | null} [how.card] The subject of a Challenge question, its full options, and its reason.
   * @param {number | null} [how.chosen] The option that was chosen here.
   * @param {string} [how.note]
   * @param {number | null} [how.left] The seconds that are left to answer.
   */
  show(question, { vocabulary, card = null, chosen = null, note = "", left = null }) {
    this.root.hidden = !question;
    if (!question) return;
    this.#drawAround(card);
    const { options, counts, answer, present = 0, reason } = question;
    this.root.classList.toggle("explained", reason !== undefined);
    this.because.textContent = reason ?? "";
    this.prompt.textContent = question.prompt;
    const open = this.choose && !answer && chosen === null && left !== 0;
    const votes = (counts ?? []).reduce((sum, count) => sum + count, 0);
    this.turnout.textContent = counts ? `${grouped(votes)} of ${grouped(present)} answered` : "";
    const rows = options.map((option, index) => {
      const row = attrs(el("button", "option"), { type: "button", "aria-disabled": open ? null : "true" });
      row.classList.toggle("is-right", answer?.includes(index) ?? false);
      row.classList.toggle("chosen", chosen === index);
      const words = el("span", "what");
      if (card) this.#drawOption(words, card, index);
      else if (typeof option === "string") attrs(words, { dir: "auto" }).textContent = option;
      else if (vocabulary) {
        const [first, second] = option.map((id) => chip(vocabulary.tokenOf(id)));
        words.append(first, el("span", "plus", "+"), second);
      }
      row.append(words);
      const said = [answer?.includes(index) && "right", chosen === index && "your answer"].filter(Boolean);
      row.append(el("span", "said", said.join(", ")));
      if (counts) {
        const percent = present ? (100 * counts[index]) / present : 0;
        const bar = el("span", "bar-fill");
        bar.style.inlineSize = `${percent}%`;
        const track = inside("span", "bar-track", bar);
        row.append(track, el("span", "count", `${plural(counts[index], "answer")}, ${Math.round(percent)}%`));
      }
      if (open) row.addEventListener("click", () => this.choose?.(index));
      return row;
    });
    this.options.replaceChildren(...rows);
    this.note.textContent = note;
    this.showTime(left);
  }

  /** @param {number | null} left The seconds that are left to answer, if there is a limit. */
  showTime(left) {
    this.clock.textContent = left === null ? "" : left ? `${left} s left` : "The time is up.";
  }

  /** @param {Card | null} card */
  #drawAround(card) {
    if (card === this.drawn) return;
    this.drawn = card;
    this.subject.hidden = !card?.subject.length;
    this.subject.replaceChildren();
    this.reason.replaceChildren();
    if (!card) return;
    drawParts(this.subject, card.subject);
    for (const parts of card.reason) this.reason.append(drawParts(el("p", "reason"), parts));
  }

  /**
   * @param {HTMLElement} words
   * @param {Card} card
   * @param {number} index
   */
  #drawOption(words, { figures, options }, index) {
    const content = drawParts(el("span", "content"), options[index] ?? []);
    if (figures[index]) content.append(el("span", "figure", figures[index]));
    words.append(el("span", "letter", LETTERS[index]), content);
  }
}
