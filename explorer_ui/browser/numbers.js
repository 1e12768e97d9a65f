// Formatting of numbers, and small calculations.

const figures = new Intl.NumberFormat("en-GB");

/**
 * A count with thousands separators: 1201 is "1,201". Ids, ranks and numbers of merges are names, written without.
 *
 * @param {number} n
 */
export const grouped = (n) => figures.format(n);

/** A quotient with two decimals: 4285.714 is "4,285.71". @param {number} n */
export function hundredths(n) {
  const [whole, decimals] = n.toFixed(2).split(".");
  return `${grouped(Number(whole))}.${decimals}`;
}

/**
 * A share as a percentage of at most `digits` decimals: more than nothing is never 0%, and less than all never 100%.
 *
 * percent(0.125, 1) is "12.5%", percent(0.9996, 1) is "over 99.9%", percent(0.004) is "under 1%".
 *
 * @param {number} share
 */
export function percent(share, digits = 0) {
  const least = 10 ** -digits / 100;
  const written = (/** @type {number} */ part) =>
    `${(100 * part).toLocaleString("en", { maximumFractionDigits: digits })}%`;
  if (share > 0 && share < least) return `under ${written(least)}`;
  if (share < 1 && share > 1 - least) return `over ${written(1 - least)}`;
  return written(share);
}

/** What the options of a question are called. */
export const LETTERS = "ABCDEFGHIJKL";

/** "1 merge", "2 merges". @param {number} n @param {string} one */
export const plural = (n, one) => `${grouped(n)} ${n === 1 ? one : `${one}s`}`;

/** @param {number} x @param {number} low @param {number} high */
export const clamp = (x, low, high) => Math.max(low, Math.min(high, x));

/**
 * Index of the last element of the ascending `starts` that is <= value; 0 if there is none.
 *
 * lastAtMost([0, 4, 9], 8) is 1.
 *
 * @param {ArrayLike<number>} starts @param {number} value
 */
export function lastAtMost(starts, value) {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (starts[middle] <= value) low = middle;
    else high = middle - 1;
  }
  return Math.max(low, 0);
}
