r"""Reads SentencePiece's `.model` if it is BPE, and otherwise rejects it with the name of its model type.

The file is a protocol buffer: fields, each a tag (number and kind) and a value.

    0A 0E  0A 05 <unk> ...     field 1, 14 bytes: a piece
    12 ..  .. 18 02 ..         field 2: how it was trained; its field 3 is the type, 2 for BPE

`bpe_core.tokenizer.sentencepiece` explains what BPE means there. Source: google/sentencepiece, version 0.2,
`sentencepiece_model.proto`, `normalizer.cc`.
"""

import base64
import math
import struct
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count
from typing import NamedTuple

import regex

from bpe_core.alphabets import BaseVocabulary
from bpe_core.formats.checks import MAX_ADDED_LENGTHS, MAX_FILE, FormatError, cannot_open, check_size, wrong
from bpe_core.formats.format import ReadFormat, Sure
from bpe_core.formats.huggingface_file import OTHER_MODELS, token_bytes
from bpe_core.pipeline.added_tokens import AddedToken, CutOut
from bpe_core.pipeline.aligned_text import Normalizer
from bpe_core.pipeline.charsmap import CharsMap, LongestMatches
from bpe_core.pipeline.normalizers import Prepend, Replace
from bpe_core.pipeline.steps import Pipeline
from bpe_core.recipes import Recipe
from bpe_core.tokenizer import Tokenizer
from bpe_core.tokenizer.sentencepiece import PieceRules, TextOfPieces
from bpe_core.types import BpeError

MAX_MODEL = 8_000_000
"""The largest `.model`, in bytes; the limit is small since a field can be very short. Gemma's has 4.2 million."""

MAX_FIELDS = 1_300_000
"""The maximum number of fields in a `.model`, including the fields of its pieces; 400,000 pieces need fewer."""

_NAME = regex.compile(r"\.model(\.v[0-9]\w*)?$")  # Mistral's are named tokenizer.model.v3 or v7m1
_LONGEST_PIECE = 256
_MOST_PIECES = 400_000
_MOST_CHARACTERS = 2_000_000
_PARTS = (2, 3, 5)  # training settings; normalization; denormalization
_LAST_FIELD = 44  # the highest field number that is read, in any part
_VARINT, _BYTES = 0, 2  # the wire types of variable length
_SIZES = {1: 8, 5: 4}
_BPE = 2
_FLOAT = struct.Struct("<f")
_NORMAL, _UNKNOWN, _CONTROL, _USER_DEFINED, _BYTE = _TYPES = 1, 2, 3, 4, 6
_KINDS = {
    1: OTHER_MODELS["Unigram"],
    _BPE: "BPE over characters",
    3: OTHER_MODELS["WordLevel"],
    4: "single characters, which merges nothing",
}


def read_sentencepiece(
    data: bytes, *, name: str = "tokenizer.model", max_bytes: int = MAX_FILE, own_patterns: bool = True
) -> Tokenizer:
    """Read a BPE model; raises `FormatError` for another model type, and if the file is invalid.

    The model's control tokens become special tokens. The model may normalize text with a table, by default
    `nmt_nfkc`. `own_patterns` has no effect.
    """
    del own_patterns
    check_size(data, name, min(max_bytes, MAX_MODEL))
    counted = _counter_of_fields(name)
    pieces: list[_Entry] = []
    written: dict[int, bytes] = {}
    parts: dict[int, Mapping[int, int | bytes]] = {}
    try:
        for number, value in counted(data):
            if number == 1 and isinstance(value, bytes):
                if len(pieces) == _MOST_PIECES:
                    raise wrong(name, "", expected=f"{_MOST_PIECES:,} pieces at most", found="more")
                pieces.append(_Entry.of(counted(value)))
            elif number in _PARTS and isinstance(value, bytes):
                written[number] = value
        # If a part occurs several times, the last one counts.
        parts = {number: dict(counted(value)) for number, value in written.items()}
    except FormatError:
        raise
    except ValueError:
        parts = {}
    # A file without a model type is Unigram.
    kind = parts[2].get(3, 1) if 2 in parts else None
    found = _KINDS.get(kind) if isinstance(kind, int) else None
    if found is None:
        raise wrong(name, "", expected="a tokenizer file", found="bytes in an unknown format")
    if kind != _BPE:
        expected = "one of type BPE, or the tokenizer.json of the same model"
        raise wrong(name, "", expected=expected, found=f"a SentencePiece model, {found}")
    problems = [*_problems(parts), *_problems_of_pieces(pieces, parts)]
    if problems:
        raise cannot_open(name, problems)
    return _made(pieces, parts, name)


