// The results of a class: a table to save.

import { plural } from "../../browser/numbers.js";
import { rowsOfReport } from "./test_report.js";
import { spokenText } from "../../browser/text_parts.js";
import { forget, keep, kept } from "../../browser/tab_storage.js";

/**
 * @import {Question} from "./question_card.js"
 * @import {Tokens} from "../../parts/picture/shown.js"
 */

const RESULTS = "class-results"; // the key in the tab's storage for the results until the class ends
const MOST_ROWS = 1000;

export class ClassResults {
  /** The rows: number, question, option, whether it is right, answers, present. @type {unknown[][]} */
  rows = JSON.parse(kept(RESULTS) ?? "[]");

  /**
   * Takes the counts of a question that was revealed, for its card and for the table.
   *
   * @param {Question & {asked?: number}} question @param {Partial<Question>} tally
   * @param {Tokens | undefined} vocabulary
   */
  take(question, { counts = [], people, present = 0, found, tokens, winner, report }, vocabulary) {
    Object.assign(question, { counts, people, present, found, tokens, winner, report });
    question.asked ??= 1 + Math.max(0, ...this.rows.map(([number]) => Number(number)));
    const { answer = [], asked, gaps, options, prompt } = question;
    const told = report
      ? rowsOfReport(report)
      : tokens
        ? tokens.map(([left, times]) => [plural(left, "token"), left <= answer[0], times])
        : counts.map((times, at) => {
            const what = gaps ? `gap ${at + 1}` : textOf(options[at], vocabulary);
            return [what, answer.includes(at), times];
          });
    const written = told.map(([what, right, times]) => {
      return [asked, prompt, what, right ? "yes" : "", times, present];
    });
    this.rows = [...this.rows.filter(([number]) => number !== asked), ...written].slice(-MOST_ROWS);
    keep(RESULTS, JSON.stringify(this.rows));
  }

  forget() {
    this.rows = [];
    forget(RESULTS);
  }
}

/** @param {Question["options"][number]} option @param {Tokens | undefined} vocabulary */
export function textOf(option, vocabulary) {
  if (typeof option === "string" || !vocabulary) return String(option);
  return option.map((id) => spokenText(vocabulary.tokenOf(id).parts)).join(" + ");
}
