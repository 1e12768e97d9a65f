// An encoder from the server's files: fetched once, then cached by the browser, since the addresses never
// change.

import { bytesOf, uint16sOf } from "../payload.js";
import { Encoder } from "./encoder.js";

/** @type {Map<string, Promise<Encoder>>} */
const encoders = new Map();

/**
 * Registers an encoder under an address, so that nothing is fetched from there.
 *
 * @param {string} address Of the parts.
 * @param {Promise<Encoder>} encoder
 */
export const keepEncoder = (address, encoder) => encoders.set(address, encoder);

/**
 * The encoder of a tokenizer; the promise rejects if a file cannot be loaded.
 *
 * @param {Message.EncoderData} data @returns {Promise<Encoder>}
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

/** @param {Message.EncoderData} data */
async function makeEncoder(data) {
  const [answer, ...packed] = await Promise.all([data.parts, data.categories, ...data.merges].map(asked));
  // Not as blobs: Chromium fails to read a preloaded file so while it still arrives.
  const inflating = packed.map(async (file) => inflated(await file.arrayBuffer()));
  const [categories, ...planes] = await Promise.all(inflating);
  return encoderFrom(await answer.json(), categories, planes);
}

/**
 * @param {Message.EncoderParts} parts
 * @param {Uint8Array} categories The engine's table.
 * @param {Uint8Array[]} planes The files of merges.
 */
export function encoderFrom(parts, categories, planes) {
  return new Encoder({
    ...parts,
    near: bytesOf(parts.near),
    moves: uint16sOf(parts.moves),
    byteOrder: bytesOf(parts.byteOrder),
    categories,
    planes,
  });
}

/** @param {string} address */
async function asked(address) {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return answer;
}

/** @param {BlobPart} packed */
export async function inflated(packed) {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
