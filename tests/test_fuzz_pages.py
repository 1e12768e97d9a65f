"""Whatever a visitor types and chooses, every page is drawn, and every error is a message of the app."""

from contextlib import suppress
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st
from strategies import TEXTS

from bpe_core import RECIPES, BpeError, Tokenizer, train
from explorer_ui.parts.say.failures import BUG
from explorer_ui.visit.limits import MAX_GROWN_AT_ONCE, MAX_MERGES
from explorer_ui.visit.names import CHOOSABLE, GROWABLE, TIE_BREAKS
from explorer_ui.words.course import PAGES
from tests.apps import open_app
from tests.sampling import IN_TURNS

# No unpaired surrogates: neither a browser nor a link can send one, since both write UTF-8.
HARD = st.one_of(
    TEXTS,
    st.text(max_size=30),
    st.text(st.characters(categories=["Cc", "Cf", "Co", "Mn", "Zs"]), max_size=10),
    st.sampled_from(
        ["<|endoftext|>", "Ġ a</w>", "\ufeff", "a" + "\u0301" * 3000, "x " * 2000, "$x$ `y` <b>"]
    ),
)
CHOSEN = st.fixed_dictionaries(
    {
        "text": HARD,
        "recipe": st.sampled_from([*RECIPES, "from_gpt2", "from_file"]),
        "tie_break": st.sampled_from(list(TIE_BREAKS)),
        "num_merges": st.sampled_from([0, 1, 3, 50, MAX_MERGES]),
        "step": st.integers(0, 60),
        "selected": st.none() | st.integers(0, 50),
        "skip_rare": st.booleans(),
        "tokenizer": st.sampled_from(CHOOSABLE),
        "special_policy": st.sampled_from(["refuse", "ordinary", "special"]),
        "own_special": st.just("") | HARD,
        "encode_text": HARD,
        "ids_text": HARD | st.lists(st.integers(-5, 300_000)).map(str),
        "below": st.sampled_from([None, "pairs", "merges", "fork", "algorithm"]),
        "vocabulary_by": st.sampled_from(["text", "prefix", "bytes"]),
        "vocabulary_query": HARD,
        "vocabulary_token": st.none() | st.integers(-1, 300_000),
        "grown": st.lists(st.sampled_from([*GROWABLE]), max_size=MAX_GROWN_AT_ONCE, unique=True),
        "growth_size": st.integers(-1, 10**9),
        "growth_shown": st.none() | st.sampled_from([*GROWABLE]),
        "ways_chunk": st.none() | st.integers(-1, 300),
        "ways_dropout": st.integers(-1, 300),
        "seam_at": st.none() | st.integers(-1, 5000),
        "prompt_end": st.none() | st.integers(-1, 5000),
        "lives_threshold": st.integers(-1, 300),
        "challenge_kind": st.sampled_from(["any", "ties", "hand", "twice"]),
    }
)


@pytest.mark.parametrize("page", [page.name for page in PAGES])
# Failing examples are not shrunk: a page is too slow to try hundreds of times.
@IN_TURNS
@settings(max_examples=2, phases=(Phase.explicit, Phase.reuse, Phase.generate))
@given(chosen=CHOSEN)
def test_any_choice_gives_a_page(page: str, chosen: dict[str, Any]) -> None:
    app = open_app(page, **chosen)
    assert not [error.value for error in app.error if BUG in error.value]
    assert app.session_state["text"] == chosen["text"]
    # A second run sees the result of the first.
    app.run()
    assert not app.exception


TRAININGS = st.fixed_dictionaries(
    {
        "recipe": st.sampled_from(list(RECIPES)),
        "tie_break": st.sampled_from(list(TIE_BREAKS)),
        "num_merges": st.integers(0, 40),
        "min_count": st.sampled_from([1, 2]),
    }
)


@given(text=HARD, new=HARD, choice=TRAININGS, step=st.integers(0, 40))
def test_every_error_of_the_engine_is_one_of_ours(text: str, new: str, choice: dict, step: int) -> None:
    # Any error other than BpeError propagates, and the test fails.
    with suppress(BpeError):
        history = train(text, **choice)
        history.tokens_at(min(step, len(history.merges)))
        tokenizer = Tokenizer.from_history(history)
        tokenizer.decode(tokenizer.encode(new))
        tokenizer.trace(new)
