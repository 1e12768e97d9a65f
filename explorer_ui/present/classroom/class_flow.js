// A question to a class, one beat after the other: ask, reveal, explain, go on. The question stays until its answer
// is revealed, whatever page or text the teacher shows meanwhile.

import { isChord } from "../../browser/dom.js";
import { isTaken } from "../../browser/page_keys.js";
import { kept } from "../../browser/tab_storage.js";
import { textOf } from "./class_results.js";
import { QUESTION, share } from "./open_tabs.js";

/**
 * @import {Question} from "./question_card.js"
 * @import {ClassPanel} from "./class_panel.js"
 * @import {Asked, Asking, Posed} from "../../parts/picture/shown.js"
 *
 * A question with the button that asked it, its options in words, and whether it was asked about something that is no
 * longer shown.
 * @typedef {Question & Posed & {words: string, covers: Asked | null, texts: string[], because?: string,
 *   elsewhere?: boolean, replayed?: boolean}} Current
 */

const ELSEWHERE =
  "This question was asked on another page or text. Reveal its answer (Page Down); then the class goes on here.";
const UNKNOWN = "Only the Quiz, which asked this question, knows its answer.";
export const WAITS = "This question is open. Reveal its answer (Page Down), then go on.";

export class ClassFlow {
  /** @param {ClassPanel} panel */
  constructor(panel) {
    this.panel = panel;
    /** @type {Current | null} */
    this.question = null;
    this.askedAt = 0;
    /** Whether a question or an answer is being prepared. */
    this.preparing = false;
    this.note = "";
    /** What follows, with its name. @type {[string, () => void][]} */
    this.beats = [
      ["Reveal", () => this.uncover()],
      ["Explain", () => this.explain()],
      ["Replay", () => this.replay()],
      ["Go on", () => this.goOn()],
    ];
  }

  /** Whether the class is answering. */
  get open() {
    return Boolean(this.question && !this.question.answer);
  }

  /** The index of the beat that follows; -1 if there is no question. */
  get beat() {
    const { open, question } = this;
    if (!question) return -1;
    const explained =
      question.reason === undefined ? 1 : question.winner?.length && !question.replayed ? 2 : 3;
    return open ? 0 : explained;
  }

  /** @param {Asking} asking */
  async ask(asking) {
    const { panel } = this;
    const { picture, teaching } = panel;
    if (!panel.offer || !teaching || this.preparing) return;
    // The merges of a game are left first: what is asked next is about BPE's.
    if (this.question?.game) this.goOn();
    panel.trouble.textContent = "";
    this.preparing = true;
    let asked;
    try {
      asked = await asking.ask();
    } finally {
      this.preparing = false; // also after an error: the keys go on
    }
    if (panel.teaching !== teaching) return;
    if (typeof asked === "string") {
      panel.trouble.textContent = asked;
      panel.draw(); // the class still sees the question before it
      return;
    }
    this.forget();
    const { prompt, options, scene, gaps, game, test } = asked;
    const texts = options.map((option) => textOf(option, picture.vocabulary?.()));
    const { covers, words } = asking;
    this.question = { ...asked, words, covers, number: 0, texts, merges: game?.merges };
    if (test !== undefined) this.question.elsewhere = true; // it is about nothing that is shown
    share(QUESTION, JSON.stringify({ key: teaching.key, ...setAside(this.question) }));
    this.askedAt = picture.step();
    panel.tally.answered = 0;
    panel.showCode(false); // to make room for the question; it can be shown again for latecomers
    panel.cover();
    const kind = test !== undefined ? { test } : game ? { game } : gaps ? { gaps } : { options };
    const seconds = Number(panel.seconds.value);
    panel.tell({
      ...(scene && { scene: panel.sceneOf(scene), step: 0 }),
      question: { prompt, ...kind, seconds },
    });
    panel.draw();
  }

  async uncover() {
    const { panel, question } = this;
    if (!panel.offer || !question || !panel.teaching || this.preparing) return;
    this.preparing = true;
    let answer;
    try {
      answer = question.known ?? (await question.uncovered?.());
    } finally {
      this.preparing = false;
    }
    if (this.question !== question) return; // it was removed meanwhile
    if (typeof answer === "string") {
      panel.trouble.textContent = answer;
      return;
    }
    const { because = "", card = question.card, right, scene } = answer ?? { right: [] };
    this.question = { ...question, answer: right, because, card };
    share(QUESTION, null);
    this.note = answer ? "" : UNKNOWN;
    panel.cover();
    panel.tell({ ...(scene && { scene: panel.sceneOf(scene) }), uncover: answer ? right : null });
    panel.draw();
  }

