// The end of a prompt: how its last tokens changed while it was typed, which may still change, and what could
// replace the last one.

import { key as keyOf } from "../../../browser/colours.js";
import { attrs, el, inside, orKeys } from "../../../browser/dom.js";
import { chip } from "../../../parts/token_row/draw_text_parts.js";
import { LinkToPython } from "../../../parts/picture/link_to_python.js";
import { Component, mounting } from "../../../browser/mount.js";
import { clamp, grouped, plural } from "../../../browser/numbers.js";
import { bytesOf } from "../../../browser/payload.js";
import { PictureBox } from "../../../parts/picture/picture_box.js";
import { textParts } from "../../../browser/text_parts.js";
import { Transport } from "../../../parts/transport/transport.js";
import { Columns, drawTriangle, fitting, lastRows } from "./triangle.js";

/** @typedef {Message.PromptData & Message.Stretch} PromptData */

const MOST_ROWS = 20; // as many as fit on a screen
const TOUCH = `Touch a row${orKeys()} to read what that letter changed.`;

/** @param {Message.NamedToken} token */
const chipOf = ({ id, spelled }) => chip({ id, parts: textParts(bytesOf(spelled)), quiet: false }, 40);

export class Prompt extends Component {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    super("prompt", parent);
    /** @type {PromptData | null} */
    this.data = null;
    this.columns = new Columns(new Uint8Array());
    this.chosen = -1; // the selected row, among all rows sent
    this.hidden = 0; // how many of the rows do not fit
    this.head = attrs(el("p", "head"), { "aria-live": "polite" });
    this.box = new PictureBox({
      marks: ".prefix",
      keys: ["ArrowDown", "ArrowUp"],
      draw: () => this.drawPicture(),
      touch: (prefix) => this.choose(Number(prefix.dataset.row) + this.hidden),
      walk: (by) => this.walk(by),
    });
    this.touched = attrs(el("p", "touched"), { "aria-live": "polite" });
    this.window = el("span");
    const removed = keyOf("key-boundary removed", "token boundary that the next letter removed");
    this.legend = inside("p", "keys", this.window, keyOf("key-boundary", "token boundary"), removed);
    this.healed = el("p", "healed");
    this.candidates = el("p", "candidates");
    this.transport = new Transport({
      name: "The prompt ends after this many characters of the text",
      buttons: [
        ["back", "Previous row of the picture"],
        ["forward", "Next row of the picture"],
      ],
      go: (end) => {
        this.drawEnd(end);
        this.link.report();
      },
      act: (what) => this.transport.step(what === "play" ? "forward" : what),
      before: [el("span", "", "The prompt ends")],
    });
    this.root.append(this.transport.node, this.box.node, this.legend, this.touched, this.head);
    this.root.append(
      el("h3", "", "Token healing: the prompt without its last token"),
      this.healed,
      this.candidates,
    );
    this.link = new LinkToPython(send, this.root, () => this.whereAtRest());
    this.stopListening = new AbortController();
    this.transport.listen(this.root, this.stopListening.signal);
  }

  /** @param {PromptData} data */
  update(data) {
    const before = this.data;
    // A position that Python does not know yet takes precedence over Python's, if the text is the same.
    const unknown = this.link.unknown(data);
    const { end } = unknown?.data_id === data.data_id ? unknown : data;
    this.data = data;
    this.transport.setRange(1, data.length);
    this.transport.node.hidden = data.length < 2;
    this.drawEnd(end);
    this.link.agree(data);
    this.link.report();
    if (before?.prompt_id === data.prompt_id) return;
    this.columns = new Columns(bytesOf(data.text));
    this.chosen = -1;
    this.touched.textContent = TOUCH;
    this.drawHead(data);
    this.drawHealed(data);
    this.drawPicture();
  }

  whereAtRest() {
    const { data, transport } = this;
    return data && { data_id: data.data_id, end: transport.at };
  }

  /** @param {number} end In characters. */
  drawEnd(end) {
    const length = this.data?.length ?? 1;
    this.transport.draw(
      end,
      end < length ? `after character ${grouped(end)} of ${grouped(length)}` : "where the text ends",
    );
  }

  /** @param {PromptData} data */
  drawHead({ rows, unsettled, at_least, example, tokenizer }) {
    const { count } = rows[rows.length - 1];
    const least = at_least ? "at least " : "";
    const which = unsettled === 1 ? "the last one" : `the last ${grouped(unsettled)}`;
    const some = unsettled ? `${least}${which} can still change` : "no token was found that can still change";
    this.head.replaceChildren(
      `The prompt has `,
      el("b", "", grouped(count)),
      ` ${count === 1 ? "token" : "tokens"} of ${tokenizer}; `,
    );
    if (unsettled || at_least) this.head.append(el("b", "", some));
    else this.head.append("whatever comes next, none of them changes");
    const parts = textParts(bytesOf(example));
    if (parts.length)
      this.head.append(", for example if ", chip({ id: 0, parts, quiet: true }), " comes next");
    this.head.append(".");
    if (at_least)
      this.head.append(
        " There may be more: not every continuation was tried, or the split pattern is unfamiliar.",
      );
  }

  /** @param {PromptData} data */
  drawHealed({ healed, tokenizer }) {
    const { kept, removed, candidates, num_candidates: many, inside_character } = healed;
    this.healed.replaceChildren(
      "Without its last token, ",
      chipOf(removed),
      `, the prompt has ${plural(kept, "token")}`,
    );
    this.healed.append(inside_character ? " and ends inside a character. " : ". ");
    if (!many) {
      this.healed.append(
        `No other token of ${tokenizer} begins with these bytes, so token healing has no effect.`,
      );
    } else {
      const begin = many === 1 ? "begins" : "begin";
      this.healed.append(
        `${plural(many, "longer token")} of ${tokenizer} ${begin} with the same bytes. With token healing the model ` +
          "may choose the removed token or any of these, so it does not matter where the typing stopped.",
      );
    }
    this.candidates.replaceChildren(...candidates.flatMap((token) => [chipOf(token), " "]));
    if (many > candidates.length) this.candidates.append(`and ${grouped(many - candidates.length)} more`);
  }

  drawPicture() {
    const width = this.box.measure();
    if (!this.data || !width) return;
    const all = this.data.rows;
    const most = Math.min(fitting(this.columns, width), MOST_ROWS);
    this.hidden = all.length - most;
    const { rows, columns } = lastRows(all, this.columns, most);
    const back = rows.reduce((sum, { taken_back }) => sum + taken_back, 0);
    this.window.textContent =
      most === 1 ? "The last character:" : `The last ${grouped(most)} characters, one row each:`;
    this.box.show(
      drawTriangle(rows, columns, this.data, width),
      (most === 1
        ? "The last character, in one row. "
        : `The last ${grouped(most)} characters as they were typed, one row each. `) +
        `${plural(back, "token")} ${back === 1 ? "was" : "were"} replaced along the way.`,
    );
    this.box.node.scrollTo(
      columns.direction === "rtl" ? 0 : this.box.node.scrollWidth,
      this.box.node.scrollHeight,
    );
    this.markChosen();
  }

  /** @param {number} by */
  walk(by) {
    if (!this.data) return;
    const last = this.data.rows.length - 1;
    this.choose(this.chosen < 0 ? last : clamp(this.chosen + by, this.hidden, last));
  }

  /** @param {number} row */
  choose(row) {
    if (!this.data || row === this.chosen) return;
    this.chosen = row;
    this.markChosen();
    const { rows } = this.data;
    const { starts, bytes } = this.columns;
    const typed = textParts(bytes.subarray(starts[row], starts[row + 1]));
    const { tokens, count, taken_back, added } = rows[row];
    const [start, end, id] = tokens[tokens.length - 1];
    const stood = taken_back && row ? rows[row - 1].tokens.slice(-taken_back) : [];
    const chips = (/** @type {[number, number, number][]} */ some) =>
      some.flatMap(([from, to, of]) => [this.spanChip(from, to, of), " "]);
    this.touched.replaceChildren(
      chip({ id: 0, parts: typed, quiet: true }),
      ` typed: ${plural(count, "token")}`,
      ...(taken_back
        ? [`, ${grouped(taken_back)} replaced: `, ...chips(stood), "became ", ...chips(tokens.slice(-added))]
        : ["; none is replaced, and the last one is ", this.spanChip(start, end, id)]),
    );
  }

  /** @param {number} start @param {number} end @param {number} id */
  spanChip(start, end, id) {
    return chip({ id, parts: textParts(this.columns.bytes.subarray(Math.max(start, 0), end)), quiet: false });
  }

  markChosen() {
    for (const node of this.box.node.querySelectorAll(".prefix"))
      node.classList.toggle("chosen", Number(node.getAttribute("data-row")) + this.hidden === this.chosen);
  }

  destroy() {
    this.stopListening.abort();
    this.link.stop();
    this.box.destroy();
  }
}

export default mounting(Prompt);
