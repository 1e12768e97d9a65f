// Reads files as text: only UTF-8; otherwise it reports the invalid byte.

import { wellFormed } from "../shared/old_browsers.js";

/**
 * @typedef {{name: string, text: string, mark: boolean} | {name: string, position: number, byte: number} | {name: string, size: number}} ReadFile
 */

/**
 * `mark`: the file began with a byte order mark, which is not part of the text.
 *
 * @param {File} file
 * @param {number} most The largest file, in bytes.
 * @returns {Promise<ReadFile>}
 */
export async function readText(file, most) {
  const name = wellFormed(file.name).slice(0, 200);
  if (file.size > most) return { name, size: file.size };
  const bytes = new Uint8Array(await file.arrayBuffer());
  try {
    const mark = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
    return { name, text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), mark };
  } catch {
    const position = firstWrong(bytes);
    return { name, position, byte: bytes[position] ?? 0 };
  }
}

// For each first byte: how many bytes follow, and the range of the second one (Unicode Standard, table 3-7).
const FORMS = [
  { from: 0x00, to: 0x7f, more: 0, low: 0, high: 0 },
  { from: 0xc2, to: 0xdf, more: 1, low: 0x80, high: 0xbf },
  { from: 0xe0, to: 0xe0, more: 2, low: 0xa0, high: 0xbf },
  { from: 0xe1, to: 0xec, more: 2, low: 0x80, high: 0xbf },
  { from: 0xed, to: 0xed, more: 2, low: 0x80, high: 0x9f },
  { from: 0xee, to: 0xef, more: 2, low: 0x80, high: 0xbf },
  { from: 0xf0, to: 0xf0, more: 3, low: 0x90, high: 0xbf },
  { from: 0xf1, to: 0xf3, more: 3, low: 0x80, high: 0xbf },
  { from: 0xf4, to: 0xf4, more: 3, low: 0x80, high: 0x8f },
];

/**
 * The index of the first byte of the first invalid character, as in Python; the length if all are valid.
 *
 * @param {Uint8Array} bytes
 */
export function firstWrong(bytes) {
  let at = 0;
  while (at < bytes.length) {
    const form = FORMS.find(({ from, to }) => bytes[at] >= from && bytes[at] <= to);
    if (!form) return at;
    for (let k = 1; k <= form.more; k++) {
      const byte = bytes[at + k];
      const [low, high] = k === 1 ? [form.low, form.high] : [0x80, 0xbf];
      if (byte === undefined || byte < low || byte > high) return at;
    }
    at += form.more + 1;
  }
  return at;
}
