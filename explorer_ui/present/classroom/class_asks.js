// The questions that a page can ask a class, and their answers.

/** @import {DrawnToken} from "../../browser/text_parts.js" */

/**
 * A question that the teacher asks; `counts` and `answer` exist only after it is revealed.
 *
 * @typedef {object} Question
 * @property {number} number
 * @property {string} prompt
 * @property {(string | [number, number])[]} options Texts, or pairs of ids; none for gaps or a game.
 * @property {number} [gaps] The number of gaps of a word in which token boundaries are placed.
 * @property {number} [merges] The number of merges that each follower may make in a game.
 * @property {number[]} [answer] Indices of the right options or gaps; in a game the number of tokens that BPE leaves.
 * @property {number[]} [counts] For each option or gap.
 * @property {number[]} [found] How many followers have 0, 1, 2, ... gaps right.
 * @property {[number, number][]} [tokens] In a game, numbers of tokens, each with the number of followers.
 * @property {[number, number][]} [winner] The merges that left the fewest tokens.
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
 * @typedef {{right: number[], because?: string, scene?: object, card?: Message.Card}} ClassAnswer
 *
 * A question for a class.
 * @typedef {object} ClassQuestion
 * @property {string} prompt
 * @property {Question["options"]} options
 * @property {object} [scene] What the class is shown for it, if that is more than the prompt and the options.
 * @property {Message.Card} [card] A question of the Challenge, if it is drawn next to what is taught.
 * @property {number} [gaps] The number of gaps of a word, instead of options.
 * @property {{rows: [number, number[]][], merges: number, first_id: number}} [game] A game, instead of options; as
 * the server takes it.
 * @property {{tokens: number, proven: boolean}} [fewest] The fewest tokens that a search found.
 * @property {ClassAnswer} [known] The answer, if the browser has it,
 * @property {(offer: Message.Offer) => Promise<ClassAnswer | string>} [uncovered] or else how to request it.
 * @property {(pairs: [number, number][]) => void} [replay] Shows the best merges of a game.
 * @property {() => void} [next] Goes on to what was asked about, after the answer was explained.
 *
 * Looks up the tokens of the pairs among the options.
 * @typedef {{tokenOf: (id: number) => DrawnToken}} Tokens
 *
 * A button for the teacher.
 * @typedef {object} Asking
 * @property {string} id What it is called in a link.
 * @property {string} words
 * @property {Asked} covers What has to be hidden from just before it is asked.
 * @property {() => boolean} can Whether there is something to ask.
 * @property {(offer: Message.Offer) => ClassQuestion | string | Promise<ClassQuestion | string>} ask Returns a
 * question, or why
 *   there is none.
 *
 * What is taught to a class: the player, the slider of Growth, the seam, a card of the Challenge.
 * @typedef {object} Taught
 * @property {Asking[]} asks
 * @property {number} step The step to which the class is led.
 * @property {(step: number) => void} go Goes to a step.
 * @property {Tokens} [vocabulary] For the pairs among the options, if there are any.
 * @property {(offer: Message.Offer) => object | null} scene What the class sees from now on; null: no change.
 * @property {boolean} covered Whether what comes next is hidden, for whatever reason.
 * @property {(what: Asked | null, open: boolean) => void} cover Hides the answer of a question; null: shows
 * it again. `open`: the question has been asked, so the step is fixed.
 */

export {};
