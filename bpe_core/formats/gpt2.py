r"""GPT-2's `encoder.json` and `vocab.bpe`, which Hugging Face calls `vocab.json` and `merges.txt`.

    encoder.json   {"!": 0, ..., "\u0120t": 256, ..., "<|endoftext|>": 50256}
    vocab.bpe      #version: 0.2
                   Ġ t
                   h e

Bytes are written as GPT-2's glyphs, so that every token is a printable string without white space; a special
token is written as text. The files do not contain the split pattern, and do not say which tokens are special:
GPT-2 and Qwen both use this format, but split differently. Ids may have gaps.
Source: `encoder.py` of the GPT-2 release (2019).
"""

import json
from collections.abc import Collection, Iterator, Mapping

from bpe_core.alphabets import BYTE_OF_GLYPH, from_glyphs
from bpe_core.formats.checks import MAX_FILE, Part, cannot_hold, read_json, read_lines, shown, wrong
from bpe_core.formats.format import Format, Sure, by_start_or_name
from bpe_core.formats.huggingface import read_huggingface, tokenizer_json
from bpe_core.formats.split_patterns import NOT_GIVEN, NotGiven, pattern_beside
from bpe_core.formats.vocabularies import (
    check_special,
    glyph_vocab_and_merges,
    read_glyph_merges,
    read_glyph_vocab,
)
from bpe_core.tokenizer import Tokenizer

_TITLE = "A pair of encoder.json and vocab.bpe"


def write_gpt2(tokenizer: Tokenizer) -> dict[str, bytes]:
    r"""Return the two files; the split pattern is not in them.

    Raises `FormatError` if two tokens are written the same way, or a special token would be decoded as bytes
    or could not be read.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low low", recipe="gpt2", num_merges=2))
    >>> write_gpt2(tokenizer)["vocab.bpe"]
    b'#version: 0.2\nl o\nlo w\n'
    """
    vocab, merges = glyph_vocab_and_merges(tokenizer, _TITLE)
    for token in tokenizer.special_tokens:
        if not _in_brackets(token) and not BYTE_OF_GLYPH.keys() >= set(token):
            reason = (
                f"the special token {shown(token)} is neither in angle or square brackets nor in byte glyphs"
            )
            raise cannot_hold(_TITLE, reason)
    lines = ["#version: 0.2", *(f"{left} {right}" for left, right in merges)]
    return {
        "encoder.json": json.dumps(vocab).encode("ascii"),
        "vocab.bpe": "".join(f"{line}\n" for line in lines).encode("utf-8"),
    }


def read_gpt2(
    encoder: bytes,
    merges: bytes,
    *,
    names: tuple[str, str] = ("encoder.json", "vocab.bpe"),
    max_bytes: int = MAX_FILE,
    split_pattern: str | NotGiven | None = NOT_GIVEN,
    special_tokens: Collection[str] | None = None,
) -> Tokenizer:
    """Read the two files; raises `FormatError` if one of them is invalid or they do not belong together.

    `special_tokens` lists the special tokens, or maps them to their ids, which must match the file. By
    default they are the tokens in angle or square brackets that no merge makes, such as `<|endoftext|>` and
    `[PAD]`. `split_pattern` may be omitted if the vocabulary is a published one, such as GPT-2's; otherwise
    omitting it raises `NeedsPatternError`. Any other entry that no merge makes, as in RoBERTa and Whisper,
    never results from encoding, but its id can be decoded; such a tokenizer has a pipeline. So has one that
    lacks some bytes, as after training on a small corpus: encoding drops these bytes, as Hugging Face does.
    """
    encoder_name, merges_name = names
    entries = read_json(encoder, encoder_name, max_bytes).object()
    lines = [*_merge_lines(merges, merges_name, max_bytes)]
    made = {left + right for _, left, right in lines}
    if special_tokens is None:
        special = {token for token in entries if _in_brackets(token)} - made
    else:
        special = {Part(token, encoder_name, "special tokens").string() for token in special_tokens}
    if made_too := min(special & made, default=""):
        expected = f"a special token, or a merge that makes {shown(made_too)}"
        raise wrong(encoder_name, f"key {shown(made_too)}", expected=expected, found="both")
    vocab = read_glyph_vocab(
        {key: value for key, value in entries.items() if key and key not in special},
        encoder_name,
        all_bytes=False,
    )
    empty = {key: Part(entries[key], encoder_name, "key ''").id() for key in ("",) if key in entries}

    def special_entries() -> Iterator[tuple[str, str, int]]:
        for token in sorted(special):
            where = f"key {shown(token)}"
            if token not in entries:
                raise wrong(encoder_name, where, expected="the id of a special token", found="no such key")
            found = Part(entries[token], encoder_name, where)
            if isinstance(special_tokens, Mapping):
                given = Part(special_tokens[token], encoder_name, f"special tokens, {where}").id()
                if given != found.id():
                    raise found.wrong(f"the id that was given, {given}")
            yield where, found._replace(value=token).string(), found.id()

    checked = [*read_glyph_merges(vocab, lines, merges_name, encoder_name)]
    ordinary = vocab | empty
    if len(set(ordinary.values())) < len(ordinary):
        raise wrong(
            encoder_name, "key ''", expected="an unused id", found=f"{empty['']}, which another token has"
        )
    special_ids = check_special(special_entries(), ordinary.values(), encoder_name)
    # The options are checked last, so that an invalid file is reported first.
    ranks = {from_glyphs(token): id_ for token, id_ in vocab.items()}
    split_pattern, _ = pattern_beside(split_pattern, ranks, encoder_name)
    if ordinary.keys() - made != BYTE_OF_GLYPH.keys() - made:
        content = tokenizer_json(
            ordinary | special_ids, [line[1:] for line in lines], special_ids, split_pattern
        )
        return read_huggingface(content, name=encoder_name)
    return Tokenizer.from_merges(
        checked,
        id_of_byte={byte: vocab[glyph] for glyph, byte in BYTE_OF_GLYPH.items()},
        split_pattern=split_pattern,
        special_tokens=special_ids,
        name=encoder_name,
    )


def _merge_lines(data: bytes, file: str, max_bytes: int) -> Iterator[tuple[str, str, str]]:
    for where, line in read_lines(data, file, max_bytes):
        if not line or (where == "line 1" and line.startswith("#version")):
            continue
        words = line.split(" ", 2)
        if len(words) != 2 or not all(words):
            raise wrong(file, where, expected="a merge, which is two tokens", found=shown(line))
        yield where, words[0], words[1]


def _in_brackets(token: str) -> bool:
    return len(token) > 2 and (token[0], token[-1]) in (("<", ">"), ("[", "]"))


GPT2 = Format(
    name="gpt2",
    title="GPT-2's encoder.json and vocab.bpe",
    files="GPT-2's encoder.json with vocab.bpe",
    suffixes=(".json", ".bpe"),
    keeps_pattern=False,
    keeps_special=_in_brackets,
    note=(
        "For byte-level recipes. Two files; Hugging Face calls them vocab.json and merges.txt. The "
        "split pattern is left out. Special tokens are in the vocabulary but not marked: when the file "
        "is read, tokens in angle or square brackets are taken as special."
    ),
    write=write_gpt2,
    matches=by_start_or_name(rb"#version", Sure.BY_FIRST_BYTES, ".bpe", Sure.BY_OWN_NAME),
    read=read_gpt2,
)
"""The format of the GPT-2 release."""
