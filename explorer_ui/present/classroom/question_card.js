// A question for the class: its options to choose from, and after the answer how many chose each.

import { drawGaps, drawParts } from "../../places/quiz/parts.js";
import { attrs, el, inside } from "../../browser/dom.js";
import { chip } from "../../parts/token_row/draw_text_parts.js";
import { grouped, LETTERS, percent, plural } from "../../browser/numbers.js";
import { reportOf } from "./test_report.js";

/** @import {Tokens} from "../../parts/picture/shown.js" */

export class QuestionCard {
  /**
   * @param {((option: number) => void) | null} choose Called with the chosen option, or a bit for each gap; null
   * if nobody can choose.
   */
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
    /** The card whose subject and reason are drawn. @type {Message.Card | null} */
    this.drawn = null;
    this.drawnGaps = ""; // which gaps are drawn, and how
  }

  /**
   * @param {(Question & {rule?: number, fewest?: {tokens: number, proven: boolean}}) | null} asked With what
   * BPE's rule leaves in a game, and the fewest tokens that a search found.
   * @param {object} how
   * @param {Tokens | undefined} how.vocabulary For the pairs among the options, if there are any.
   * @param {Message.Card | null} [how.card] The subject of a Challenge question, its full options, and its reason.
   * @param {number | null} [how.chosen] The option that was chosen here.
   * @param {string} [how.note]
   * @param {number | null} [how.left] The seconds that are left to answer.
   */
  show(asked, { vocabulary, card = null, chosen = null, note = "", left = null }) {
    this.root.hidden = !asked;
    if (!asked) return;
    const { tokens, rule = asked.answer?.[0] ?? 0, fewest } = asked;
    const question = tokens ? { ...asked, ...boardOf({ tokens, rule, fewest }) } : asked;
    this.#drawAround(card);
    const { options, counts, answer, present = 0, reason } = question;
    this.root.classList.toggle("explained", reason !== undefined);
    this.root.classList.toggle("board", Boolean(tokens));
    this.because.textContent = reason ?? "";
    this.prompt.textContent = question.prompt;
    const open = this.choose && !answer && chosen === null && left !== 0;
    this.turnout.textContent = tokens || !answer ? "" : turnoutOf(question);
    this.note.textContent = note;
    this.showTime(left);
    if (question.report) {
      this.options.replaceChildren(...reportOf(question.report));
      return;
    }
    if (question.gaps && card) {
      this.#drawGaps(question, card, chosen, Boolean(open));
      return;
    }
    this.drawnGaps = "";
    const rows = options.map((option, index) => {
      const row = attrs(el("button", "option"), { type: "button", "aria-disabled": open ? null : "true" });
      row.classList.toggle("is-right", answer?.includes(index) ?? false);
      row.classList.toggle("chosen", chosen === index);
      const words = el("span", "what");
      if (!card && !tokens) words.dataset.letter = LETTERS[index];
      if (card) this.#drawOption(words, card, index);
      else if (typeof option === "string") attrs(words, { dir: "auto" }).textContent = option;
      else if (vocabulary) {
        const [first, second] = option.map((id) => chip(vocabulary.tokenOf(id)));
        words.append(first, el("span", "plus", "+"), second);
      }
      row.append(words);
      const said = [answer?.includes(index) && !tokens && "right", chosen === index && "your answer"].filter(
        Boolean,
      );
      row.append(el("span", "said", said.join(", ")));
      if (counts) {
        const share = present ? counts[index] / present : 0;
        const bar = el("span", "bar-fill");
        bar.style.inlineSize = `${100 * share}%`;
        const track = inside("span", "bar-track", bar);
        const many = plural(counts[index], tokens ? "phone" : "answer");
        row.append(track, el("span", "count", `${many}, ${percent(share)}`));
      }
      if (open) row.addEventListener("click", () => this.choose?.(index));
      return row;
    });
    this.options.replaceChildren(...rows);
  }

  /**
   * The word with its gaps; drawn again only if there is something new: nobody loses what they have placed.
   *
   * @param {Question} question @param {Message.Card} card @param {number | null} chosen @param {boolean} open
   */
  #drawGaps({ answer, counts, found, number, present = 0 }, card, chosen, open) {
    // Without the right answer, nobody's is called right or wrong.
    const bits = answer && found ? answer.reduce((sum, gap) => sum + 2 ** gap, 0) : null;
    if (found) {
      const phones = found.reduce((sum, times) => sum + times, 0);
      const right = found.reduce((sum, times, gaps) => sum + times * gaps, 0);
      const all = found[found.length - 1];
      this.turnout.textContent =
        `${grouped(phones)} of ${grouped(present)} answered; ${grouped(all)} ${all === 1 ? "has" : "have"} every ` +
        `gap right` +
        (phones ? `, on average ${(right / phones).toFixed(1)} of ${found.length - 1}.` : ".");
    }
    const drawn = JSON.stringify([number, card.card_id, bits, chosen, open, counts]);
    if (drawn === this.drawnGaps) return;
    this.drawnGaps = drawn;
    const word = { units: card.units, picked: chosen, answer: bits };
    const send = open ? (/** @type {number} */ placed) => this.choose?.(placed) : null;
    this.options.replaceChildren(...drawGaps(word, send, { words: "Send", counts }));
  }

  /** @param {number | null} left The seconds that are left to answer, if there is a limit. */
  showTime(left) {
    this.clock.textContent = left === null ? "" : left ? `${left} s left` : "The time is up.";
  }

  /** @param {Message.Card | null} card */
  #drawAround(card) {
    if (card === this.drawn) return;
    this.drawn = card;
    this.subject.hidden = !card?.subject.length;
    this.subject.replaceChildren();
    this.reason.replaceChildren();
    if (!card) return;
    drawParts(this.subject, card.subject);
    for (const parts of card.reason) this.reason.append(drawParts(el("p", "reason"), parts, card.subject));
  }

  /** @param {HTMLElement} words @param {Message.Card} card @param {number} index */
  #drawOption(words, { figures, options, subject }, index) {
    const content = drawParts(el("span", "content"), options[index] ?? [], subject);
    if (figures[index]) content.append(el("span", "figure", figures[index]));
    words.append(el("span", "letter", LETTERS[index]), content);
  }
}

