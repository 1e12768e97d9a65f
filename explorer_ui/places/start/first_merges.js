// Five merges by hand: the learner taps the pair with the highest count. A wrong choice shows both counts.

import { attrs, button, calm, el, inside } from "../../browser/dom.js";
import { chip } from "../../parts/token_row/draw_text_parts.js";
import { Component, mounting } from "../../browser/mount.js";
import { plural } from "../../browser/numbers.js";
import { textParts } from "../../browser/text_parts.js";

/**
 * What there is to count before a merge; see bpe_core/lessons/train/first_merges.py.
 *
 * @typedef {object} Step
 * @property {[string[], number][]} words Each as tokens, with its count.
 * @property {[string, string][]} pairs
 * @property {number[][]} addends For each pair, the counts of the words that it occurs in.
 * @property {number} answer The index of the pair that is merged.
 */

/** @param {string} token @param {boolean} [fresh] Whether it was merged just now. */
const tokenOf = (token, fresh = false) => {
  const quiet = [...token].length === 1;
  const node = chip({ id: quiet ? 0 : 1, parts: textParts(new TextEncoder().encode(token)), quiet });
  if (fresh && !calm()) node.classList.add("fresh");
  return node;
};

/** @param {number[]} addends */
const sum = (addends) => addends.reduce((one, other) => one + other, 0);

export class FirstMerges extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("first-merges", parent);
    /** @type {Step[]} */
    this.steps = [];
    this.step = 0;
    this.missed = -1; // the step at which a wrong pair was touched last
    this.counter = el("p", "counter");
    this.words = attrs(el("ul", "words"), { "aria-label": "Words with their counts" });
    this.pairs = attrs(el("div", "pairs"), { role: "group", "aria-label": "Pairs" });
    this.said = attrs(el("p", "said"), { role: "status" });
    this.box = inside("div", "lesson", this.counter, this.words, this.pairs, this.said);
    attrs(this.box, { "data-picture": ".chip" });
    this.root.append(this.box);
    // A remote control presses keys on the whole picture: the next merge, or the one before it again.
    this.box.addEventListener("keydown", ({ key, target }) => target === this.box && this.go(key));
  }

  /** @param {{steps: Step[]}} data */
  update({ steps }) {
    if (this.steps.length) return; // a rerun keeps the learner's progress
    this.steps = steps;
    this.draw();
  }

  /** Draws the words and the pairs; `made` is the token that was merged just now. @param {string} [made] */
  draw(made) {
    const { steps, step } = this;
    const over = step === steps.length;
    this.counter.textContent = over ? "Five merges" : `Merge ${step + 1} of ${steps.length}`;
    this.words.replaceChildren(
      ...this.tokens().map(([tokens, count]) =>
        inside("li", "", el("b", "", `${count} ×`), ...tokens.map((token) => tokenOf(token, token === made))),
      ),
    );
    const again = () => button("pair again", "Start again", "Start again", () => this.begin());
    this.pairs.replaceChildren(...(over ? [again()] : steps[step].pairs.map((_, pair) => this.pair(pair))));
  }

  /** The current words; after the last merge no step contains them. @returns {[string[], number][]} */
  tokens() {
    const { steps, step } = this;
    if (step < steps.length) return steps[step].words;
    const { words, pairs, answer } = steps[step - 1];
    const [left, right] = pairs[answer];
    return words.map(([tokens, count]) => {
      const at = tokens.findIndex((token, index) => token === left && tokens[index + 1] === right);
      return [at < 0 ? tokens : [...tokens.slice(0, at), left + right, ...tokens.slice(at + 2)], count];
    });
  }

  /** @param {number} pair */
  pair(pair) {
    const [left, right] = this.steps[this.step].pairs[pair];
    const content = inside("span", "", tokenOf(left), " + ", tokenOf(right));
    return button("pair", `${left} + ${right}`, content, () => this.pick(pair));
  }

  /** @param {number} pair @param {boolean} [touched] Not if a remote control goes on. */
  pick(pair, touched = true) {
    const { pairs, addends, answer } = this.steps[this.step];
    const [mine, best] = [sum(addends[pair]), sum(addends[answer])];
    const name = (/** @type {number} */ one) => pairs[one].join(" + ");
    const counted = (/** @type {number} */ one) =>
      addends[one].length > 1 ? ` (${addends[one].join(" + ")})` : "";
    if (pair !== answer) {
      // The solution is not told before a second try.
      const again = this.missed === this.step;
      this.missed = this.step;
      for (const one of again ? [pair, answer] : [pair]) {
        const box = this.pairs.children[one];
        box.querySelector(".count")?.remove();
        box.append(el("span", "count", sum(addends[one])));
      }
      const tied = mine === best;
      const here = `${name(pair)} occurs ${plural(mine, "time")}${counted(pair)}`;
      const why = tied ? " It occurs first, so it is merged first." : "";
      const hint = tied ? "another pair occurs as often, and earlier" : "another pair occurs more often";
      this.said.textContent = again
        ? `${here}, ${name(answer)} ${best}${counted(answer)}.${why}`
        : `Not this one: ${here}; ${hint}. Try again.`;
      return;
    }
    this.step++;
    this.draw(pairs[answer].join(""));
    if (touched) this.focus();
    const last = this.step === this.steps.length;
    const learned = this.steps.map((step) => step.pairs[step.answer].join("")).join(", ");
    const told = last ? ` You have trained a tokenizer: it learned ${learned}, in this order.` : "";
    this.said.textContent = `Merged ${name(answer)}: it occurred ${plural(best, "time")}${counted(answer)}.${told}`;
  }

  /** @param {string} key */
  go(key) {
    const { step, steps } = this;
    if (key === "ArrowRight" && step < steps.length) this.pick(steps[step].answer, false);
    if (key !== "ArrowLeft" || !step) return;
    this.step--;
    this.said.textContent = "";
    this.draw();
  }

  begin() {
    this.step = 0;
    this.missed = -1;
    this.said.textContent = "";
    this.draw();
    this.focus();
  }

  // The button that was pressed has been removed.
  focus() {
    const [first] = this.pairs.children;
    if (first instanceof HTMLElement) first.focus({ preventScroll: true });
  }
}

export default mounting(FirstMerges);
