// An encoder from the server's files: fetched once, then cached by the browser, since the addresses never
// change.

import { bytesOf, uint16sOf } from "../shared/payload.js";
import { Encoder } from "./encoder.js";

/**
 * The small parts of an encoder, see live.py; arrays are base64.
 *
 * @typedef {object} EncoderParts
 * @property {string} near
 * @property {string} moves
 * @property {number} width
 * @property {number[]} classes
 * @property {string} byteOrder
 * @property {Record<string, number>} special
 */
/**
 * The addresses of the files: the parts, the files of merges, and the categories; the last two are
 * compressed.
 *
 * @typedef {object} EncoderData
 * @property {string} parts
 * @property {string[]} merges
 * @property {string} categories
 * @property {"refuse" | "ordinary" | "special"} policy
 */

/** @type {Map<string, Promise<Encoder>>} */
const encoders = new Map();

const CODE_POINTS = 0x110000;

/**
 * The encoder of a tokenizer; the promise rejects if a file cannot be loaded.
 *
 * @param {EncoderData} data
 * @returns {Promise<Encoder>}
 */
export function loadEncoder(data) {
  let encoder = encoders.get(data.parts);
  if (!encoder) {
    encoder = makeEncoder(data);
    encoders.set(data.parts, encoder);
    encoder.catch(() => encoders.delete(data.parts)); // so that it is tried again
  }
  return encoder;
}

/** @param {EncoderData} data */
async function makeEncoder(data) {
  const [answer, categories, ...planes] = await Promise.all([
    asked(data.parts),
    ...[data.categories, ...data.merges].map(unpacked),
  ]);
  /** @type {EncoderParts} */
  const parts = await answer.json();
  return new Encoder({
    near: bytesOf(parts.near),
    moves: uint16sOf(parts.moves),
    width: parts.width,
    classes: parts.classes,
    byteOrder: bytesOf(parts.byteOrder),
    special: parts.special,
    // The file continues with a second table, which the encoder does not need.
    categories: categories.subarray(0, CODE_POINTS),
    planes,
  });
}

/** @param {string} address */
async function asked(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** @param {string} address */
async function unpacked(address) {
  const packed = await (await asked(address)).blob();
  const stream = packed.stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