def _counter_of_fields(file: str) -> Callable[[bytes], Iterator[tuple[int, int | bytes]]]:
    """Return a function that yields the known fields of a part, and limits their total over all calls."""
    numbers = count(1)

    def counted(part: bytes) -> Iterator[tuple[int, int | bytes]]:
        for field, number in zip(fields(part), numbers, strict=False):
            if number > MAX_FIELDS:
                raise wrong(file, "", expected=f"{MAX_FIELDS:,} fields at most", found="more")
            if field[0] <= _LAST_FIELD:
                yield field

    return counted


class _Entry(NamedTuple):
    """A piece as in the file; its types are those of `_TYPES`."""

    text: str
    score: float
    kind: int

    @classmethod
    def of(cls, found_fields: Iterable[tuple[int, int | bytes]]) -> "_Entry":
        """Read a piece from its fields; raises `ValueError` if they are invalid."""
        found = dict(found_fields)
        text, score, kind = found.get(1, b""), found.get(2, bytes(4)), found.get(3, _NORMAL)
        if not isinstance(text, bytes) or not isinstance(score, bytes) or len(score) != 4:
            raise ValueError("no piece")
        if not isinstance(kind, int):
            raise ValueError("no piece")
        return cls(text.decode("utf-8"), _FLOAT.unpack(score)[0], kind)


def _problems(parts: Mapping[int, Mapping[int, int | bytes]]) -> Iterator[str]:
    """Yield the unsupported parts of the training settings and the normalization."""
    trained, normalizer, denormalizer = (parts.get(number, {}) for number in _PARTS)
    if trained.get(24):
        yield "it marks the space after a word instead of before it (treat_whitespace_as_suffix)"
    try:
        _table(normalizer)
    except BpeError as error:
        yield str(error).rstrip(".")
    if denormalizer.get(2):
        yield "it changes decoded text with a table"
    if not normalizer.get(5, 1):
        yield "it does not mark spaces (escape_whitespaces)"


def _problems_of_pieces(
    pieces: Sequence[_Entry], parts: Mapping[int, Mapping[int, int | bytes]]
) -> Iterator[str]:
    """Yield the problems with the pieces."""
    texts = [piece.text for piece in pieces]
    if len(set(texts)) < len(texts) or "" in texts:
        yield "a piece is empty or occurs twice"
    if any(piece.kind not in _TYPES for piece in pieces):
        yield "it has pieces marked as unused, or of an unknown type"
    if sum(piece.kind == _UNKNOWN for piece in pieces) != 1:
        yield "it does not have exactly one piece for unknown characters"
    if any(math.isnan(piece.score) for piece in pieces):
        yield "a score is not a number"
    if max(map(len, texts), default=0) > _LONGEST_PIECE:
        yield f"a piece has more than {_LONGEST_PIECE:,} characters"
    if sum(map(len, texts)) > _MOST_CHARACTERS:
        yield f"its pieces have more than {_MOST_CHARACTERS:,} characters together"
    starts = Counter(
        start
        for start, _ in {(piece.text[:1], len(piece.text)) for piece in pieces if piece.kind == _USER_DEFINED}
    )
    if max(starts.values(), default=0) > MAX_ADDED_LENGTHS:
        yield f"its user-defined pieces with the same first character have more than {MAX_ADDED_LENGTHS} different lengths"
    bytes_there = {piece.text for piece in pieces if piece.kind == _BYTE}
    if bytes_there and bytes_there != {f"<0x{byte:02X}>" for byte in range(256)}:
        yield "it does not have exactly one piece for each of the 256 bytes"
    if parts[2].get(35) and not bytes_there:
        yield "it falls back to bytes but has no pieces for them"


def _table(normalizer: Mapping[int, int | bytes]) -> CharsMap | None:
    table = normalizer.get(2)
    return CharsMap(base64.b64encode(table).decode("ascii")) if isinstance(table, bytes) and table else None


def _normalizers(found: Mapping[int, int | bytes], kept: Iterable[str]) -> Iterator[Normalizer]:
    """Yield the normalizers: they replace characters, remove spaces, prepend a space, and write spaces as ▁."""
    table, drops = _table(found), found.get(4, 1)
    prefix = "▁" if found.get(3, 1) else ""
    if table and not drops:
        # A text of which the table leaves nothing has the prefix too. With `drops`, it would be removed again.
        yield LongestMatches(table, tuple(kept), prefix)
        prefix = ""
    elif table:
        yield LongestMatches(table, tuple(kept))
    if drops:
        yield Replace(r"\A +", "", is_regex=True)
        yield Replace(" {2,}", " ", is_regex=True)
    if prefix:
        yield Prepend(prefix)
    yield Replace(" ", "▁")
    if drops:
        # The end of a text is stripped last, so a ▁ in the original text is removed too. Without the
        # lookbehind, a run within the text would be scanned again from each of its characters.
        yield Replace(r"(?<!▁)▁+\z", "", is_regex=True)