  explain() {
    if (!this.question?.answer) return;
    const { because = "", winner } = this.question;
    this.question = { ...this.question, reason: because };
    // The phones replay the best merges of a game with the reason, so that they wait for the next press.
    if (!winner?.length) this.panel.tell({ explain: because });
    this.panel.draw();
  }

  /** Plays the best merges of a game on all screens. */
  replay() {
    const { because = "", replay, winner = [] } = this.question ?? {};
    if (!this.question) return;
    this.question.replayed = true;
    this.panel.tell({ explain: because });
    replay?.(winner);
    this.panel.draw();
  }

  /** Closes the question, and goes on to what it asked about. */
  goOn() {
    const { panel, question } = this;
    if (!question?.answer) return;
    const { card, elsewhere, game, next } = question;
    if (game) next?.(); // first: the class goes on with the text as BPE merges it
    if (card || elsewhere || game) panel.tellScene();
    else {
      this.forget();
      panel.cover();
      panel.tell({ question: null });
    }
    if (!game) next?.();
    panel.draw();
  }

  forget() {
    this.question = null;
    share(QUESTION, null);
    this.note = "";
  }

  /** Called when the page shows something else; returns whether a question is open, which then stays. */
  setAside() {
    const { open, question } = this;
    if (!open || !question) return false;
    this.question = setAside(question);
    this.note = ELSEWHERE;
    this.askedAt = this.panel.picture.step();
    this.recognize();
    return true;
  }

  /** Goes on with a question that the page would ask again just as it is: it was loaded again, or is shown again. */
  async recognize() {
    const { panel, question } = this;
    const asking = panel.picture.asks.find(({ words }) => words === question?.words);
    // To ask for a game would begin it.
    if (!question || question.game || !asking?.can()) return;
    const asked = await asking.ask();
    if (typeof asked === "string" || this.question !== question) return;
    const texts = asked.options.map((option) => textOf(option, panel.picture.vocabulary?.()));
    if (contentOf({ ...asked, texts }) !== contentOf(question)) return;
    this.question = { ...question, ...asked, elsewhere: false };
    this.note = "";
    panel.draw();
  }

  /** Takes over the question that another page of this browser left open, if any, instead of one that is over. */
  takeOver() {
    const { key, ...question } = JSON.parse(kept(QUESTION) ?? "{}");
    const open = key && key === this.panel.teaching?.key ? question : null;
    if (!open || !this.question || contentOf(open) !== contentOf(this.question)) this.question = open;
  }

  // ------------------------------------------------ a remote control

  /** @param {KeyboardEvent} event */
  pressed(event) {
    if (!/^Page(Up|Down)$/.test(event.key) || isChord(event) || event.shiftKey) return;
    const { root } = this.panel.picture;
    if (!this.panel.teaching?.name || !this.panel.isHere) return;
    if (isTaken(event, { root, presenting: true })) return;
    const takes = event.key === "PageDown" ? this.forward(event.repeat) : this.back();
    if (!takes) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * One beat further; returns whether there was one.
   *
   * @param {boolean} repeat Whether the key is held down: then nothing is skipped.
   */
  forward(repeat) {
    const { due } = this.panel;
    this.panel.showCode(false); // it covers what comes next; the strip still has it
    if (!this.question && !due) return false;
    if (repeat || this.preparing) return true;
    if (this.question) this.beats[this.beat][1]();
    else if (due) this.ask(due);
    return true;
  }

  /** From the reason back to the votes; an open question stays. */
  back() {
    if (!this.question) return false;
    if (this.open) this.note = WAITS;
    this.question = { ...this.question, reason: undefined, replayed: undefined };
    this.panel.draw();
    return true;
  }
}

/** What tells questions apart. @param {Posed & {texts: string[]}} question */
const contentOf = ({ card, known, prompt, texts }) => JSON.stringify([card?.card_id, prompt, known, texts]);

/**
 * What is left of a question where it was not asked: it leads nowhere there.
 *
 * @param {Current} question @returns {Current}
 */
function setAside(question) {
  return { ...question, options: question.texts, replay: undefined, next: undefined, elsewhere: true };
}
