// A saved player with a text box: it trains on another text as on its own.

import { inflated } from "../../browser/encoder/encoder.js";
import { Player } from "../../parts/player/player.js";
import { attrs, el, inside } from "../../browser/dom.js";
import { mounting } from "../../browser/mount.js";
import { bytesOf } from "../../browser/payload.js";
import { patternsOf } from "../../parts/trainer/beginning.js";
import { trained, trainingData } from "../../parts/trainer/training.js";

/**
 * @import {PlayerData} from "../../parts/player/state.js"
 * @import {PatternOf} from "../../parts/trainer/beginning.js"
 *
 * @typedef {PlayerData & {another: Message.AnotherText}} SavedData
 */

const REST = 300; // milliseconds without a keystroke, after which it trains

class PlayerWithText {
  /** @param {HTMLElement} parent @param {(name: string, value: unknown) => void} send */
  constructor(parent, send) {
    this.box = attrs(el("textarea"), { rows: 2, dir: "auto", spellcheck: "false", autocapitalize: "off" });
    this.notice = attrs(el("p"), { role: "status" });
    const label = inside("label", "", el("span", "", "Another text, to train on in the same way"), this.box);
    this.root = parent.appendChild(inside("div", "another", label, this.notice));
    this.player = new Player(this.root, send);
    /** @type {SavedData | null} */
    this.data = null;
    /** What is shown: the saved training, or that of another text. @type {PlayerData | null} */
    this.shown = null;
    /** @type {Promise<PatternOf> | null} */
    this.patternOf = null;
    let resting = 0;
    this.box.addEventListener("input", () => {
      clearTimeout(resting);
      resting = window.setTimeout(() => this.read(), REST);
    });
  }

  /** @param {SavedData} data Again after a change of theme. */
  update(data) {
    if (!this.data) attrs(this.box, { maxlength: data.another.most });
    this.data = data;
    this.player.update((this.shown ??= data));
  }

  async read() {
    const { data } = this;
    if (!data) return;
    const text = this.box.value;
    this.patternOf ??= unpacked(data.another);
    const patternOf = await this.patternOf;
    this.notice.textContent = "";
    try {
      const { how, endings } = data.another;
      const made = text ? { ...trainingData(trained(text, how, patternOf), endings), step: 0, selected: null } : data; // prettier-ignore
      // The questions below the player are about its own text.
      for (const question of document.querySelectorAll("main > section"))
        /** @type {HTMLElement} */ (question).hidden = made !== data;
      this.player.update((this.shown = made));
    } catch (error) {
      this.notice.textContent = String(/** @type {Error} */ (error).message);
    }
  }

  destroy() {
    this.player.destroy();
  }
}

/** @param {Message.AnotherText} packed @returns {Promise<PatternOf>} */
async function unpacked({ patterns, categories }) {
  return patternsOf(patterns, categories ? await inflated(bytesOf(categories)) : new Uint8Array());
}

export const mount = mounting(PlayerWithText);
