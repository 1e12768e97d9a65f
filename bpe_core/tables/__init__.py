"""The published vocabularies as rank tables, from data that ships with the project.

Each table begins with single bytes; each later token is the merge of two earlier tokens:

    id     0   1   2  ...  255  | 256      257      258
    token  !   "   #       0xAD | Ġ t      Ġ a      h e         (GPT-2)
    merge                       | 220,83   220,64   71,68

So a list of merges defines a vocabulary, and that is what a data file contains: six planes of bytes,
compressed (see `published.build_data`). Ids skip those of special tokens, so Mistral's bytes begin at 1000.
If a list of merges was published, it is used; otherwise the pair that makes each token was recovered by
applying the lower ranks to its bytes. The merges give all tokens, and the tokens give the published files,
byte for byte. NOTICE.md has origin and licence.
"""

import zlib
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import count, filterfalse
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import BYTE_GLYPHS, IntArray
from bpe_core.tokenizer.rules import RankTable
from bpe_core.types import BpeError

DATA = Path(__file__).parents[1] / "published"
Written = TypeVar("Written", str, bytes)

_OLMO_2 = (
    "<|extra_id_0|>", "<|endoftext|>", "<|fim_prefix|>", "<|fim_middle|>", "<|fim_suffix|>",
    "|||PHONE_NUMBER|||", "|||EMAIL_ADDRESS|||", "|||IP_ADDRESS|||", "<|im_start|>", "<|im_end|>",
    "<|extra_id_1|>", "<|extra_id_2|>", "<|extra_id_3|>", "<|extra_id_4|>", "<|extra_id_5|>", "<|extra_id_6|>",
    "<|extra_id_7|>", "<|extra_id_8|>", "<|extra_id_9|>", "<|extra_id_10|>", "<|endofprompt|>", "<|pad|>",
)  # fmt: skip
_HARMONY = {
    "<|startoftext|>": 199998,
    "<|endoftext|>": 199999,
    "<|reserved_200000|>": 200000,
    "<|reserved_200001|>": 200001,
    "<|return|>": 200002,
    "<|constrain|>": 200003,
    "<|reserved_200004|>": 200004,
    "<|channel|>": 200005,
    "<|start|>": 200006,
    "<|end|>": 200007,
    "<|message|>": 200008,
    "<|reserved_200009|>": 200009,
    "<|reserved_200010|>": 200010,
    "<|reserved_200011|>": 200011,
    "<|call|>": 200012,
}
_TEKKEN = (
    "<unk>", "<s>", "</s>", "[INST]", "[/INST]", "[AVAILABLE_TOOLS]", "[/AVAILABLE_TOOLS]", "[TOOL_RESULTS]",
    "[/TOOL_RESULTS]", "[TOOL_CALLS]", "[IMG]", "<pad>", "[IMG_BREAK]", "[IMG_END]", "[PREFIX]", "[MIDDLE]",
    "[SUFFIX]", "[SYSTEM_PROMPT]", "[/SYSTEM_PROMPT]", "[TOOL_CONTENT]",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """How a published vocabulary is assembled: `merges` names the data files, in order.

    With `bytes_by_glyph`, the single bytes are in the order of their glyphs, otherwise in the order of their
    values.
    """

    merges: tuple[str, ...]
    split_pattern: str
    special_tokens: Mapping[str, int]
    bytes_by_glyph: bool = True


TABLES: Mapping[str, Table] = MappingProxyType(
    {
        "gpt2": Table(merges=("gpt2",), split_pattern="gpt2", special_tokens={"<|endoftext|>": 50256}),
        "r50k_base": Table(merges=("gpt2",), split_pattern="gpt2", special_tokens={"<|endoftext|>": 50256}),
        "p50k_base": Table(
            merges=("gpt2", "p50k_base"), split_pattern="gpt2", special_tokens={"<|endoftext|>": 50256}
        ),
        "p50k_edit": Table(
            merges=("gpt2", "p50k_base"),
            split_pattern="gpt2",
            special_tokens={
                "<|endoftext|>": 50256,
                "<|fim_prefix|>": 50281,
                "<|fim_middle|>": 50282,
                "<|fim_suffix|>": 50283,
            },
        ),
        "cl100k_base": Table(
            merges=("cl100k_base",),
            split_pattern="cl100k_base",
            special_tokens={
                "<|endoftext|>": 100257,
                "<|fim_prefix|>": 100258,
                "<|fim_middle|>": 100259,
                "<|fim_suffix|>": 100260,
                "<|endofprompt|>": 100276,
            },
        ),
        "o200k_base": Table(
            merges=("o200k_base",),
            split_pattern="o200k_base",
            special_tokens={"<|endoftext|>": 199999, "<|endofprompt|>": 200018},
        ),
        "o200k_harmony": Table(
            merges=("o200k_base",),
            split_pattern="o200k_base",
            special_tokens=_HARMONY
            | {f"<|reserved_{id_}|>": id_ for id_ in range(200013, 201088)}
            | {"<|endofprompt|>": 200018},
        ),
        "olmo2": Table(
            merges=("cl100k_base",),
            split_pattern="cl100k_base",
            special_tokens={token: id_ for id_, token in enumerate(_OLMO_2, 100256)},
        ),
        "tekken": Table(
            merges=("tekken",),
            split_pattern="tekken",
            special_tokens={token: id_ for id_, token in enumerate(_TEKKEN)}
            | {f"<SPECIAL_{id_}>": id_ for id_ in range(len(_TEKKEN), 1000)},
            bytes_by_glyph=False,
        ),
    }
)
"""The published vocabularies that consist of a rank table and a pattern.

Their special tokens are from tiktoken's `openai_public.py`, from OLMo 2's `tokenizer.json`, and from
mistral-common 1.13, for its `tekken.json` of 2024-07-18 (in the `tokenizer.json` of Mistral Nemo, the ids
from 10 on belong to other tokens). If two special tokens have the same id, this id decodes to the later
token.
"""


def mergeable_ranks(name: str) -> dict[bytes, int]:
    """Return tiktoken's `mergeable_ranks`: the bytes of each token -> its rank, which is also its id.

    It does not contain special tokens. All callers share one dictionary: copy it before changing it.
    Raises `BpeError` for an unknown name.

    >>> mergeable_ranks("gpt2")[b" the"]
    262
    """
    table = _table(name)
    return _ranks(table.merges, _taken(name), bytes_by_glyph=table.bytes_by_glyph)


@cache
def _ranks(files: tuple[str, ...], taken: frozenset[int], *, bytes_by_glyph: bool) -> dict[bytes, int]:
    """Make the table that all vocabularies share if they differ only in their special tokens."""
    units = [bytes([byte]) for byte in _bytes_in_order(bytes_by_glyph=bytes_by_glyph)]
    ranks = dict(zip(put_together(units, read_merges(*files), taken), count(), strict=False))
    ranks.pop(b"", None)
    return ranks


def _bytes_in_order(*, bytes_by_glyph: bool) -> list[int]:
    return sorted(range(256), key=BYTE_GLYPHS.__getitem__) if bytes_by_glyph else list(range(256))


def _taken(name: str) -> frozenset[int]:
    return taken_ids(_table(name).special_tokens.values(), recovered_merges(name))


def taken_ids(added: Iterable[int], pairs: IntArray) -> frozenset[int]:
    """Return the ids of added tokens that may be lower than some id of an ordinary token."""
    return frozenset(id_ for id_ in added if id_ < 256 + len(pairs))


def published_table(ranks: Mapping[bytes, int]) -> str | None:
    """Return the name of the first published vocabulary in `TABLES` with this table, or None.

    >>> published_table(mergeable_ranks("olmo2")), published_table({b"a": 0})
    ('cl100k_base', None)
    """
    same_length = (name for name in TABLES if len(recovered_merges(name)) + 256 == len(ranks))
    return next((name for name in same_length if mergeable_ranks(name) == ranks), None)


class PublishedTable(RankTable):
    """A published table, whose ranks are assembled only on first use, since the C encoder does not need them.

    >>> table = PublishedTable("gpt2")
    >>> table.id_of_byte[ord("a")], "mergeable_ranks" in vars(table), table.mergeable_ranks[b" the"]
    (64, False, 262)
    """

    def __init__(self, name: str) -> None:
        pairs, taken = recovered_merges(name), _taken(name)
        ids = np.setdiff1d(np.arange(256 + len(pairs) + len(taken)), [*taken], assume_unique=True)
        order = _bytes_in_order(bytes_by_glyph=_table(name).bytes_by_glyph)
        # Sets the fields and cached properties directly, since the dataclass is frozen.
        self.__dict__.update(
            name=name,
            recovered_merges=pairs,
            id_of_byte=dict(sorted(zip(order, ids[:256].tolist(), strict=True))),
            _made_ids=ids[256:],
        )

    @cached_property
    def mergeable_ranks(self) -> Mapping[bytes, int]:
        """The bytes of each token -> its rank, which is also its id."""
        return mergeable_ranks(self.__dict__["name"])

    @property
    def made_ids(self) -> npt.NDArray[np.int64]:
        """The ids of the tokens that are longer than a byte."""
        ids: npt.NDArray[np.int64] = self.__dict__["_made_ids"]
        return ids

    def __reduce__(self) -> tuple[type["PublishedTable"], tuple[str]]:
        """Copy and pickle only the name."""
        return PublishedTable, (self.__dict__["name"],)


def recovered_merges(name: str) -> IntArray:
    """Return the pairs of ids that make the tokens longer than a byte: int32, one row (left, right) each.

    For GPT-2 they are the lines of `vocab.bpe`; for other tables, see the module docstring. The array is
    shared and read-only. Raises `BpeError` for an unknown name.

    >>> recovered_merges("gpt2")[0].tolist()
    [220, 83]
    """
    return read_merges(*_table(name).merges)


@cache
def read_merges(*files: str) -> IntArray:
    """Return the pairs in data files, in order: int32, two columns, read-only."""
    parts = []
    for file in files:
        planes = np.frombuffer(zlib.decompress((DATA / f"{file}.merges.zlib").read_bytes()), np.uint8)
        little_endian = np.zeros((len(planes) // 6, 2, 4), np.uint8)
        little_endian[:, :, :3] = planes.reshape(2, 3, -1).transpose(2, 0, 1)
        parts.append(little_endian.view("<i4")[:, :, 0].astype(np.int32, copy=False))
    pairs = np.concatenate(parts)
    pairs.flags.writeable = False
    return pairs


def put_together(units: Sequence[Written], pairs: IntArray, taken: Collection[int]) -> list[Written]:
    """Return the tokens by id: the units, then the token of each pair; the token of an id in `taken` is empty.

    >>> put_together(["a", "b"], np.array([[0, 2]]), taken=[1])
    ['a', '', 'b', 'ab']
    """
    tokens = [units[0][:0]] * (len(units) + len(pairs) + len(taken))
    ids = filterfalse(set(taken).__contains__, count())
    for unit, id_ in zip(units, ids, strict=False):
        tokens[id_] = unit
    for left, right, id_ in zip(*pairs.T.tolist(), ids, strict=False):
        tokens[id_] = tokens[left] + tokens[right]
    return tokens


def _table(name: str) -> Table:
    if name not in TABLES:
        raise BpeError(f"{name!r} is not a published vocabulary; the published ones are {', '.join(TABLES)}.")
    return TABLES[name]
