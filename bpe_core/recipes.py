"""Named ways to train and to encode, each from a published source."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from bpe_core.types import AlphabetName, BpeError, EncodeOrder, SecondStage, TieBreak

if TYPE_CHECKING:
    # The command line names the recipes in its help, and the pipeline would load numpy for it.
    from bpe_core.pipeline.steps import Pipeline


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    r"""A way to train and to encode, as data; a new recipe is a new constant in `RECIPES`.

    `split_pattern` is a name in `SPLIT_PATTERNS`, a custom pattern, or None if a text is one chunk.
    `special_tokens` get their ids before the base units with `specials_first`, otherwise after them; the ids
    of merges come last. Special tokens split a training text before anything else, so no merge contains or
    crosses them. With `same_string_same_token`, two pairs that make the same string make one token. With a
    `second_stage`, merges may cross chunk boundaries after a number of steps. `steps` are applied to the text between
    special tokens before it is split, in training and in encoding; None if there are none. Those of a recipe to train
    by are normalizers; a tokenizer that was read from a file may have others.

    >>> from bpe_core import Tokenizer, train
    >>> recipe = Recipe(name="mine", title="Bytes, split at lines", alphabet="bytes", split_pattern=r".+|\n", source="me")
    >>> Tokenizer.from_history(train("low\nlow", recipe=recipe, num_merges=1)).encode("lo")
    [256]
    >>> from dataclasses import replace
    >>> from bpe_core.pipeline.normalizers import Lowercase
    >>> from bpe_core.pipeline.steps import Pipeline
    >>> lower = replace(RECIPES["gpt2"], name="gpt2-lower", steps=Pipeline(normalizers=(Lowercase(),)))
    >>> Tokenizer.from_history(train("Low low", recipe=lower, num_merges=2)).encode("LOW")
    [257]
    """

    name: str
    title: str
    alphabet: AlphabetName
    split_pattern: str | None = None
    tie_break: TieBreak = "first-seen"
    special_tokens: tuple[str, ...] = ()
    specials_first: bool = False
    same_string_same_token: bool = False
    encode_order: EncodeOrder = "lowest-rank"
    second_stage: SecondStage | None = None
    steps: "Pipeline | None" = None
    source: str


_BPE = "Sennrich, Haddow and Birch, Neural Machine Translation of Rare Words with Subword Units, 2016"

RECIPES: Mapping[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        Recipe(
            name="bytes",
            title="Bytes, not split",
            alphabet="bytes",
            source="minbpe's BasicTokenizer: the bytes of the whole text, not split",
        ),
        Recipe(
            name="gpt2",
            title="Bytes, split like GPT-2",
            alphabet="bytes",
            split_pattern="gpt2",
            source="Radford and others, 2019; the loop of minbpe's RegexTokenizer with GPT-2's pattern",
        ),
        Recipe(
            name="gpt4",
            title="Bytes, split like GPT-4",
            alphabet="bytes",
            split_pattern="cl100k_base",
            source="minbpe's RegexTokenizer with the pattern that tiktoken publishes for cl100k_base",
        ),
        Recipe(
            name="gpt4o",
            title="Bytes, split like GPT-4o",
            alphabet="bytes",
            split_pattern="o200k_base",
            source="minbpe's RegexTokenizer with the pattern that tiktoken publishes for o200k_base",
        ),
        Recipe(
            name="hf-course",
            title="Byte glyphs, as in the Hugging Face course",
            alphabet="byte-glyphs",
            split_pattern="gpt2",
            special_tokens=("<|endoftext|>",),
            specials_first=True,
            same_string_same_token=True,
            encode_order="merge-list",
            source="Hugging Face LLM Course, chapter 6, Byte-Pair Encoding tokenization",
        ),
        Recipe(
            name="characters",
            title="Characters, not split",
            alphabet="characters",
            source=f"the loop of {_BPE}, on the characters of the whole text",
        ),
        Recipe(
            name="word-marker",
            title="Characters, with a word marker",
            alphabet="word-marker",
            special_tokens=("<|endoftext|>",),
            encode_order="passes",
            source="S. Raschka, Implementing a Byte Pair Encoding (BPE) Tokenizer From Scratch, 2025",
        ),
    )
}
"""The recipes by name.

>>> RECIPES["gpt4"].alphabet, RECIPES["gpt4"].split_pattern
('bytes', 'cl100k_base')
"""


def recipe_of(recipe: str | Recipe) -> Recipe:
    """Return the recipe with a name; raises `BpeError` for an unknown name. A `Recipe` is returned unchanged.

    >>> recipe_of("gpt2") is RECIPES["gpt2"] is recipe_of(RECIPES["gpt2"])
    True
    """
    if isinstance(recipe, Recipe):
        return recipe
    if recipe not in RECIPES:
        raise BpeError(f"Unknown recipe {recipe!r}; the recipes are {', '.join(RECIPES)}.")
    return RECIPES[recipe]
