"""The Prompt view: the text as a prompt that is being typed, and which of its last tokens may still change."""

import hashlib
from collections import deque
from collections.abc import Callable, Sequence
from itertools import accumulate, pairwise
from typing import TypedDict

import streamlit as st

from bpe_core import BpeError, Tokenizer
from bpe_core.alphabets import counts_bytes
from bpe_core.lessons.tokens.prompt_end import Healing, heal, iter_endings, prefix_cuts
from explorer_ui.browser.answers import heard, index_below, place_of
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import base64_of
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.picture.shown import Picture, close_picture
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here, say_if_special
from explorer_ui.tokenizers.cached_arguments import cached_fragment
from explorer_ui.tokenizers.choice import choose_tokenizer
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.visit.limits import MAX_PROMPT
from explorer_ui.visit.names import TOKENIZERS
from explorer_ui.visit.state import Settings

MAX_ROWS = 32
"""How many characters at the end of a prompt are shown as they are typed."""

MAX_CANDIDATES = 30
"""How many of the tokens that may replace the last one are listed."""

_mount = component("places/tokens/prompt_end/prompt")


class Stretch(TypedDict):
    """Where in a text the prompt ends, and the length of the text, both in characters."""

    data_id: str  # the same for a text as long: then the prompt ends where the visitor put it
    end: int
    length: int


class PromptRow(TypedDict):
    """A prefix of the prompt."""

    # start, end and id of each token in the visible part, in bytes from the start of that part: the first
    # token may begin before it
    tokens: list[tuple[int, int, int]]
    count: int  # how many tokens the whole prefix has
    taken_back: int  # how many tokens of the row above were replaced
    added: int  # how many tokens replace them, including the new character


class NamedToken(TypedDict):
    """A token with its bytes."""

    id: int
    spelled: str  # Base64 of the token's bytes


class HealedPrompt(TypedDict):
    """The prompt without its last token."""

    kept: int  # how many tokens are left
    inside_character: bool  # whether the rest ends inside a character
    removed: NamedToken
    candidates: list[NamedToken]  # the first of those that begin with its bytes and are longer
    num_candidates: int  # the number of all candidates


class PromptData(TypedDict):
    """All that the component takes."""

    prompt_id: str  # the same for the same prompt: then the selected row is kept
    tokenizer: str  # its name
    text: str  # Base64 of the last characters in UTF-8, one for each row
    rows: list[PromptRow]  # the prefixes of the prompt that end in each of them
    unsettled: int  # how many tokens at the end may still change
    at_least: bool  # whether more tokens may change than `unsettled`
    example: str  # Base64 of a text that changes `unsettled` tokens if it comes next; "" if none is known
    healed: HealedPrompt


def show_prompt_end(settings: Settings) -> None:
    """Draw the choice of tokenizer, and the end of the text as a prompt."""
    row = ask("Prompt")
    text = settings.text
    if not text:
        st.info("Type or paste the beginning of a text to see which of its tokens may still change.")
        return
    tokenizer = choose_tokenizer(settings.training, row)
    look_here("Prompt")
    _picture(tokenizer, text)


@cached_fragment
def _picture(tokenizer: Tokenizer, text: str) -> None:
    end = min(max(st.session_state.prompt_end or len(text), 1), len(text))
    if end > MAX_PROMPT:
        st.caption(f"The prompt would have {end:,} characters; only its last {MAX_PROMPT:,} are used.")
    name = TOKENIZERS[st.session_state.tokenizer].sentence
    prompt = text[max(end - MAX_PROMPT, 0) : end]
    say_if_special(prompt, [tokenizer])
    data = cached_with(
        tokenizer, f"prompt {name} {prompt}", lambda: prompt_data(tokenizer, prompt, name=name)
    )
    stretch: Stretch = {"data_id": f"a prompt of {len(text)}", "end": end, "length": len(text)}
    show_prompt(data, stretch, on_end=_take_end, key="prompt")
    if prompt.endswith(" "):
        st.markdown(
            "**Your prompt ends in a space; remove it.** In most vocabularies the token of a word begins with the "
            "space before it, and after a separate space token the model cannot choose that token."
        )
    # Prompts that end elsewhere are not exported: nothing in the exported page could select them.
    close_picture(Picture("Prompt", "places/tokens/prompt_end/prompt", {**data, **stretch, "length": 1}))


