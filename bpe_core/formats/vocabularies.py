"""What readers and writers of formats share: checks of vocabularies, merges and special tokens."""

from collections.abc import Collection, Iterable, Mapping
from typing import TypeAlias

from bpe_core.alphabets import BYTE_GLYPHS, BYTE_OF_GLYPH, to_glyphs
from bpe_core.formats.checks import (
    MAX_ADDED_LENGTHS,
    MAX_ADDED_TEXT,
    MAX_ID,
    MAX_SPECIAL,
    MAX_TOKEN,
    MAX_TOKENS,
    MAX_VOCAB,
    Part,
    cannot_hold,
    check_count,
    shown,
    shown_token,
    wrong,
)
from bpe_core.tokenizer import RankTable, Tokenizer
from bpe_core.types import Pair

Merges: TypeAlias = list[tuple[Pair, int]]


def read_glyph_vocab(
    vocab: Mapping[str, object], file: str, where: str = "", *, all_bytes: bool = True
) -> dict[str, int]:
    """Return a vocabulary, token in byte glyphs -> id, with no duplicate id, and no token too long.

    With `all_bytes`, it must have all 256 bytes. `where` is the key of the vocabulary in the file, or empty if
    the file contains nothing else.
    """
    check_count(len(vocab), MAX_TOKENS, "tokens", file, where and f"key {where}")
    checked: dict[str, int] = {}
    token_of_id: dict[int, str] = {}
    total = 0
    for token, value in vocab.items():
        total += len(token)
        if (
            isinstance(value, int)
            and not isinstance(value, bool)
            and 0 <= value <= MAX_ID
            and value not in token_of_id
            and 0 < len(token) <= MAX_TOKEN
            and total <= MAX_VOCAB
            and BYTE_OF_GLYPH.keys() >= set(token)
        ):
            checked[token] = value
            token_of_id[value] = token
            continue
        # The location of an entry is only computed for an error, as there are hundreds of thousands of
        # entries.
        place = f"{where and where + ', '}key {shown(token)}"
        id_ = Part(value, file, place).id()
        if id_ in token_of_id:
            other = f"{id_}, the id of {shown(token_of_id[id_])}"
            raise wrong(file, place, expected="an unused id", found=other)
        if not token:
            raise wrong(file, place, expected="a token", found="an empty one")
        check_length(len(token), total, file, place)
        stranger = next(glyph for glyph in token if glyph not in BYTE_OF_GLYPH)
        expected = "a special token, or a token in GPT-2's glyphs of the 256 bytes"
        raise wrong(file, place, expected=expected, found=f"the character {shown(stranger)}")
    missing = next((glyph for glyph in BYTE_GLYPHS if glyph not in checked), None)
    if all_bytes and missing is not None:
        found = f"none for byte 0x{BYTE_OF_GLYPH[missing]:02X} ({missing})"
        raise wrong(file, where, expected="a token for each of the 256 bytes", found=found)
    return checked


def read_glyph_merges(
    vocab: Mapping[str, int], merges: Iterable[tuple[str, str, str]], file: str, vocab_file: str
) -> Merges:
    """Return merges as ids; each must merge two earlier tokens into a token of the vocabulary.

    `merges` yields (place in the file, left token, right token), in byte glyphs.
    """
    made = {token for token in vocab if len(token) == 1}
    checked: dict[Pair, int] = {}
    for where, left, right in merges:
        for part in (left, right):
            if part not in made:
                is_known = "one that only a later merge makes" if part in vocab else "no such token"
                expected = f"{shown(part)} to be a byte or made by an earlier merge"
                raise wrong(file, where, expected=expected, found=is_known)
        joined = left + right
        if joined not in vocab:
            expected = f"a merge that makes a token of {vocab_file}"
            raise wrong(file, where, expected=expected, found=f"{shown(joined)}, which is not one")
        pair = vocab[left], vocab[right]
        if pair in checked:
            raise wrong(file, where, expected="each merge once", found=f"{shown(f'{left} {right}')} again")
        checked[pair] = vocab[joined]
        made.add(joined)
    return list(checked.items())


def check_length(length: int, total: int, file: str, where: str) -> None:
    """Raise `FormatError` if a token has too many bytes, `length`, or all tokens together do, `total`."""
    if length > MAX_TOKEN:
        raise wrong(file, where, expected=f"a token of {MAX_TOKEN} bytes at most", found=f"one of {length}")
    if total > MAX_VOCAB:
        raise wrong(file, where, expected=f"{MAX_VOCAB} bytes at most in all tokens", found="more")


def check_bytes(tokens: Collection[bytes], file: str, where: str) -> None:
    """Raise `FormatError` if a single byte is not among the tokens."""
    if (missing := next((byte for byte in range(256) if bytes([byte]) not in tokens), None)) is not None:
        raise wrong(
            file, where, expected="a token for each of the 256 bytes", found=f"none for 0x{missing:02X}"
        )


class AddedLengths:
    """Checks the strings that a text is searched for, and rejects those that would make the search slow."""

    def __init__(self) -> None:
        self._of_first: dict[str, set[int]] = {}

    def check(self, string: str, file: str, where: str) -> None:
        """Raise `FormatError` for a string that is too long, or if too many lengths share its first character."""
        check_count(len(string), MAX_ADDED_TEXT, "characters", file, where)
        lengths = self._of_first.setdefault(string[0], set())
        lengths.add(len(string))
        if len(lengths) > MAX_ADDED_LENGTHS:
            expected = f"{MAX_ADDED_LENGTHS} lengths or fewer for strings that begin with {shown(string[0])}"
            raise wrong(file, where, expected=expected, found="more")


