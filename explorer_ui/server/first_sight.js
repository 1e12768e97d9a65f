// The text box of the document, with GPT-2's tokens of its text below it, until the app is drawn, which takes a
// slow phone seconds. The app's own box takes over what was typed here: ../parts/text_box/draft.js.
//
// The app's text is set only as the default value of the box, so a text that was typed before this runs is
// kept.

import { inflated } from "../browser/encoder/encoder.js";
import { drawTextParts } from "../parts/token_row/draw_text_parts.js";
import { attrs, el } from "../browser/dom.js";
import { plural } from "../browser/numbers.js";
import { forget, keep, kept } from "../browser/tab_storage.js";
import { LiveText } from "../parts/token_row/strip/live_text.js";

const MOST = 100; // tokens that are drawn
const TINTS = 3;
const TYPED = "first_sight"; // the key in the tab's storage

class FirstSight {
  /** @param {HTMLElement} root */
  constructor(root) {
    this.area = /** @type {HTMLTextAreaElement} */ (root.querySelector("textarea"));
    this.example = /** @type {HTMLElement} */ (root.querySelector("section > *"));
    this.count = attrs(el("span"), { role: "status" });
    this.tokens = attrs(el("div", "row"), { dir: "auto", hidden: "" });
    this.example.after(this.tokens);
    this.live = new LiveText(() => this.draw());
    this.encoder = JSON.parse(root.dataset.encoder ?? "null");
    this.area.addEventListener("input", () => this.changed());
    this.area.addEventListener("focus", () => this.live.use(this.encoder));
    this.area.addEventListener("compositionstart", () => (this.area.dataset.composing = ""));
    this.area.addEventListener("compositionend", () => delete this.area.dataset.composing);
    addEventListener("pagehide", () => this.isTyped() && keep(TYPED, this.area.value));
  }

  /** Whether this box is on the screen, with a text that the app does not know. */
  isTyped() {
    return this.area.isConnected && this.area.value !== this.area.defaultValue;
  }

  async open() {
    const typed = kept(TYPED);
    forget(TYPED);
    if (typed !== null && !this.isTyped()) this.area.value = typed;
    // A box holds line ends as LF; another default would count as typed.
    this.area.defaultValue = (await textOfApp()).replace(/\r\n?/g, "\n");
    this.changed();
  }

  changed() {
    const { value } = this.area;
    if (value) this.live.use(this.encoder);
    this.live.hear(new CustomEvent("bpe-text", { detail: { text: value } }));
    this.draw();
  }

  draw() {
    if (!this.area.isConnected) {
      this.live.destroy();
      return;
    }
    const text = this.area.value ? this.live.tokens() : null;
    this.example.hidden = text !== null;
    this.tokens.hidden = text === null;
    if (!text) return;
    this.count.textContent = `GPT-2: ${plural(text.length, "token")}`;
    this.tokens.replaceChildren(this.count);
    for (let at = 0; at < Math.min(text.length, MOST); at++) {
      const token = text.token(at);
      const box = drawTextParts(el("i", `t${at % TINTS}`), token.parts);
      box.append(el("small", "", token.id));
      this.tokens.append(box);
    }
  }
}

/** The text that the app will have: that of a link, unless the tab has kept one that was typed after it. */
async function textOfApp() {
  const linked = new URLSearchParams(location.search).getAll("text").at(-1) ?? null; // as Streamlit reads it
  const [visit] = performance.getEntriesByType("navigation");
  const isNew = visit instanceof PerformanceNavigationTiming && visit.type === "navigate";
  const before = linked !== null && isNew ? null : kept("text");
  return before ?? (await unpacked(linked ?? ""));
}

/** The text of a link, as `query_to_text` in explorer_ui/visit/links.py reads it. @param {string} written */
async function unpacked(written) {
  try {
    const packed = atob(
      written
        .replace(/^zlib\./, "")
        .replaceAll("-", "+")
        .replaceAll("_", "/"),
    );
    const bytes = Uint8Array.from(packed, (byte) => byte.charCodeAt(0));
    return new TextDecoder("utf-8", { fatal: true }).decode(await inflated(bytes));
  } catch {
    return written;
  }
}

const root = document.getElementById("bpe-first-sight");
if (root) void new FirstSight(root).open();
