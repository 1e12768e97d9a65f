r"""minbpe's `.model`, and the human-readable `.vocab` next to it.

    minbpe v1
    's|'t| ?\p{L}+|\s+           the split pattern; an empty line if the text is not split
    1                          the number of special tokens
    <|endoftext|> 258          each with its id
    108 111                    merge 0 makes id 256
    256 119                    merge 1 makes id 257

The first 256 ids are the bytes, by value. The ids of merges are not in the file; they count up from 256, so
ids cannot have gaps. Source: karpathy/minbpe, `base.py`.
"""

import unicodedata
from collections.abc import Iterator

from bpe_core.formats.checks import (
    MAX_FILE,
    MAX_SPECIAL,
    cannot_hold,
    check_count,
    read_digits,
    read_lines,
    shown,
    wrong,
)
from bpe_core.formats.format import Format, Sure, by_start_or_name
from bpe_core.formats.split_patterns import read_pattern
from bpe_core.formats.vocabularies import Merges, all_merges, check_byte_level, check_length, check_special
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import Pair

_TITLE = "A minbpe file"
_FIRST_LINE = "minbpe v1"


def write_minbpe(tokenizer: Tokenizer) -> dict[str, bytes]:
    r"""Return the two files; only the `.model` is read back.

    Raises `FormatError` if the ids are not those that the format implies, or if the split pattern or a
    special token has white space that the format cannot represent.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low low", recipe="bytes", num_merges=2))
    >>> write_minbpe(tokenizer)["tokenizer.model"]
    b'minbpe v1\n\n0\n108 111\n256 119\n'
    """
    check_byte_level(tokenizer, _TITLE)
    merges = all_merges(tokenizer, _TITLE)
    for byte, id_ in tokenizer.base.id_of_unit.items():
        if byte != id_:
            reason = f"it numbers the bytes by their values, and byte 0x{byte:02X} has the id {id_}"
            raise cannot_hold(_TITLE, reason)
    for rank, (_, new_id) in enumerate(merges):
        if new_id != 256 + rank:
            raise cannot_hold(_TITLE, f"it gives merge {rank} the id {256 + rank}, not {new_id}")
    pattern = tokenizer.recipe.split_pattern or ""
    pattern = SPLIT_PATTERNS.get(pattern, pattern)
    if pattern != pattern.strip() or "\n" in pattern or "\r" in pattern:
        raise cannot_hold(_TITLE, "its split pattern begins or ends with white space, or has several lines")
    for token in tokenizer.special_tokens:
        if token.split() != [token]:
            raise cannot_hold(_TITLE, f"the special token {shown(token)} contains white space")
    lines = [_FIRST_LINE, pattern, str(len(tokenizer.special_tokens))]
    lines += [f"{token} {id_}" for token, id_ in tokenizer.special_tokens.items()]
    lines += [f"{left} {right}" for (left, right), _ in merges]
    return {
        "tokenizer.model": "".join(f"{line}\n" for line in lines).encode("utf-8"),
        "tokenizer.vocab": _vocab_to_read(tokenizer, merges).encode("utf-8"),
    }


def read_minbpe(
    data: bytes, *, name: str = "tokenizer.model", max_bytes: int = MAX_FILE, own_patterns: bool = True
) -> Tokenizer:
    r"""Read a `.model` file; raises `FormatError` if it is invalid.

    Unlike minbpe itself, this uses the split pattern of the file.

    >>> read_minbpe(b"minbpe v1\n\n0\n108 111\n256 119\n").encode("slow")
    [115, 257]
    """
    lines = read_lines(data, name, max_bytes)

    def next_line(expected: str) -> tuple[str, str]:
        where, line = next(lines, ("at its end", ""))
        if where == "at its end":
            raise wrong(name, where, expected=expected, found="nothing more")
        return where, line.strip()

    where, line = next_line(f"{_FIRST_LINE!r}")
    if line != _FIRST_LINE:
        raise wrong(name, where, expected=f"{_FIRST_LINE!r}", found=shown(line))
    where, line = next_line("a split pattern, or an empty line")
    split_pattern = read_pattern(line, name, where, own_patterns=own_patterns) if line else None
    where, line = next_line("the number of special tokens")
    if not (line.isascii() and line.isdigit() and len(line) <= 10):
        raise wrong(name, where, expected="the number of special tokens", found=shown(line))
    check_count(int(line), MAX_SPECIAL, "special tokens", name, where)
    special: list[tuple[str, str, int]] = []
    for _ in range(int(line)):
        where, line = next_line("a special token and its id")
        words = line.split(None, 2)
        if len(words) != 2:
            raise wrong(name, where, expected="a special token and its id", found=shown(line))
        special.append((where, words[0], read_digits(words[1], name, where)))
    merges = _read_merges(lines, name)
    return Tokenizer.from_merges(
        merges,
        id_of_byte={byte: byte for byte in range(256)},
        split_pattern=split_pattern,
        special_tokens=check_special(special, range(256 + len(merges)), name),
        name=name,
    )


def _read_merges(lines: Iterator[tuple[str, str]], file: str) -> Merges:
    merges: dict[Pair, int] = {}
    lengths = [1] * 256
    total = 0
    for where, line in lines:
        new_id = len(lengths)
        words = line.split(None, 2)
        if len(words) != 2:
            raise wrong(file, where, expected="a merge, which is two ids", found=shown(line))
        left, right = (read_digits(word, file, where) for word in words)
        if max(left, right) >= new_id:
            expected = f"ids below {new_id}, which this merge makes"
            raise wrong(file, where, expected=expected, found=str(max(left, right)))
        if (left, right) in merges:
            raise wrong(file, where, expected="each merge once", found=f"{left} {right} again")
        merges[left, right] = new_id
        lengths.append(lengths[left] + lengths[right])
        total += lengths[-1]
        check_length(lengths[-1], total, file, where)
    return list(merges.items())


def _vocab_to_read(tokenizer: Tokenizer, merges: Merges) -> str:
    pair_of = {new_id: pair for pair, new_id in merges}
    lines = []
    for id_, token in sorted(tokenizer.vocab.items()):
        made_of = ""
        if id_ in pair_of:
            made_of = "".join(f"[{_readable(tokenizer.vocab[part])}]" for part in pair_of[id_]) + " -> "
        lines.append(f"{made_of}[{_readable(token)}] {id_}\n")
    return "".join(lines)


def _readable(token: bytes) -> str:
    # Control characters could break the line, and other characters of category C are invisible.
    return "".join(
        f"\\u{ord(character):04x}" if unicodedata.category(character)[0] == "C" else character
        for character in token.decode("utf-8", "replace")
    )


MINBPE = Format(
    name="minbpe",
    title="minbpe's .model",
    files="minbpe .model",
    suffixes=(".model",),
    mime="text/plain",
    note=(
        "For tokenizers whose first 256 ids are the bytes in order, such as those trained with this project. minbpe keeps "
        "the split pattern it was created with, whatever the file says. The .vocab next to it is for people to read."
    ),
    write=write_minbpe,
    matches=by_start_or_name(rb"minbpe", Sure.BY_FIRST_BYTES, ".model", Sure.BY_NAME),
    read=read_minbpe,
)
"""The format of minbpe."""
