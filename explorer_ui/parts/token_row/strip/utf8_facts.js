// How UTF-8 stores characters: the meaning of each bit.

import { codePoint, hexByte, isContinuation, sequenceLength } from "../../../browser/utf8.js";

const LEADS = ["", "", "first of two bytes", "first of three bytes", "first of four bytes"];

/** @param {number} byte */
const upperHex = (byte) => hexByte(byte).toUpperCase();

/**
 * The bits of a byte, each part with its role: what marks the kind of byte, and the bits of the code point. A
 * byte that occurs in no character has only the role "never".
 *
 * bitsOf(0xe2) is [["lead", "1110"], ["payload", "0010"]].
 *
 * @param {number} byte @returns {[role: string, bits: string][]}
 */
export function bitsOf(byte) {
  const bits = byte.toString(2).padStart(8, "0");
  const length = sequenceLength(byte);
  const [role, size] =
    length === 1
      ? ["single", 1]
      : length
        ? ["lead", length + 1]
        : isContinuation(byte)
          ? ["continuation", 2]
          : ["never", 8];
  return size === 8
    ? [[role, bits]]
    : [
        [role, bits.slice(0, size)],
        ["payload", bits.slice(size)],
      ];
}

/**
 * How a character is stored, in words.
 *
 * @param {number} point @param {Uint8Array} bytes Its UTF-8.
 */
export function howStored(point, bytes) {
  const [first, ...others] = Array.from(bytes, upperHex);
  if (!others.length) return `one byte, ${first}: below U+0080 the byte is the code point`;
  const bits = Array.from(bytes, (byte) => bitsOf(byte)[1][1]).join(" ");
  const continues = others.length > 1 ? "continue" : "continues";
  return (
    `${first} is the ${LEADS[bytes.length]}, ${others.join(", ")} ${continues}; ` +
    `the bits ${bits} give ${codePoint(point).slice(2)}`
  );
}
