// A question that a class is asked, as the server says it.

/**
 * `counts` and `answer` exist only after it is revealed.
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

export {};
