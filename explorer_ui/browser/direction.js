// The direction in which a text reads.

export const RIGHT_TO_LEFT =
  /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
// Letters of these scripts change shape or order next to each other, so a run of them is drawn as one part.
// prettier-ignore
export const SHAPED =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Nko}\p{Script=Adlam}\p{Script=Hebrew}\p{Script=Thaana}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gujarati}\p{Script=Gurmukhi}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
export const LETTER = /\p{L}/u;

/** @typedef {"ltr" | "rtl"} Direction */

/** The direction of a text is that of its first letter. @param {string} text @returns {Direction} */
export const directionOf = (text) => (RIGHT_TO_LEFT.test(text.match(LETTER)?.[0] ?? "") ? "rtl" : "ltr");

/**
 * Whether UTF-8 may contain a letter of a right-to-left script: there are none below U+0590.
 *
 * @param {Uint8Array} bytes
 */
export const mayReadFromTheRight = (bytes) => bytes.some((byte) => byte >= 0xd6);
