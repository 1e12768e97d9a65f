// Decodes what Python packs as base64.

/**
 * @param {string} base64
 * @returns {Uint8Array<ArrayBuffer>}
 */
export function bytesOf(base64) {
  const raw = atob(base64);
  const bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

/**
 * Little-endian integers of 16 bits, whatever the byte order of the machine.
 *
 * @param {string} base64
 */
export function uint16sOf(base64) {
  const view = new DataView(bytesOf(base64).buffer);
  return Uint16Array.from({ length: view.byteLength / 2 }, (_, i) => view.getUint16(2 * i, true));
}

/**
 * Little-endian integers of 32 bits.
 *
 * @param {string} base64
 */
export function uint32sOf(base64) {
  const view = new DataView(bytesOf(base64).buffer);
  return Uint32Array.from({ length: view.byteLength / 4 }, (_, i) => view.getUint32(4 * i, true));
}
