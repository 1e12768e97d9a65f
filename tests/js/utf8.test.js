import assert from "node:assert/strict";
import { test } from "node:test";
import { characterAt, codePoints, edges, hexBytes } from "../../explorer_ui/browser/utf8.js";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The complete character that Node's decoder finds at the start of `bytes`. */
function firstCharacter(/** @type {Uint8Array} */ bytes) {
  for (let size = 1; size <= Math.min(4, bytes.length); size++) {
    try {
      return { point: strict.decode(bytes.subarray(0, size)).codePointAt(0), size };
    } catch {
      continue;
    }
  }
  return null;
}

test("whole characters are those that a strict decoder reads", () => {
  const some = [
    0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xed, 0xef,
  ];
  some.push(0xf0, 0xf1, 0xf4, 0xf5, 0xff);
  for (const a of some)
    for (const b of some)
      for (const c of some)
        for (const d of [0x41, 0x80, 0xbf, 0xc2]) {
          const bytes = Uint8Array.of(a, b, c, d);
          for (const end of [1, 2, 3, 4])
            assert.deepEqual(
              characterAt(bytes, 0, end),
              firstCharacter(bytes.subarray(0, end)),
              hexBytes(bytes, 4),
            );
        }
});

test("a token tells what it lacks of its characters", () => {
  assert.deepEqual(edges(Uint8Array.of(0x82, 0xac, 0x20, 0xe2)), { leads: 2, lacks: 2 });
  assert.deepEqual(edges(Uint8Array.of(0xf0, 0x9f)), { leads: 0, lacks: 2 });
  assert.deepEqual(edges(Uint8Array.of(0x61)), { leads: 0, lacks: 0 });
  assert.deepEqual(edges(new Uint8Array(0)), { leads: 0, lacks: 0 });
});

test("many bytes end in an ellipsis", () => {
  assert.equal(hexBytes(Uint8Array.of(1, 2, 255), 2), "01 02 …");
  assert.equal(hexBytes(Uint8Array.of(1, 255), 2), "01 ff");
});

test("characters are counted as a string is walked through, lone surrogates too", () => {
  for (const text of ["", "a", "é", "\uffff", "🥖", "\ud83e", "\udd56\ud83e", "a\uffff🥖\ud83eb"])
    assert.equal(codePoints(text), [...text].length, JSON.stringify(text));
});
