// A question of the class: its options to touch, and after the answer how many chose which.

import { attrs, el } from "../shared/dom.js";
import { chip } from "../shared/draw_pieces.js";
import { plural } from "../shared/numbers.js";

/**
 * @import {Vocabulary} from "../player/vocabulary.js"
 * @import {Question} from "./following.js"
 */

export class QuestionCard {
  /** @param {((option: number) => void) | null} choose What a touch does; null where nobody can choose. */
  constructor(choose) {
    this.root = attrs(el("section", "question-card"), { "aria-label": "Question" });
    this.root.hidden = true;
    this.choose = choose;
    this.prompt = el("h2", "prompt");
    this.options = el("div", "options");
    this.note = attrs(el("p", "note"), { role: "status" });
    this.root.append(this.prompt, this.options, this.note);
  }

  /**
   * @param {Question | null} question
   * @param {object} how
   * @param {Vocabulary | undefined} how.vocabulary Of the pairs among the options, if there are any.
   * @param {number | null} [how.chosen] The option that was chosen here.
   * @param {string} [how.note]
   */
  show(question, { vocabulary, chosen = null, note = "" }) {
    this.root.hidden = !question;
    if (!question) return;
    const { options, counts, answer } = question;
    this.prompt.textContent = question.prompt;
    const most = Math.max(1, ...(counts ?? []));
    const open = this.choose && !answer && chosen === null;
    const rows = options.map((option, index) => {
      const row = attrs(el("button", "option"), { type: "button", "aria-disabled": open ? null : "true" });
      row.classList.toggle("is-right", answer?.includes(index) ?? false);
      row.classList.toggle("chosen", chosen === index);
      const words = el("span", "what");
      if (typeof option === "string") attrs(words, { dir: "auto" }).textContent = option;
      else if (vocabulary) {
        const [left, right] = option.map((id) => chip(vocabulary.tokenOf(id)));
        words.append(left, el("span", "plus", "+"), right);
      }
      row.append(words);
      const said = [answer?.includes(index) && "right", chosen === index && "your answer"].filter(Boolean);
      row.append(el("span", "said", said.join(", ")));
      if (counts) {
        const bar = el("span", "bar-fill");
        bar.style.inlineSize = `${(100 * counts[index]) / most}%`;
        const track = el("span", "bar-track");
        track.append(bar);
        row.append(track, el("span", "count", plural(counts[index], "answer")));
      }
      if (open) row.addEventListener("click", () => this.choose?.(index));
      return row;
    });
    this.options.replaceChildren(...rows);
    this.note.textContent = note;
  }
}
