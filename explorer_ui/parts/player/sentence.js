// The sentences above the text: what the last step did, and, separately, what the next one will do.

import { attrs, el, inside } from "../../browser/dom.js";
import { chip } from "../token_row/draw_text_parts.js";
import { grouped, hundredths, plural } from "../../browser/numbers.js";
import { meaning, pointable } from "./pointing.js";

/**
 * @import {Beat} from "./navigation.js"
 * @import {History} from "./history.js"
 * @import {Telling} from "./state.js"
 */

export class Sentence {
  past = el("p", "past");
  detail = attrs(el("span", "detail"), { title: "Ranks count from 0, merges from 1." });
  upcoming = el("p", "upcoming");
  remark = el("p", "remark");
  /** Whether the next merge is named. */
  named = false;
  node = inside(
    "div",
    "say",
    inside("div", "told", this.past, this.detail),
    inside("div", "ahead", this.upcoming, this.remark),
  );

  /** The announcement for a screen reader. */
  get spoken() {
    return [this.past, this.upcoming, this.remark].map((node) => node.textContent).join(" ");
  }

  /**
   * @param {History} history @param {Telling} telling @param {number} step
   * @param {{covered: boolean, beat: Beat | null}} shown Whether it asks for the next step instead of naming
   * it, and the
   *   beat of the step.
   */
  draw(history, telling, step, { covered, beat }) {
    const last = history.merges[step - 1];
    const next = history.merges[step];
    const event = telling.event(step);
    this.past.replaceChildren(...wordsOfPast(history, telling, step));
    this.detail.replaceChildren(last ? pointable({ id: last.id }, telling.detail(last)) : "");
    const todo = beat && telling.beats(step)[beat];
    this.named = Boolean(next) && !covered && !todo;
    if (next && todo) this.upcoming.replaceChildren(labelled(), ` ${todo}`);
    else this.upcoming.replaceChildren(...wordsOfNext(history, telling, step, covered));
    const more = next ? this.named && telling.remark(next) : rateAt(history, step);
    this.remark.textContent = [event, more].filter(Boolean).join(" ");
  }

  /** For the opening film: leaves out ids, which it has not explained, and takes words out of the order of focus. */
  shorten() {
    for (const id of this.node.querySelectorAll(".said-id")) id.remove();
    for (const word of this.node.querySelectorAll("[tabindex]")) word.removeAttribute("tabindex");
  }

  /** Adds what the counts say about the next merge, after it was named. @param {string} remark */
  add(remark) {
    if (this.named) this.remark.textContent = remark;
  }
}

const labelled = () => el("strong", "", "Next:");

/**
 * What the last step did; before the first one, the initial text.
 *
 * @param {History} history @param {Telling} telling @param {number} step
 */
function wordsOfPast(history, telling, step) {
  const tokens = history.tokensAt(step);
  const merge = history.merges[step - 1];
  if (!merge) {
    const begins = history.weights ? "The words, each repeated by its count, begin" : "The text begins";
    return [
      `${begins} as ${plural(tokens, history.text.called)}, ${tokens === 1 ? "" : "each "}a token of its own.`,
    ];
  }
  const { id } = merge;
  return [
    "Merged ",
    ...pair(history, merge),
    " → ",
    inside(
      "span",
      "made",
      meaning(chip({ ...history.vocabulary.tokenOf(id), newest: true }), { id }),
      attrs(el("span", "said-id", ` (id ${id})`), { "data-id": id }),
      ",",
    ),
    " ",
    pointable({ id }, telling.did(merge)),
    ": ",
    pointable({ step: step - 1 }, plural(history.tokensAt(step - 1), "token")),
    " became ",
    pointable({ step }, grouped(tokens)),
    ".",
  ];
}

/**
 * What the next step will do, or the question about it; after the last one, why there is none.
 *
 * @param {History} history @param {Telling} telling @param {number} step @param {boolean} covered
 */
function wordsOfNext(history, telling, step, covered) {
  const merge = history.merges[step];
  if (!merge) return [history.ending];
  if (covered) return [telling.question];
  const { left, right } = merge;
  return [
    labelled(),
    " ",
    ...pair(history, merge),
    ", ",
    pointable({ left, right }, telling.will(merge)),
    ".",
  ];
}

/** How much the whole text has shrunk. @param {History} history @param {number} step */
function rateAt(history, step) {
  const { text, whole } = history;
  const tokens = history.tokensAt(step);
  if (!step || !tokens) return "";
  const rate = `${hundredths(whole / tokens)} ${text.called}s per token`;
  return `${plural(whole, text.called)} have become ${plural(tokens, "token")}: ${rate}.`;
}

/** @param {History} history @param {{left: number, right: number}} merge */
const pair = (history, { left, right }) => [side(history, left), " + ", side(history, right)];

/** @param {History} history @param {number} id */
const side = (history, id) => meaning(chip(history.vocabulary.tokenOf(id)), { id });
