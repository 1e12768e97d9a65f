// UTF-8: where characters begin and end in bytes.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @param {string} text */
export const encodeUtf8 = (text) => encoder.encode(text);

/** @param {Uint8Array} bytes */
export const decodeUtf8 = (bytes) => decoder.decode(bytes);

/** @param {Uint8Array} one @param {Uint8Array} two */
export const sameBytes = (one, two) => one.length === two.length && one.every((byte, at) => byte === two[at]);

/** How many characters a text has, as Python counts them. @param {string} text */
export function codePoints(text) {
  let count = 0;
  for (let at = 0; at < text.length; count++) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
  return count;
}

/**
 * @param {number} byte
 * @returns {string} Two hex digits.
 */
export const hexByte = (byte) => byte.toString(16).padStart(2, "0");

/** A code point as Unicode writes it: "U+20AC". @param {number} point */
export const codePoint = (point) => "U+" + point.toString(16).toUpperCase().padStart(4, "0");

/**
 * The first `most` bytes in hex, and an ellipsis if there are more.
 *
 * @param {Uint8Array} bytes @param {number} most
 */
export const hexBytes = (bytes, most) =>
  Array.from(bytes.subarray(0, most), hexByte).join(" ") + (bytes.length > most ? " …" : "");

/**
 * How many bytes a character has whose first byte this is; 0 if no character begins with it.
 *
 * @param {number} byte
 */
export function sequenceLength(byte) {
  if (byte < 0x80) return 1;
  if (byte >= 0xc2 && byte < 0xe0) return 2;
  if (byte >= 0xe0 && byte < 0xf0) return 3;
  return byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
}

/** @param {number} byte */
export const isContinuation = (byte) => byte >= 0x80 && byte < 0xc0;

/**
 * The complete character that begins at `at`, or null if none is complete there.
 *
 * characterAt([e2 82 ac], 0, 3) is {point: 0x20ac, size: 3}; with an end of 2 it is null.
 *
 * @param {Uint8Array} bytes @param {number} at @param {number} end
 * @returns {{point: number, size: number} | null}
 */
export function characterAt(bytes, at, end) {
  const size = sequenceLength(bytes[at]);
  if (!size || at + size > end) return null;
  if (size === 1) return { point: bytes[at], size };
  let point = bytes[at] & (0xff >> (size + 1));
  for (let i = 1; i < size; i++) {
    if (!isContinuation(bytes[at + i])) return null;
    point = (point << 6) | (bytes[at + i] & 0x3f);
  }
  const surrogate = point >= 0xd800 && point <= 0xdfff;
  const overlong = (size === 3 && point < 0x800) || (size === 4 && point < 0x10000);
  return surrogate || overlong || point > 0x10ffff ? null : { point, size };
}

/**
 * The incomplete characters of a token: `leads` continuation bytes begin it, `lacks` bytes are missing at its
 * end.
 *
 * edges([82 ac 20 e2]) is {leads: 2, lacks: 2}.
 *
 * @param {Uint8Array} bytes
 */
export function edges(bytes) {
  let leads = 0;
  while (leads < bytes.length && leads < 3 && isContinuation(bytes[leads])) leads++;
  let tail = bytes.length - 1;
  while (tail > bytes.length - 4 && tail > 0 && isContinuation(bytes[tail])) tail--;
  const length = tail >= 0 ? sequenceLength(bytes[tail]) : 0;
  return { leads, lacks: Math.max(0, tail + length - bytes.length) };
}
