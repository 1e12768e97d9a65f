// A card as a question to a class.

import { LETTERS } from "./parts.js";

/**
 * What the class is asked: to choose among letters, or to place boundaries in the gaps of a word.
 *
 * @param {Message.Card} card @returns {{prompt: string, options: string[], gaps?: number}}
 */
export function askedOf({ question, options, units }) {
  const asked = { prompt: question, options: Array.from(LETTERS.slice(0, options.length)) };
  return units.length ? { ...asked, gaps: units.length - 1 } : asked;
}

/** The right options, or the gaps that are boundaries. @param {Message.Card} card */
export function rightOf({ answer, units }) {
  return units.length ? gapsOf(answer ?? 0) : [answer ?? 0];
}

/** The gaps whose bits are set. @param {number} bits */
export const gapsOf = (bits) =>
  Array.from(bits.toString(2))
    .reverse()
    .flatMap((bit, gap) => (bit === "1" ? [gap] : []));
