// What the oldest browsers that the app supports lack, named in docs/deploying.md: Intl.Segmenter (Firefox before 125), and
// isWellFormed and toWellFormed (Firefox before 119, Chrome before 111).

/**
 * A text with each unpaired surrogate replaced by U+FFFD, as in the engine: UTF-8 cannot encode one.
 *
 * @param {string} text
 */
export const wellFormed = (text) => text.replace(/\p{Surrogate}/gu, "\ufffd");

// Nearly a grapheme: a code point with its marks, an emoji with what a joiner adds to it, two letters of a flag.
const NEARLY =
  /\p{Regional_Indicator}{2}|.(?:[\p{M}\p{Emoji_Modifier}]|\u200d\p{Extended_Pictographic}?)*/gsu;

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
