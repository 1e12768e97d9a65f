"""The names of tiktoken for what has another name here, so that `import bpe_core as tiktoken` is enough."""

from collections.abc import Mapping
from typing import Self, cast

from bpe_core.on_demand import member
from bpe_core.published import PUBLISHED, load_published
from bpe_core.published.models import tokenizer_for_model
from bpe_core.tokenizer import Tokenizer
from bpe_core.types import BpeError


class _EveryTokenizer(type):
    def __instancecheck__(cls, value: object) -> bool:
        return isinstance(value, Tokenizer) if cls is Encoding else super().__instancecheck__(value)


class Encoding(Tokenizer, metaclass=_EveryTokenizer):
    r"""tiktoken's name for a `Tokenizer`: it makes a `Tokenizer`, and every `Tokenizer` is an instance of it.

    `explicit_n_vocab`, if given, must be the number of all tokens. Raises `BpeError` if it is not, and what
    `Tokenizer.from_ranks` raises.

    >>> ranks = {bytes([byte]): byte for byte in range(256)} | {b"lo": 256}
    >>> mine = Encoding("mine", pat_str=r"\S+|\s+", mergeable_ranks=ranks, special_tokens={"<end>": 257})
    >>> mine.encode("low<end>", allowed_special="all"), isinstance(mine, Encoding)
    ([256, 119, 257], True)
    """

    def __new__(
        cls,
        name: str,
        *,
        pat_str: str,
        mergeable_ranks: Mapping[bytes, int],
        special_tokens: Mapping[str, int],
        explicit_n_vocab: int | None = None,
    ) -> Self:
        """Make a tokenizer from a rank table."""
        total = len(mergeable_ranks) + len(special_tokens)
        if explicit_n_vocab and explicit_n_vocab != total:
            raise BpeError(f"explicit_n_vocab is {explicit_n_vocab}, but {name} has {total} tokens.")
        # Imported late, since it imports the file readers.
        pattern = member("bpe_core.formats.split_patterns:named")(pat_str)
        made = Tokenizer.from_ranks(
            mergeable_ranks, split_pattern=pattern, special_tokens=special_tokens, name=name
        )
        return cast("Self", made)


def get_encoding(encoding_name: str) -> Encoding:
    """Return what `load_published` does.

    >>> get_encoding("gpt2").encode("hello world")
    [31373, 995]
    """
    return cast("Encoding", load_published(encoding_name))


def encoding_for_model(model_name: str) -> Encoding:
    """Return what `tokenizer_for_model` does.

    >>> encoding_for_model("gpt-4o").name
    'o200k_base'
    """
    return cast("Encoding", tokenizer_for_model(model_name))


def list_encoding_names() -> list[str]:
    """Return the names of the published vocabularies, `PUBLISHED`, as a list.

    >>> list_encoding_names()[:2]
    ['gpt2', 'r50k_base']
    """
    return list(PUBLISHED)
