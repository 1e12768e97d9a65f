// The sentence that tells where the player is and what happens next.

import { attrs, el, inside } from "../shared/dom.js";
import { chip } from "../shared/draw_text_parts.js";
import { grouped, plural } from "../shared/numbers.js";

/**
 * @import {History} from "./history.js"
 * @import {Telling} from "./steps.js"
 */

export class Sentence {
  constructor() {
    this.kicker = el("span");
    this.detail = attrs(el("span", "detail"), { title: "Ranks count from 0, merges from 1." });
    this.headline = el("p", "headline");
    this.remark = el("p", "remark");
    const kicker = inside("p", "kicker", this.kicker, this.detail);
    this.node = inside("div", "say", kicker, this.headline, this.remark);
  }

  /** What a screen reader says of it. */
  get spoken() {
    return [this.kicker, this.headline, this.remark].map((node) => node.textContent).join(" ");
  }

  /**
   * @param {History} history
   * @param {Telling} telling
   * @param {number} step
   * @param {boolean} covered Whether it asks what comes next instead of saying it.
   */
  draw(history, telling, step, covered) {
    const { text, steps, whole, weights } = history;
    const unit = text.called;
    const tokens = history.tokensAt(step);
    this.kicker.textContent =
      step === 0
        ? `${weights ? "The words, each as often as it counts," : "The text"} as ${plural(tokens, unit)}: ${tokens === 1 ? "it is a token" : "each is a token of its own"}.`
        : `After ${grouped(step)} of ${plural(steps, "merge")}: ${plural(tokens, "token")}.`;
    const event = telling.event(step);
    const merge = history.merges[step];
    if (!merge) {
      this.detail.textContent = "";
      this.headline.textContent = history.ending;
      const rate = `${(whole / tokens).toFixed(2)} ${unit}s per token`;
      const become = `${plural(whole, unit)} have become ${plural(tokens, "token")}: ${rate}.`;
      this.remark.textContent = [event, step && tokens ? become : ""].filter(Boolean).join(" ");
      return;
    }
    if (covered) {
      this.headline.textContent = telling.question;
      this.detail.textContent = "";
      this.remark.textContent = event;
      return;
    }
    this.detail.textContent = telling.detail(merge);
    const side = (/** @type {number} */ id) => chip(history.vocabulary.tokenOf(id));
    this.headline.replaceChildren(
      el("strong", "", `Merge ${step + 1}: `),
      side(merge.left),
      " + ",
      side(merge.right),
      " → ",
      side(merge.id),
      ` (id ${merge.id}). `,
      telling.outcome(merge, tokens),
    );
    this.remark.textContent = [event, telling.remark(merge)].filter(Boolean).join(" ");
  }
}
