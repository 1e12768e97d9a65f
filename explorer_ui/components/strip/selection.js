// The selected token while the text changes: it is found again by its distance from the beginning or from the end.
//
//     the cat sat      "cat": 1 token before it, 1 after it
//     The big cat sat  not at 1 from the beginning, but at 1 from the end

/**
 * @import {TokenizedText} from "./tokenized_text.js"
 *
 * Where a token stood: its index, its id, and how many tokens came after it.
 * @typedef {{selected: number, token: number, after: number}} Anchor
 */

/**
 * @param {TokenizedText} text
 * @param {number} at
 * @returns {Anchor}
 */
export const anchorOf = (text, at) => ({
  selected: at,
  token: text.token(at).id,
  after: text.length - 1 - at,
});

/**
 * The index of an anchor's token in a text, or null where it is gone; Python's twin is `_found_again`.
 *
 * @param {TokenizedText} text
 * @param {Anchor | null} anchor
 */
export function foundAgain(text, anchor) {
  if (!anchor) return null;
  const places = [anchor.selected, text.length - 1 - anchor.after];
  return places.find((at) => at >= 0 && at < text.length && text.token(at).id === anchor.token) ?? null;
}
