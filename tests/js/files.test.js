// Files of other encodings, truncated ones, and files over the limit; written by Node's own encoders.

import assert from "node:assert/strict";
import { test } from "node:test";
import { any, part } from "./page.js";
import { TextBox } from "../../explorer_ui/parts/text_box/text_box.js";
import { firstWrong, readText, withinLimit } from "../../explorer_ui/parts/text_box/files.js";

const MOST = { mostBytes: 5000, mostCharacters: 1000 };
const le = (/** @type {string} */ text) => Buffer.from(text, "utf16le");
const be = (/** @type {string} */ text) => le(text).swap16();
const utf8 = (/** @type {string} */ text) => Buffer.from(text);
const utf32 = (/** @type {string} */ text) =>
  Buffer.concat([...text].map((char) => Buffer.concat([le(char), Buffer.alloc(2)])));
const MARK = "\ufeff";
const ENGLISH = "Hello, world\r\n";
const CHINESE = "你好，世界，今天天气怎么样 朋友\n";
const LONG = "a" + "🙂".repeat(1300);
const UNMARKED = "looks like UTF-16 without a byte order mark";
const [AS_UTF8, AS_UTF16, AS_WINDOWS] = ["UTF-8", "UTF-16", "Windows-1252"].map((name) => `Read as ${name}`);
const BEGINNING = "Use the first 1,000 characters";

const read = (/** @type {Uint8Array} */ bytes) => readText(new File([Uint8Array.from(bytes)], "a.txt"), MOST);

/** @type {[string, Uint8Array, {text?: string, mark?: boolean, encoding?: string}][]} */
const READ = [
  ["nothing", utf8(""), { text: "", encoding: "UTF-8", mark: false }],
  ["UTF-8", utf8("né 🙂\0"), { text: "né 🙂\0", encoding: "UTF-8", mark: false }],
  ["UTF-8 with a mark", utf8(MARK + "né"), { text: "né", encoding: "UTF-8", mark: true }],
  // Each has two of the three bytes of a mark.
  ...["ﻼ", "ｿ", "컿"].map(
    (text) => /** @type {any} */ ([`${text}, without a mark`, utf8(text), { text, mark: false }]),
  ),
  // Both at even offsets, as the control characters of UTF-16 are.
  ["a log with escapes", utf8("\x1b[1m!!\x1b[0m"), { text: "\x1b[1m!!\x1b[0m", encoding: "UTF-8" }],
  ["names that end with NUL", utf8("ab\0abc\0a\0abcdef\0"), { encoding: "UTF-8" }],
  ["UTF-16 with a mark", le(MARK + "né 🙂"), { text: "né 🙂", encoding: "UTF-16", mark: false }],
  ["the same, big-endian", be(MARK + "né 你"), { text: "né 你", encoding: "UTF-16" }],
  ["a mark alone", le(MARK), { text: "", encoding: "UTF-16" }],
  ["a thousand characters", utf8("🙂".repeat(1000)), { text: "🙂".repeat(1000) }],
];

for (const [title, bytes, expected] of READ)
  test(`a file that is read: ${title}`, async () => {
    assert.partialDeepStrictEqual(await read(bytes), { name: "a.txt", cut: false, ...expected });
  });

