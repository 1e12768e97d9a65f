// The teacher's panel in the player: the code, large; who follows; a question, its answers, and then the merge.

import { attrs, button, el, icon } from "../shared/dom.js";
import { plural } from "../shared/numbers.js";
import { frequentPairs, neighbouringPairs } from "./candidates.js";
import { codeOf } from "./class_code.js";
import { QuestionCard } from "./question_card.js";
import { Refusal } from "./requests.js";
import { Teaching } from "./teaching.js";

/**
 * @import {Player} from "../player/player.js"
 * @import {Offer} from "../player/payload.js"
 * @import {Question} from "./following.js"
 */

const PEOPLE =
  "M5 3.5a2.5 2.5 0 1 1 0 5a2.5 2.5 0 1 1 0-5zM1 14c0-3 2-4.5 4-4.5s4 1.5 4 4.5zM11.5 5a2 2 0 1 1 0 4a2 2 0 1 1 0-4zM10.6 14h4.6c0-2.6-1.6-4-3.7-4c-.7 0-1.3.1-1.8.4c.6.9.9 2.1.9 3.6z";
const CANDIDATES = 4;
const UNTIL_MERGE = 1800; // milliseconds for a look at the histogram before the merge is played

export class ClassPanel {
  /** @param {Player} player The player whose steps the class follows. */
  constructor(player) {
    this.player = player;
    /** @type {Offer | null} */
    this.offer = null;
    /** @type {Teaching | null} */
    this.teaching = null;
    /** @type {Question | null} */
    this.question = null;
    /** @type {number[]} The options that are right. */
    this.right = [];
    this.askedAt = 0;
    this.followers = 0;
    this.answered = 0;
    this.merging = 0;
    this.opener = button("open-class", "Open a class: telephones follow", icon(PEOPLE), () =>
      this.open(null),
    );
    this.opener.append(el("span", "", "Open a class"));
    this.opener.hidden = true;
    this.root = attrs(el("section", "class-panel"), { "aria-label": "Class" });
    this.root.hidden = true;
    this.code = el("span", "code");
    this.count = attrs(el("span", "count"), { role: "status" });
    const press = (/** @type {string} */ name, /** @type {() => void} */ act) =>
      button("plain-button", name, name, act);
    this.codeButton = press("Hide the code", () => this.showCode(Boolean(this.large.hidden)));
    this.askButton = press("Ask what is next", () => this.ask());
    this.uncoverButton = press("Uncover", () => this.uncover());
    this.awayButton = press("Put the question away", () => this.putAway());
    this.endButton = press("End the class", () => this.end());
    const strip = el("div", "class-strip");
    const name = el("span", "class-name", "Class ");
    name.append(this.code);
    strip.append(
      name,
      this.count,
      this.codeButton,
      this.askButton,
      this.uncoverButton,
      this.awayButton,
      this.endButton,
    );
    this.trouble = attrs(el("p", "trouble"), { role: "alert" });
    this.large = el("div", "class-large");
    this.card = new QuestionCard(null);
    this.root.append(strip, this.trouble, this.large, this.card.root);
  }

  // ------------------------------------------------ what the player says

  /** @param {Offer | null | undefined} offer */
  offered(offer) {
    this.offer = offer ?? null;
    this.opener.hidden = !offer || Boolean(this.teaching);
    const key = offer && !this.teaching ? Teaching.kept() : null;
    if (key) this.open(key);
    else if (this.teaching) this.tellScene();
  }

  /** @param {number} step */
  stepped(step) {
    if (this.teaching && this.shows) this.teaching.tell({ step });
    if (this.question && !this.question.answer && this.askedAt !== step) this.putAway();
  }

  // Of several pages of one teacher, the class follows the one that is looked at.
  get shows() {
    return !document.hidden;
  }

  // ------------------------------------------------ opening and ending

