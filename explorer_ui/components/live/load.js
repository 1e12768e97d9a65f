// An encoder from the server's files: fetched once, kept by the browser under addresses that never change.

import { bytesOf, uint16sOf } from "../shared/payload.js";
import { Encoder } from "./encoder.js";

/**
 * What Python says of an encoder, see live.py; arrays come in base64.
 *
 * @typedef {object} EncoderParts
 * @property {string} near
 * @property {string} moves
 * @property {number} width
 * @property {number[]} classes
 * @property {string} byteOf
 * @property {Record<string, number>} special
 */
/**
 * @typedef {object} EncoderFiles
 * @property {string} merges The address of a file, compressed.
 * @property {string} categories The address of a file, compressed.
 * @property {"refuse" | "ordinary" | "special"} policy
 *
 * @typedef {EncoderParts & EncoderFiles} EncoderData
 */

/** @type {Map<string, Promise<Encoder>>} */
const encoders = new Map();

/**
 * The encoder of a tokenizer; the promise fails where a file cannot be had.
 *
 * @param {EncoderData} data
 * @returns {Promise<Encoder>}
 */
export function loadEncoder(data) {
  let encoder = encoders.get(data.merges);
  if (!encoder) {
    encoder = makeEncoder(data);
    encoders.set(data.merges, encoder);
    encoder.catch(() => encoders.delete(data.merges)); // so that it is tried again
  }
  return encoder;
}

/** @param {EncoderData} data */
async function makeEncoder(data) {
  const [planes, categories] = await Promise.all([data.merges, data.categories].map(unpacked));
  return new Encoder({
    near: bytesOf(data.near),
    moves: uint16sOf(data.moves),
    width: data.width,
    classes: data.classes,
    byteOf: bytesOf(data.byteOf),
    special: data.special,
    categories,
    planes,
  });
}

/** @param {string} address */
async function unpacked(address) {
  const answer = await fetch(address);
  if (!answer.ok || !answer.body) throw new Error(`${address}: ${answer.status}`);
  const stream = answer.body.pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