/**
 * How many answered a question, or sent the sheets of a test; "" if that is not known yet.
 *
 * @param {Question} question
 */
function turnoutOf({ counts, gaps, people: answered, present = 0, report }) {
  // The boundaries that were placed in gaps are not people.
  const votes = gaps ? undefined : counts?.reduce((sum, count) => sum + count, 0);
  const people = report?.sheets ?? answered ?? votes;
  if (people === undefined) return "";
  // A test that is asked again keeps the sheets of those who have left.
  return `${grouped(people)} of ${grouped(Math.max(present, people))} answered`;
}

const MOST = 8; // rows; the many tokens at the end share one

/**
 * The board of a game, as options with counts: the fewest tokens first, and always what BPE's rule leaves.
 *
 * @param {object} game
 * @param {[number, number][]} game.tokens Numbers of tokens, each with the number of followers who have it.
 * @param {number} game.rule What BPE's rule leaves; rows that are not above it are marked as answers.
 * @param {{tokens: number, proven: boolean}} [game.fewest] What a search found, if the text is short enough.
 * @returns {{options: string[], counts: number[], answer: number[]}}
 */
export function boardOf({ tokens, rule, fewest }) {
  const found = new Map(tokens);
  for (const value of [rule, fewest?.tokens ?? rule]) found.set(value, found.get(value) ?? 0);
  const rows = [...found].sort(([one], [other]) => one - other);
  const alone = rows.filter(([value], row) => rows.length <= MOST || row < MOST - 2 || value === rule);
  const rest = rows.filter((row) => !alone.includes(row));
  const options = alone.map(([value]) => {
    const named =
      value === fewest?.tokens && `the fewest ${fewest.proven ? "possible" : "that a search found"}`;
    return [plural(value, "token"), value === rule && "BPE", named].filter(Boolean).join(", ");
  });
  const counts = alone.map(([, followers]) => followers);
  if (rest.length) {
    options.push(`${grouped(rest[0][0])} to ${plural(rest[rest.length - 1][0], "token")}`);
    counts.push(rest.reduce((sum, [, followers]) => sum + followers, 0));
  }
  return { options, counts, answer: alone.flatMap(([value], row) => (value <= rule ? [row] : [])) };
}

/**
 * A question to a class, as the server says it; `counts` and `answer` exist only after it is revealed.
 *
 * @typedef {object} Question
 * @property {number} number
 * @property {string} prompt
 * @property {(string | [number, number])[]} options Texts, or pairs of ids; none for gaps or a game.
 * @property {number} [gaps] The number of gaps of a word in which token boundaries are placed.
 * @property {number} [merges] The number of merges that each follower may make in a game.
 * @property {number[]} [answer] Indices of the right options or gaps; in a game the number of tokens that BPE leaves.
 * @property {number[]} [counts] For each option or gap.
 * @property {number[]} [found] How many followers have 0, 1, 2, ... gaps right.
 * @property {number} [people] How many answered, if the right gaps are not known.
 * @property {[number, number][]} [tokens] In a game, numbers of tokens, each with the number of followers.
 * @property {[number, number][]} [winner] The merges that left the fewest tokens.
 * @property {number} [test] The version of a test, whose questions are in the scene.
 * @property {import("./test_report.js").Report} [report] What came out of it.
 * @property {number} [present] How many could have answered.
 * @property {number} [until] When the time is up, in seconds of the server's clock.
 * @property {string} [reason] Why the answer is right, once it is explained; empty if a card says it.
 */
