// The tokens of a text, on one row below the box while typing on a touch screen: a phone's keyboard covers
// the page.

import { attrs, el, inside } from "../../browser/dom.js";
import { chip } from "../token_row/draw_text_parts.js";
import { plural } from "../../browser/numbers.js";
import { LiveText } from "../token_row/strip/live_text.js";

const FINGER = matchMedia("(pointer: coarse)");
const LAST = 12; // tokens that are drawn; the row is aligned to the last one, and earlier ones are cut off
const STAYS = 400; // milliseconds after the box has lost the focus: until then, the touched element must not move

export class LiveRow {
  /** @param {HTMLTextAreaElement} area */
  constructor(area) {
    this.area = area;
    this.count = el("b", "live-count");
    this.last = attrs(el("span", "live-last"), { dir: "ltr" });
    this.node = attrs(inside("div", "live-row", this.count, this.last), { "aria-hidden": "true" });
    this.node.hidden = true;
    /** @type {Message.LiveRowData | null} */
    this.data = null;
    this.live = new LiveText(() => this.draw());
    this.leaving = 0;
    area.addEventListener("focus", () => this.begin());
    area.addEventListener("blur", () => {
      this.leaving = window.setTimeout(() => (this.node.hidden = true), STAYS);
    });
    this.place = () => this.keepInSight();
    for (const name of ["resize", "scroll"]) window.visualViewport?.addEventListener(name, this.place);
  }

  /** @param {Message.LiveRowData | null} data Null if nothing encodes in the browser. */
  use(data) {
    this.data = data;
    if (!this.node.hidden) this.live.use(data?.encoder ?? null);
  }

  /** The encoder is loaded when somebody begins to type: its files are large. */
  begin() {
    clearTimeout(this.leaving);
    if (!this.data || !FINGER.matches) return;
    this.node.hidden = false;
    this.live.hear(new CustomEvent("bpe-text", { detail: { text: this.area.value } }));
    this.live.use(this.data.encoder);
    this.draw();
  }

  draw() {
    const text = this.live.tokens();
    const name = this.data?.name ?? "";
    this.count.textContent = text ? `${name}: ${plural(text.length, "token")}` : name;
    this.last.replaceChildren();
    for (let at = Math.max(0, (text?.length ?? 0) - LAST); text && at < text.length; at++) {
      const token = text.token(at);
      this.last.append(
        inside("span", "live-token", chip(token, 12, text.tints[at]), el("small", "", token.id)),
      );
    }
    this.keepInSight();
  }

  /** Moves the row above the keyboard if that would cover it. */
  keepInSight() {
    const { visualViewport: seen } = window;
    if (this.node.hidden || !seen) return;
    this.node.style.translate = "";
    const over = this.node.getBoundingClientRect().bottom - (seen.offsetTop + seen.height);
    if (over > 0) this.node.style.translate = `0 ${-over}px`;
  }

  destroy() {
    clearTimeout(this.leaving);
    this.live.destroy();
    for (const name of ["resize", "scroll"]) window.visualViewport?.removeEventListener(name, this.place);
  }
}