  /** @param {string | null} key */
  async open(key) {
    if (this.teaching || !this.offer) return;
    this.opener.hidden = true;
    const teaching = new Teaching(this.offer.base, {
      tally: (tally) => {
        this.followers = tally.followers;
        this.answered = tally.answered;
        if (this.question?.answer && tally.counts) this.question.counts = tally.counts;
        this.draw();
      },
      trouble: (sentence) => {
        this.trouble.textContent = sentence;
      },
    });
    this.teaching = teaching;
    try {
      await teaching.open(key);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      this.teaching = null;
      this.opener.hidden = false;
      this.root.hidden = false;
      this.showStrip(false);
      this.trouble.textContent = error.message;
      return;
    }
    this.root.hidden = false;
    this.showStrip(true);
    this.drawCode();
    this.showCode(key === null);
    this.tellScene();
    this.draw();
  }

  tellScene() {
    if (!this.offer || !this.shows || !this.player.shown) return;
    this.player.freeHand.switch(false); // the class sees BPE's merges
    const { page, link } = this.offer;
    const payload = { ...this.player.shown.data, selected: null, classroom: null };
    this.teaching?.tell({ scene: { player: payload, page, link }, step: this.player.step, question: null });
    this.forget();
  }

  end() {
    this.teaching?.close();
    this.teaching = null;
    this.forget();
    this.root.hidden = true;
    this.opener.hidden = !this.offer;
  }

  destroy() {
    this.forget();
    this.teaching?.stop();
  }

  // ------------------------------------------------ a question

  // The next pair among others that are frequent; in the order of their ids, which tells nothing.
  ask() {
    const { player } = this;
    player.freeHand.switch(false);
    if (!player.shown) return;
    const { question: prompt, everywhere } = player.shown.telling;
    const { options, right } = (everywhere ? frequentPairs : neighbouringPairs)(
      player.panels.rows,
      CANDIDATES,
    );
    if (options.length < 2) {
      this.trouble.textContent = "One pair alone is left here: nothing to ask.";
      return;
    }
    this.question = { number: 0, prompt, options };
    this.right = right;
    this.askedAt = player.step;
    this.answered = 0;
    player.playback.pause();
    this.showCode(false); // the question takes its room; who comes late is shown it again
    player.cover(true);
    this.teaching?.tell({ question: { prompt, options } });
    this.draw();
  }

  uncover() {
    if (!this.question) return;
    this.teaching?.tell({ uncover: this.right });
    this.question = { ...this.question, answer: this.right };
    this.player.cover(false);
    this.draw();
    this.merging = window.setTimeout(
      () => this.player.step === this.askedAt && this.player.goByHand(this.player.step + 1),
      UNTIL_MERGE,
    );
  }

  putAway() {
    this.teaching?.tell({ question: null });
    this.forget();
    this.draw();
  }

  forget() {
    clearTimeout(this.merging);
    if (this.question && !this.question.answer) this.player.cover(false);
    this.question = null;
  }

  // ------------------------------------------------ drawing

  /** @param {boolean} shown */
  showStrip(shown) {
    for (const part of [this.root.firstElementChild, this.large, this.card.root])
      if (part instanceof HTMLElement) part.hidden = !shown;
  }

  /** @param {boolean} shown */
  showCode(shown) {
    this.large.hidden = !shown;
    this.codeButton.textContent = shown ? "Hide the code" : "Show the code";
    attrs(this.codeButton, { "aria-label": this.codeButton.textContent, title: null });
  }

  drawCode() {
    const name = this.teaching?.name;
    if (!name) return;
    this.code.textContent = name.code;
    this.large.replaceChildren(...codeOf(name, `${location.host}${this.offer?.base}`));
  }

  draw() {
    const history = this.player.shown?.history;
    if (!this.teaching?.name || !history) return;
    const { question } = this;
    const open = question && !question.answer;
    this.count.textContent = open
      ? `${this.answered} of ${this.followers} have answered`
      : `${plural(this.followers, "follower")}`;
    this.askButton.hidden = Boolean(question) || this.player.step >= history.steps;
    this.uncoverButton.hidden = !open;
    this.awayButton.hidden = !question;
    this.card.show(question, { vocabulary: history.vocabulary });
  }
}
