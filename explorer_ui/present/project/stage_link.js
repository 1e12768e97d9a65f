// Connects the projector's page of a lecture to the teacher's own screen: tells it which scene is shown here, and
// receives which buttons were pressed there.

import { PATIENCE, Refusal, ask } from "../classroom/requests.js";
import { Teaching } from "../classroom/teaching.js";

const RETRY = 1500; // milliseconds

/**
 * A button that was pressed on the teacher's own screen, while it showed the scene `at`.
 *
 * @typedef {{press: "on" | "back" | "next" | "previous", at: number}} Pressed
 */

export class StageLink {
  /**
   * @param {string} base The path of the classes.
   * @param {() => {scene: object, elapsed: number}} shown @param {(pressed: Pressed) => void} hears
   */
  constructor(base, shown, hears) {
    this.base = base;
    this.shown = shown;
    this.hears = hears;
    /** @type {number | null} */
    this.heard = null;
    this.key = "";
    this.code = "";
    this.over = false;
    this.waits = false;
    this.stopListening = new AbortController();
    const { signal } = this.stopListening;
    // Another window of this browser may have shown the lecture in the meantime.
    addEventListener("focus", () => this.listen(), { signal });
    this.listen();
  }

  /** The address of the teacher's own screen, once there is one; the key is in it. */
  get address() {
    return this.code && `${this.base}/${this.code}/notes#${this.key}`;
  }

  async listen() {
    if (this.waits) return;
    this.waits = true;
    while (!this.over && this.waits) {
      try {
        await this.#open();
        const told = await ask(`${this.base}/${this.code}/stage`, {
          key: this.key,
          message: { ...this.shown(), heard: this.heard },
          patience: 2 * PATIENCE, // the server waits for a press
        });
        this.waits = !told.elsewhere;
        if (!this.over && told.number) this.heard = told.number;
        if (!this.over && told.press) this.hears(told);
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        this.key = ""; // the class was ended, or the server restarted
        await new Promise((resolve) => setTimeout(resolve, RETRY));
      }
    }
    this.waits = false;
  }

  async #open() {
    const key = Teaching.quietKey();
    if (key === this.key) return;
    const message = { address: location.origin + this.base };
    const { code } = await ask(this.base, { key, message });
    await ask(`${this.base}/${code}/open`, { key, message: {} });
    Object.assign(this, { key, code, heard: null });
  }

  stop() {
    this.over = true;
    this.stopListening.abort();
  }
}
