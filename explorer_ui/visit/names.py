"""The names of things on all pages: tokenizers, and the choices that the pages offer.

The only place for a name: pages, links and tests look it up here. Recipes have their own titles.
"""

from dataclasses import dataclass

from bpe_core import PUBLISHED, RECIPES, TieBreak
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.lessons.vocabulary.vocabulary import SearchBy
from bpe_core.lessons.vocabulary.vocabulary_figures import TokenOrder
from explorer_ui.visit.samples import sample_names

ALONE = "player"
"""The `view` of an address that shows only the picture: for slides, and course pages."""


@dataclass(frozen=True, slots=True)
class Name:
    """The names of a tokenizer: `short` in a table, `long` in a list to choose from, and `sentence` within a sentence.

    >>> f"How does {TOKENIZERS['trained'].sentence} split this?"
    'How does your tokenizer split this?'
    """

    short: str
    long: str
    sentence: str


TOKENIZERS = {
    "trained": Name("your tokenizer", "your tokenizer (trained on this text)", "your tokenizer"),
    "file": Name("your file", "from a file", "the tokenizer from your file"),
    "gpt2": Name("GPT-2", "OpenAI: GPT-2", "GPT-2"),
    "p50k_base": Name("Codex", "OpenAI: Codex, text-davinci-003 (p50k_base)", "Codex"),
    "cl100k_base": Name("GPT-4", "OpenAI: GPT-4 (cl100k_base)", "GPT-4"),
    "o200k_base": Name("GPT-4o", "OpenAI: GPT-4o, GPT-5 (o200k_base)", "GPT-4o"),
    "o200k_harmony": Name("gpt-oss", "OpenAI: gpt-oss (o200k_harmony)", "gpt-oss"),
    "olmo2": Name("OLMo 2", "AI2: OLMo 2", "OLMo 2"),
    "qwen2.5": Name("Qwen 2.5", "Alibaba: Qwen 2.5", "Qwen 2.5"),
    "qwen3": Name("Qwen 3", "Alibaba: Qwen 3", "Qwen 3"),
    "deepseek_v3": Name("DeepSeek V3", "DeepSeek: V3", "DeepSeek V3"),
    "deepseek_v4": Name("DeepSeek V4", "DeepSeek: V4", "DeepSeek V4"),
    "gpt_neox": Name("GPT-NeoX", "EleutherAI: GPT-NeoX, Pythia", "GPT-NeoX"),
    "tekken": Name("Mistral Nemo", "Mistral: Nemo (Tekken)", "Mistral Nemo"),
    "bytes": Name("single bytes", "single bytes", "a tokenizer of single bytes"),
    "characters": Name("single characters", "single characters", "a tokenizer of single characters"),
    "words": Name("whole words", "whole words", "a list of whole words"),
}
"""Every tokenizer of all pages, grouped by maker; lists to choose from can be searched by typing."""

CHOOSABLE = tuple(name for name in TOKENIZERS if name != "words")
"""The tokenizers that every page can use, in the order in which they are offered."""

SHARED_COMPARABLE = (
    "words",
    "characters",
    "bytes",
    "trained",
    *(name for name in TOKENIZERS if name in PUBLISHED),
)
"""The tokenizers of the Compare page that a link can name, in the order in which they are offered."""

COMPARABLE = (*SHARED_COMPARABLE[:4], "file", *SHARED_COMPARABLE[4:])
"""All tokenizers of the Compare page, including a visitor's own file."""

PRESET = ("o200k_base", "cl100k_base", "qwen3", "deepseek_v3", "tekken", "gpt_neox")
"""The vocabularies that a button on Compare selects: those of models from six makers."""

TRAINED_ON = {
    f"trained_on_{sample.replace(': ', '_').replace(' ', '_')}": sample for sample in sample_names()
}
"""Trainings on the sample texts, which the Growth page offers: the name of each in a link -> the sample."""

GROWABLE = {name: TOKENIZERS[name] for name in CHOOSABLE} | {
    name: Name(
        f"trained on {sample}",
        f"{TOKENIZERS['trained'].short}, trained on the sample “{sample}”",
        f"the tokenizer trained on “{sample}”",
    )
    for name, sample in TRAINED_ON.items()
}
"""The tokenizers of the Growth page, in the order in which they are offered."""

START_FROM = {f"from_{name}": name for name in TOKENIZERS if name in PUBLISHED or name == "file"}
"""Training recipes that continue from a vocabulary: the value of the setting -> the name of the tokenizer."""

