// A training on several texts, merge by merge: a bar for each text, under two rules for choosing the next
// pair.

import { attrs, button, el, inside, press } from "../../../browser/dom.js";
import { chip } from "../../../parts/token_row/draw_text_parts.js";
import { LinkToPython } from "../../../parts/picture/link_to_python.js";
import { Component, mounting } from "../../../browser/mount.js";
import { grouped, plural } from "../../../browser/numbers.js";
import { bytesOf, uint32sOf } from "../../../browser/payload.js";
import { textParts } from "../../../browser/text_parts.js";
import { Bars } from "../../../parts/picture/bars.js";
import { Transport } from "../../../parts/transport/transport.js";

/** @typedef {Message.ParityData & Message.ParityPlace} ParityData */

/** @type {["parity" | "count", string][]} */
const RULES = [
  ["count", "most frequent pair"],
  ["parity", "worst-off text chooses"],
];

/** @param {string[]} spelled Base64 of the bytes of a token's sides. */
const chipOf = (...spelled) => {
  const bytes = Uint8Array.from(spelled.flatMap((side) => Array.from(bytesOf(side))));
  return chip({ id: 0, parts: textParts(bytes), quiet: false });
};

export class Parity extends Component {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    super("language-costs parity", parent);
    /** @type {ParityData | null} */
    this.data = null;
    /** @type {"parity" | "count"} */
    this.rule = "parity";
    this.counts = { parity: new Uint32Array(), count: new Uint32Array() };
    this.tabs = RULES.map(([rule, words]) =>
      button("tab", `Next pair: ${words}`, words, () => this.turn(rule)),
    );
    this.transport = new Transport({
      name: "Number of merges",
      buttons: [
        ["back", "Previous merge"],
        ["forward", "Next merge"],
      ],
      go: (step) => {
        this.draw(step);
        this.link.report();
      },
      before: [inside("div", "one-of", ...this.tabs)],
    });
    this.sentence = el("p", "sentence");
    this.totals = attrs(el("p", "totals"), { "aria-live": "polite" });
    this.bars = new Bars("Tokens by text");
    this.root.append(this.sentence, this.bars.node, this.transport.node, this.totals);
    this.link = new LinkToPython(send, this.root, () => this.whereAtRest());
    this.stopListening = new AbortController();
    this.transport.listen(this.root, this.stopListening.signal);
  }

  /** @param {ParityData} data */
  update(data) {
    if (this.data?.data_id === data.data_id) return;
    const unknown = this.link.unknown(data);
    const { step, rule } = unknown?.data_id === data.data_id ? unknown : data;
    this.data = data;
    this.counts = { parity: uint32sOf(data.rules.parity.counts), count: uint32sOf(data.rules.count.counts) };
    this.rule = rule;
    this.transport.setRange(0, this.steps);
    this.draw(step);
    this.link.agree(data);
    if (this.link.owes) this.link.report();
  }

  get step() {
    return this.transport.at;
  }

  /** How many merges the rule that learned more of them has. */
  get steps() {
    const { parity, count } = this.data?.rules ?? {};
    return Math.max(parity?.merges.length ?? 0, count?.merges.length ?? 0);
  }

  whereAtRest() {
    const { data, step, rule } = this;
    return data && { data_id: data.data_id, step, rule };
  }

  /** @param {"parity" | "count"} rule */
  turn(rule) {
    this.rule = rule;
    this.draw();
    this.link.report();
  }

  /** The tokens of each text; a rule that has ended stays at its end. @param {"parity" | "count"} rule */
  tokensBy(rule) {
    const steps = this.data?.rules[rule].merges.length ?? 0;
    const at = Math.min(this.step, steps);
    return (this.data?.texts ?? []).map((_, text) => this.counts[rule][text * (steps + 1) + at]);
  }

  draw(step = this.step) {
    const { data, rule } = this;
    if (!data) return;
    press(
      this.tabs,
      RULES.findIndex(([name]) => name === rule),
    );
    this.transport.draw(step, plural(step, "merge"), `${grouped(step)} / ${grouped(this.steps)}`);
    const now = this.tokensBy(rule);
    const other = this.tokensBy(rule === "count" ? "parity" : "count");
    const cost = (/** @type {number[]} */ tokens) => tokens.map((n, i) => n / (data.bytes?.[i] || 1));
    const costs = cost(now);
    const least = Math.min(...costs) || 1;
    const first = data.texts.map((_, i) => this.counts[rule][i * (data.rules[rule].merges.length + 1)]);
    const most = Math.max(...cost(first));
    const next = data.rules[rule].chosen_by[step];
    this.bars.draw(
      data.texts.map((name, i) => ({
        name,
        parts: [["word", costs[i], plural(now[i], "token")]],
        figure: data.bytes ? costs[i].toFixed(2) : grouped(now[i]),
        times: (costs[i] / least).toFixed(2),
        current: i === next,
        ghost: cost(other)[i],
      })),
      most,
    );
    this.sentence.replaceChildren(...this.wordsOfStep());
    const total = (/** @type {number[]} */ tokens) => tokens.reduce((sum, n) => sum + n, 0);
    const spread = (/** @type {number[]} */ all) => (Math.max(...all) / (Math.min(...all) || 1)).toFixed(2);
    const words = { parity: "If the worst-off text chooses", count: "If the most frequent pair is merged" };
    const says = (/** @type {"parity" | "count"} */ by) => {
      const tokens = this.tokensBy(by);
      return `${words[by]}: ${plural(total(tokens), "token")}, the most expensive ${spread(cost(tokens))} times the cheapest.`;
    };
    this.totals.replaceChildren(
      el("strong", "", says(rule)),
      ` ${says(rule === "count" ? "parity" : "count")}`,
    );
  }

  /** What the last merge was, and who chose it. */
  wordsOfStep() {
    const { data, rule, step } = this;
    const learned = data?.rules[rule];
    if (!data || !learned) return [];
    if (!step) return ["No merge yet: every base unit is a token."];
    if (step > learned.merges.length)
      return [
        `This rule ended after ${plural(learned.merges.length, "merge")}: ${rule === "count" ? "no pair was left" : "the text that is worst off had no pair left"}.`,
      ];
    const [left, right, count, replaced] = learned.merges[step - 1];
    const chose = learned.chosen_by[step - 1];
    const at = chose * (learned.merges.length + 1) + step;
    const there = this.counts[rule][at - 1] - this.counts[rule][at];
    const who =
      chose === undefined
        ? `, the most frequent pair: ${plural(count, "time")}.`
        : `: ${data.texts[chose]} was worst off and chose this pair. Merged ${plural(there, "time")} there, ${grouped(replaced)} in all.`;
    return ["Merged ", chipOf(left), " + ", chipOf(right), " → ", chipOf(left, right), who];
  }

  destroy() {
    this.stopListening.abort();
    this.link.stop();
  }
}

export default mounting(Parity);
