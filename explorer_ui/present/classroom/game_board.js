// The board of a game: how many followers have how many tokens, next to what BPE's rule leaves.

import { grouped, plural } from "../../browser/numbers.js";

const MOST = 8; // rows; the many tokens at the end share one

/**
 * The rows of the board as options with counts: the fewest tokens first, and always BPE's row.
 *
 * @param {object} game
 * @param {[number, number][]} game.tokens Numbers of tokens, each with the number of followers who have it.
 * @param {number} game.rule What BPE's rule leaves; rows that are not above it are marked as answers.
 * @param {{tokens: number, proven: boolean}} [game.fewest] What a search found, if the text is short enough.
 * @returns {{options: string[], counts: number[], answer: number[]}}
 */
export function boardOf({ tokens, rule, fewest }) {
  const found = new Map(tokens);
  for (const value of [rule, fewest?.tokens ?? rule]) found.set(value, found.get(value) ?? 0);
  const rows = [...found].sort(([one], [other]) => one - other);
  const alone = rows.filter(([value], row) => rows.length <= MOST || row < MOST - 2 || value === rule);
  const rest = rows.filter((row) => !alone.includes(row));
  const options = alone.map(([value]) => {
    const named =
      value === fewest?.tokens && `the fewest ${fewest.proven ? "possible" : "that a search found"}`;
    return [plural(value, "token"), value === rule && "BPE", named].filter(Boolean).join(", ");
  });
  const counts = alone.map(([, followers]) => followers);
  if (rest.length) {
    options.push(`${grouped(rest[0][0])} to ${plural(rest[rest.length - 1][0], "token")}`);
    counts.push(rest.reduce((sum, [, followers]) => sum + followers, 0));
  }
  return { options, counts, answer: alone.flatMap(([value], row) => (value <= rule ? [row] : [])) };
}
