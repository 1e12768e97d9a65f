// What Python sends to the teacher's panel; see payload.py.

/** @import {Card} from "../question/parts.js" */

/**
 * Where a class can be opened.
 *
 * @typedef {object} Offer
 * @property {string} base The address of the classes.
 * @property {"train" | "encode" | "growth" | "seam" | "challenge"} page Where the class goes on by itself.
 * @property {string | null} link The query that restores what the page shows, null if the text is too long for one.
 * @property {AskedQuestion | null} [question] Of the Challenge, asked for here.
 *
 * A question of the Challenge that was asked for by a name.
 *
 * @typedef {object} AskedQuestion
 * @property {string} name
 * @property {Card | null} card Null where there is none in this text.
 */

export {};
