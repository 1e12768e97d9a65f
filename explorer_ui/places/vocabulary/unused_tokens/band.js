// A token's life as a band: the higher, the more often the token occurs.

/**
 * The outline of a band around a middle line. The height is proportional to the square root of the count, so
 * that a token that occurs once is visible next to one that occurs a thousand times.
 *
 * @param {{steps: number[], counts: number[]}} life @param {object} scale
 * @param {number} scale.last The last step.
 * @param {number} scale.most The count for the full height of the row.
 * @param {(step: number) => number} scale.x @param {number} scale.middle @param {number} scale.height
 */
export function outline({ steps, counts }, { last, most, x, middle, height }) {
  const half = (/** @type {number} */ count) => (Math.sqrt(count / most) * height) / 2;
  let above = "";
  let below = "";
  counts.forEach((count, index) => {
    const [left, right] = [x(steps[index]).toFixed(1), x(steps[index + 1] ?? last).toFixed(1)];
    const [top, bottom] = [(middle - half(count)).toFixed(1), (middle + half(count)).toFixed(1)];
    above += `${index ? "L" : "M"}${left},${top}H${right}`;
    below = `L${right},${bottom}H${left}${below}`;
  });
  return `${above}${below}Z`;
}
