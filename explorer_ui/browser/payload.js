// Decodes what Python packs as base64, and packs it where there is no Python.

/** @param {string} base64 @returns {Uint8Array<ArrayBuffer>} */
export function bytesOf(base64) {
  const raw = atob(base64);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

/** Little-endian integers of 16 bits, whatever the byte order of the machine. @param {string} base64 */
export function uint16sOf(base64) {
  const view = new DataView(bytesOf(base64).buffer);
  return Uint16Array.from({ length: view.byteLength / 2 }, (_, i) => view.getUint16(2 * i, true));
}

/** Little-endian integers of 32 bits. @param {string} base64 */
export function uint32sOf(base64) {
  const view = new DataView(bytesOf(base64).buffer);
  return Uint32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getUint32(4 * i, true));
}

const BLOCK = 0x8000; // what a call takes as arguments

/** @param {Uint8Array} bytes */
export function base64Of(bytes) {
  let raw = "";
  for (let at = 0; at < bytes.length; at += BLOCK)
    raw += String.fromCharCode(...bytes.subarray(at, at + BLOCK));
  return btoa(raw);
}

/**
 * Little-endian integers of 16 or 32 bits, as base64.
 *
 * @param {ArrayLike<number>} numbers
 * @param {2 | 4} size In bytes.
 */
export function base64OfNumbers(numbers, size) {
  const view = new DataView(new ArrayBuffer(size * numbers.length));
  for (let i = 0; i < numbers.length; i++)
    if (size === 2) view.setUint16(2 * i, numbers[i], true);
    else view.setUint32(4 * i, numbers[i], true);
  return base64Of(new Uint8Array(view.buffer));
}
