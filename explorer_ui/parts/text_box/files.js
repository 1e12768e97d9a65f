// Reads files as text: UTF-8, or UTF-16 with a byte order mark. Anything else is a question: the file is not
// taken, and comes with the encodings that it may have.

import { grouped } from "../../browser/numbers.js";
import { wellFormed } from "../../browser/old_browsers.js";
import { characterAt, codePoints, hexByte } from "../../browser/utf8.js";

/**
 * `mark`: the file began with a byte order mark of UTF-8, which is not part of the text. `cut`: the text is only
 * the beginning of the file.
 *
 * @typedef {{name: string, text: string, encoding: string, mark: boolean, cut: boolean}} ReadFile
 *
 * Why a file is not taken as it is, and what may be taken instead.
 * @typedef {{problem: string, choices: {label: string, file: ReadFile}[]}} Doubtful
 *
 * @typedef {{mostBytes: number, mostCharacters: number}} Limits
 */

/**
 * @param {File} file
 * @param {Limits} most Of a larger file only the beginning is read: it has more characters than may be taken.
 * @returns {Promise<ReadFile | Doubtful>}
 */
export async function readText(file, most) {
  const name = wellFormed(file.name).slice(0, 200);
  const bytes = new Uint8Array(await file.slice(0, most.mostBytes).arrayBuffer());
  const cut = file.size > most.mostBytes;
  const { doubt, readings } = readingsOf(bytes, cut);
  const begins = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  const files = readings.map((read) => ({ name, ...read, mark: begins && read.encoding === "UTF-8", cut }));
  if (!doubt) return withinLimit(files[0], most);
  // No encoding that is offered need be the right one: KOI8-R, Shift JIS and GB 18030 are read as Windows-1252 too.
  const advice = `${files.length ? "If its encoding is not offered here, save" : "Save"} it as UTF-8 in your editor and upload it again.`;
  const choices = files.map((read) => ({ label: `Read as ${read.encoding}`, file: read }));
  return { problem: `${name} ${doubt}. ${advice}`, choices };
}

/**
 * The file if it is short enough; otherwise the offer of its beginning.
 *
 * @param {ReadFile} file @param {Limits} most @returns {ReadFile | Doubtful}
 */
export function withinLimit(file, { mostCharacters: most }) {
  const { name, text, cut } = file;
  const length = codePoints(text);
  if (length <= most) return file;
  let end = 0;
  for (let count = 0; count < most; count++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  const has = cut ? `more than ${grouped(most)}` : grouped(length);
  const problem =
    `${name} has ${has} characters; the limit is ${grouped(most)}. ` +
    "On the command line, “bpe-explorer encode --count --file FILE” counts the tokens of the whole file.";
  const label = `Use the first ${grouped(most)} characters`;
  return { problem, choices: [{ label, file: { ...file, text: text.slice(0, end), cut: true } }] };
}

/**
 * The texts that the bytes may be, and what makes it doubtful, if anything does.
 *
 * UTF-16 without a mark is mostly valid UTF-8, but every second byte of it is a control character: the zeros of
 * Latin letters, the 0x04 of Cyrillic ones.
 *
 * @param {Uint8Array} bytes
 * @param {boolean} [cut] Whether the last character may be incomplete.
 * @returns {{doubt: string, readings: {encoding: string, text: string}[]}}
 */
export function readingsOf(bytes, cut = false) {
  /** @type {(encoding: string, codec?: string) => {encoding: string, text: string}[]} */
  const as = (encoding, codec = encoding) => {
    try {
      return [{ encoding, text: new TextDecoder(codec, { fatal: true }).decode(bytes, { stream: cut }) }];
    } catch {
      return [];
    }
  };
  const begins = (/** @type {number[]} */ ...mark) => mark.every((byte, at) => bytes[at] === byte);
  if (begins(0xff, 0xfe, 0, 0) || begins(0, 0, 0xfe, 0xff)) return { doubt: "is UTF-32", readings: [] };
  if (begins(0xff, 0xfe) || begins(0xfe, 0xff)) {
    const readings = as("UTF-16", bytes[0] === 0xff ? "utf-16le" : "utf-16be");
    const broken = "begins with the byte order mark of UTF-16, but is not valid UTF-16";
    return { doubt: readings.length ? "" : broken, readings };
  }
  // How many more there are at odd offsets than at even ones: many in a text that is UTF-16. White space and the
  // escape character, which logs contain, do not count as control characters.
  let [zeros, controls, all] = [0, 0, 0];
  bytes.forEach((byte, at) => {
    if (byte > 31 || (byte > 8 && byte < 14) || byte === 27) return;
    all++;
    controls += at % 2 ? 1 : -1;
    if (!byte) zeros += at % 2 ? 1 : -1;
  });
  const utf8 = as("UTF-8");
  if (utf8.length && Math.abs(controls) <= 1 + bytes.length / 16) return { doubt: "", readings: utf8 };
  const lean = zeros || controls;
  const wide = lean ? as("UTF-16", lean > 0 ? "utf-16le" : "utf-16be") : [];
  if (utf8.length)
    return { doubt: "looks like UTF-16 without a byte order mark", readings: [...wide, ...utf8] };
  const position = firstWrong(bytes);
  const narrow = all ? [] : as("Windows-1252");
  return {
    doubt: `is not valid UTF-8 (byte 0x${hexByte(bytes[position] ?? 0)} at offset ${position})`,
    readings: [...wide, ...narrow],
  };
}

/**
 * The index of the first byte of the first invalid character, as in Python; the length if all are valid.
 *
 * @param {Uint8Array} bytes
 */
export function firstWrong(bytes) {
  let at = 0;
  for (let found; (found = characterAt(bytes, at, bytes.length));) at += found.size;
  return at;
}
