"""Text to text: what is changed before anything is cut.

The whole way of a text, each step a value of its own: normalize (here), cut (`pretokenization`), base units
(`alphabets`), merge (`training`, `tokenizer`), special tokens (`tokenizer`). A recipe names its normalizers.
"""

from collections.abc import Iterable, Mapping

from bpe_core.alphabets import replace_lone_surrogates
from bpe_core.pipeline.aligned_text import AlignedText, Normalizer
from bpe_core.pipeline.normalizers import Lowercase
from bpe_core.types import NormalizerName

NORMALIZERS: Mapping[NormalizerName, Normalizer] = {"lowercase": Lowercase()}
"""The normalizers that a recipe may name: a further one is a name in `NormalizerName` and a step here."""


def normalize(text: str, normalizers: Iterable[NormalizerName]) -> str:
    r"""Return a text as the normalizers leave it, one after the other, and never with a lone surrogate.

    >>> normalize("Ünder\ud800", ["lowercase"]), normalize("Ünder", [])
    ('ünder�', 'Ünder')
    """
    text = replace_lone_surrogates(text)
    for name in normalizers:
        text = NORMALIZERS[name].apply(AlignedText.of(text)).text
    return text