def _take_end(end: int | None) -> None:
    st.session_state.prompt_end = end


def show_prompt(
    data: PromptData, stretch: Stretch, *, on_end: Callable[[int | None], None], key: str
) -> None:
    """Draw the end of a prompt, and the slider that moves it through the text.

    `on_end` is called before the next run with the position of the slider: a number of characters, None for
    all.
    """

    def hear() -> None:
        end = index_below(place_of({"place": heard(key, "place")}, stretch).get("end"), stretch["length"] + 1)
        if end:
            # At its end the prompt is the whole text, even if the text grows.
            on_end(end if end < stretch["length"] else None)

    _mount(key=key, data={**data, **stretch}, on_place_change=hear)


def prompt_data(tokenizer: Tokenizer, text: str, *, name: str) -> PromptData:
    """Return the component's data for a prompt of at least one character; `name` is the tokenizer's.

    Raises `BpeError` if the tokens do not equal the text byte for byte.
    """
    rows = _rows(tokenizer, text)
    found = deque(while_wanted(iter_endings(tokenizer, text)), maxlen=1).pop()
    healing = heal(tokenizer, text)
    if healing is None:
        raise ValueError("a prompt without tokens has no end to draw")
    prompt_id = hashlib.blake2b(repr((name, text, rows)).encode(), digest_size=12).hexdigest()
    return {
        "prompt_id": prompt_id,
        "tokenizer": name,
        "text": base64_of(text[-MAX_ROWS:].encode("utf-8")),
        "rows": rows,
        "unsettled": found.unsettled,
        "at_least": found.at_least,
        "example": base64_of(found.example.encode("utf-8")),
        "healed": _healed(tokenizer, healing),
    }


def _rows(tokenizer: Tokenizer, text: str) -> list[PromptRow]:
    first_byte = len(text[:-MAX_ROWS].encode("utf-8"))
    ids = tokenizer.encode_ordinary(text[:-MAX_ROWS])
    in_bytes = counts_bytes(tokenizer.base.alphabet)
    rows: list[PromptRow] = []
    shown = text[-MAX_ROWS:]
    for typed, prefix in enumerate(while_wanted(prefix_cuts(tokenizer, text, last=MAX_ROWS)), 1):
        ids = [*ids[: prefix.kept], *prefix.new_ids]
        spelled = b"".join(tokenizer.decode_tokens_bytes(ids))
        if not in_bytes or spelled != (text[:-MAX_ROWS] + shown[:typed]).encode("utf-8"):
            raise BpeError(
                "This page needs a tokenizer that encodes the bytes of the text as typed. This one works on "
                "characters or normalizes the text first; choose another tokenizer."
            )
        tokens = [token for token in _spans(tokenizer, ids, -first_byte) if token[1] > 0]
        rows.append(
            {
                "tokens": tokens,
                "count": len(ids),
                "taken_back": prefix.taken_back,
                "added": len(prefix.new_ids),
            }
        )
    return rows


def _spans(tokenizer: Tokenizer, ids: Sequence[int], origin: int) -> list[tuple[int, int, int]]:
    ends = accumulate(map(len, tokenizer.decode_tokens_bytes(ids)), initial=origin)
    return [(start, end, token_id) for (start, end), token_id in zip(pairwise(ends), ids, strict=True)]


def _healed(tokenizer: Tokenizer, healing: Healing) -> HealedPrompt:
    removed, *_ = tokenizer.decode_tokens_bytes([healing.removed])
    listed = [id_ for id_ in healing.candidates if id_ != healing.removed][:MAX_CANDIDATES]
    return {
        "kept": len(healing.kept),
        # A byte 10xxxxxx continues a character that began in the token before.
        "inside_character": removed[0] & 0xC0 == 0x80,
        "removed": {"id": healing.removed, "spelled": base64_of(removed)},
        "candidates": [
            {"id": id_, "spelled": base64_of(spelled)}
            for id_, spelled in zip(listed, tokenizer.decode_tokens_bytes(listed), strict=True)
        ],
        "num_candidates": len(healing.candidates) - 1,
    }