/** @type {[string, Uint8Array, string, ...string[]][]} With the problem, and the choices. */
const REFUSED = [
  ["a mark and an odd byte", le(MARK + "ab").subarray(0, 5), "is not valid UTF-16"],
  ["a mark and half a pair", le(MARK + "a\ud83d"), "is not valid UTF-16"],
  ["UTF-32 with a mark", utf32(MARK + "ab"), "is UTF-32"],
  ["the same, big-endian", utf32(MARK + "ab").swap32(), "is UTF-32"],
  ["UTF-16 of English", le(ENGLISH), UNMARKED, AS_UTF16, AS_UTF8],
  ["the same, big-endian", be(ENGLISH), UNMARKED, AS_UTF16, AS_UTF8],
  ["the same, cut off", le(ENGLISH).subarray(0, 21), UNMARKED, AS_UTF8],
  ["UTF-16 of Russian", le("Привет, мир"), UNMARKED, AS_UTF16, AS_UTF8],
  ["UTF-16 of Thai", be("สวัสดี"), UNMARKED, AS_UTF16, AS_UTF8],
  ["UTF-16 of French", le("déjà vu"), "is not valid UTF-8", AS_UTF16],
  ["UTF-16 of Chinese", be(CHINESE), "is not valid UTF-8", AS_UTF16],
  ["Windows-1252", Buffer.from("d\xe9j\xe0 vu", "latin1"), "(byte 0xe9 at offset 1)", AS_WINDOWS],
  // "Привет, мир", "日本語" and "日本" as iconv writes them.
  ["KOI8-R", Buffer.from("f0d2c9d7c5d42c20cdc9d2", "hex"), "(byte 0xf0 at offset 0)", AS_WINDOWS],
  ["Shift JIS", Buffer.from("93fa967b8cea", "hex"), "(byte 0x93 at offset 0)", AS_WINDOWS],
  ["GB 18030", Buffer.from("c8d5b1be", "hex"), "(byte 0xc8 at offset 0)", AS_WINDOWS],
  ["cut-off UTF-8", utf8("ab€").subarray(0, 4), "(byte 0xe2 at offset 2)", AS_WINDOWS],
  ["a picture", Buffer.from("89504e470d0a1a0a0000000d4948d800dc", "hex"), "Save it as UTF-8"],
  ["one more", utf8("🙂".repeat(1001)), "has 1,001 characters; the limit is 1,000", BEGINNING],
  ["cut within a character", utf8(LONG), "has more than 1,000 characters", BEGINNING],
  ["the same in UTF-16", le(MARK + LONG), "has more than 1,000 characters", BEGINNING],
];

for (const [title, bytes, said, ...offered] of REFUSED)
  test(`a file that is refused: ${title}`, async () => {
    const { problem, choices } = any(await read(bytes));
    assert.ok(problem.startsWith("a.txt ") && problem.includes(said), problem);
    const advised = problem.endsWith(" as UTF-8 in your editor and upload it again.");
    assert.equal(advised, !problem.includes("the limit is"), problem);
    assert.deepEqual(
      choices.map((/** @type {{label: string}} */ { label }) => label),
      offered,
    );
  });

test("what a choice gives is the text, and the beginning of a text ends with a whole character", async () => {
  const chosen = async (/** @type {Uint8Array} */ bytes) => any(await read(bytes)).choices[0].file;
  assert.equal((await chosen(Buffer.from("d\xe9j\xe0 \x80", "latin1"))).text, "déjà €");
  assert.equal((await chosen(le(ENGLISH))).text, ENGLISH);
  assert.equal((await chosen(be(CHINESE))).text, CHINESE);
  const beginning = await chosen(utf8(LONG));
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
  /** @type {string[]} */
  const taken = [];
  const take = (/** @type {{text: string}} */ { text }) => void taken.push(text);
  const box = part(TextBox, { file: { value: "" }, data: MOST, uploads: 0, take });
  const uploads = ["one", "other"].map((name) => {
    const arrayBuffer = () => new Promise((done) => reads.push(() => done(utf8(name))));
    return box.upload({ name, size: 1, slice: () => ({ arrayBuffer }) });
  });
  reads.reverse().forEach((done) => done());
  await Promise.all(uploads);
  assert.deepEqual(taken, ["other"]);
});

test("the first byte that is no UTF-8 is told", () => {
  const whole = new TextEncoder().encode("aé你🙂");
  assert.equal(firstWrong(whole), whole.length);
  assert.equal(firstWrong(whole.subarray(0, whole.length - 1)), whole.length - 4);
});
