// Questions prepared in advance: a list that the link to the page contains, in the order in which they are asked.
//
// An item is "train-next-12": the page, the question, the step; or "seam-cut-3-4711", with the seed of a question of
// the Challenge, which is then always the same one.

import { attrs, button, el, inside } from "../../browser/dom.js";
import { grouped } from "../../browser/numbers.js";
import { keep, kept } from "../../browser/tab_storage.js";
import { AskedCard } from "./asked_card.js";
import { WAITS } from "./class_flow.js";
import { QuestionCard } from "./question_card.js";

/**
 * @import {Asking} from "./class_asks.js"
 * @import {ClassPanel} from "./class_panel.js"
 *
 * @typedef {{page: string, id: string, step: number, seed: string}} Item
 */

const AT = "class-queue-at"; // the key in the tab's storage for the scene, and how many have been asked in it

export class ClassQueue {
  /**
   * @param {ClassPanel} panel
   * @param {((name: string, value: unknown) => void) | undefined} send Sends to Python, which keeps the list and
   * makes questions of the Challenge; without it nothing can be prepared.
   */
  constructor(panel, send) {
    this.panel = panel;
    this.send = send;
    this.fromChallenge = send && new AskedCard(send);
    /** @type {string[]} */
    this.items = [];
    this.at = 0;
    /** The list that Python may not have got. */
    this.sent = "";
    /** @type {Message.Prepared | null} */
    this.prepared = null;
    /** What is previewed, as an item. */
    this.previewed = "";
    this.title = el("summary");
    this.list = el("ol");
    this.kinds = attrs(el("select"), { "aria-label": "Kind of question" });
    this.card = new QuestionCard(null);
    this.add = button("plain-button", "Add this question", "Add this question", () => {
      this.set([...this.items, this.previewed]);
      this.preview("");
    });
    this.ask = button("plain-button", "Ask it now", "Ask it now", () => {
      const item = itemOf(this.previewed);
      const asking = item && this.askingOf(item);
      const { flow } = panel;
      this.preview("", flow.open ? WAITS : "");
      if (asking && !flow.open) flow.ask(asking);
    });
    this.trouble = el("span", "trouble");
    const preview = button("plain-button", "Preview", "Preview", () => this.make());
    const row = inside("div", "class-acts", this.kinds, preview, this.ask, this.add, this.trouble);
    this.root = inside("details", "class-queue", this.title, this.list, row);
    this.root.hidden = !send;
    this.preview("");
  }

  /**
   * @param {Message.Offer | null | undefined} offer The first of a scene has the list; later ones may be older than what was
   * added here.
   */
  heard(offer) {
    this.fromChallenge?.heard(offer);
    const prepared = offer?.queue;
    if (!prepared) return;
    if (prepared.scene === this.prepared?.scene) {
      // A request that was sent right after the list may have replaced it on its way.
      const { items, sent } = this;
      if (sent && sent !== prepared.items.join(" ")) this.#send(items.join(" "), "");
      return;
    }
    this.prepared = prepared;
    this.items = prepared.items;
    const [scene, at] = (kept(AT) ?? "").split(" ");
    this.at = scene === String(prepared.scene) ? Number(at) : 0;
    const asks = this.panel.taught.asks.filter(({ shown }) => !shown).map(({ id, words }) => [id, words]);
    const kinds = [...asks, ...Object.entries(prepared.kinds)];
    this.kinds.replaceChildren(...kinds.map(([value, words]) => attrs(el("option", "", words), { value })));
    this.draw();
  }

  /** The next question, if this page can ask it. @returns {Asking | undefined} */
  get next() {
    const item = itemOf(this.items[this.at] ?? "");
    const asking = item?.page === this.panel.offer?.page && item ? this.askingOf(item) : undefined;
    return asking && { ...asking, from: item?.step };
  }

  /** @param {number} at How many have been asked. */
  reach(at) {
    this.at = at;
    keep(AT, `${this.prepared?.scene} ${at}`);
    this.draw();
  }

