// What Python knows of the depth that was chosen in the strip: the strip shows it at once, Python a moment later.

import { hasToWait, isCutOff } from "../../../browser/app_state.js";
import { DEPTHS } from "./depths.js";

/** @import {Depth} from "./depths.js" */

const AGAIN = 700; // milliseconds until a choice without an answer is sent again,
const ANSWERED = 10_000; // and after which Python decides

export class ToldDepth {
  /** @param {(told: {depth: Depth, press: number}) => void} send */
  constructor(send) {
    this.send = send;
    /** A depth that Python has not drawn yet, and when it was chosen. @type {{depth: Depth, at: number} | null} */
    this.asked = null;
    this.presses = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.waiting = undefined;
  }

  /** @param {Depth} depth */
  choose(depth) {
    this.asked = { depth, at: performance.now() };
    this.tell(depth);
  }

  /** Sends a choice, again if Python does not draw it: a message that meets a run may be lost. @param {Depth} depth */
  tell(depth) {
    this.send({ depth, press: ++this.presses });
    const again = () => {
      if (!this.asked) return;
      // What is sent without a connection is lost, however long it takes until there is one.
      if (isCutOff()) this.asked.at = performance.now();
      if (this.isOld) return;
      if (hasToWait()) this.waiting = setTimeout(again, AGAIN);
      else this.tell(this.asked.depth);
    };
    clearTimeout(this.waiting);
    this.waiting = setTimeout(again, AGAIN);
  }

  get isOld() {
    return this.asked !== null && performance.now() - this.asked.at > ANSWERED;
  }

  /**
   * The depth that Python wants shown; null if it does not say, or answers an earlier choice.
   *
   * @param {Message.StripData} data @returns {Depth | null}
   */
  depthOf({ depth }) {
    const told = DEPTHS.find((one) => one === depth);
    if (this.asked && (told === this.asked.depth || this.isOld)) this.asked = null;
    return this.asked || !told ? null : told;
  }

  destroy() {
    clearTimeout(this.waiting);
  }
}
