// The acts of Start: a button for each, and the sentence of the current one. An act that has ended leads on to the next
// one, as long as no hand has touched the page.

import { attrs, button, el, inside } from "../../browser/dom.js";
import { Component, mounting } from "../../browser/mount.js";

const LOOKED = 4000; // milliseconds between the end of a film and the next act
const READ = 16000; // milliseconds in which an act without a film can be read
const HANDS = ["pointerdown", "wheel", "touchstart", "keydown", "input"];
// Whoever shows the page to others goes on by hand.
const SHOWN_TO_OTHERS = ".bpe-class-open, .bpe-lecture, .bpe-presenting";

let touched = false;
for (const hand of HANDS)
  document.addEventListener(hand, () => (touched = true), { capture: true, once: true, passive: true });

class Acts extends Component {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    super("acts", parent);
    this.send = send;
    this.strip = attrs(inside("div", "strip one-of"), { role: "group", "aria-label": "Acts" });
    this.sentence = el("h1");
    this.root.append(this.strip, this.sentence);
    this.stop = new AbortController();
    const { signal } = this.stop;
    addEventListener("bpe-film-over", () => this.leadOn(LOOKED), { signal });
    for (const hand of HANDS) document.addEventListener(hand, () => this.stay(), { capture: true, signal });
    this.shown = "";
  }

  /** @param {Message.Acts} data */
  update({ acts, current, sentence, has_film }) {
    if (current === this.shown) return;
    this.shown = current;
    this.stay();
    this.sentence.textContent = sentence;
    this.strip.replaceChildren(
      ...acts.map(([act, label]) =>
        attrs(
          button("act", label, label, () => this.choose(act)),
          { "data-act": act, "aria-current": act === current ? "step" : null },
        ),
      ),
    );
    if (!has_film) this.leadOn(READ);
  }

  /** @param {string} act */
  choose(act) {
    // With the time, because the same act may be chosen again.
    this.send("chosen", { act, at: Date.now() });
  }

  /** Goes to the next act after a time, which its button shows. @param {number} after Milliseconds. */
  leadOn(after) {
    this.stay();
    const next = this.strip.querySelector("[aria-current] + *");
    // A text box may have got the focus before this was loaded.
    const inUse = touched || document.activeElement !== document.body;
    if (!(next instanceof HTMLButtonElement) || inUse || document.querySelector(SHOWN_TO_OTHERS)) return;
    next.classList.add("soon");
    next.style.setProperty("--soon", `${after}ms`);
    this.timer = setTimeout(() => {
      this.stay();
      this.choose(next.dataset.act ?? "");
    }, after);
  }

  /** Stays at this act. */
  stay() {
    clearTimeout(this.timer);
    this.strip.querySelector(".soon")?.classList.remove("soon");
  }

  destroy() {
    this.stay();
    this.stop.abort();
  }
}

export default mounting(Acts);
