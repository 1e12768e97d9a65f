// Files of other encodings, truncated ones, and files over the limit; written by Node's own encoders.

import assert from "node:assert/strict";
import { test } from "node:test";
import "./page.js";
import { TextBox } from "../../explorer_ui/parts/text_box/text_box.js";
import { readText, withinLimit } from "../../explorer_ui/parts/text_box/files.js";

const MOST = { mostBytes: 5000, mostCharacters: 1000 };
const le = (/** @type {string} */ text) => Buffer.from(text, "utf16le");
const be = (/** @type {string} */ text) => le(text).swap16();
const utf8 = (/** @type {string} */ text) => Buffer.from(text);
const utf32 = (/** @type {string} */ text) =>
  Buffer.concat([...text].map((char) => Buffer.concat([le(char), Buffer.alloc(2)])));
const MARK = "\ufeff";
const ENGLISH = "Hello, world\r\n";
const UNMARKED = "looks like UTF-16 without a byte order mark";
const NEITHER = ["Read as UTF-16", "Read as UTF-8"];

/** @type {[string, Uint8Array, {text?: string, mark?: boolean, encoding?: string, problem?: string, choices?: string[]}][]} */
const FILES = [
  ["nothing", utf8(""), { text: "", encoding: "UTF-8", mark: false }],
  ["UTF-8", utf8("né 🙂\0"), { text: "né 🙂\0", encoding: "UTF-8", mark: false }],
  ["UTF-8 with a mark", utf8(MARK + "né"), { text: "né", encoding: "UTF-8", mark: true }],
  // Both at even offsets, as the control characters of UTF-16 are.
  ["a log with escapes", utf8("\x1b[1m!!\x1b[0m"), { text: "\x1b[1m!!\x1b[0m", encoding: "UTF-8" }],
  ["names that end with NUL", utf8("ab\0abc\0a\0abcdef\0"), { encoding: "UTF-8" }],
  ["UTF-16 with a mark", le(MARK + "né 🙂"), { text: "né 🙂", encoding: "UTF-16", mark: false }],
  ["the same, big-endian", be(MARK + "né 你"), { text: "né 你", encoding: "UTF-16" }],
  ["a mark alone", le(MARK), { text: "", encoding: "UTF-16" }],
  ["a mark and an odd byte", le(MARK + "ab").subarray(0, 5), { problem: "is not valid UTF-16", choices: [] }],
  ["a mark and half a pair", le(MARK + "a\ud83d"), { problem: "is not valid UTF-16", choices: [] }],
  ["UTF-32 with a mark", utf32(MARK + "ab"), { problem: "is UTF-32", choices: [] }],
  ["the same, big-endian", utf32(MARK + "ab").swap32(), { problem: "is UTF-32", choices: [] }],
  ["UTF-16 of English", le(ENGLISH), { problem: UNMARKED, choices: NEITHER }],
  ["the same, big-endian", be(ENGLISH), { problem: UNMARKED, choices: NEITHER }],
  ["the same, cut off", le(ENGLISH).subarray(0, 21), { problem: UNMARKED, choices: ["Read as UTF-8"] }],
  ["UTF-16 of Russian", le("Привет, мир"), { problem: UNMARKED, choices: NEITHER }],
  ["UTF-16 of Thai", be("สวัสดี"), { problem: UNMARKED, choices: NEITHER }],
  ["UTF-16 of French", le("déjà vu"), { problem: "is not valid UTF-8", choices: ["Read as UTF-16"] }],
  [
    "UTF-16 of Chinese",
    be("你好，世界，今天天气怎么样 朋友\n"),
    { problem: "is not valid UTF-8", choices: ["Read as UTF-16"] },
  ],
  [
    "Windows-1252",
    Buffer.from("d\xe9j\xe0 vu", "latin1"),
    { problem: "(byte 0xe9 at offset 1)", choices: ["Read as Windows-1252"] },
  ],
  [
    "cut-off UTF-8",
    utf8("ab€").subarray(0, 4),
    { problem: "(byte 0xe2 at offset 2)", choices: ["Read as Windows-1252"] },
  ],
  [
    "a picture",
    Buffer.from("89504e470d0a1a0a0000000d4948d800dc", "hex"),
    { problem: "Save it as UTF-8", choices: [] },
  ],
  ["a thousand characters", utf8("🙂".repeat(1000)), { text: "🙂".repeat(1000) }],
  [
    "one more",
    utf8("🙂".repeat(1001)),
    { problem: "has 1,001 characters; the limit is 1,000", choices: ["Use the first 1,000 characters"] },
  ],
  [
    "cut within a character",
    utf8("a" + "🙂".repeat(1300)),
    { problem: "has more than 1,000 characters", choices: ["Use the first 1,000 characters"] },
  ],
  ["the same in UTF-16", le(MARK + "a" + "🙂".repeat(1300)), { problem: "has more than 1,000 characters" }],
];

for (const [title, bytes, { problem, choices, ...expected }] of FILES)
  test(`a file: ${title}`, async () => {
    const read = await readText(new File([Uint8Array.from(bytes)], "a.txt"), MOST);
    if (problem === undefined) {
      assert.ok("text" in read, JSON.stringify(read));
      assert.partialDeepStrictEqual(read, { name: "a.txt", cut: false, ...expected });
      return;
    }
    assert.ok("problem" in read, JSON.stringify(read));
    assert.ok(read.problem.startsWith("a.txt ") && read.problem.includes(problem), read.problem);
    if (choices)
      assert.deepEqual(
        read.choices.map(({ label }) => label),
        choices,
      );
  });

test("what a choice gives is the text, and the beginning of a text ends with a whole character", async () => {
  const chosen = async (/** @type {Uint8Array} */ bytes) => {
    const read = await readText(new File([Uint8Array.from(bytes)], "a.txt"), MOST);
    assert.ok("choices" in read);
    return read.choices[0].file;
  };
  assert.equal((await chosen(Buffer.from("d\xe9j\xe0 \x80", "latin1"))).text, "déjà €");
  assert.equal((await chosen(le(ENGLISH))).text, ENGLISH);
  assert.equal(
    (await chosen(be("你好，世界，今天天气怎么样 朋友\n"))).text,
    "你好，世界，今天天气怎么样 朋友\n",
  );
  const beginning = await chosen(utf8("a" + "🙂".repeat(1300)));
  assert.equal(beginning.text, "a" + "🙂".repeat(999));
  assert.equal(beginning.cut, true);
  assert.equal(withinLimit(beginning, MOST), beginning);
  // A choice of an encoding may still be too long.
  const long = await chosen(Buffer.from("\xe9".repeat(1001), "latin1"));
  assert.ok("problem" in withinLimit(long, MOST));
});

test("of two files chosen one after the other the second is taken, also if the first is read later", async () => {
  /** @type {(() => void)[]} */
  const reads = [];
  const file = (/** @type {string} */ name) => ({
    name,
    size: 1,
    slice: () => ({ arrayBuffer: () => new Promise((done) => reads.push(() => done(utf8(name)))) }),
  });
  /** @type {string[]} */
  const taken = [];
  const take = (/** @type {any} */ { text }) => void taken.push(text);
  const box = { file: { value: "" }, data: MOST, uploads: 0, take };
  const uploads = ["one", "other"].map((name) =>
    TextBox.prototype.upload.call(/** @type {any} */ (box), /** @type {any} */ (file(name))),
  );
  reads.reverse().forEach((done) => done());
  await Promise.all(uploads);
  assert.deepEqual(taken, ["other"]);
});
