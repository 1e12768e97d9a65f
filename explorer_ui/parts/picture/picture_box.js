// A picture as wide as its box; its marks react to pointers, and two arrow keys step through them.

import { attrs, closest, el, isChord } from "../../browser/dom.js";
import { watchSize } from "../../browser/size.js";

export class PictureBox {
  /**
   * @param {object} of
   * @param {string} of.marks A selector for the marks.
   * @param {[string, string]} of.keys The keys for the next and the previous mark.
   * @param {() => void} of.draw Called when the width of the box changes.
   * @param {(mark: HTMLElement) => void} of.touch
   * @param {(by: number) => void} of.walk Called with 1 or -1, for the next or the previous mark.
   */
  constructor({ marks, keys: [on, back], draw, touch, walk }) {
    this.node = attrs(el("div", "picture-box"), {
      tabindex: 0,
      role: "group",
      "data-picture": marks,
      "data-on": on,
      "data-back": back,
    });
    this.width = 0;
    for (const name of ["pointerover", "click"])
      this.node.addEventListener(name, (event) => {
        const mark = closest(event, marks);
        if (mark) touch(mark);
      });
    this.node.addEventListener("keydown", (event) => {
      const by = { [on]: 1, [back]: -1 }[event.key];
      if (!by || isChord(event)) return;
      event.preventDefault();
      walk(by);
    });
    this.destroy = watchSize(this.node, () => {
      if (this.node.clientWidth !== this.width) draw();
    });
  }

  /** The width in pixels to draw for; 0 if there is none yet. */
  measure() {
    this.width = this.node.clientWidth;
    return this.width;
  }

  /**
   * @param {SVGElement} picture
   * @param {string} label For screen readers.
   */
  show(picture, label) {
    attrs(this.node, { "aria-label": label });
    this.node.replaceChildren(picture);
  }
}
