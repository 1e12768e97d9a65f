"""Everything that a visitor can choose or type, in one table: its key, default, type, and where it is stored.

Adding a setting means adding one row; the session, the links and the tests read the table. A link is
untrusted input, so each value is parsed by its type, which rejects invalid ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from bpe_core.lessons.quiz.misconceptions import QUESTION_KINDS, TWICE
from bpe_core.lessons.train.printed import PRINTED
from bpe_core.lessons.vocabulary.vocabulary import KINDS, SCRIPTS
from explorer_ui.visit import names
from explorer_ui.visit.forms import Choice, Form, Number, Scores, Several, Switch, Text
from explorer_ui.visit.limits import (
    MAX_CHAT,
    MAX_COMPARED,
    MAX_CONTINUED,
    MAX_GROWN_AT_ONCE,
    MAX_HANDOUT_SENTENCE,
    MAX_HANDOUT_TITLE,
    MAX_IMAGE_TOKENS,
    MAX_LEARNED,
    MAX_LECTURE,
    MAX_MERGES,
    MAX_OWN_SPECIAL,
    MAX_PRICES,
    MAX_PRINTED,
    MAX_QUERY,
    MAX_REQUEST,
    MAX_SCENES,
    MAX_TEXT,
    MAX_VOCABULARY,
    MAX_WAYS,
    MAX_WINDOW,
    MAX_WORDS,
)
from explorer_ui.visit.samples import parallel_texts, sample_names


@dataclass(frozen=True, slots=True)
class Setting:
    """A row of the table.

    `form` is the format of the setting outside the session; None if nothing outside may set it. A link contains a
    `linked` setting, except for its `private` values, which are not shared; a setting with `own_link` is only in a
    link made for it. `called` is its name in a sentence about a link.
    """

    key: str
    default: Any
    form: Form | None = None
    called: str = ""
    linked: bool = False
    private: tuple[str, ...] = ()
    own_link: bool = False

    def in_link(self, value: Any) -> bool:
        """Return whether a link contains this value: defaults are left out, and so are private values."""
        return self.linked and not self.own_link and value != self.default and value not in self.private


DEFAULT_TEXT = (
    "The baker's daughter bakes bread before daybreak. Bread for the baker, bread for the brewer, "
    "bread for the bargeman by the bridge.\n"
    "Better bread, she says, begins with better butter; and better butter begins before the bell.\n"
    "Don't ask her for 365 loaves, or 1,024 buns. Ask for one, and it's warm. 🥖 À demain!"
)


def _linked(
    key: str, default: Any, form: Form, called: str = "", *, private: tuple[str, ...] = ()
) -> Setting:
    return Setting(key, default, form, called or key.replace("_", " "), linked=True, private=private)


_EARLIER_TABS = {
    "Beside another pattern": names.CHUNKS_TABS[1],
    "Training without the cut": names.CHUNKS_TABS[2],
    "Cut again and again": names.CHUNKS_TABS[3],
}

# The strip shows the first, at another depth are the others.
_PICTURES = dict.fromkeys(
    ("Characters in order", "Each character once", "What a normalizer changes"), names.BYTES_TABS[0]
)

# Two of them are views now.
_EARLIER_SECTIONS = {"walls": "superbpe", "files": "", "printed": ""}

_KINDS = Choice(
    ("any", *QUESTION_KINDS, TWICE),
    earlier={"pair": "ties", "cut": "longest", "cost": "per_word", "dearer": "languages", "branch": "any"},
)

_ROWS = (
    # Used by every page.
    _linked("text", DEFAULT_TEXT, Text(MAX_TEXT), "the text"),
    Setting("text_name", ""),
    # Of the text box: how often something else changed its text, the serial of its last message, whether a long
    # text is edited nevertheless, what can be undone, and whether an unpaired surrogate was typed.
    Setting("text_revision", 0),
    Setting("text_heard", 0),
    Setting("editing_long", default=False),
    Setting("undone", ()),
    Setting("half_character", default=False),
    # The page that the next run goes to, "" if it stays.
    Setting("goes_to", ""),
    # The dialog of "Present & share" that the end of the page opens.
    Setting("sharing", ""),
    # How your tokenizer is trained.
    _linked("recipe", "gpt2", Choice(tuple(names.RECIPE_TITLES)), private=("from_file",)),
    _linked("num_merges", 100, Number(MAX_MERGES), "the number of merges"),
    _linked("tie_break", "first-seen", Choice(tuple(names.TIE_BREAKS)), "the tie-break rule"),
    _linked("skip_rare", default=True, form=Switch()),
    # Whether a text that lists words with their counts is read as such.
    _linked("as_counts", default=True, form=Switch()),
    _linked("lifted", "stand", Choice(tuple(names.LIFTED)), "the boundaries to lift"),
    _linked("lifted_after", 50, Number(MAX_MERGES), "the merge after which boundaries are lifted"),
    _linked("colons_kept", default=False, form=Switch(), called="whether the boundaries after colons stay"),
    _linked("max_words", 0, Number(MAX_WORDS), "the maximum number of words in a token"),
    _linked("training_special", "", Text(MAX_OWN_SPECIAL), "the special tokens of the training"),
    # Which tokenizer the pages use.
    _linked("tokenizer", "trained", Choice(names.CHOOSABLE), private=("file",)),
    _linked(
        "special_policy", "refuse", Choice(tuple(names.SPECIAL_POLICIES)), "the handling of special tokens"
    ),
    _linked("own_special", "", Text(MAX_OWN_SPECIAL), "the special tokens"),
    Setting("tokenizer_file", None),
    # The tokenizers from files that the session remembers, as `work.tokenizer_files.Remembered`.
    Setting("tokenizer_files", ()),
    # Pieces
    _linked("token_limit", 16, Number(MAX_TEXT, least=1), "the tokens per piece"),
    _linked("chunk_overlap", 0, Number(MAX_TEXT), "the overlap"),
    _linked("split_characters", default=False, form=Switch(), called="whether characters are split"),
    # Start: the act that was chosen, and for which state of the text.
    Setting("act", ("", (0, 0))),
    # The depths of a text: bytes, and chunks
    _linked("bytes_tab", names.BYTES_TABS[0], Choice(names.BYTES_TABS, earlier=_PICTURES), "the tab"),
    _linked("split_pattern", "tokenizer", Choice(tuple(names.PATTERNS)), private=("own",)),
    _linked("other_pattern", "cl100k_base", Choice(tuple(names.OTHER_PATTERNS)), private=("own",)),
    Setting("own_pattern", r"\p{L}+|\p{N}+|\s+|[^\s\p{L}\p{N}]+"),
    _linked("chunks_tab", names.CHUNKS_TABS[0], Choice(names.CHUNKS_TABS, earlier=_EARLIER_TABS), "the tab"),
    # Train
    _linked("step", 0, Number(MAX_CONTINUED), "the step"),
    # The vocabulary whose transition to new merges was shown.
    Setting("continued_from", ""),
    _linked("selected", None, Number(4 * MAX_TEXT, or_none=True), "the token"),
    _linked(
        "below",
        None,
        Choice(tuple(names.MORE_ABOUT_TRAINING), or_none=True, earlier=_EARLIER_SECTIONS),
        "the open section",
    ),
    _linked("printed_example", "hug", Choice((*PRINTED, names.OWN_LIST)), "the printed merges"),
    Setting("printed_list", "", Text(MAX_PRINTED)),
    # The exported page
    Setting("handout_title", "Byte-pair encoding", Text(MAX_HANDOUT_TITLE)),
    Setting("handout_sentence", "", Text(MAX_HANDOUT_SENTENCE)),
    Setting("handout_asks", default=True, form=Switch()),
    # Apply the merges, and the depth of ids
    _linked("encode_text", "The butter is better today.", Text(MAX_TEXT), "the text to encode"),
    _linked("encode_step", 0, Number(MAX_TEXT), "the step of encoding"),
    _linked("ids_text", "", Text(MAX_TEXT), "the ids"),
    _linked("skip_special", default=False, form=Switch(), called="whether special tokens are left out"),
    # The token whose merge is switched off on Encode and Vocabulary, in GPT-2's glyphs, so that it means the same in each.
    _linked("switched_off", "", Text(MAX_QUERY), "the merge that is switched off"),
    # The depth of tokens
    _linked("costs_by", None, Choice(tuple(names.COSTS_BY), or_none=True), "what the tokens are counted by"),
    # Chat
    _linked("chat_format", "own", Choice(tuple(names.CHAT_FORMATS)), "the format of the messages"),
    _linked("counted_with", "named", Choice(tuple(names.COUNTED_WITH)), "what the request is counted with"),
    _linked("compared_with", "none", Choice(tuple(names.COMPARED_WITH)), "the other tokenizer"),
    _linked("below_sizes", "parts", Choice(tuple(names.BELOW_SIZES), or_none=True), "the open section"),
    Setting("earlier_request", "", Text(MAX_REQUEST)),
    _linked("chat_line", 1, Number(MAX_CHAT, least=1), "the line of the file"),
    _linked("image_tokens", 0, Number(MAX_IMAGE_TOKENS), "the tokens per image"),
    # Vocabulary
    _linked("vocabulary_by", "text", Choice(tuple(names.SEARCH_BY)), "the kind of search"),
    _linked("vocabulary_query", "", Text(MAX_QUERY), "the search"),
    _linked("vocabulary_sort", "learned", Choice(tuple(names.SORTS)), "the order"),
    _linked("vocabulary_script", None, Choice(tuple(SCRIPTS), or_none=True), "the script"),
    _linked("vocabulary_kind", None, Choice(KINDS, or_none=True), "the kind of token"),
    _linked("vocabulary_shortest", None, Number(MAX_LEARNED, or_none=True), "the shortest length"),
    _linked("vocabulary_longest", None, Number(MAX_LEARNED, or_none=True), "the longest length"),
    _linked("vocabulary_unreachable", default=False, form=Switch()),
    _linked("vocabulary_token", None, Number(2**31 - 1, or_none=True), "the token"),
    _linked("vocabulary_list", "longest", Choice(tuple(names.VOCABULARY_LISTS)), "the list"),
    # Compare
    _linked(
        "compared",
        ["gpt2", "cl100k_base", "o200k_base"],
        Several(names.SHARED_COMPARABLE, MAX_COMPARED),
        "the tokenizers to compare",
    ),
    _linked(
        "learn_from", names.THIS_TEXT, Choice((names.THIS_TEXT, *sample_names())), "the text to learn from"
    ),
    _linked("context_window", 128_000, Number(MAX_WINDOW)),
    _linked("token_prices", "", Text(MAX_PRICES), "the prices"),
    _linked("compare_unit", names.COST_UNITS[0], Choice(names.COST_UNITS), "the unit of cost"),
    # Languages
    _linked("language", None, Choice(tuple(parallel_texts()), or_none=True)),
    _linked(
        "reasons",
        list(names.REASON_NAMES),
        Several(tuple(names.REASON_NAMES), 4),
        "the reasons to include",
    ),
    _linked("parity_texts", "paragraphs", Choice(tuple(names.PARITY_TEXTS)), "the texts to train on"),
    _linked("parity_rule", "parity", Choice(("parity", "count")), "the choice of the next merge"),
    _linked("parity_step", 0, Number(MAX_MERGES), "the step of the training on several texts"),
    # Growth
    _linked(
        "grown",
        ["o200k_base", "cl100k_base", "gpt2", "trained"],
        Several(tuple(names.GROWABLE), MAX_GROWN_AT_ONCE),
        "the tokenizers of “Vocabulary size”",
    ),
    _linked("growth_shown", None, Choice(tuple(names.GROWABLE), or_none=True), "the tokenizer that is shown"),
    _linked("growth_size", 20_000, Number(MAX_VOCABULARY), "the size of the vocabulary"),
    _linked("model_width", 4096, Number(65_536, least=1), "the width of the model"),
    # Ways
    _linked("ways_chunk", None, Number(MAX_WAYS, or_none=True), "the chunk"),
    _linked("ways_dropout", 10, Number(100), "the dropout"),
    # Prompt
    _linked("prompt_end", None, Number(MAX_TEXT, or_none=True), "the end of the prompt"),
    # Seam
    _linked("seam_at", None, Number(MAX_TEXT, or_none=True), "the position of the seam"),
    # Lives
    _linked("lives_threshold", 90, Number(100), "the threshold"),
    # Challenge
    _linked("challenge_kind", "any", _KINDS, "the kind of question"),
    # The test that one person takes twice: the answers of the first time, and those of this time.
    Setting("challenge_first", "", Text(20), "the first answers", linked=True, own_link=True),
    Setting("challenge_twice", ()),
    # Whoever has the link gets the same questions.
    _linked("challenge_seed", None, Number(2**32 - 1, or_none=True), "the number of the quiz"),
    Setting("challenge_number", 0, Number(2**31 - 1)),
    Setting("challenge_answer", "", Text(100)),
    # What was missed, and the missed question that is asked again; both in the format of `Missed`.
    Setting("challenge_missed", "", Text(300)),
    Setting("challenge_again", "", Text(30)),
    # What a question changed on another page: key, value there, value before.
    Setting("challenge_loan", ()),
    Setting("keep_progress", default=False, form=Switch()),
    Setting("challenge_score", {}, Scores(tuple(QUESTION_KINDS))),
    # A sentence shown once at the top of a page.
    Setting("notice", None),
    # The page that was visited last, the settings of its example, and those that the visitor chose instead.
    Setting("example", "", Text(100)),
    Setting("chosen", ()),
    # A page, and what to look for there after a text to try was chosen.
    Setting("look", None),
    # What a scene has changed, to be restored at its end.
    Setting("loan", {}),
    # A teacher's own lecture; the name of the lecture that runs, its scene, and how many scenes have begun.
    Setting("lecture", "", Text(MAX_LECTURE), "the lecture", linked=True, own_link=True),
    Setting("lecture_of", "", Text(100)),
    Setting("lecture_at", None, Number(MAX_SCENES, or_none=True)),
    Setting("lecture_begun", 0),
    # The training that was stopped by hand, and how far it got.
    Setting("stopped_training", (None, 0)),
    # How the session began: with what the browser had stored ("asked" while waiting for it), or with a link.
    Setting("begun", ""),
    Setting("link", ""),
)

SETTINGS: Mapping[str, Setting] = {row.key: row for row in _ROWS}
"""The table, by key."""

_EARLIER = {
    "walls": "lifted",
    "walls_fall_at": "lifted_after",
    "colon_walls": "colons_kept",
    "most_words": "max_words",
}


def setting_of(name: str) -> Setting | None:
    """Return the setting that a link or a browser names; None if there is none.

    A setting may have had another name when the link was made.

    >>> setting_of("walls").key, setting_of("lifted").key, setting_of("doors")
    ('lifted', 'lifted', None)
    """
    return SETTINGS.get(_EARLIER.get(name, name))


DEFAULTS: Mapping[str, Any] = {row.key: row.default for row in _ROWS}
"""The default of each setting."""

TOGETHER: tuple[tuple[str, ...], ...] = (
    (
        *("recipe", "num_merges", "tie_break", "skip_rare", "as_counts", "training_special"),
        *("lifted", "lifted_after", "colons_kept", "max_words", "below"),
    ),
    # The tokenizer, and how its tokens are looked at.
    (
        *("tokenizer", "special_policy", "own_special", "switched_off", "skip_special"),
        *("costs_by", "bytes_tab", "ways_dropout", "lives_threshold"),
    ),
    ("token_limit", "chunk_overlap", "split_characters"),
    ("split_pattern", "other_pattern", "own_pattern", "chunks_tab"),
    (
        *("chat_format", "counted_with", "compared_with", "below_sizes", "chat_line", "image_tokens"),
        "earlier_request",
    ),
    tuple(key for key in SETTINGS if key.startswith("vocabulary_")),
    ("compared", "learn_from", "compare_unit", "language", "reasons"),
    tuple(key for key in SETTINGS if key.startswith("parity_")),
    ("grown", "growth_shown", "growth_size", "model_width"),
)
"""The settings that one picture is made of: a scene that sets one of them begins from the defaults of the others."""