def check_special(
    found: Iterable[tuple[str, str, int]], ordinary_ids: Iterable[int], file: str
) -> dict[str, int]:
    """Return special tokens, token -> id; rejects an empty token, a duplicate, and an id already in use.

    `found` yields (place in the file, token, id); `ordinary_ids` are the ids of all other tokens.
    """
    taken = set(ordinary_ids)
    lengths = AddedLengths()
    special: dict[str, int] = {}
    for where, token, id_ in found:
        if not token:
            raise wrong(file, where, expected="a special token", found="an empty one")
        if token in special:
            raise wrong(file, where, expected="each special token once", found=f"{shown(token)} again")
        if id_ in taken:
            expected = f"an unused id for the special token {shown(token)}"
            raise wrong(file, where, expected=expected, found=f"{id_}, which another token has")
        if len(special) == MAX_SPECIAL:
            raise wrong(file, where, expected=f"{MAX_SPECIAL} special tokens at most", found="more")
        lengths.check(token, file, where)
        special[token] = id_
        taken.add(id_)
    return special


def is_decoded_as_bytes(special: str) -> bool:
    """Return whether Hugging Face's decoder changes a special token, since its letters are all byte glyphs.

    >>> is_decoded_as_bytes("<début>"), is_decoded_as_bytes("<s>"), is_decoded_as_bytes("<｜début｜>")
    (True, False, False)
    """
    # é, for example, is the glyph of byte E9; an ASCII glyph is that of its own byte.
    return not special.isascii() and BYTE_OF_GLYPH.keys() >= set(special)


# ---- writing


def check_holds_special(token: str, vocab: Collection[str], title: str, *, in_glyphs: bool = True) -> None:
    """Reject a special token that Hugging Face would take for a token of the vocabulary, or decode to another text."""
    if token in vocab:
        raise cannot_hold(title, f"the special token {shown(token)} would be written as another token")
    if in_glyphs and is_decoded_as_bytes(token):
        reason = f"its decoder would read the special token {shown(token)} as byte glyphs, and change it"
        raise cannot_hold(title, reason)


def check_byte_level(tokenizer: Tokenizer, title: str, *, normalizes: bool = False) -> None:
    """Reject a tokenizer that does more than byte-level BPE by lowest rank in one stage.

    `normalizes` says whether the format has normalizers.
    """
    recipe = tokenizer.recipe
    if recipe.alphabet != "bytes" or recipe.encode_order != "lowest-rank":
        reason = (
            f"it needs all 256 bytes as base units, merged by lowest rank, unlike the recipe {recipe.title!r}"
        )
        raise cannot_hold(title, reason)
    if not tokenizer.steps.is_empty and not normalizes:
        changes = ", ".join(step.title for step in tokenizer.steps.normalizers)
        raise cannot_hold(
            title, f"the recipe {recipe.title!r} normalizes the text before splitting it: {changes}"
        )
    if recipe.second_stage:
        rules = (
            f"its first {recipe.second_stage.after} merges never cross chunk boundaries and later merges may"
        )
        raise cannot_hold(title, f"the format cannot express that {rules}")


def ordinary_vocab(tokenizer: Tokenizer, title: str) -> dict[bytes, int]:
    """Return bytes -> id without special tokens, in the order of the ids; rejects tokens with equal bytes."""
    special = set(tokenizer.special_tokens.values())
    vocab: dict[bytes, int] = {}
    for id_, token in sorted(tokenizer.vocab.items()):
        if id_ in special:
            continue
        if token in vocab:
            reason = (
                f"it names a token by its bytes, and the ids {vocab[token]} and {id_} both spell "
                f"{shown_token(token)}"
            )
            raise cannot_hold(title, reason)
        vocab[token] = id_
    return vocab


def all_merges(tokenizer: Tokenizer, title: str, *, in_any_order: bool = False) -> Merges:
    """Return the merges in the order of their ranks; for a rank table, they are recovered.

    With `in_any_order`, a merge may come before the merges that make its parts.
    """
    made = tokenizer.rules.made
    merges: Merges = []
    seen: set[Pair] = set()
    for id_, known in zip(made.ids.tolist(), map(tuple, made.pairs.tolist()), strict=True):
        pair = known
        if pair[0] < 0 and in_any_order and isinstance(tokenizer.rules, RankTable):
            pair = tokenizer.rules.last_pair(id_) or known
        if pair[0] < 0:
            token = shown_token(tokenizer.vocab[id_])
            raise cannot_hold(
                title,
                f"the format lists merges, and no merge of two tokens of lower rank makes {token}, id {id_}",
            )
        if pair in seen:
            raise cannot_hold(title, "one of its merges is listed twice")
        seen.add(pair)
        merges.append((pair, id_))
    return merges


def glyph_vocab_and_merges(
    tokenizer: Tokenizer, title: str, *, in_any_order: bool = False, normalizes: bool = False
) -> tuple[dict[str, int], list[tuple[str, str]]]:
    """Return token -> id (special tokens as text) and the merges, all in byte glyphs.

    `normalizes` says whether the format has normalizers. Raises `FormatError` if the tokenizer is not
    byte-level, if two tokens are written the same way, and for a special token that would be decoded as bytes.
    """
    check_byte_level(tokenizer, title, normalizes=normalizes)
    merges = all_merges(tokenizer, title, in_any_order=in_any_order)
    vocab = {to_glyphs(token): id_ for token, id_ in ordinary_vocab(tokenizer, title).items()}
    glyphs = {id_: token for token, id_ in vocab.items()}
    for token, id_ in tokenizer.special_tokens.items():
        check_holds_special(token, vocab, title)
        vocab[token] = id_
    by_id = dict(sorted(vocab.items(), key=lambda item: item[1]))
    return by_id, [(glyphs[left], glyphs[right]) for (left, right), _ in merges]
