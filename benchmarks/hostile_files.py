"""Tokenizer files that are built to be as slow and memory-hungry to read as their size allows.

Each of them was once slow or memory-hungry to read, or would be without a limit. None is larger than the app
accepts, and each is always generated in the same way.

>>> name, content = FILES["tokenizer.json: 1,000,000 decoders of no type"]()
>>> name, len(content) > 3_000_000
('tokenizer.json', True)
"""

import base64
import json
import struct
from collections.abc import Callable, Iterable, Mapping
from itertools import islice, product
from typing import Any

from bpe_core.alphabets import BYTE_GLYPHS
from bpe_core.patterns import SPLIT_PATTERNS

Made = tuple[str, bytes]

_LARGEST = 39_000_000
_LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
_BYTES = {glyph: number for number, glyph in enumerate(BYTE_GLYPHS)}
_BYTE_LEVEL = {"type": "ByteLevel", "add_prefix_space": False, "trim_offsets": True, "use_regex": True}


def _json(content: object) -> bytes:
    return json.dumps(content, ensure_ascii=False, separators=(",", ":")).encode("utf-8")


def _strings(count: int, *, least: int = 1) -> Iterable[str]:
    """Return distinct strings, the shortest first."""
    return islice(
        ("".join(letters) for length in range(least, 99) for letters in product(_LETTERS, repeat=length)),
        count,
    )


def _tokenizer(raw: Mapping[str, bytes] | None = None, **keys: Any) -> Made:
    """Return a tokenizer.json with one letter and the given keys; `raw` are keys whose JSON is already encoded."""
    model = {"type": "BPE", "vocab": {"a": 0}, "merges": []}
    parts = {key: _json(value) for key, value in ({"version": "1.0", "model": model} | keys).items()}
    written = (_json(key) + b":" + value for key, value in (parts | dict(raw or {})).items())
    return "tokenizer.json", b"{" + b",".join(written) + b"}"


def _listed(item: bytes, count: int) -> bytes:
    return b"[" + b",".join([item] * count) + b"]"


def _steps(key: str, inner: str, listed: bytes) -> Made:
    return _tokenizer({key: b'{"type":"Sequence","' + inner.encode() + b'":' + listed + b"}"})


def _splits(count: int) -> Made:
    words = list(_strings(count * 40, least=6))
    patterns = ("|".join(words[place * 40 : place * 40 + 40]) for place in range(count))
    steps = [
        {"type": "Split", "pattern": {"Regex": one}, "behavior": "Isolated", "invert": False}
        for one in patterns
    ]
    return _steps("pre_tokenizer", "pretokenizers", _json(steps))


def _replaces(count: int) -> Made:
    words = list(_strings(count * 40, least=6))
    patterns = ("|".join(words[place * 40 : place * 40 + 40]) for place in range(count))
    return _steps(
        "normalizer",
        "normalizers",
        _json([{"type": "Replace", "pattern": {"Regex": one}, "content": ""} for one in patterns]),
    )


def _heavy_patterns() -> Made:
    branch = r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}\p{N}]{1,64}"
    steps = [
        {
            "type": "Split",
            "pattern": {"Regex": "|".join([branch] * 4 + ["x" * number, *_strings(400, least=3)])},
            "behavior": "Isolated",
            "invert": False,
        }
        for number in range(1, 17)
    ]
    return _steps("pre_tokenizer", "pretokenizers", _json(steps))


