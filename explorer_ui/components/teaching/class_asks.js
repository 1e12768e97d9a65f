// What a page can ask a class, and what an answer brings.

/**
 * @import {Card} from "../question/parts.js"
 * @import {Offer} from "./payload.js"
 * @import {DrawnToken} from "../shared/text_parts.js"
 */

/**
 * A question that the teacher asks; `counts` and `answer` are there once it is uncovered.
 *
 * @typedef {object} Question
 * @property {number} number
 * @property {string} prompt
 * @property {(string | [number, number])[]} options Texts, or pairs of ids.
 * @property {number[]} [answer] Indices of the options that are right.
 * @property {number[]} [counts]
 */

/**
 * What a question asks for, which nothing on the screen may show meanwhile: the step that is next, or a number of tokens.
 *
 * @typedef {"next" | "count"} Asked
 *
 * The options that are right, and what is shown with them.
 * @typedef {{right: number[], scene?: object, card?: Card}} ClassAnswer
 *
 * What a class is asked.
 * @typedef {object} ClassQuestion
 * @property {string} prompt
 * @property {Question["options"]} options
 * @property {Asked} [covers]
 * @property {object} [scene] What the class is shown for it, where that is more than the prompt and the options.
 * @property {Card} [card] A question of the Challenge, where it is drawn next to what is taught.
 * @property {(offer: Offer) => ClassAnswer | Promise<ClassAnswer | string>} uncovered
 * @property {() => void} [next] What follows after a look at the answers.
 *
 * The tokens of the pairs among the options.
 * @typedef {{tokenOf: (id: number) => DrawnToken}} Tokens
 *
 * A button of the teacher's.
 * @typedef {object} Asking
 * @property {string} words
 * @property {() => boolean} can Whether there is something to ask.
 * @property {(offer: Offer) => ClassQuestion | string | Promise<ClassQuestion | string>} ask A question, or why there
 *   is none.
 *
 * What a class is taught on: the player, the slider of Growth, the seam, a card of the Challenge.
 * @typedef {object} Taught
 * @property {Asking[]} asks
 * @property {boolean} showsQuestion Whether it shows the question itself, and needs the answers alone next to it.
 * @property {number} step Where the class is led to.
 * @property {Tokens} [vocabulary] Of the pairs among the options, if there are any.
 * @property {(offer: Offer) => object | null} scene What the class sees from now on; null: what it saw before.
 * @property {(what: Asked | null) => void} cover Hides what a question asks for; null: shows it again.
 */

export {};
