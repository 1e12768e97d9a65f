"""The terms of byte-pair encoding, each with one sentence and one example: the only place that defines them.

`docs/glossary.md` lists the same terms; `tests/test_glossary.py` compares the two and computes the examples.
"""

import re
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Term:
    """A term, what it means in one sentence, and an example; code is in backticks, a leading space is `·`."""

    name: str
    sentence: str
    example: str


TERMS = (
    Term(
        "token",
        "A piece of text that a model reads as one unit, identified by one number.",
        "GPT-4 reads `strawberry` as three tokens: `str`, `aw`, `berry`.",
    ),
    Term(
        "byte",
        "A number from 0 to 255; UTF-8 stores each character as one to four bytes.",
        "`é` is the two bytes `c3 a9`.",
    ),
    Term(
        "character",
        "A Unicode code point; what looks like one letter or emoji can be several.",
        "`👍🏽` is 2 characters (a thumb and a skin tone) and 8 bytes.",
    ),
    Term(
        "base unit",
        "What a tokenizer starts from before any merge: a byte or a character.",
        "`né` is 3 base units for a tokenizer of bytes, 2 for one of characters.",
    ),
    Term(
        "gap",
        "The place between two neighbouring base units; a merge closes it, or it stays open.",
        "`lowest` has 6 base units and 5 gaps.",
    ),
    Term(
        "token boundary",
        "A gap where one token ends and the next begins.",
        "`st|raw|berry` has 2 token boundaries.",
    ),
    Term(
        "chunk",
        "A part of the text that is encoded on its own; also called a pre-token.",
        "GPT-2 splits `I'll pay 12 euros` into 5 chunks: `I`, `'ll`, `·pay`, `·12`, `·euros`.",
    ),
    Term(
        "chunk boundary",
        "The gap between two chunks, which no merge closes.",
        "`·pay` and `·12` can never become one token of GPT-2.",
    ),
    Term(
        "split pattern",
        "The regular expression that splits a text into chunks; the part of a tokenizer that applies it is the "
        "pre-tokenizer.",
        "GPT-4's pattern allows at most three digits in a chunk: `12345` becomes `123`, `45`.",
    ),
    Term(
        "pair",
        "Two neighbouring tokens in the same chunk.",
        "The pairs of `low` are `l` `o` and `o` `w`.",
    ),
    Term(
        "pair count",
        "How often a pair occurs, overlapping occurrences included.",
        "In `aaa` the pair `a` `a` occurs 2 times, and only 1 of them can be merged.",
    ),
    Term(
        "tie-break",
        "The rule that decides which of several equally frequent pairs is merged.",
        "In `abab` there is no tie: `a` `b` occurs 2 times, `b` `a` once. In `abcd` all three pairs occur once; "
        "by first occurrence, `a` `b` is merged.",
    ),
    Term(
        "merge",
        "A learned rule that replaces one pair with a new token.",
        "Training on `aaabdaaabac` first learns `a` + `a` → `aa`.",
    ),
    Term(
        "rank",
        "The position of a merge in the order of learning; encoding applies the merge of lowest rank first.",
        "GPT-2 encodes `lowest` with the merges of rank 274, 322, 395 and 9,319; as in tiktoken, the first "
        "merge has rank 256.",
    ),
    Term(
        "id",
        "The number of a token in the vocabulary.",
        "In GPT-4 `·the` has the id 279.",
    ),
    Term(
        "vocabulary",
        "All tokens of a tokenizer with their ids.",
        "`strawberry` is three tokens of GPT-4, but `·strawberry` is in its vocabulary, with the id 73,700.",
    ),
    Term(
        "vocabulary size",
        "The number of tokens in a vocabulary: base units, plus merges, plus special tokens.",
        "GPT-2: 256 + 50,000 + 1 = 50,257.",
    ),
    Term(
        "special token",
        "A token that no merge makes; it has its own id and marks something, such as the end of a text.",
        "`<|endoftext|>` is the id 50,256 in GPT-2; as ordinary text it is 7 tokens.",
    ),
    Term(
        "chat template",
        "The format in which a conversation is written for a model, with special tokens around each message.",
        "Qwen's template adds 8 tokens to the one-token message `Hello`.",
    ),
    Term(
        "normalizer",
        "A step that changes the text before it is split into chunks.",
        "NFC turns `e` and a combining accent (2 characters) into `é` (1 character).",
    ),
    Term(
        "bytes per token",
        "The size of a text in UTF-8 divided by its number of tokens; higher means fewer tokens for the same text.",
        "GPT-2 encodes `tokenization`, 12 bytes, as 2 tokens: 6.0 bytes per token.",
    ),
    Term(
        "fertility",
        "The average number of tokens per word of a text.",
        "For the same paragraph GPT-2 has a fertility of 1.14 in English and 6.93 in Hindi.",
    ),
)
"""All terms, in the order in which the course uses them."""

_BY_NAME = {one.name: one for one in TERMS}

# The longest name first, so that "chunk boundary" does not match as "chunk"; in the singular or the plural.
_NAMES = re.compile(
    rf"(?<![\w-])({'|'.join(sorted(_BY_NAME, key=len, reverse=True))})s?(?![\w-])".replace("y|", "(?:y|ie)|"),
    re.IGNORECASE,
)


def term(name: str) -> Term:
    """Return the term with this name; raises KeyError for any other.

    >>> term("gap").sentence
    'The place between two neighbouring base units; a merge closes it, or it stays open.'
    """
    return _BY_NAME[name]


def terms_in(sentence: str) -> tuple[Term, ...]:
    """Return the terms that occur in a sentence, each once, in order of occurrence.

    >>> [one.name for one in terms_in("Token boundaries are not chunks; a token is.")]
    ['token boundary', 'chunk', 'token']
    """
    names = (re.sub("ie$", "y", found[1].lower()) for found in _NAMES.finditer(sentence))
    return tuple(_BY_NAME[name] for name in dict.fromkeys(names))
