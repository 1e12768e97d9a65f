"""The `Tokenizer` class, which encodes text to ids and decodes ids to text."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import tee
from os import PathLike
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, TypeVar, Unpack

import numpy as np
import numpy.typing as npt

from bpe_core.alphabets import BaseVocabulary, IntArray, counts_bytes, replace_lone_surrogates, to_glyphs
from bpe_core.fast import native
from bpe_core.fast.encode import NativeEncoder
from bpe_core.history import TrainingHistory
from bpe_core.on_demand import member
from bpe_core.patterns import SPLIT_PATTERNS
from bpe_core.pipeline.added_tokens import AddedToken, FoundToken
from bpe_core.pipeline.aligned_text import AlignedText
from bpe_core.pipeline.decoders import ByteLevel
from bpe_core.pipeline.steps import NO_STEPS, Pipeline
from bpe_core.pretokenization import check_split_pattern
from bpe_core.recipes import Recipe
from bpe_core.superbpe.boundaries import in_one_pass
from bpe_core.tokenizer.decoding import (
    BytesDecoder,
    StringsDecoder,
    TokenDecoder,
    UnknownTokenError,
    bytes_of_ids,
    checked_count,
    checked_ids,
    join_bytes,
    offsets_of_tokens,
    spans_of_tokens,
    whole_characters,
)
from bpe_core.tokenizer.encoder import EncodedChunk, Encoder, TextEncoder
from bpe_core.tokenizer.files import AHEAD, FilePath, encode_part, in_order, parts_to_encode
from bpe_core.tokenizer.merging import merged_ids
from bpe_core.tokenizer.positions import Positions, positions
from bpe_core.tokenizer.preparation import UNKNOWN, Preparation, as_ids, unknown_cut_out
from bpe_core.tokenizer.rules import ByFields, MergeRules, RankTable, Rules
from bpe_core.tokenizer.sentencepiece import PieceEncoder, PieceRules
from bpe_core.tokenizer.special_tokens import Allowed, Disallowed, SpecialPolicy, refuse_special
from bpe_core.tokenizer.stream_decoding import BytesStream, StreamDecoder, TextStream
from bpe_core.tokenizer.strings import ListedRules, StringEncoder, with_more_merges
from bpe_core.tokenizer.token_chunks import TokenChunk, token_chunks
from bpe_core.tokenizer.trace import Trace, lay_out
from bpe_core.tokenizer.two_stages import TwoStageEncoder
from bpe_core.tokenizer.unstable import completions
from bpe_core.tokenizer.whole_texts import encoder_of_whole_texts
from bpe_core.types import BpeError, Pair, UnknownCharacterError

if TYPE_CHECKING:
    from concurrent.futures import Executor

_END_OF_TEXT = "<|endoftext|>"
_One = TypeVar("_One")
_Result = TypeVar("_Result")


@dataclass(frozen=True, eq=False, repr=False, kw_only=True)
class Tokenizer(ByFields):
    """Encodes text to ids, and decodes ids to text.

    Make one with `Tokenizer.from_history`, `from_merges`, `from_ranks`, `load_published`, or by reading a
    file. `recipe` says how a text is split and in which order merges apply, `base` is the vocabulary before
    any merge, `rules` has the merges. `special_tokens` includes the added tokens of its `steps` that are special. For
    a tokenizer read from a `tokenizer.json`, `rest_of_file` keeps the rest of that file, so that it can be
    written again. A tokenizer can be copied and pickled: a published one as its name, which gives the shared
    object; any other as its fields, which give an equal one with empty caches. Raises `BpeError` for an empty
    special token, which would be found everywhere.

    >>> from bpe_core import train
    >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
    >>> tokenizer.encode("slow"), tokenizer.decode([115, 257])
    ([115, 257], 'slow')
    """

    name: str
    recipe: Recipe
    base: BaseVocabulary
    rules: Rules
    special_tokens: Mapping[str, int]
    rest_of_file: bytes = b""

    def __post_init__(self) -> None:
        if "" in self.special_tokens:
            raise BpeError("A special token is empty; it must have at least one character.")

    @classmethod
    def from_history(cls, history: TrainingHistory, *, name: str = "trained") -> "Tokenizer":
        """Make the tokenizer that a training learned; it encodes in two stages if the training had two.

        >>> from bpe_core import train
        >>> Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2)).merges
        (((108, 111), 256), ((256, 119), 257))
        """
        merges = tuple((merge.pair, merge.new_id) for merge in history.merges)
        if isinstance(history.start, Tokenizer):
            rules = with_more_merges(history.start.rules, history.start.base, merges)
            return replace(history.start, name=name, rules=rules)
        stage, lifted = history.recipe.second_stage, history.stream.lifted
        # If the second stage learned no merge, the tokenizer has only one stage.
        second = replace(stage, after=lifted.at) if stage and lifted and lifted.at < len(merges) else None
        # Not `cls`: tiktoken's `Encoding`, which takes other arguments, is a subclass.
        return Tokenizer(
            name=name,
            recipe=replace(history.recipe, second_stage=second),
            base=history.base,
            rules=MergeRules(merges, history.base),
            special_tokens=dict(history.special_tokens),
        )

    @classmethod
    def from_ranks(
        cls,
        mergeable_ranks: Mapping[bytes, int],
        *,
        split_pattern: str | None,
        special_tokens: Mapping[str, int] | None = None,
        recovered_merges: IntArray | None = None,
        name: str = "ranks",
    ) -> "Tokenizer":
        """Make a tokenizer from tiktoken's table, which maps the bytes of each token to its rank and id.

        `recovered_merges` are the pairs of ids that make the tokens, if known (see `RankTable`). Raises
        `BpeError` if one of the 256 single bytes is missing, for two tokens with the same id, and for a split
        pattern that is a bare word but not a known name.

        >>> ranks = {bytes([byte]): byte for byte in range(256)} | {b"lo": 256, b"low": 257}
        >>> Tokenizer.from_ranks(ranks, split_pattern="gpt2").encode("slow")
        [115, 257]
        """
        table = RankTable(mergeable_ranks, recovered_merges)
        if len(table.vocab) < len(mergeable_ranks):
            lost, rank = next(item for item in mergeable_ranks.items() if table.vocab[item[1]] != item[0])
            raise BpeError(f"{lost!r} has the rank {rank}, which {table.vocab[rank]!r} also has.")
        _check_ids_unused(dict(special_tokens or {}), table.vocab)
        return cls.from_table(
            table,
            split_pattern=split_pattern,
            special_tokens=special_tokens,
            name=name,
        )

    @classmethod
    def from_table(
        cls,
        table: RankTable,
        *,
        split_pattern: str | None,
        special_tokens: Mapping[str, int] | None = None,
        name: str = "ranks",
    ) -> "Tokenizer":
        """Make a tokenizer from a rank table (see `from_ranks`).

        >>> table = RankTable({bytes([byte]): byte for byte in range(256)} | {b"lo": 256})
        >>> Tokenizer.from_table(table, split_pattern="gpt2").encode("slow")
        [115, 256, 119]
        """
        special = dict(special_tokens or {})
        return Tokenizer(
            name=name,
            recipe=_byte_level(name, split_pattern, "a table of ranks"),
            base=_byte_vocabulary(table.id_of_byte, special),
            rules=table,
            special_tokens=special,
        )

    @classmethod
    def from_merges(
        cls,
        merges: Iterable[tuple[Pair, int]],
        *,
        id_of_byte: Mapping[int, int],
        split_pattern: str | None,
        special_tokens: Mapping[str, int] | None = None,
        name: str = "merges",
    ) -> "Tokenizer":
        """Make a byte-level tokenizer from merges (pair, new id) in the order of their ranks.

        Each merge joins ids of bytes or of earlier merges. Raises `BpeError` for a merge of any other id, for
        two different tokens with the same id, and for a split pattern that is a bare word but not a known
        name.

        >>> same = {byte: byte for byte in range(256)}
        >>> Tokenizer.from_merges([((97, 98), 256)], id_of_byte=same, split_pattern=None).encode("cab")
        [99, 256]
        """
        special = dict(special_tokens or {})
        base = _byte_vocabulary(id_of_byte, special)
        rules = MergeRules(tuple(merges), base)
        _check_ids_unused(special, rules.vocab)
        return Tokenizer(
            name=name,
            recipe=_byte_level(name, split_pattern, "a list of merges"),
            base=base,
            rules=rules,
            special_tokens=special,
        )

    @classmethod
    def from_file(cls, *paths: str | PathLike[str], **options: Any) -> "Tokenizer":
        """Read a tokenizer from its one or two files, in any supported format (see `formats.read`).

        `options` are `split_pattern` and `special_tokens` for a format that does not contain them. Raises
        `OSError` for a file that cannot be read, `FormatError` for one that is invalid or lacks its split
        pattern.

        >>> Tokenizer.from_file("lacking/tokenizer.json")
        Traceback (most recent call last):
        ...
        FileNotFoundError: [Errno 2] No such file or directory: 'lacking/tokenizer.json'
        """
        read: Tokenizer = member("bpe_core.formats.paths:read_paths")(*paths, **options)
        return read

    def save(self, path: str | PathLike[str], *, format_name: str | None = None) -> None:
        """Write the tokenizer to a file, in the given format or the format that the file name implies.

        `format_name` is one of `formats.FORMATS`. An existing file is overwritten. For "gpt2", `path` is a
        folder, which gets two files. Raises `OSError`, and `FormatError` for a file name that implies no
        format, and for a format that cannot represent the tokenizer.

        >>> from tempfile import TemporaryDirectory
        >>> same = {byte: byte for byte in range(256)}
        >>> with TemporaryDirectory() as folder:
        ...     Tokenizer.from_merges([((97, 98), 256)], id_of_byte=same, split_pattern="gpt2").save(f"{folder}/tokenizer.json")
        ...     Tokenizer.from_file(f"{folder}/tokenizer.json").encode("cab")
        [99, 256]
        """
        member("bpe_core.formats.paths:write_path")(self, path, format_name=format_name)

    def with_special_tokens(self, *tokens: str) -> "Tokenizer":
        """Return a tokenizer with additional special tokens, whose ids come after all existing ids.

        An added token that is not special yet, such as `<think>` in Qwen3, keeps its id. Raises `BpeError` for
        an empty string, an unpaired surrogate, and a token that is already special.

        >>> same = {byte: byte for byte in range(256)}
        >>> tokenizer = Tokenizer.from_merges([], id_of_byte=same, split_pattern=None)
        >>> tokenizer.with_special_tokens("<|end|>").encode("a<|end|>", allowed_special="all")
        [97, 256]
        """
        special = dict(self.special_tokens)
        added = {one.content: one for one in self.steps.added_tokens}
        if not tokens:
            return self
        for token in tokens:
            if not token or token in special or token != replace_lone_surrogates(token):
                why = "already special" if token in special else "not valid text" if token else "empty"
                raise BpeError(f"{token!r} cannot be added: it is {why}.")
            if token in added:
                special[token] = added[token].token_id
                added[token] = AddedToken(content=token, token_id=special[token], special=True)
            else:
                special[token] = max(max(self.vocab, default=-1), *special.values(), -1) + 1
        steps = replace(self.steps, added_tokens=tuple(added.values()))
        recipe = replace(self.recipe, steps=steps) if added else self.recipe
        return replace(self, recipe=recipe, special_tokens=special)

    def in_one_pass(self) -> "Tokenizer":
        """Return a tokenizer that encodes in one pass: all merges also apply across the lifted boundaries.

        SuperBPE's authors encode this way, and other libraries can. Merges learned inside chunks may then
        apply across a boundary, so the tokens can differ from those in training. Returns the tokenizer itself
        if no boundary was lifted.

        >>> from bpe_core import RECIPES, SecondStage, train
        >>> recipe = replace(RECIPES["gpt4"], second_stage=SecondStage(lifts="all", after=1))
        >>> learned = Tokenizer.from_history(train("12 12 12 12", recipe=recipe, num_merges=2))
        >>> [learned.vocab[token_id] for token_id in learned.encode("9912")]
        [b'9', b'9', b'1', b'2']
        >>> [learned.vocab[token_id] for token_id in learned.in_one_pass().encode("9912")]
        [b'9', b'9', b'12']
        """
        if not self.recipe.second_stage:
            return self
        # A merge that was learned again in the second stage keeps its first rank.
        merges = tuple(dict.fromkeys(self.merges))
        return replace(self, recipe=in_one_pass(self.recipe), rules=MergeRules(merges, self.base))

    # ---- the vocabulary

    @property
    def steps(self) -> Pipeline:
        """The steps of the recipe, which are applied to a text before merging and to tokens when decoding."""
        return self.recipe.steps or NO_STEPS

    @property
    def merges(self) -> tuple[tuple[Pair, int], ...]:
        """The learned merges (pair, new id) in the order of their ranks; empty for a rank table."""
        return self.rules.merges if isinstance(self.rules, MergeRules) else ()

    @property
    def id_of_string(self) -> Mapping[str, int]:
        """Each string in the vocabulary of the file, and its id; empty if the base units are not strings."""
        return self.rules.id_of_string if isinstance(self.rules, ListedRules) else {}

    @property
    def mergeable_ranks(self) -> Mapping[bytes, int] | None:
        """The rank table, bytes -> id; None if the tokenizer was made from merges instead."""
        return self.rules.mergeable_ranks if isinstance(self.rules, RankTable) else None

    @cached_property
    def vocab(self) -> Mapping[int, bytes]:
        """The bytes of every token: id -> bytes, including special tokens; a caller cannot change it."""
        return MappingProxyType(self._vocab)

    @cached_property
    def id_of_bytes(self) -> Mapping[bytes, int]:
        """Bytes -> id, without special tokens; if several tokens have the same bytes, the smallest id."""
        if self.mergeable_ranks is not None:
            return self.mergeable_ranks
        special = set(self.special_tokens.values())
        return {token: id_ for id_, token in sorted(self.vocab.items(), reverse=True) if id_ not in special}

    @property
    def n_vocab(self) -> int:
        """The largest id plus 1, including special tokens, as in tiktoken: the size of an array indexed by id.

        >>> from bpe_core import load_published
        >>> load_published("cl100k_base").n_vocab, load_published("cl100k_base").vocab_size
        (100277, 100261)
        """
        return max(self.vocab, default=-1) + 1

    @property
    def vocab_size(self) -> int:
        """The number of tokens, including special tokens; less than `n_vocab` if ids have gaps."""
        return len(self.vocab)

    def __len__(self) -> int:
        """Return the number of tokens, as in transformers."""
        return self.vocab_size

    def __bool__(self) -> bool:
        """Return True, also for a tokenizer without tokens."""
        return True

    def get_vocab(self) -> dict[str, int]:
        """Return a new dictionary, token -> id, with special tokens, written as in a `tokenizer.json`.

        That is in GPT-2's glyphs of bytes for a byte-level tokenizer. If two tokens are written alike, it has
        the smaller id.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").get_vocab()["Ġthe"]
        262
        """
        return dict(self._id_of_token)

    def token_to_id(self, token: str) -> int | None:
        """Return the id of a token, written as in `get_vocab`, or None if there is no such token.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").token_to_id("Ġthe"), load_published("gpt2").token_to_id(" the")
        (262, None)
        """
        return self._id_of_token.get(token)

    def id_to_token(self, token_id: int) -> str | None:
        """Return a token, written as in `get_vocab`, by its id, or None for an unknown id.

        An added token that is searched for in normalized text is normalized, as in Hugging Face tokenizers.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").id_to_token(262), load_published("gpt2").id_to_token(-1)
        ('Ġthe', None)
        """
        return self._string_of_id.get(token_id)

    @property
    def max_token_value(self) -> int:
        """The largest id, including special tokens; -1 if there are no tokens.

        >>> from bpe_core import load_published
        >>> load_published("cl100k_base").max_token_value
        100276
        """
        return self.n_vocab - 1

    @property
    def special_tokens_set(self) -> set[str]:
        """The special tokens, without their ids.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").special_tokens_set
        {'<|endoftext|>'}
        """
        return set(self.special_tokens)

    @property
    def eot_token(self) -> int:
        """The id of `<|endoftext|>`; raises `UnknownTokenError` if there is no such special token.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").eot_token
        50256
        """
        if _END_OF_TEXT not in self.special_tokens:
            raise UnknownTokenError(_END_OF_TEXT)
        return self.special_tokens[_END_OF_TEXT]

    @cached_property
    def unknown_id(self) -> int | None:
        """The id that a character without a token becomes; None if such a character raises an error.

        It is that of the special token `[UNK]`, as in the Hugging Face course, if the base units are characters
        and a text is one chunk. The character itself is lost: the id decodes to `[UNK]`.

        >>> from bpe_core import train
        >>> learned = Tokenizer.from_history(train("hug pug hug", recipe="characters", num_merges=2))
        >>> tokenizer = learned.with_special_tokens("[UNK]")
        >>> tokenizer.decode_tokens_bytes(tokenizer.encode("thug"))
        [b'[UNK]', b'hug']
        """
        plain = self.recipe.alphabet == "characters" and not self.recipe.split_pattern
        return self.special_tokens.get(UNKNOWN) if plain and not self.recipe.second_stage else None

    def is_special_token(self, token: int) -> bool:
        """Return whether an id is that of a special token; raises `TypeError` if it is not an id.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").is_special_token(50256), load_published("gpt2").is_special_token(64)
        (True, False)
        """
        return checked_ids([token])[0] in self.special_tokens.values()

    def token_byte_values(self) -> list[bytes]:
        r"""Return the bytes of every token, sorted, without the special tokens.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").token_byte_values()[:2]
        [b'\x00', b'\x01']
        """
        return sorted(self.id_of_bytes)

    def rank_of(self, left: int, right: int) -> int | None:
        """Return the rank of the merge of two adjacent tokens, or None if there is none.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").rank_of(64, 65), load_published("gpt2").rank_of(64, 999_999)
        (397, None)
        """
        there = left in self.rules.vocab and right in self.rules.vocab
        return self.rules.rank_of(left, right) if there else None

    def rank_of_token(self, token_id: int) -> int | None:
        """Return the rank of the merge that makes a token, or None for a base unit or a special token.

        >>> from bpe_core import load_published, train
        >>> tokenizer = Tokenizer.from_history(train("low low low", recipe="gpt2", num_merges=2))
        >>> tokenizer.rank_of_token(257), tokenizer.rank_of_token(97), load_published("gpt2").rank_of_token(262)
        (1, None, 262)
        """
        return self.rules.rank_of_token(token_id)

    def parts(self, token_id: int) -> Pair | None:
        """Return the pair of ids that a token was merged from, or None for a base unit or a special token.

        A rank table has no list of merges: the pair is what remains when the token's bytes are merged by all
        lower ranks. Also None if more than two tokens remain (then no merge can make it).

        >>> from bpe_core import load_published
        >>> tokenizer = load_published("gpt2")
        >>> [tokenizer.vocab[part] for part in tokenizer.parts(262)]
        [b' t', b'he']
        """
        return self.rules.parts(token_id)

    # ---- text to ids

    def encode(
        self, text: str, *, allowed_special: Allowed = frozenset(), disallowed_special: Disallowed = "all"
    ) -> list[int]:
        """Encode a text; special tokens in it are rejected unless the caller says how to treat them.

        A special token in `allowed_special` becomes its id; one in `disallowed_special` raises
        `SpecialTokenError`, even if it is also allowed by name; any other special token is ordinary text. In
        `allowed_special`, "all" means all special tokens of the tokenizer; in `disallowed_special`, it means
        all that are not allowed. This is tiktoken's policy. If several special tokens begin at the same
        place, the longest wins. Added tokens that are not special always become their ids. Raises
        `UnknownCharacterError` for a character that is not in the alphabet, `BpeError` for a text of more
        than `max_characters`, `TypeError` for a text that is not a string. Unpaired surrogates become U+FFFD.

        >>> from bpe_core import load_published
        >>> tokenizer = load_published("gpt2")
        >>> tokenizer.encode("a<|endoftext|>", allowed_special={"<|endoftext|>"})
        [64, 50256]
        >>> tokenizer.encode("a<|endoftext|>", disallowed_special=())
        [64, 27, 91, 437, 1659, 5239, 91, 29]
        """
        without = self._refused(text, allowed_special=allowed_special, disallowed_special=disallowed_special)
        ids: list[int] = []
        for row in self._rows(text, without, to_array=False):
            ids += row
        return ids

    def __call__(self, text: str | Iterable[str], **special: Unpack[SpecialPolicy]) -> dict[str, Any]:
        """Encode one text as `encode` does, or several; the ids are in "input_ids", as in transformers.

        >>> from bpe_core import load_published
        >>> load_published("gpt2")("hello world"), load_published("gpt2")(["hello", "world"])
        ({'input_ids': [31373, 995]}, {'input_ids': [[31373], [6894]]})
        """
        encode = self.encode if isinstance(text, str) else self.encode_batch
        return {"input_ids": encode(text, **special)}  # type: ignore[arg-type]

    def encode_ordinary(self, text: str) -> list[int]:
        """Encode a text as ordinary text, even if it contains special tokens.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").encode_ordinary("This's some text.")
        [1212, 338, 617, 2420, 13]
        """
        return self.encode(text, disallowed_special=())

    def encode_batch(
        self, text: Iterable[str], *, num_threads: int = 1, **special: Unpack[SpecialPolicy]
    ) -> list[list[int]]:
        """Encode several texts as `encode` does, with the given number of threads.

        Raises `TypeError` for a single string, and what `encode` raises.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").encode_batch(["hello world", "goodbye world"])
        [[31373, 995], [11274, 16390, 995]]
        """
        return _each(partial(self.encode, **special), text, num_threads=num_threads, what="texts")

    def encode_ordinary_batch(self, text: Iterable[str], *, num_threads: int = 1) -> list[list[int]]:
        """Encode several texts as `encode_ordinary` does, with the given number of threads.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").encode_ordinary_batch(["hello world"])
        [[31373, 995]]
        """
        return self.encode_batch(text, num_threads=num_threads, disallowed_special=())

    def encode_to_numpy(self, text: str, **special: Unpack[SpecialPolicy]) -> npt.NDArray[np.uint32]:
        """Encode a text as `encode` does, to a one-dimensional uint32 array, without a list in between.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").encode_to_numpy("hello world")
        array([31373,   995], dtype=uint32)
        """
        rows = self._rows(text, self._refused(text, **special), to_array=True)
        first, *more = [np.asarray(row, np.uint32) for row in rows] or [np.empty(0, np.uint32)]
        return np.concatenate([first, *more]) if more else first

    def encode_batch_to_numpy(
        self, text: Iterable[str], *, num_threads: int = 1, **special: Unpack[SpecialPolicy]
    ) -> tuple[npt.NDArray[np.uint32], npt.NDArray[np.int64]]:
        """Encode several texts as `encode_batch` does, to one uint32 array with all ids, and one with offsets.

        The ids of text k are `ids[offsets[k]:offsets[k + 1]]`; `offsets` int64 has one entry more than there
        are texts.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").encode_batch_to_numpy(["hello world", "hello"])
        (array([31373,   995, 31373], dtype=uint32), array([0, 2, 3]))
        """
        rows = _each(partial(self.encode_to_numpy, **special), text, num_threads=num_threads, what="texts")
        offsets = np.cumsum([0, *map(len, rows)], dtype=np.int64)
        return np.concatenate([np.empty(0, np.uint32), *rows]), offsets

    def encode_files(
        self,
        paths: Iterable[FilePath],
        *,
        executor: "Executor | None" = None,
        ahead: int = AHEAD,
        **special: Unpack[SpecialPolicy],
    ) -> Iterator[tuple[str, npt.NDArray[np.uint32]]]:
        """Yield the path of each text file and its ids, in order; a large file in several rows, one after another.

        The ids are those that `encode` gives for the whole text. A path may be an address such as
        `s3://corpus/a.txt` if fsspec is installed. The workers of an `executor` open the files themselves; at most
        `ahead` parts of 8 MB are encoded before their ids are used, so memory is bounded. A tokenizer with
        a split pattern or a pipeline that is not published encodes each file as a whole. Raises `OSError`,
        `BpeError` for a file that is not UTF-8, and what `encode` raises.

        >>> from bpe_core import load_published
        >>> from pathlib import Path
        >>> from tempfile import TemporaryDirectory
        >>> with TemporaryDirectory() as folder:
        ...     path = Path(folder, "a.txt")
        ...     path.write_text("hello world")
        ...     [ids.tolist() for path, ids in load_published("gpt2").encode_files([path])]
        11
        [[31373, 995]]
        """
        parts, named = tee(parts_to_encode(self, paths))
        work = partial(encode_part, self, special)
        for part, ids in zip(named, in_order(work, parts, executor, ahead), strict=True):
            if len(ids) or not part.start:
                yield part.path, ids

    def encode_single_token(self, text_or_bytes: str | bytes) -> int:
        """Return the id of one token, special or not, by its text or bytes.

        Raises `UnknownTokenError`, a `KeyError`, if there is no such token, and `TypeError` for another type.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").encode_single_token("hello")
        31373
        """
        if not isinstance(text_or_bytes, str | bytes):
            raise TypeError(f"a token must be a str or bytes, not {type(text_or_bytes).__name__}")
        token = text_or_bytes
        if isinstance(token, str):
            token = replace_lone_surrogates(token).encode()
        found = self.id_of_bytes.get(token)
        if found is None:
            found = self.special_tokens.get(token.decode("utf-8", "replace"))
        if found is None:
            raise UnknownTokenError(text_or_bytes)
        return found

    def encode_with_unstable(
        self, text: str, **special: Unpack[SpecialPolicy]
    ) -> tuple[list[int], list[list[int]]]:
        """Return the ids that stay the same however the text continues, and the lists of ids that may follow.

        The lists are those of tiktoken, in ascending order; tiktoken returns them unsorted. With a large
        vocabulary there can be 100,000 lists: "hello " has 106,529 with o200k_base. Raises what `encode`
        raises, and `BpeError` for a tokenizer that tiktoken does not support: one with a pipeline, a second
        stage, or merges that are not applied by rank.

        >>> from bpe_core import load_published
        >>> stable, completions = load_published("gpt2").encode_with_unstable("hello fanta")
        >>> stable, completions[:2]
        ([31373], [[277, 4910], [5113, 265]])
        """
        how = self.recipe.alphabet, self.recipe.encode_order, self.recipe.second_stage
        if not self.steps.is_empty or how != ("bytes", "lowest-rank", None):
            raise BpeError(
                f"{self.name} does more than merge bytes by rank; encode_with_unstable supports only that."
            )
        return completions(self, self.encode_chunks(text, **special))

    def truncate(
        self,
        text: str,
        max_tokens: int,
        *,
        split_characters: bool = False,
        **special: Unpack[SpecialPolicy],
    ) -> list[int]:
        """Return the first ids of a text: at most `max_tokens`, and fewer if the last character would be split.

        With `split_characters`, the last character may be split. Raises `ValueError` for a negative limit,
        and what `encode` raises.

        >>> from bpe_core import load_published
        >>> gpt2 = load_published("gpt2")
        >>> gpt2.truncate("a🥖b", 3), gpt2.truncate("a🥖b", 3, split_characters=True)
        ([64], [64, 8582, 98])
        """
        checked_count(max_tokens, "max_tokens")
        ids = self.encode(text, **special)
        if split_characters or len(ids) <= max_tokens:
            return ids[:max_tokens]
        return ids[: whole_characters(bytes_of_ids(ids[: max_tokens + 1], self._vocab), max_tokens)]

    def split_by_tokens(
        self,
        text: str,
        max_tokens: int,
        *,
        overlap: int = 0,
        split_characters: bool = False,
        **special: Unpack[SpecialPolicy],
    ) -> Iterator[TokenChunk]:
        """Yield a text in chunks of at most `max_tokens` of its tokens.

        Without overlap, the chunks join to the text, also if a normalizer changes it before it is encoded; a text of
        which it leaves nothing is one chunk without tokens.
        Each chunk also has the number of tokens that it gives when encoded alone. A chunk repeats at most
        `overlap` tokens of the previous chunk. Without `split_characters`, chunks begin and end between
        characters, so they may have fewer tokens and overlap less; a character with more than `max_tokens`
        tokens raises `BpeError`. Also raises `ValueError` for a limit below 1 or an overlap that is not below
        the limit, what `encode` raises, and `BpeError` if the tokens decode to another text than the normalized
        one.

        >>> from bpe_core import load_published
        >>> chunks = load_published("gpt2").split_by_tokens("one two three four", 3, overlap=1)
        >>> [(chunk.start, chunk.end, chunk.text) for chunk in chunks]
        [(0, 3, 'one two three'), (2, 4, ' three four')]
        """
        checked_count(overlap, "overlap")
        if checked_count(max_tokens, "max_tokens") <= overlap:
            raise ValueError(f"max_tokens must be more than the overlap, got {max_tokens} and {overlap}")
        ids = self.encode(text, **special)
        return token_chunks(
            self,
            ids,
            max_tokens,
            overlap=overlap,
            split_characters=split_characters,
            encode=partial(self.encode, **special),
            positions=self._positions(text, self._tokens_of_text(ids)),
        )

    def encode_chunks(self, text: str, **special: Unpack[SpecialPolicy]) -> list[list[int]]:
        """Encode a text as `encode` does, with one list of ids per chunk; a special token has its own list.

        >>> from bpe_core import train
        >>> tokenizer = Tokenizer.from_history(train("low low", recipe="gpt2", num_merges=3))
        >>> tokenizer.encode_chunks("low lo")
        [[257], [32, 256]]
        """
        return list(self.iter_chunks(text, **special))

    def iter_chunks(self, text: str, **special: Unpack[SpecialPolicy]) -> Iterator[list[int]]:
        """Yield the lists that `encode_chunks` returns, for callers that may not need all of them.

        >>> from bpe_core import load_published
        >>> next(load_published("gpt2").iter_chunks("low lower"))
        [9319]
        """
        for part in self._parts(text, without=self._refused(text, **special)):
            if isinstance(part, int):
                yield [part]
            else:
                try:
                    yield from self._encoder.encode_chunks(part.text)
                except UnknownCharacterError as error:
                    raise _told_of_the_text(error, part) from None

    def merged_chunk(self, chunk: bytes, *, is_whole: bool = False) -> list[int]:
        r"""Return what the bytes of one chunk, or of a part of it, merge to; only a whole one is looked up first.

        The base units must be bytes. A part may end inside a character. Raises `KeyError` for an unknown byte.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").merged_chunk(b" low\xc3")
        [1877, 127]
        """
        if is_whole and (token_id := self.rules.whole_chunks.get(chunk)) is not None:
            return [token_id]
        ids = [self.base.id_of_unit[byte] for byte in chunk]
        if self._in_c:
            return self._in_c.merge(ids)
        return merged_ids(ids, self.rules.rank_of, self.rules.new_ids, order=self.recipe.encode_order)

    def trace(self, text: str) -> Trace:
        """Encode a text as ordinary text and record every merge applied, with the gap it closed.

        An added token that is not special is one base unit with a chunk boundary on each side; `vocab` has
        the bytes of each unit.

        >>> from bpe_core import train
        >>> tokenizer = Tokenizer.from_history(train("low lower lowest", recipe="gpt2", num_merges=2))
        >>> trace = tokenizer.trace("slow")
        >>> [(merge.rank, merge.gap) for merge in trace.applied], trace.ids
        ([(0, 1), (1, 2)], [115, 257])
        """
        chunks = (
            chunk
            for part in self._parts(text, without=self.special_tokens)
            for chunk in (
                [EncodedChunk([part], [part], [])]
                if isinstance(part, int)
                else self._encoder.trace_chunks(part.text)
            )
        )
        # A chunk is dropped if none of its units are in the vocabulary.
        return lay_out(chunk for chunk in chunks if chunk.base_ids)

    def written(self, text: str) -> str:
        r"""Return the text after all steps, as its base units represent it.

        Raises `BpeError` if the text contains an added token, a unit that is not in the vocabulary, or a character
        that is split between words with a suffix.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").written("a\ud800")
        'a�'
        """
        spelled = []
        for part in self._parts(text, without=self.special_tokens):
            if isinstance(part, int):
                raise BpeError("This text contains an added token, whose merges cannot be shown one by one.")
            spelled.append(self._encoder.written(part.text))
        try:
            return b"".join(spelled).decode("utf-8")
        except UnicodeDecodeError:
            raise BpeError(
                f"{self.name} ends a word inside a character of this text, so its merges cannot be shown."
            ) from None

    @property
    def max_characters(self) -> int | None:
        """The maximum number of characters of a text, None for no limit; a longer text raises `BpeError`.

        Only a tokenizer with a pipeline that was read from a file has a limit.

        >>> from bpe_core import load_published
        >>> load_published("qwen3").max_characters is None
        True
        """
        return self.preparation.max_characters

    @cached_property
    def may_be_cut(self) -> bool:
        """Whether the blocks of any text (see `fast.split.block_spans`) have the ids of the whole, as ordinary text.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").may_be_cut, load_published("qwen3").may_be_cut
        (True, True)
        """
        if self.steps.is_empty:
            plain = isinstance(self._encoder, TextEncoder) and self.recipe.alphabet == "bytes"
            return plain and self.recipe.split_pattern in SPLIT_PATTERNS
        return self.preparation.may_be_cut

    @cached_property
    def preparation(self) -> Preparation:
        """What is done to a text before it is encoded."""
        return Preparation(self.name, self.steps, self.special_tokens)

    def found_parts(self, text: str, *, without: Collection[str]) -> Iterator[AlignedText | FoundToken]:
        """Yield the parts of a text that are encoded one by one, and each added or unknown token, in the text."""
        parts = self.preparation.found(text, without=without)
        unknown = self.unknown_id
        return parts if unknown is None else unknown_cut_out(parts, self.base.id_of_unit, unknown)

    def forget(self) -> None:
        """Clear the caches of encoded texts; they are bounded, and only make encoding faster."""
        self._encoder.forget()
        if self._in_c:
            self._in_c.forget()

    # ---- ids to text

    def decode_tokens_bytes(self, tokens: Iterable[int]) -> list[bytes]:
        """Return the bytes of each id; raises `UnknownIdError` for an unknown id.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").decode_tokens_bytes([1212, 338])
        [b'This', b"'s"]
        """
        return bytes_of_ids(tokens, self._vocab)

    def decode_bytes(self, tokens: Iterable[int], *, skip_special: bool = False) -> bytes:
        """Return the bytes of a list of ids; raises `UnknownIdError` for an unknown id.

        With `skip_special`, special tokens are left out. If the steps decode strings to a text, the result is
        that text in UTF-8. Raises `BpeError` if a decoding step is not supported.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").decode_bytes([1212, 338])
        b"This's"
        """
        return self._decoder.decode_bytes(tokens, skip_special=skip_special)

    def decode(self, tokens: Iterable[int], errors: str = "replace", *, skip_special: bool = False) -> str:
        """Return the text of a list of ids; invalid UTF-8 becomes U+FFFD, or raises an error with "strict".

        `errors` is any value that `bytes.decode` accepts.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").decode([1212, 338]), load_published("gpt2").decode([128])
        ("This's", '\ufffd')
        """
        return self.decode_bytes(tokens, skip_special=skip_special).decode("utf-8", errors)

    def decode_with_offsets(self, tokens: Iterable[int]) -> tuple[str, list[int]]:
        """Return the text and, for each id, the index of the character that contains its first byte.

        The results are tiktoken's. Raises `UnicodeDecodeError` for invalid UTF-8, and `BpeError` as `offsets`
        does.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").decode_with_offsets([1212, 338])
        ("This's", [0, 4])
        """
        in_text = self._tokens_of_text(tokens)
        return b"".join(in_text).decode("utf-8"), offsets_of_tokens(in_text)

    def offsets(
        self,
        ids: Iterable[int],
        *,
        unit: Literal["characters", "bytes"] = "characters",
        text: str | None = None,
    ) -> list[tuple[int, int]]:
        r"""Return where each token begins and ends, in characters or in bytes of UTF-8.

        The positions are those in `text`, which was encoded; without it, those in the decoded text, which is
        another one if the tokenizer normalizes a text first, for example to NFC. A character that is split
        between tokens is part of each of them, as is one that was normalized to several; a ▁ put before the
        text, as in Llama 2, takes no place. Raises `BpeError` if the ids decode to another text than the
        normalized one, or if the decoded text does not consist of the tokens, `UnknownIdError`, and
        `ValueError` for any other `unit`.

        >>> from bpe_core import load_published
        >>> gpt2 = load_published("gpt2")
        >>> gpt2.offsets(gpt2.encode("a🥖b")), gpt2.offsets(gpt2.encode("a🥖b"), unit="bytes")
        ([(0, 1), (1, 2), (1, 2), (1, 2), (2, 3)], [(0, 1), (1, 3), (3, 4), (4, 5), (5, 6)])
        >>> qwen = load_published("qwen3")
        >>> qwen.offsets(qwen.encode("e\u0301!"), text="e\u0301!")
        [(0, 2), (2, 3)]
        """
        ids = checked_ids(ids)
        tokens = self._tokens_of_text(ids)
        if text is None or unit not in ("characters", "bytes"):
            return spans_of_tokens(tokens, unit)
        found = self._positions(text, tokens)
        spans = found.byte_spans if unit == "bytes" else found.spans
        return list(zip(*spans.T.tolist(), strict=True))

    def check_decodes_to(self, text: str, ids: Iterable[int]) -> None:
        r"""Raise `BpeError` if ids decode to anything but `text`, because the tokenizer changes it first.

        >>> from bpe_core import load_published
        >>> qwen = load_published("qwen3")
        >>> try:
        ...     qwen.check_decodes_to("e\u0301", qwen.encode("e\u0301"))
        ... except BpeError as error:
        ...     print(str(error)[:46])
        qwen3 changes this text before encoding it, so
        """
        if self.decode_bytes(ids) != replace_lone_surrogates(text).encode("utf-8"):
            raise _changed(self.name)

    def decode_single_token_bytes(self, token: int) -> bytes:
        """Return the bytes of one token, special or not; raises `UnknownIdError`, `TypeError` for a non-integer.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").decode_single_token_bytes(31373)
        b'hello'
        """
        return bytes_of_ids([token], self._vocab)[0]

    def decode_batch(
        self, batch: Iterable[Iterable[int]], *, errors: str = "replace", num_threads: int = 1
    ) -> list[str]:
        """Decode several lists of ids as `decode` does, with the given number of threads.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").decode_batch([[31373, 995], [64]])
        ['hello world', 'a']
        """
        work = partial(self.decode, errors=errors)
        return _each(work, batch, num_threads=num_threads, what="a batch of ids")

    def decode_bytes_batch(self, batch: Iterable[Iterable[int]], *, num_threads: int = 1) -> list[bytes]:
        """Decode several lists of ids as `decode_bytes` does, with the given number of threads.

        >>> from bpe_core import load_published
        >>> load_published("gpt2").decode_bytes_batch([[31373, 995], [64]])
        [b'hello world', b'a']
        """
        return _each(self.decode_bytes, batch, num_threads=num_threads, what="a batch of ids")

    def stream_decoder(self, *, errors: str = "replace") -> StreamDecoder:
        """Return a decoder for ids that arrive one by one, which holds back what further ids may change.

        That is an incomplete character, and a run of byte tokens such as `<0xC3>`, of which one invalid byte
        changes all; Hugging Face's `DecodeStream` returns the characters of such a run at once, and raises an
        error at an invalid byte. If a `tokenizer.json` replaces strings in the joined text, everything is held
        back until `finish`.

        >>> from bpe_core import load_published
        >>> stream = load_published("gpt2").stream_decoder()
        >>> [stream.feed(token_id) for token_id in [64, 8582, 98, 244]], stream.finish()
        (['a', '', '', '🥖'], '')
        """
        decoder = self._decoder
        if self.steps.decodes_bytes or not isinstance(decoder, StringsDecoder):
            return BytesStream(self.decode_bytes, errors=errors)
        return TextStream(self.decode_bytes, decoder.may_change, errors=errors)

    # ---- the attributes of tiktoken that its README tells programs to read

    @property
    def _pat_str(self) -> str | None:
        pattern = self.recipe.split_pattern
        return pattern and SPLIT_PATTERNS.get(pattern, pattern)

    @property
    def _mergeable_ranks(self) -> Mapping[bytes, int] | None:
        return self.mergeable_ranks

    @property
    def _special_tokens(self) -> Mapping[str, int]:
        return self.special_tokens

    # ---- internals

    def _tokens_of_text(self, ids: Iterable[int]) -> list[bytes]:
        """Return the bytes of each id that are in the decoded text, without a space dropped at its beginning."""
        ids = checked_ids(ids)
        tokens = self.decode_tokens_bytes(ids)
        if self.steps.decodes_bytes:
            return tokens
        joined, decoded = join_bytes(tokens), self.decode_bytes(ids)
        dropped = len(joined) - len(decoded)
        if joined[max(dropped, 0) :] != decoded:
            raise BpeError(f"The text that {self.name} decodes does not consist of the bytes of its tokens.")
        for index, token in enumerate(tokens):
            if not dropped:
                break
            tokens[index] = token[dropped:]
            dropped -= len(token) - len(tokens[index])
        return tokens

    def _positions(self, text: str, tokens: Sequence[bytes]) -> Positions:
        """Return the positions in `text` of ids that were encoded from it, given their `_tokens_of_text`."""
        text = replace_lone_surrogates(text)
        decoded = b"".join(tokens)
        if decoded == text.encode():
            return positions(text, AlignedText.of(text), tokens)
        # Special tokens were found or were ordinary text; the rest of the text is normalized accordingly.
        for without in (self.special_tokens.keys(), ()):
            normalized = self.preparation.aligned(text, without=without)
            if decoded == normalized.text.encode():
                return positions(text, normalized, tokens)
        raise _changed(self.name)

    def _rows(
        self, text: str, without: Collection[str], *, to_array: bool
    ) -> Iterator[Sequence[int] | npt.NDArray[np.uint32]]:
        """Yield the ids of each part of a text, and each added or unknown token; arrays only if C makes them."""
        in_c = self._in_c
        if in_c is None:
            for part in self._parts(text, without=without):
                if isinstance(part, int):
                    yield [part]
                    continue
                try:
                    row = list(self._encoder.encode(part.text))
                except UnknownCharacterError as error:
                    raise _told_of_the_text(error, part) from None
                yield row
            return
        encode = in_c.encode_to_array if to_array else in_c.encode
        if isinstance(self._encoder, TextEncoder):
            parts = self._parts(text, without=without)
        else:
            parts = self.preparation.normalized(text, frozenset(without))
        for part in parts:
            yield [part] if isinstance(part, int) else encode(part.text)

    def _parts(self, text: str, *, without: Collection[str]) -> Iterator[AlignedText | int]:
        """Yield the parts of a text that are encoded one by one, and each added or unknown token as its id."""
        return as_ids(self.found_parts(text, without=without))

    def _refused(
        self, text: str, *, allowed_special: Allowed = frozenset(), disallowed_special: Disallowed = "all"
    ) -> AbstractSet[str]:
        """Return the special tokens to treat as ordinary text; raises `SpecialTokenError` for a rejected token."""
        wanted = refuse_special(text, self.special_tokens, allowed_special, disallowed_special)
        return self.special_tokens.keys() - wanted if wanted else self.special_tokens.keys()

    @cached_property
    def _encoder(self) -> Encoder:
        if isinstance(self.rules, PieceRules):
            return PieceEncoder(self.name, self.rules, self.steps)
        if isinstance(self.rules, ListedRules):
            return StringEncoder(self.name, self.rules, self.steps)
        if stage := self.recipe.second_stage:
            return TwoStageEncoder(self.recipe, stage, self.base, self.rules)
        return TextEncoder(self.recipe, self.base, self.rules)

    @property
    def _in_c(self) -> NativeEncoder | None:
        """The C encoder for the text between added tokens; None if Python encodes it."""
        if isinstance(self._encoder, TextEncoder):
            return self._encoder.in_c
        return self._whole_texts if native.library else None

    @cached_property
    def _whole_texts(self) -> NativeEncoder | None:
        """The C encoder for the whole text between added tokens; None if each chunk is encoded by itself."""
        if not isinstance(self.rules, ListedRules) or isinstance(self.rules, PieceRules):
            return None
        return encoder_of_whole_texts(self.rules, dict(self.base.id_of_unit), self.steps)

    @cached_property
    def _vocab(self) -> dict[int, bytes]:
        """What `vocab` shows: a lookup in the dictionary itself takes half the time."""
        special = {id_: text.encode("utf-8") for text, id_ in self.special_tokens.items()}
        return dict(self.rules.vocab) | special | self._bytes_of_added(special)

    def _bytes_of_added(self, special: Iterable[int]) -> dict[int, bytes]:
        """Return the bytes of added tokens that do not decode to their content.

        A decoder that reads glyphs reads those of an added token too, and a token may be normalized before it is
        searched for.
        """
        in_glyphs = self.steps.decoders == (ByteLevel(),)
        normalized = {token.token_id for token in self.steps.added_tokens if token.normalized}
        if not in_glyphs:
            strings = {token_id: self._string_of_id[token_id] for token_id in normalized}
            return {token_id: string.replace("▁", " ").encode() for token_id, string in strings.items()}
        added = {*special, *(token.token_id for token in self.steps.added_tokens)}
        return {token_id: ByteLevel().as_bytes([self._string_of_id[token_id]]) for token_id in added}

    @cached_property
    def _token_of_id(self) -> Mapping[int, str]:
        """Each token as a `tokenizer.json` writes it; a piece that is never found in a text is left out."""
        if isinstance(self.rules, ListedRules):
            tokens = {token_id: string for string, token_id in self.id_of_string.items()}
        else:
            written = to_glyphs if counts_bytes(self.recipe.alphabet) else bytes.decode
            tokens = {token_id: written(token) for token_id, token in self.rules.vocab.items()}
        tokens |= {token_id: content for content, token_id in self.special_tokens.items()}
        return tokens | {token.token_id: token.content for token in self.steps.added_tokens}

    @cached_property
    def _id_of_token(self) -> Mapping[str, int]:
        ids = {token: token_id for token_id, token in sorted(self._token_of_id.items(), reverse=True)}
        return ids | dict(self.special_tokens)

    @cached_property
    def _decoder(self) -> TokenDecoder:
        if not self.steps.decoders:
            return BytesDecoder(self._vocab, frozenset(self.special_tokens.values()))
        special = self.special_tokens.keys()
        return StringsDecoder(self._string_of_id, self._vocab, special, self.steps.decoders)

    @cached_property
    def _string_of_id(self) -> Mapping[int, str]:
        """Each token as it is found in a text: in Hugging Face tokenizers, an added token may be normalized first."""
        if not any(token.normalized for token in self.steps.added_tokens):
            return self._token_of_id
        found = self.preparation.finders[1].token_of
        return {**self._token_of_id, **{token.token_id: string for string, token in found.items()}}

    def __reduce_ex__(self, protocol: SupportsIndex) -> str | tuple[Any, ...]:
        """Copy and pickle a published tokenizer by its name, so that the copy is the shared object."""
        return vars(self).get("_shared_by") or super().__reduce_ex__(protocol)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name!r}, {self.vocab_size:,} tokens>"


def _each(
    work: Callable[[_One], _Result], batch: Iterable[_One], *, num_threads: int, what: str
) -> list[_Result]:
    """Return the results of a function for a batch, in order; errors call the batch `what`."""
    if isinstance(batch, str | bytes) or not isinstance(batch, Iterable):
        raise TypeError(f"{what} must be a list, not {type(batch).__name__}")
    if checked_count(num_threads, "num_threads", least=1) == 1:
        return list(map(work, batch))
    # Imported late: it takes a tenth of the engine's import time.
    with member("concurrent.futures:ThreadPoolExecutor")(num_threads) as pool:
        return list(pool.map(work, batch))


def _changed(name: str) -> BpeError:
    return BpeError(
        f"{name} changes this text before encoding it, so its tokens have no positions in the text. Encode "
        "tokenizer.decode(tokenizer.encode(text)) instead."
    )


def _told_of_the_text(error: UnknownCharacterError, part: AlignedText) -> UnknownCharacterError:
    """Return the error with the character's position in the whole text instead of the part."""
    return UnknownCharacterError(error.character, part.origins[error.position], error.reason)


def _byte_level(name: str, split_pattern: str | None, source: str) -> Recipe:
    check_split_pattern(split_pattern)
    return Recipe(name=name, title=name, alphabet="bytes", split_pattern=split_pattern, source=source)


def _check_ids_unused(special_tokens: Mapping[str, int], vocab: Mapping[int, bytes]) -> None:
    for token, token_id in special_tokens.items():
        if token_id in vocab:
            raise BpeError(
                f"The special token {token!r} has the id {token_id}, which another token already has."
            )


def _byte_vocabulary(id_of_byte: Mapping[int, int], special_tokens: Mapping[str, int]) -> BaseVocabulary:
    vocab = {id_: bytes([byte]) for byte, id_ in id_of_byte.items()}
    return BaseVocabulary("bytes", id_of_byte, special_tokens, vocab)
