// What the oldest browsers that the app supports lack, named in docs/deploying.md: Intl.Segmenter (Firefox before
// 125), and isWellFormed and toWellFormed (Firefox before 119, Chrome before 111).

/**
 * A text with each unpaired surrogate replaced by U+FFFD, as in the engine: UTF-8 cannot encode one.
 *
 * @param {string} text
 */
export const wellFormed = (text) => text.replace(/\p{Surrogate}/gu, "\ufffd");

// Nearly a grapheme: a flag, or emoji that joiners combine, or a code point; with its marks, which for Unicode include
// skin tones and a vowel of Thai and Lao.
const NEARLY =
  /(?:\p{RI}{2}|\p{ExtPict}(?:[\p{M}\p{EMod}]*\u200d\p{ExtPict})*|.)[\p{M}\p{EMod}\u200d\u0e33\u0eb3]*/gsu;

/**
 * @param {string} text
 * @returns {string[]}
 */
export const nearlyGraphemes = (text) => text.match(NEARLY) ?? [];

const segmenter = Intl.Segmenter && new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * The graphemes of a text: what a reader takes for one character.
 *
 * @param {string} text
 * @returns {string[]}
 */
export const graphemes = (text) =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : nearlyGraphemes(text);
