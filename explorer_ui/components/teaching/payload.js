// The payload of the teacher's panel; see payload.py.

/** @import {Card} from "../question/parts.js" */

/**
 * What is needed to open a class.
 *
 * @typedef {object} Offer
 * @property {string} base The path of the classes.
 * @property {string} page The path of the page on which followers can continue on their own.
 * @property {string | null} link The query that restores what the page shows, null if the text is too long
 * for one.
 * @property {Prepared | null} queue Null where no question can be prepared.
 * @property {AskedQuestion | null} [question] The question of the Challenge that was requested here.
 *
 * The questions that were prepared.
 *
 * @typedef {object} Prepared
 * @property {string[]} items See class_queue.js.
 * @property {number} scene Identifies the scene of a lecture that has them; 0 outside of one.
 * @property {number} most The maximum number of items.
 * @property {Record<string, string>} kinds The labels of the kinds of Challenge questions.
 *
 * A question of the Challenge that was requested by a name.
 *
 * @typedef {object} AskedQuestion
 * @property {string} name
 * @property {Card | null} card Null if this text has none.
 */

export {};