RECIPE_TITLES = {name: recipe.title for name, recipe in RECIPES.items()} | {
    recipe: f"continue from {TOKENIZERS[name].short}" for recipe, name in START_FROM.items()
}
"""The training recipes, in the order in which they are offered."""

PATTERNS = {
    "tokenizer": "that of the tokenizer",
    "gpt2": "GPT-2",
    "cl100k_base": "GPT-4 (cl100k_base)",
    "o200k_base": "GPT-4o (o200k_base)",
    "qwen": "Qwen",
    "tekken": "Mistral Nemo (Tekken)",
    "own": "one of your own",
}
"""The split patterns."""

OTHER_PATTERNS = {name: title for name, title in PATTERNS.items() if name != "tokenizer"}
"""The split patterns that a split can be compared with."""

TIE_BREAKS: dict[TieBreak, str] = {
    "first-seen": "first occurrence",
    "lowest-pair": "lowest ids",
    "lowest-glyphs": "lowest ids, bytes by glyph",
    "highest-bytes": "greatest bytes",
}
"""The tie-break rules."""

LIFTED = {
    "stand": "boundaries kept",
    "blanks": "lifted at blanks",
    "punctuation": "lifted at punctuation",
    "all": "all boundaries lifted",
}
"""What happens to the chunk boundaries during training."""

SPECIAL_POLICIES = {
    "refuse": "reject the text",
    "ordinary": "encode them as plain text",
    "special": "encode them as special tokens",
}
"""What happens to special tokens in a text."""

CHAT_FORMATS = {"own": "its own template"} | {name: template.title for name, template in TEMPLATES.items()}
"""The chat template of a conversation."""

COUNTED_WITH = {"named": "the named model"} | {
    name: TOKENIZERS[name].long for name in TOKENIZERS if name in PUBLISHED
}
"""What a request is counted with."""

COMPARED_WITH = {"none": "no comparison"} | {
    name: f"and {title}" for name, title in COUNTED_WITH.items() if name != "named"
}
"""With what a request is counted as well."""

COSTS_BY = {"kind": "kind of text", "script": "script", "line": "line", "repeat": "repeated text"}
"""By what the tokens of a text are counted."""

BELOW_SIZES = {
    "parts": "Repeats and parts",
    "turns": "Turn by turn",
    "other": "Compared with an earlier request",
}
"""What is below the sizes of a request."""

MORE_ABOUT_TRAINING = {
    "pairs": "Every pair at this step",
    "merges": "Every merge",
    "fork": "Compared with another training",
    "superbpe": "Across chunk boundaries",
    "algorithm": "The whole algorithm",
}
"""What can be expanded below the player."""

OWN_LIST = "own"
"""The name for a pasted list of merges; the other lists are those of `bpe_core.lessons.train.printed`."""

BYTES_TABS = ("One to four bytes", "How GPT-2 writes a byte")
CHUNKS_TABS = (
    "Every chunk, counted",
    "Next to another pattern",
    "Training without chunks",
    "Split repeatedly",
)

REASON_NAMES: dict[str, str] = {
    "word": "a word begins",
    "pattern": "split pattern",
    "data": "training data",
    "bytes": "part of a character",
}
"""Why a token is needed, by the reasons of `bpe_core.lessons.compare.token_reasons`."""

PARITY_TEXTS = {"paragraphs": "17 languages", "lines": "lines of your text"}
"""The texts that the view of several languages trains on."""

COST_UNITS = ("tokens", "times English")
"""The units in which the Languages page shows the costs of the compared tokenizers."""

THIS_TEXT = "this text"
"""The value for training whole words and the visitor's tokenizer on the text itself, not on a sample."""

SEARCH_BY: dict[SearchBy, str] = {
    "text": "text",
    "prefix": "beginning",
    "regex": "regular expression",
    "bytes": "bytes in hex",
    "id": "id",
}
"""How a vocabulary is searched."""

SORTS: dict[TokenOrder, str] = {
    "learned": "as learned",
    "id": "by id",
    "longest": "longest first",
    "shortest": "shortest first",
    "alphabet": "by bytes",
}
"""How a vocabulary is sorted."""

VOCABULARY_LISTS = {"longest": "The longest", "oddest": "The oddest", "reach": "Out of reach"}
"""The lists at the end of the Vocabulary page."""
