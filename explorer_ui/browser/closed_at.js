// The one array from which every state of a text follows. Gap g is between unit g and g + 1 of the text, and
// closed_at[g] is the rank of the step that closes it, or a number above every rank. At step k the text is
// split wherever closed_at[gap] >= k.
//
//   a a a b d a a a b a c      three merges: aa, aaa, aaab
//    0 1 2 . . 0 1 2 . .       closed_at; "." is open: no merge ever closes it
//   step 2: aaa b d aaa b a c

/**
 * The first unit of the token that contains `unit`.
 *
 * @param {ArrayLike<number>} closed @param {number} unit @param {number} step
 */
export function startOf(closed, unit, step) {
  let start = unit;
  while (start > 0 && closed[start - 1] < step) start--;
  return start;
}

/**
 * Units `start` to `end` (exclusive) of the token that begins at `start`, and the rank of the step that made it, -1
 * for a single unit.
 *
 * @param {ArrayLike<number>} closed @param {number} start @param {number} step
 */
export function spanFrom(closed, start, step) {
  let rank = -1;
  let end = start + 1;
  while (end <= closed.length && closed[end - 1] < step) {
    if (closed[end - 1] > rank) rank = closed[end - 1];
    end++;
  }
  return { start, end, rank };
}

/**
 * Gaps sorted by the step that closes them, ascending: those of `rank` are gaps[starts[rank]] to
 * gaps[starts[rank + 1]], so that starts[k] gaps are closed at step k.
 *
 * @param {Uint16Array | Uint32Array} closed @param {number} steps
 */
export function gapsByRank(closed, steps) {
  const starts = new Uint32Array(steps + 1);
  for (const rank of closed) if (rank < steps) starts[rank + 1]++;
  for (let rank = 0; rank < steps; rank++) starts[rank + 1] += starts[rank];
  const gaps = new Uint32Array(starts[steps]);
  const next = starts.slice();
  closed.forEach((rank, gap) => {
    if (rank < steps) gaps[next[rank]++] = gap;
  });
  return { starts, gaps };
}
