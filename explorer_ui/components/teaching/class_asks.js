// The questions that a page can ask a class, and their answers.

/**
 * @import {Card} from "../question/parts.js"
 * @import {Offer} from "./payload.js"
 * @import {DrawnToken} from "../shared/text_parts.js"
 */

/**
 * A question that the teacher asks; `counts` and `answer` exist only after it is revealed.
 *
 * @typedef {object} Question
 * @property {number} number
 * @property {string} prompt
 * @property {(string | [number, number])[]} options Texts, or pairs of ids.
 * @property {number[]} [answer] Indices of the right options.
 * @property {number[]} [counts]
 * @property {number} [present] How many could have answered.
 * @property {number} [until] When the time is up, in seconds of the server's clock.
 * @property {string} [reason] Why the answer is right, once it is explained; empty if a card says it.
 */

/**
 * What a question asks for, and what must be hidden meanwhile: the next step, or a number of tokens.
 *
 * @typedef {"next" | "count"} Asked
 *
 * The right options, and what is shown with them.
 * @typedef {{right: number[], because?: string, scene?: object, card?: Card}} ClassAnswer
 *
 * A question for a class.
 * @typedef {object} ClassQuestion
 * @property {string} prompt
 * @property {Question["options"]} options
 * @property {object} [scene] What the class is shown for it, if that is more than the prompt and the options.
 * @property {Card} [card] A question of the Challenge, if it is drawn next to what is taught.
 * @property {(offer: Offer) => ClassAnswer | Promise<ClassAnswer | string>} uncovered
 * @property {() => void} [next] Goes on to what was asked about, after the answer was explained.
 *
 * Looks up the tokens of the pairs among the options.
 * @typedef {{tokenOf: (id: number) => DrawnToken}} Tokens
 *
 * A button for the teacher.
 * @typedef {object} Asking
 * @property {string} words
 * @property {Asked} covers What has to be hidden from just before it is asked.
 * @property {() => boolean} can Whether there is something to ask.
 * @property {(offer: Offer) => ClassQuestion | string | Promise<ClassQuestion | string>} ask Returns a
 * question, or why
 *   there is none.
 *
 * What is taught to a class: the player, the slider of Growth, the seam, a card of the Challenge.
 * @typedef {object} Taught
 * @property {Asking[]} asks
 * @property {boolean} showsQuestion Whether it shows the question itself, and only needs the answers next to
 * it.
 * @property {number} step The step to which the class is led.
 * @property {Tokens} [vocabulary] For the pairs among the options, if there are any.
 * @property {(offer: Offer) => object | null} scene What the class sees from now on; null: no change.
 * @property {boolean} covered Whether what comes next is hidden, for whatever reason.
 * @property {(what: Asked | null, open: boolean) => void} cover Hides the answer of a question; null: shows
 * it again. `open`: the question has been asked, so the step is fixed.
 */

export {};
