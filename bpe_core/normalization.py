"""Text to text: what is changed before anything is cut.

The whole way of a text, each step a value of its own: normalize (here), cut (`pretokenization`), base units
(`alphabets`), merge (`training`, `tokenizer`), special tokens (`tokenizer`). A recipe names its normalizers.
"""

from collections.abc import Callable, Iterable, Mapping

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.types import NormalizerName

NORMALIZERS: Mapping[NormalizerName, Callable[[str], str]] = {"lowercase": str.lower}
"""The normalizers by name: a further one is a name in `NormalizerName` and a function here."""


def normalize(text: str, normalizers: Iterable[NormalizerName]) -> str:
    r"""Return a text as the normalizers leave it, one after the other, and never with a lone surrogate.

    >>> normalize("Ünder\ud800", ["lowercase"]), normalize("Ünder", [])
    ('ünder�', 'Ünder')
    """
    text = replace_lone_surrogates(text)
    for name in normalizers:
        text = NORMALIZERS[name](text)
    return text
