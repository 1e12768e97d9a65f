// What tests of a class and of the bar share: a clock that only they move, responses of a server, questions.

import { afterEach, beforeEach, mock } from "node:test";
import { any, rest } from "./page.js";

/** Stops the clock in every test of a file. */
export function stopClock() {
  beforeEach(() => mock.timers.enable({ apis: ["Date", "setInterval", "setTimeout"], now: 1_000_000 }));
  afterEach(() => mock.timers.reset());
}

/** @param {number} time */
export async function wait(time) {
  await rest();
  mock.timers.tick(time);
  await rest();
}

/** A response. @param {any} said @param {number} status */
export const response = (said, status = 200) => ({ ok: status === 200, status, json: async () => said });

/** A question as a phone hears it, and a card of the Quiz. */
export const CHOICE = { number: 7, prompt: "Which?", options: ["one", "two"] };
const PARTS = { figures: [], subject: [], reason: [], units: [], options: [[], []], question: "Which?" };
export const CARD = { ...PARTS, card_id: 1 };

/** A question as a picture asks it, of which something may differ. */
export const asking = (/** @type {object} */ posed = {}, covers = "next") => {
  const usual = { prompt: "Which?", options: ["a", "b"], known: { right: [0] } };
  return any({ words: "Ask", covers, can: () => true, ask: () => ({ ...usual, ...posed }) });
};
