r"""SentencePiece's `.model`: told by its first bytes and refused by name, with what kind of model it is.

The file is a protocol buffer: fields, each a tag (number and kind) and a value.

    0A 0E  0A 05 <unk> ...     field 1, 14 bytes: a piece
    12 ..  .. 18 02 ..         field 2: how it was trained; in it field 3 = 2, the kind: BPE

The tokenizers that these files belong to are published as `tokenizer.json` too, which is read. Source:
google/sentencepiece, `sentencepiece_model.proto`.
"""

from collections.abc import Iterator
from typing import NoReturn

from bpe_core.formats.checks import MAX_FILE, cannot_hold, check_size, wrong
from bpe_core.formats.format import Format, Sure, reads_one
from bpe_core.formats.huggingface_steps import OTHER_MODELS
from bpe_core.tokenizer import Tokenizer

_TITLE = "A SentencePiece model"
_KINDS = {
    1: OTHER_MODELS["Unigram"],
    2: "BPE over characters",
    3: OTHER_MODELS["WordLevel"],
    4: "single characters, which merges nothing",
}


def read_sentencepiece(
    data: bytes, *, name: str = "tokenizer.model", max_bytes: int = MAX_FILE, own_patterns: bool = True
) -> NoReturn:
    """Raise `FormatError`, which says what the file is; `own_patterns` is for the sake of the other readers."""
    del own_patterns
    check_size(data, name, max_bytes)
    kind = None
    try:
        trained = dict(fields(data)).get(2)
        if isinstance(trained, bytes):
            # Unigram is what a file means that does not say.
            kind = dict(fields(trained)).get(3, 1)
    except ValueError:
        pass
    found = _KINDS.get(kind) if isinstance(kind, int) else None
    if found is None:
        raise wrong(name, "", expected="a tokenizer file", found="bytes that are none that is known here")
    expected = "the tokenizer.json of the same model, which is read"
    raise wrong(name, "", expected=expected, found=f"a SentencePiece model, {found}")


def fields(data: bytes) -> Iterator[tuple[int, int | bytes]]:
    r"""Yield the fields of a protocol buffer, number and value; raises `ValueError` where it is none.

    >>> list(fields(b"\x08\x96\x01\x12\x02hi"))
    [(1, 150), (2, b'hi')]
    """
    place = 0
    while place < len(data):
        tag, place = _number(data, place)
        if tag & 7 == 0:
            value, place = _number(data, place)
            yield tag >> 3, value
            continue
        size = {1: 8, 5: 4}.get(tag & 7)
        if tag & 7 == 2:
            size, place = _number(data, place)
        if size is None or place + size > len(data):
            raise ValueError("no protocol buffer")
        yield tag >> 3, data[place : place + size]
        place += size


def _number(data: bytes, place: int) -> tuple[int, int]:
    number = 0
    for index, byte in enumerate(data[place : place + 10]):
        number |= (byte & 127) << 7 * index
        if byte < 128:
            return number, place + index + 1
    raise ValueError("no protocol buffer")


def _write(_: Tokenizer) -> dict[str, bytes]:
    raise cannot_hold(_TITLE, "it is a format that is not written here")


def _matches(name: str, start: bytes) -> Sure:
    # The line feed that is the first tag is gone with what is blank: a length, and the tag of the first piece.
    return Sure.BY_OWN_NAME if name.endswith(".model") and start[1:2] == b"\n" else Sure.NOT


SENTENCEPIECE = Format(
    name="sentencepiece",
    title="SentencePiece's .model",
    files="SentencePiece's .model",
    suffixes=(".model",),
    mime="application/octet-stream",
    keeps_special=True,
    keeps_pattern=True,
    note="",
    write=_write,
    matches=_matches,
    read=reads_one(read_sentencepiece),
)
"""The format of SentencePiece, which is told and refused."""