def _made(pieces: Sequence[_Entry], parts: Mapping[int, Mapping[int, int | bytes]], name: str) -> Tokenizer:
    normalizer = parts.get(3, {})
    surface = parts[2].get(44)
    by_kind: dict[int, dict[str, int]] = {kind: {} for kind in _TYPES}
    for token_id, piece in enumerate(pieces):
        by_kind[piece.kind][piece.text] = token_id
    joinable = [piece for piece in pieces if piece.kind == _NORMAL]
    place = {
        score: rank for rank, score in enumerate(sorted({piece.score for piece in joinable}, reverse=True))
    }
    order = {piece.text: place[piece.score] for piece in joinable}
    special = by_kind[_CONTROL]
    steps = Pipeline(
        normalizers=tuple(_normalizers(normalizer, by_kind[_USER_DEFINED])),
        pre_tokenizers=(CutOut(tuple(by_kind[_USER_DEFINED])),) if by_kind[_USER_DEFINED] else (),
        added_tokens=tuple(
            AddedToken(content=text, token_id=token_id, special=True) for text, token_id in special.items()
        ),
        units="characters",
        byte_fallback=bool(parts[2].get(35)),
        unknown=next(iter(by_kind[_UNKNOWN].values())),
        fuses_unknown=True,
        decoders=(
            TextOfPieces(
                control=frozenset(special),
                unknown=next(iter(by_kind[_UNKNOWN])),
                surface=surface.decode("utf-8", "replace") if isinstance(surface, bytes) else " ⁇ ",
                has_bytes=bool(by_kind[_BYTE]),
                drops_first=bool(normalizer.get(3, 1) or normalizer.get(4, 1)),
                drops_more=bool(normalizer.get(4, 1)),
            ),
        ),
    )
    listed = {token_id: token_bytes(piece.text, steps) for token_id, piece in enumerate(pieces)}
    # A ▁ in the name of a control token or of the unknown token is not a space.
    listed |= {token_id: text.encode("utf-8") for text, token_id in (special | by_kind[_UNKNOWN]).items()}
    base = BaseVocabulary("bytes", {}, special, {})
    strings = by_kind[_NORMAL] | by_kind[_USER_DEFINED] | by_kind[_BYTE]
    return Tokenizer(
        name=name,
        recipe=Recipe(name=name, title=name, alphabet="bytes", steps=steps, source="a SentencePiece model"),
        base=base,
        rules=PieceRules(
            merges=(),
            base=base,
            listed=listed,
            id_of_string=strings,
            order=order,
            whole=by_kind[_USER_DEFINED],
        ),
        special_tokens=special,
    )


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    r"""Yield (number, value) for each field of a protocol buffer; raises `ValueError` if it is invalid.

    >>> list(fields(b"\x08\x96\x01\x12\x02hi"))
    [(1, 150), (2, b'hi')]
    """
    place, end = 0, len(data)
    while place < end:
        # A number below 128 is one byte, and nearly all are.
        tag, place = (data[place], place + 1) if data[place] < 128 else _number(data, place)
        kind = tag & 7
        if kind in _SIZES:
            size = _SIZES[kind]
        elif kind in (_VARINT, _BYTES):
            short = place < end and data[place] < 128
            size, place = (data[place], place + 1) if short else _number(data, place)
            if kind == _VARINT:
                yield tag >> 3, size
                continue
        else:
            raise ValueError("not a protocol buffer")
        if place + size > end:
            raise ValueError("not a protocol buffer")
        yield tag >> 3, data[place : place + size]
        place += size


def _number(data: bytes, place: int) -> tuple[int, int]:
    number = 0
    for index, byte in enumerate(data[place : place + 10]):
        number |= (byte & 127) << 7 * index
        if byte < 128:
            return number, place + index + 1
    raise ValueError("not a protocol buffer")


def _matches(name: str, start: bytes) -> Sure:
    return Sure.BY_OWN_NAME if _NAME.search(name) and _begins_with_piece(start) else Sure.NOT


def _begins_with_piece(start: bytes) -> bool:
    # The tag of a piece, 0A, and its length; then the tag of the piece's text, 0A again, and the length of the
    # text, which is less. Three line ends do not begin a piece, since the next byte would be a larger number.
    try:
        size, at = _number(start, 1)
        return start[:1] == start[at : at + 1] == b"\n" and _number(start, at + 1)[0] < size
    except ValueError:
        return False


SENTENCEPIECE = ReadFormat(
    name="sentencepiece",
    files="SentencePiece's .model",
    suffixes=(".model",),
    matches=_matches,
    read=read_sentencepiece,
)
"""SentencePiece's format, which is read if its model is BPE, and never written."""
