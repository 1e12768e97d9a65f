// The payload of the strip; see strip_data in token_strip.py.

import { bytesOf, uint16sOf, uint32sOf } from "../../../browser/payload.js";
import { TokenizedText, tokenOf } from "./tokenized_text.js";

/** @param {Message.StripData} data */
export function readPayload(data) {
  const special = new Set(data.special);
  return new TokenizedText({
    tokens: data.tokens.map(([id, base64, rank]) =>
      tokenOf({ id, bytes: bytesOf(base64), rank, special: special.has(id) }, data),
    ),
    indexes: data.index_bytes === 2 ? uint16sOf(data.indexes) : uint32sOf(data.indexes),
    chunks: data.chunks === null ? null : uint32sOf(data.chunks),
    display: data.display,
  });
}
