"""Two vocabularies beside each other: what both have, what one alone has, and whether one begins with the other.

GPT-2       50,256 tokens    p50k_base begins with all of them
GPT-4      100,256 tokens    Qwen 2.5 has 99,156 of them
"""

from dataclasses import dataclass
from itertools import islice

from bpe_core.tokenizer import Tokenizer


@dataclass(frozen=True, slots=True)
class Beside:
    """What two vocabularies have in common; tokens added by hand are left out.

    `begins` is how many tokens, in the order of the ids, are the same from the first on; `only_left` and
    `only_right` are the first tokens, in the order of the ids, that the other does not have.
    """

    left_size: int
    right_size: int
    shared: int
    begins: int
    only_left: tuple[bytes, ...]
    only_right: tuple[bytes, ...]


def beside(left: Tokenizer, right: Tokenizer, *, most: int = 200) -> Beside:
    """Hold two vocabularies against each other; of the tokens of one alone, the first `most`.

    >>> from bpe_core import load_published
    >>> both = beside(load_published("gpt2"), load_published("p50k_base"), most=2)
    >>> both.shared, both.begins, both.only_left, both.only_right
    (50256, 50256, (), (b'  ', b'   '))
    """
    of_left, of_right = tokens_in_order(left), tokens_in_order(right)
    in_left, in_right = set(of_left), set(of_right)
    pairs = enumerate(zip(of_left, of_right, strict=False))
    same = next((number for number, (one, other) in pairs if one != other), min(len(of_left), len(of_right)))
    return Beside(
        len(in_left),
        len(in_right),
        len(in_left & in_right),
        same,
        tuple(islice((token for token in of_left if token not in in_right), most)),
        tuple(islice((token for token in of_right if token not in in_left), most)),
    )


def tokens_in_order(tokenizer: Tokenizer) -> list[bytes]:
    """Return the bytes of all tokens that were not added by hand, in the order of their ids.

    >>> from bpe_core import load_published
    >>> tokens_in_order(load_published("gpt2"))[:3], len(tokens_in_order(load_published("tekken")))
    ([b'!', b'"', b'#'], 130072)
    """
    added = {token.token_id for token in tokenizer.steps.added_tokens}
    added |= set(tokenizer.special_tokens.values())
    return [token for id_, token in sorted(tokenizer.vocab.items()) if id_ not in added]
