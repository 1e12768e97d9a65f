// What one paragraph costs in many languages: a bar for each, and the tokens of one, both coloured by reason.

import { directionOf } from "../../../browser/direction.js";
import { attrs, el, inside, verbatim } from "../../../browser/dom.js";
import { Component, mounting } from "../../../browser/mount.js";
import { clamp, grouped } from "../../../browser/numbers.js";
import { Bars } from "../../../parts/picture/bars.js";

const COMPARED_WITH = "English";

export class LanguageBars extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("language-costs", parent);
    this.bars = new Bars("Tokens by language");
    /** The data, and the emphasized reason: its index, or -1 for none. @type {Message.LanguageCosts | null} */
    this.data = null;
    this.reason = -1;
    this.told = el("p", "told");
    // A remote control goes from reason to reason.
    this.bars.node.addEventListener("keydown", ({ key }) => {
      if (key === "ArrowRight" || key === "ArrowLeft") this.walk(key === "ArrowRight" ? 1 : -1);
    });
    this.said = el("p", "said");
    // It scrolls, also by keyboard.
    this.tokens = attrs(verbatim(el("p", "reasoned")), {
      tabindex: 0,
      role: "group",
      "aria-label": "Its tokens",
    });
    this.root.append(this.told, this.bars.node, this.said, this.tokens);
  }

  /** @param {number} by To the next reason, or the one before. */
  walk(by) {
    this.reason = clamp(this.reason + by, -1, (this.data?.reasons.length ?? 0) - 1);
    if (this.data) this.draw(this.data);
  }

  /** Draws the bars; what has another reason than the emphasized one is pale. @param {Message.LanguageCosts} data */
  draw({ reasons, languages, chosen }) {
    const { reason } = this;
    this.told.textContent = reason < 0 ? "" : `Only this reason: ${reasons[reason][1]}`;
    const sums = languages.map(([, counts]) => counts.reduce((sum, n) => sum + n, 0));
    const most = Math.max(1, ...sums);
    const shown = languages.map(([, counts], at) => counts[reason] ?? sums[at]);
    const unit = shown[languages.findIndex(([name]) => name === COMPARED_WITH)];
    this.bars.draw(
      languages.map(([name, counts], at) => {
        return {
          name,
          parts: counts.map((count, i) => [
            reasons[i][0] + (reason < 0 || i === reason ? "" : " pale"),
            count,
            `${reasons[i][1]}: ${grouped(count)}`,
          ]),
          figure: grouped(shown[at]),
          times: unit ? (shown[at] / unit).toFixed(1) : "",
          current: name === chosen,
        };
      }),
      most,
    );
  }

  /** @param {Message.LanguageCosts} data */
  update(data) {
    const { reasons, said, tokens } = data;
    this.data = data;
    this.draw(data);
    this.said.textContent = said;
    // The digits of a byte are not letters of the text.
    this.tokens.dir = directionOf(
      tokens.map(([letters, run]) => letters || run.map(([text]) => text).join("")).join(""),
    );
    this.tokens.replaceChildren(
      ...tokens.flatMap(([letters, run]) => {
        const boxes = run.map(([text, reason]) =>
          attrs(el("span", reasons[reason][0], text), { title: reasons[reason][1] }),
        );
        // What tokens share is written above them.
        return letters ? inside("ruby", "", ...boxes, el("rt", "", letters)) : boxes;
      }),
    );
  }
}

export default mounting(LanguageBars);