  /**
   * The question of an item, which goes to its step before it is asked.
   *
   * @param {Item} item @returns {Asking | undefined}
   */
  askingOf({ id, step, seed }) {
    const { fromChallenge, panel } = this;
    const { taught } = panel;
    const own = taught.asks.find((asking) => asking.id === id);
    if (own) {
      const ask = (/** @type {Message.Offer} */ offer) => {
        if (taught.step !== step) taught.go(step);
        return own.ask(offer);
      };
      return { id, words: own.words, covers: own.covers, can: () => true, ask };
    }
    if (!fromChallenge || !seed) return undefined;
    const ask = (/** @type {Message.Offer} */ offer) => fromChallenge.ask(offer, `${id} ${seed}`);
    return { id, words: "", covers: "next", can: () => true, ask };
  }

  /** Makes a question at this step, and shows it here only. */
  async make() {
    const offer = this.panel.offer;
    if (!offer) return;
    const id = this.kinds.value;
    const seed = id in (this.prepared?.kinds ?? {}) ? `-${Math.floor(Math.random() * 1e6)}` : "";
    const item = `${offer.page}-${id}-${id === "game" ? 0 : this.panel.taught.step}${seed}`;
    const made = itemOf(item);
    const asked = await (made && this.askingOf(made))?.ask(offer);
    if (typeof asked === "string") this.preview("", asked);
    else if (asked) {
      this.card.show({ ...asked, number: 0 }, { vocabulary: this.panel.taught.vocabulary, card: asked.card });
      this.preview(item);
    }
  }

  /**
   * @param {string} item What can be added; "" if nothing can.
   * @param {string} [trouble]
   */
  preview(item, trouble = "") {
    this.previewed = item;
    this.trouble.textContent = trouble;
    const { most = 0 } = this.prepared ?? {};
    const full = this.items.length >= most;
    if (item && full) this.trouble.textContent = `The list has ${most} questions, which is the limit.`;
    this.ask.disabled = !item;
    this.add.disabled = !item || full;
    if (item) this.root.append(this.card.root);
    else this.card.root.remove();
  }

  /** @param {string[]} items */
  set(items) {
    this.items = items;
    this.at = Math.min(this.at, items.length);
    this.#send(items.join(" "));
    this.draw();
    this.panel.draw();
  }

  /** @param {string} wants @param {string} [sent] What is sent again if it does not arrive, which is done once. */
  #send(wants, sent = wants) {
    this.sent = sent;
    this.send?.("question", { name: "queue", wants });
  }

  draw() {
    const { at, items } = this;
    this.title.textContent = items.length
      ? `Prepared questions: ${grouped(Math.min(at, items.length))} of ${grouped(items.length)} asked`
      : "Prepare questions, or ask a Challenge question";
    const moved = (/** @type {number} */ from, /** @type {number} */ to) => {
      const order = [...items];
      order.splice(to, 0, ...order.splice(from, 1));
      this.set(order);
    };
    const act = (/** @type {string} */ name, /** @type {string} */ sign, /** @type {() => void} */ does) =>
      button("plain-button", name, sign, does);
    this.list.replaceChildren(
      ...items.map((item, i) => {
        const line = inside("li", i < at ? "asked" : "", el("span", "", this.wordsOf(item)));
        if (i) line.append(act(`Move question ${i + 1} up`, "↑", () => moved(i, i - 1)));
        if (i < items.length - 1) line.append(act(`Move question ${i + 1} down`, "↓", () => moved(i, i + 1)));
        line.append(act(`Remove question ${i + 1}`, "✕", () => this.set(items.filter((_, j) => j !== i))));
        return line;
      }),
    );
  }

  /** @param {string} item */
  wordsOf(item) {
    const { page = "", id = "", step = 0, seed = "" } = itemOf(item) ?? {};
    const own = this.panel.taught.asks.find((asking) => asking.id === id)?.words;
    const kind = this.prepared?.kinds[id];
    const words = seed ? `${kind ?? id} (Challenge question ${seed})` : `${own ?? id}, step ${grouped(step)}`;
    return page === this.panel.offer?.page ? words : `${words}, on the page ${page}`;
  }
}

/** @param {string} item @returns {Item | null} */
export function itemOf(item) {
  const found = /^([a-z]+)-([a-z]+)-(\d+)(?:-(\d+))?$/.exec(item);
  return found && { page: found[1], id: found[2], step: Number(found[3]), seed: found[4] ?? "" };
}
