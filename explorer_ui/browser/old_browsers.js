// What the oldest browsers named in docs/deploying.md lack: Intl.Segmenter (Firefox before 125) and toWellFormed
// (Firefox before 119, Chrome before 111).

/**
 * A text with U+FFFD for each unpaired surrogate, as in the engine: UTF-8 cannot encode one.
 *
 * @param {string} text
 */
export const wellFormed = (text) => text.replace(/\p{Surrogate}/gu, "\ufffd");

// A flag, or emoji that joiners combine, or a code point; with its marks, which for Unicode include skin tones and a
// vowel of Thai and Lao.
const NEARLY =
  /(?:\p{RI}{2}|\p{ExtPict}(?:[\p{M}\p{EMod}]*\u200d\p{ExtPict})*|.)[\p{M}\p{EMod}\u200d\u0e33\u0eb3]*/gsu;

export const nearlyGraphemes = (/** @type {string} */ text) => text.match(NEARLY) ?? [];

const segmenter = Intl.Segmenter && new Intl.Segmenter("en", { granularity: "grapheme" });

/** What a reader takes for one character. */
export const graphemes = (/** @type {string} */ text) =>
  segmenter ? Array.from(segmenter.segment(text), ({ segment }) => segment) : nearlyGraphemes(text);
