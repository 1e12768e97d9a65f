// The payload of the Growth page; see growth.py.

import { uint16sOf, uint32sOf } from "../../../browser/payload.js";
import { GrownText } from "./grown_text.js";
import { GrownCounts } from "./languages.js";

/** @typedef {Message.GrowthData & Message.GrowthPlace} GrowthData */

/** @param {Message.PackedText} packed */
export const unpack = ({ closed_at, closed_bytes, sizes, ids, last_size, given }) =>
  new GrownText(
    closed_bytes === 2 ? uint16sOf(closed_at) : uint32sOf(closed_at),
    uint32sOf(sizes),
    last_size,
    { given, ids: uint32sOf(ids) },
  );

/** @param {Message.PackedLanguage} packed */
export const unpackLanguage = ({ name, num_bytes, sizes, tokens }) => ({
  name,
  text: new GrownCounts(num_bytes, summed(sizes), summed(tokens)),
});

/** @param {string} differences */
function summed(differences) {
  let sum = 0;
  return differences.split(" ").map((difference) => (sum += Number(difference)));
}