def _charsmaps(count: int) -> Made:
    table = base64.b64encode(struct.pack("<I", 4) + bytes(4) + b"ab\0" * 490_000).decode()
    steps = [{"type": "Precompiled", "precompiled_charsmap": table[: len(table) // 4 * 4]}] * count
    return _steps("normalizer", "normalizers", _json(steps))


def _added(count: int, *, length: int = 4, **keys: Any) -> Made:
    tokens = [{"id": 0, "content": one} for one in _strings(count, least=length)]
    return _tokenizer(added_tokens=tokens, **keys)


def _normalized_added(count: int, content: Callable[[str], str], steps: list[dict[str, object]]) -> Made:
    tokens = [{"id": 0, "content": content(one), "normalized": True} for one in _strings(count, least=3)]
    return _tokenizer(added_tokens=tokens, normalizer={"type": "Sequence", "normalizers": steps})


def _vocabulary(count: int, *, byte_level: bool, **model: object) -> Made:
    strings = {one: 300 + number for number, one in enumerate(_strings(count, least=2))}
    vocab = (_BYTES | strings) if byte_level else ({"a": 0} | strings)
    decoder = {"type": "ByteLevel"} if byte_level else None
    return _tokenizer(
        model={"type": "BPE", "vocab": vocab, "merges": []} | model,
        pre_tokenizer=_BYTE_LEVEL,
        decoder=decoder,
    )


def _merges(count: int, *, as_lists: bool, differ: bool = True) -> Made:
    letters = [*map(chr, range(0x4E00, 0x4E00 + 720))]
    vocab = {one: number for number, one in enumerate(letters)}
    pairs = list(islice(product(letters, repeat=2), count)) if differ else [("a", "a")] * count
    vocab |= {"".join(pair): len(letters) + number for number, pair in enumerate(dict.fromkeys(pairs))}
    vocab |= {"a": len(vocab)}
    merges = [list(pair) if as_lists else " ".join(pair) for pair in pairs]
    return _tokenizer(model={"type": "BPE", "vocab": vocab, "merges": merges})


def _tekken(vocab: bytes, *, size: int, special: bytes = b"[]") -> Made:
    config = {
        "pattern": SPLIT_PATTERNS["tekken"], "default_vocab_size": size, "default_num_special_tokens": 0,
    }  # fmt: skip
    return "tekken.json", b'{"config":%s,"special_tokens":%s,"vocab":%s}' % (_json(config), special, vocab)


def _tekken_of_short_tokens(count: int) -> Made:
    tokens = [bytes([byte]) for byte in range(256)] + [one.encode() for one in _strings(count - 256, least=2)]
    entries = [
        {"rank": rank, "token_bytes": base64.b64encode(one).decode()} for rank, one in enumerate(tokens)
    ]
    return _tekken(_json(entries), size=count)


def _ranks(tokens: Iterable[bytes]) -> Made:
    lines = (b"%s %d\n" % (base64.b64encode(one), rank) for rank, one in enumerate(tokens))
    return "ranks.tiktoken", b"".join(lines)


def _own(raw: Mapping[str, bytes] | None = None, **recipe: object) -> Made:
    found = {
        "name": "bytes", "title": "bytes", "alphabet": "bytes", "split_pattern": None, "source": "",
    } | recipe  # fmt: skip
    parts = {
        "format": b'"bpe-explorer"',
        "version": b"1",
        "name": b'"a"',
        "recipe": _json(found),
        "base": _json([[byte, byte] for byte in range(256)]),
        "special_tokens": b"{}",
        "merges": b"[]",
    } | dict(raw or {})
    return "a.bpe.json", b"{" + b",".join(
        b'"%s":%s' % (key.encode(), value) for key, value in parts.items()
    ) + b"}"


def _minbpe(lines: Iterable[str], *, special: int = 0) -> Made:
    return "a.model", ("\n".join(["minbpe v1", "", str(special), *lines]) + "\n").encode()


def _minbpe_of_tiny_merges() -> Made:
    pairs = [*product(range(256), repeat=2)]
    threes = ((256 + number, byte) for number in range(len(pairs)) for byte in range(16))
    return _minbpe(f"{left} {right}" for left, right in [*pairs, *threes])


def _field(number: int, value: int | bytes) -> bytes:
    if isinstance(value, int):
        return _varint(number << 3) + _varint(value)
    return _varint(number << 3 | 2) + _varint(len(value)) + value


def _varint(number: int) -> bytes:
    parts = bytearray()
    while number > 127:
        parts.append(number & 127 | 128)
        number >>= 7
    return bytes([*parts, number])


def _piece(text: str, score: float = 0.0, kind: int = 1) -> bytes:
    return _field(1, _field(1, text.encode()) + b"\x15" + struct.pack("<f", score) + _field(3, kind))


_SENTENCEPIECE = (
    _piece("<unk>", kind=2)
    + _field(2, _field(3, 2))
    + _field(3, _field(1, b"identity") + _field(3, 0) + _field(4, 0))
)


def _pieces(count: int, *, kind: int = 1) -> Made:
    pieces = (_piece(one, -float(number), kind) for number, one in enumerate(_strings(count, least=2)))
    return "tokenizer.model", _SENTENCEPIECE + b"".join(pieces)


def _long_pieces() -> Made:
    # Every piece of up to 256 letters merges completely, by doubling, so the heap is full until the end.
    runs = ["a" * 2**power for power in range(8)]
    ends = (("a" * 250 + one) for one in _strings(7_600, least=3))
    pieces = (_piece(one, -float(number)) for number, one in enumerate([*runs, *ends]))
    return "tokenizer.model", _SENTENCEPIECE + b"".join(pieces)


def _blank_lines(name: str, start: bytes = b"") -> Made:
    return name, start + b"\n" * _LARGEST


FILES: dict[str, Callable[[], Made]] = {
    # ---- steps
    "tokenizer.json: 6,000 Split steps of 40 words each": lambda: _splits(6_000),
    "tokenizer.json: 22,000 Split steps of 40 words each": lambda: _splits(22_000),
    "tokenizer.json: 6,000 Replace steps of 40 words each": lambda: _replaces(6_000),
    "tokenizer.json: 16 Split steps of 2,000 characters": _heavy_patterns,
    "tokenizer.json: 1,000,000 normalizers of no type": lambda: _steps(
        "normalizer", "normalizers", _listed(b"{}", 1_000_000)
    ),
    "tokenizer.json: 1,000,000 pre-tokenizers of no type": lambda: _steps(
        "pre_tokenizer", "pretokenizers", _listed(b"{}", 1_000_000)
    ),
    "tokenizer.json: 1,000,000 decoders of no type": lambda: _steps("decoder", "decoders", _listed(b"{}", 1_000_000)),
    "tokenizer.json: 900,000 empty sequences": lambda: _steps(
        "normalizer", "normalizers", _listed(b'{"type":"Sequence","normalizers":[]}', 900_000)
    ),
    "tokenizer.json: sequences of sequences, of 900,000 decoders": lambda: _steps(
        "decoder", "decoders", _listed(b'{"type":"Sequence","decoders":[0]}', 900_000)
    ),
    "tokenizer.json: 20 tables of characters of 2 MB": lambda: _charsmaps(20),
    "tokenizer.json: 16 tables of characters of 2 MB": lambda: _charsmaps(16),
    "tokenizer.json: a post-processor of 1,900,000 lists": lambda: _tokenizer(
        {"post_processor": _listed(b"[]", 1_900_000)}, normalizer={"type": "NFC"}
    ),
    "tokenizer.json: a post-processor of 39 MB of text": lambda: _tokenizer(
        post_processor="🙂" * (_LARGEST // 4), normalizer={"type": "NFC"}
    ),
    # ---- added tokens
    "tokenizer.json: 990,000 added tokens": lambda: _added(990_000),
    "tokenizer.json: 990,000 empty added tokens": lambda: _tokenizer(
        {"added_tokens": _listed(b'{"id":0,"content":""}', 990_000)}
    ),
    "tokenizer.json: 20,000 added tokens through 16 steps": lambda: _normalized_added(
        20_000, str, [{"type": "NFKC"}, {"type": "StripAccents"}] * 8
    ),
    "tokenizer.json: 20,000 added tokens through 16 steps, accents too": lambda: _normalized_added(
        20_000, lambda one: f"{one}ộ", [{"type": "NFKD"}, {"type": "NFC"}] * 8
    ),
    "tokenizer.json: 19,000 added tokens of 1,000 characters that are dropped": lambda: _normalized_added(
        19_000, lambda one: " " * 990 + one, [{"type": "Strip", "strip_left": True, "strip_right": False}]
    ),
    # ---- JSON
    "tokenizer.json: 1,900,000 lists within each other": lambda: _tokenizer({"x": b"[" * 1_900_000 + b"]" * 1_900_000}),
    "tokenizer.json: 1,900,000 objects of one key": lambda: _tokenizer({"x": _listed(b'{"a":0}', 1_900_000)}),
    "tokenizer.json: an object of 1,900,000 keys": lambda: _tokenizer(
        {"x": b"{" + b",".join(b'"%s":0' % one.encode() for one in _strings(1_900_000)) + b"}"}
    ),
    "tokenizer.json: one key 1,900,000 times": lambda: _tokenizer(
        {"x": b"{" + b",".join([b'"a":0'] * 1_900_000) + b"}"}
    ),
    "tokenizer.json: a key of 39 MB": lambda: _tokenizer({"a" * _LARGEST: b"0"}),
    "tokenizer.json: 39 MB of escapes": lambda: _tokenizer({"x": b'"' + b"\\u00e9" * (_LARGEST // 6) + b'"'}),
    "tokenizer.json: a number of 39 MB": lambda: _tokenizer({"x": b"7" * _LARGEST}),
    "tokenizer.json: a fraction of 39 MB": lambda: _tokenizer({"x": b"0." + b"7" * _LARGEST}),
    "tokenizer.json: 9,000 numbers of 4,300 digits": lambda: _tokenizer({"x": _listed(b"7" * 4_300, 9_000)}),
    "tokenizer.json: 48,000 fractions of 800 digits": lambda: _tokenizer(
        {"x": _listed(b"1." + b"7" * 800 + b"e-300", 48_000)}
    ),
    "tokenizer.json: 1,900,000 numbers": lambda: _tokenizer({"x": _listed(b"123456789", 1_900_000)}),
    "tokenizer.json: 39 MB of blanks": lambda: ("tokenizer.json", b"{" + b" " * _LARGEST + b"}"),
    # ---- vocabulary and merges
    "tokenizer.json: 1,900,000 tokens": lambda: _vocabulary(1_900_000, byte_level=False),
    "tokenizer.json: 1,900,000 tokens, byte-level": lambda: _vocabulary(1_900_000, byte_level=True),
    "tokenizer.json: 950,000 tokens": lambda: _vocabulary(950_000, byte_level=False, byte_fallback=True),
    "tokenizer.json: 500,000 merges as lists": lambda: _merges(500_000, as_lists=True),
    "tokenizer.json: 500,000 merges as strings": lambda: _merges(500_000, as_lists=False),
    "tokenizer.json: one merge 1,900,000 times": lambda: _merges(1_900_000, as_lists=False, differ=False),
    "tokenizer.json: one merge 630,000 times, as a list": lambda: _merges(630_000, as_lists=True, differ=False),
    # ---- tekken.json
    "tekken.json: 660,000 tokens": lambda: _tekken_of_short_tokens(660_000),
    "tekken.json: a token of 39 MB": lambda: _tekken(
        b'[{"rank":0,"token_bytes":"' + b"AAAA" * (_LARGEST // 4) + b'"}]', size=1
    ),
    "tekken.json: 660,000 special tokens": lambda: _tekken(
        b"[]", size=0, special=_json([{"rank": rank, "token_str": one} for rank, one in enumerate(_strings(660_000))])
    ),
    # ---- .tiktoken
    ".tiktoken: 39 MB of line ends": lambda: _blank_lines("ranks.tiktoken", b"AA== 0\n"),
    ".tiktoken: 19 MB of blank lines": lambda: ("ranks.tiktoken", b"AA== 0\n" + b" \n" * (_LARGEST // 2)),
    ".tiktoken: a line of 39 MB": lambda: ("ranks.tiktoken", b"AA== 0\n" + b"AAAA" * (_LARGEST // 4) + b" 1\n"),
    ".tiktoken: a line of 19,000,000 words": lambda: ("ranks.tiktoken", b"AA== 0\n" + b"A " * (_LARGEST // 2) + b"\n"),
    ".tiktoken: a character of four bytes among 39 MB": lambda: (
        "ranks.tiktoken", b"AA== 0\n" + "🙂".encode() + b"a" * _LARGEST
    ),
    ".tiktoken: 1,600,000 tokens": lambda: _ranks(one.encode() for one in _strings(1_600_000)),
    ".tiktoken: tokens that double": lambda: _ranks(
        [
            *(bytes([byte]) for byte in range(256)),
            *(letter.encode() * 2**power for power in range(1, 16) for letter in _LETTERS[:53]),
        ]
    ),
    # ---- .bpe.json
    ".bpe.json: 1,900,000 special tokens in the recipe": lambda: _own(special_tokens=list(_strings(1_900_000))),
    ".bpe.json: a name of 39 MB": lambda: _own({"name": b'"' + b"a" * _LARGEST + b'"'}),
    ".bpe.json: a title of 39 MB": lambda: _own(title="a" * _LARGEST),
    ".bpe.json: a recipe of 1,900,000 keys": lambda: _own(**dict.fromkeys(_strings(1_900_000, least=2), 0)),
    ".bpe.json: one merge 600,000 times": lambda: _own(
        {"merges": _listed(b"[97,98,256]", 600_000)}, same_string_same_token=True
    ),
    ".bpe.json: merges of tokens that only later ones make": lambda: _own(
        {
            "merges": _json(
                [
                    [left, right, 256 + number]
                    for number, (left, right) in enumerate(islice(product(range(256, 1_300), range(256)), 200_000))
                    if left < 256 + number
                ]
            )
        }
    ),
    ".bpe.json: 660,000 base units": lambda: _own(
        {"base": _json([[unit, unit] for unit in range(660_000) if not 0xD800 <= unit <= 0xDFFF])},
        alphabet="characters",
    ),
    # ---- minbpe's .model
    "minbpe: 39 MB of line ends": lambda: _blank_lines("a.model", b"minbpe v1\n\n0\n"),
    "minbpe: 3,600,000 special tokens": lambda: _minbpe(
        (f"{one} 7" for one in _strings(3_600_000)), special=3_600_000
    ),
    "minbpe: 1,100,000 tiny merges": _minbpe_of_tiny_merges,
    "minbpe: a pattern of 39 MB": lambda: ("a.model", b"minbpe v1\n" + b"(a|" * (_LARGEST // 3)),
    # ---- SentencePiece's .model
    "SentencePiece: 7.8 MB of unknown fields": lambda: (
        "tokenizer.model", _SENTENCEPIECE + b"\x30\x00" * 3_900_000
    ),
    "SentencePiece: a part of 7.8 MB of unknown fields": lambda: (
        "tokenizer.model", _SENTENCEPIECE + _field(2, b"\x30\x00" * 3_900_000)
    ),
    "SentencePiece: a part of 1,900,000 fields that differ": lambda: (
        "tokenizer.model", _SENTENCEPIECE + _field(2, b"".join(_field(number, 0) for number in range(50, 1_900_000)))
    ),
    "SentencePiece: a piece of 7.8 MB of unknown fields": lambda: (
        "tokenizer.model", _SENTENCEPIECE + _field(1, b"\x30\x00" * 3_900_000)
    ),
    "SentencePiece: 3,900,000 empty parts": lambda: (
        "tokenizer.model", _SENTENCEPIECE + _field(5, b"") * 3_900_000
    ),
    "SentencePiece: 390,000 pieces": lambda: _pieces(390_000),
    "SentencePiece: 390,000 pieces that are always found": lambda: _pieces(390_000, kind=4),
    "SentencePiece: 7,600 pieces of 253 characters": _long_pieces,
    # ---- two formats in one
    "a zip of nothing called a model": lambda: ("tokenizer.model", b"PK\x03\x04" + bytes(7_900_000)),
}  # fmt: skip
"""Description of each file -> its name and its content."""


def _two_files(entries: Iterable[tuple[str, int]], merges: bytes) -> dict[str, bytes]:
    return {"encoder.json": _json(dict(entries)), "vocab.bpe": b"#version: 0.2\n" + merges}


PAIRS: dict[str, Callable[[], dict[str, bytes]]] = {
    "encoder.json and vocab.bpe: 39 MB of line ends": lambda: _two_files(_BYTES.items(), b"\n" * _LARGEST),
    "encoder.json and vocab.bpe: one merge 9,000,000 times": lambda: _two_files(
        [*_BYTES.items(), ("ab", 256)], b"a b\n" * 9_000_000
    ),
    "encoder.json and vocab.bpe: 1,900,000 tokens in brackets": lambda: _two_files(
        [*_BYTES.items(), *((f"<{one}>", 256 + number) for number, one in enumerate(_strings(1_900_000)))],
        b"",
    ),
    "encoder.json and vocab.bpe: a line of 39 MB": lambda: _two_files(
        _BYTES.items(), b"a" * (_LARGEST // 2) + b" " + b"b" * (_LARGEST // 2)
    ),
}
"""The same for GPT-2's two files: description of each pair -> contents by name."""
