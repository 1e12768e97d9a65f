// How often a text makes each token, and how often the token is left over: two bars for each token.

import { attrs, el, inside } from "../../../browser/dom.js";
import { Component, mounting } from "../../../browser/mount.js";
import { grouped, plural } from "../../../browser/numbers.js";
import { bytesOf } from "../../../browser/payload.js";
import { textParts } from "../../../browser/text_parts.js";
import { chip } from "../../../parts/token_row/draw_text_parts.js";

class Made extends Component {
  /** @param {HTMLElement} parent */
  constructor(parent) {
    super("made", parent);
    this.head = el("p", "head sentence");
    this.rows = attrs(el("ol"), {
      "data-picture": ".track",
      tabindex: 0,
      "aria-label": "Tokens made and left over",
    });
    this.root.append(this.head, this.rows);
  }

  /** @param {Message.MadeData} data */
  update({ sentence, tokens }) {
    this.head.textContent = sentence;
    const most = Math.max(1, ...tokens.map(({ made }) => made));
    this.rows.replaceChildren(
      ...tokens.map(({ id, spelled, made, left_over }) => {
        const track = el("span", "track");
        for (const [name, count] of /** @type {[string, number][]} */ ([
          ["all", made],
          ["rest", left_over],
        ]))
          track.appendChild(el("i", name)).style.width = `${(100 * count) / most}%`;
        const said = `made ${plural(made, "time")}, ${left_over ? grouped(left_over) : "never"} left over`;
        const token = chip({ id, parts: textParts(bytesOf(spelled)), quiet: true }, 12);
        return inside("li", left_over ? "" : "never", token, track, el("span", "said", said));
      }),
    );
  }
}

export default mounting(Made);
