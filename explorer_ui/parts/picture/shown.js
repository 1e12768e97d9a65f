// The picture that the page shows, for whoever presents it: what it shows, where it is, and what can be asked about
// it. It knows nothing of a class or a lecture.

import { addressOfPage } from "../../browser/app_state.js";

/** @import {DrawnToken} from "../../browser/text_parts.js" */

/**
 * What a question asks for, and what must be hidden meanwhile: the next step, or a number of tokens.
 *
 * @typedef {"next" | "count"} Asked
 *
 * The right options, and what is shown with them.
 * @typedef {{right: number[], because?: string, scene?: Scene, card?: Message.Card}} Answer
 *
 * What is drawn, under the name of its kind, as the followers' page draws it.
 * @typedef {Record<string, unknown>} Scene
 *
 * A question about a picture, with options to choose from: texts, or pairs of ids.
 * @typedef {object} Posed
 * @property {string} prompt
 * @property {(string | [number, number])[]} options
 * @property {Scene} [scene] What is shown for it, if that is more than the prompt and the options.
 * @property {Message.Card} [card] A question of the Challenge.
 * @property {number} [gaps] The number of gaps of a word, instead of options.
 * @property {{rows: [number, number[]][], merges: number, first_id: number}} [game] A game, instead of options; as
 * the server takes it.
 * @property {{tokens: number, proven: boolean}} [fewest] The fewest tokens that a search found.
 * @property {number} [test] The version of a test of several questions, instead of options.
 * @property {Answer} [known] The answer, if the browser has it,
 * @property {() => Promise<Answer | string | undefined>} [uncovered] or else how to request it; undefined: it is no longer known.
 * @property {(pairs: [number, number][]) => void} [replay] Shows the best merges of a game.
 * @property {() => void} [next] Goes on to what was asked about, after the answer was explained.
 *
 * Looks up the tokens of the pairs among the options.
 * @typedef {{tokenOf: (id: number) => DrawnToken}} Tokens
 *
 * Something that can be asked.
 * @typedef {object} Asking
 * @property {string} words On the button.
 * @property {Asked} covers What has to be hidden from just before it is asked.
 * @property {() => boolean} can Whether there is something to ask.
 * @property {() => Posed | string | Promise<Posed | string>} ask Returns a question, or why there is none.
 *
 * @typedef {object} Picture
 * @property {HTMLElement} root
 * @property {() => Scene | null} scene What it shows; null: nothing yet.
 * @property {() => number} step
 * @property {(step: number) => void} go
 * @property {Asking[]} asks What can be asked; always the same list.
 * @property {() => Tokens | undefined} [vocabulary] For the pairs among the options, if there are any.
 * @property {(way: number) => boolean} [within] Whether the next key goes on within the step (1), or back (-1).
 * @property {() => boolean} [covered] Whether what comes next is hidden, for whatever reason.
 * @property {(what: Asked | null, held: boolean, told?: boolean) => void} cover Hides the answer of a question; null:
 * shows it again. `held`: the question has been asked, so the step is fixed. `told`: it is shown elsewhere.
 *
 * What has changed: what is shown, the step, or what can be asked and what is hidden.
 * @typedef {"scene" | "step" | "asks"} Change
 */

const NOTICE = "bpe-picture";
// On the document, because each component of a page may have its own copy of this module.
const page = /** @type {{bpePicture?: {picture: Picture, address: string} | null}} */ (
  globalThis.document ?? {}
);
/** The page on which a picture appeared: it may still be there when the address is that of the next page. */
const addresses = /** @type {WeakMap<Picture, string>} */ (new WeakMap());

/** The picture of this page, if it has one. @returns {Picture | null} */
export function shownPicture() {
  const shown = page.bpePicture;
  return shown?.address === addressOfPage() ? shown.picture : null;
}

/** Called by a picture when it has changed. @param {Picture} picture @param {Change} change */
export function announce(picture, change) {
  const address = addresses.get(picture) ?? addressOfPage();
  addresses.set(picture, address);
  if (address !== addressOfPage()) return;
  page.bpePicture = { picture, address };
  document.dispatchEvent(new CustomEvent(NOTICE, { detail: change }));
}

/** Called by a picture that ends. @param {Picture} picture */
export function withdraw(picture) {
  if (page.bpePicture?.picture === picture) page.bpePicture = null;
}

/** @param {(change: Change) => void} hear @param {AbortSignal} signal */
export function onPicture(hear, signal) {
  const heard = (/** @type {Event} */ event) => event instanceof CustomEvent && hear(event.detail);
  document.addEventListener(NOTICE, heard, { signal });
}
