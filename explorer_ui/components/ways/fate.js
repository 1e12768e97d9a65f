// Why a token that fits is in the cut of byte-pair encoding, or is not: in words.

/** @import {Arc} from "./word.js" */

/**
 * @param {Arc} arc
 * @param {(span: {start: number, end: number}) => Node} chipOf Draws the token of a span.
 * @returns {(string | Node)[]} What follows the token itself.
 */
export function fateOf({ kind, rank, taker }, chipOf) {
  const made = rank === null ? "no rule makes" : `the rule of rank ${rank} makes`;
  if (!taker)
    return kind === "taken"
      ? [`: ${made} it, and it is in the cut.`]
      : [": no merges make it of these bytes."];
  const by = chipOf(taker);
  if (kind === "grown") return [`: ${made} it, and then rank ${taker.rank} took it into `, by, "."];
  if (rank === null)
    return [`: no rule makes it, and rank ${taker.rank} took some of its bytes into `, by, "."];
  const why =
    taker.rank === rank ? "the same rule acted further left" : `rank ${taker.rank} comes before rank ${rank}`;
  return [`: rank ${rank} would make it, but ${why}, and took some of its bytes into `, by, "."];
}
