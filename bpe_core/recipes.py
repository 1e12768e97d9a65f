"""Named ways to train and to encode, each from a published source."""

from collections.abc import Mapping

from bpe_core.types import BpeError, Recipe

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
