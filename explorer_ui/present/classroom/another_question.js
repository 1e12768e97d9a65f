// A question of the Challenge about the text of this page: chosen by kind, previewed here only, and asked.

import { attrs, button, el, inside } from "../../browser/dom.js";
import { AskedCard } from "./asked_card.js";
import { WAITS } from "./class_flow.js";
import { QuestionCard } from "./question_card.js";

/**
 * @import {Posed} from "../../parts/picture/shown.js"
 * @import {ClassPanel} from "./class_panel.js"
 */

export class AnotherQuestion {
  /** @param {ClassPanel} panel @param {(name: string, value: unknown) => void} send Sends to Python. */
  constructor(panel, send) {
    this.panel = panel;
    this.fromChallenge = new AskedCard(send);
    /** What is previewed. @type {Posed | null} */
    this.previewed = null;
    this.kinds = attrs(el("select"), { "aria-label": "Kind of question" });
    const preview = button("plain-button", "Preview", "Preview", () => this.make());
    this.ask = button("plain-button", "Ask it now", "Ask it now", () => this.askIt());
    this.trouble = el("span", "trouble");
    this.card = new QuestionCard(null);
    const row = inside("div", "class-acts", this.kinds, preview, this.ask, this.trouble);
    const title = el("summary", "", "Ask a question of the Challenge");
    this.root = inside("details", "another-question", title, row);
    this.forget();
  }

  /** @param {Message.Offer | null} offer */
  heard(offer) {
    this.root.hidden = !offer || !Object.keys(offer.kinds).length;
    this.fromChallenge.heard(offer);
    if (this.kinds.options.length || !offer) return;
    for (const [value, words] of Object.entries(offer.kinds))
      this.kinds.append(attrs(el("option", "", words), { value }));
  }

  async make() {
    const asked = await this.fromChallenge.ask(`${this.kinds.value} ${Math.floor(Math.random() * 1e6)}`);
    this.forget(typeof asked === "string" ? asked : "");
    if (typeof asked === "string") return;
    this.previewed = asked;
    this.ask.disabled = false;
    this.card.show({ ...asked, number: 0 }, { vocabulary: undefined, card: asked.card });
    this.root.append(this.card.root);
  }

  askIt() {
    const { flow } = this.panel;
    const asked = this.previewed;
    this.forget(flow.open ? WAITS : "");
    if (asked && !flow.open) flow.ask({ words: "", covers: "next", can: () => true, ask: () => asked });
  }

  /** Called when the question is asked, or the page shows another text. @param {string} [trouble] */
  forget(trouble = "") {
    this.previewed = null;
    this.ask.disabled = true;
    this.trouble.textContent = trouble;
    this.card.root.remove();
  }
}
