// Describes why byte-pair encoding uses a token that fits, or does not.

/**
 * @param {Message.Arc} arc
 * @param {(span: {start: number, end: number}) => Node} chipOf Draws the token of a span.
 * @returns {(string | Node)[]} What follows the token itself.
 */
export function fateOf({ kind, rank, taker }, chipOf) {
  const made = rank === null ? "no merge makes" : `the merge of rank ${rank} makes`;
  if (!taker)
    return kind === "taken"
      ? [`: ${made} it, and it is one of the tokens.`]
      : [": no merges make it from these bytes."];
  const by = chipOf(taker);
  if (kind === "grown") return [`: ${made} it, and then rank ${taker.rank} merged it into `, by, "."];
  if (rank === null)
    return [`: no merge makes it, and rank ${taker.rank} merged some of its bytes into `, by, "."];
  const why =
    taker.rank === rank ? "the same merge was applied further left" : `rank ${taker.rank} comes first`;
  return [`: rank ${rank} would make it, but ${why}, and merged some of its bytes into `, by, "."];
}
