"""The Decode view: pasted ids, the tokens and the text they represent, and characters that were split."""

from itertools import chain, islice

import pandas as pd
import regex
import streamlit as st

from bpe_core import BpeError, Tokenizer
from bpe_core.lessons.tokens.decoding import MAX_DECODED, ParsedIds, SplitCharacters, parse_ids
from bpe_core.lessons.tokens.own_ids import OtherIds, other_ids_in_parts
from explorer_ui.browser.packing import display_of
from explorer_ui.parts.say.failures import contained
from explorer_ui.parts.say.question import ask
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.parts.token_row.strip.token_strip import strip_data, token_strip
from explorer_ui.tokenizers.choice import choose_tokenizer
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.tokenizers.tokenizers import encode_by_policy
from explorer_ui.visit.limits import MAX_IDS
from explorer_ui.visit.state import Settings
from explorer_ui.visit.words import counted, readable

_CHECKED_IDS, _CHECKED_BYTES = 10_000, 60_000
_ROWS = 2_000
_EXAMPLE = 1_000
_SHOWN = 200_000
_WHERE = "in the tab Tokens"


def show_decode(settings: Settings) -> None:
    """Draw the box for ids, and what they decode to."""
    tokenizer = choose_tokenizer(settings.training, ask("Decode"))
    look_here("Decode")
    read, ids, tokens = ParsedIds([], []), list[int](), list[bytes]()
    # The box is next to the picture, or below it on a phone. The picture is first, so that it cannot push the box down.
    left, box = st.columns([2, 1])
    with left.container(key="decoded"), contained():
        read = parse_ids(st.session_state.ids_text, most=MAX_IDS)
        wanted = read.ids or _ids_of_beginning(tokenizer, settings.text)
        tokens = _tokens_within_limit(tokenizer, wanted)
        ids = wanted
        if ids:
            _strip(tokenizer, ids)
    with box:
        _ask_for_ids(tokenizer, settings.text, read, [] if read.ids else ids)
    if ids:
        _draw(tokenizer, ids, tokens)


def _tokens_within_limit(tokenizer: Tokenizer, ids: list[int]) -> list[bytes]:
    tokens = tokenizer.decode_tokens_bytes(ids)
    size = sum(map(len, tokens))
    if size > MAX_DECODED:
        raise BpeError(
            f"These ids decode to {size:,} bytes; the limit is {MAX_DECODED:,}. Remove some of them."
        )
    return tokens


def _ask_for_ids(tokenizer: Tokenizer, text: str, read: ParsedIds, example: list[int]) -> None:
    """Draw the box for ids, what was read from it, and whose ids are shown while it is empty."""
    st.text_area(
        f"Ids, in any notation, up to {MAX_IDS:,}",
        key="ids_text",
        height=200,
        placeholder=str(example),
    )
    st.button("Use the ids of my text", on_click=_take_ids, args=(tokenizer, text))
    if read.ignored:
        st.caption("Skipped, as they are not numbers:")
        st.code(" ".join(read.ignored)[:200], language=None)
    if thousands := regex.fullmatch(r"\s*([0-9]{1,3})((?:,[0-9]{3})+)\s*", st.session_state.ids_text):
        number = "".join(thousands.groups())
        st.caption(
            f"A comma separates ids, so {number} was read as {len(read.ids)} ids. If you mean one id, write it "
            "without the comma."
        )
    if not read.ids:
        whose = "your text" if len(text) <= _EXAMPLE else f"your text's first {_EXAMPLE:,} characters"
        st.info(
            "Paste ids above: a Python list, JSON, or numbers separated by spaces."
            + (f" Until then these are the ids of {whose}." if example else "")
        )


def _ids_of_beginning(tokenizer: Tokenizer, text: str) -> list[int]:
    """Return ids to show while none were pasted; none if the tokenizer cannot encode the text."""
    try:
        return list(chain.from_iterable(encode_by_policy(tokenizer, text[:_EXAMPLE], where=_WHERE)))
    except BpeError:
        return []


def _take_ids(tokenizer: Tokenizer, text: str) -> None:
    try:
        ids = chain.from_iterable(encode_by_policy(tokenizer, text, where=_WHERE))
        taken = [*islice(ids, MAX_IDS)]
        is_all = next(ids, None) is None
    except BpeError as error:
        st.session_state.notice = str(error)
        return
    notice = None if is_all else f"Your text has more tokens: only its first {MAX_IDS:,} ids are used."
    st.session_state.update(ids_text=", ".join(map(str, taken)), notice=notice)


def _strip(tokenizer: Tokenizer, ids: list[int]) -> None:
    data = strip_data(
        ids,
        tokenizer.vocab,
        special_ids=list(tokenizer.special_tokens.values()),
        display=display_of(tokenizer.recipe.alphabet),
        label="The tokens of these ids",
        height=400,
    )
    token_strip(data, ids, key="decode_strip", tokenizer=tokenizer)


def _draw(tokenizer: Tokenizer, ids: list[int], tokens: list[bytes]) -> None:
    split = SplitCharacters(tokens)
    special = {*tokenizer.special_tokens.values()}
    skips = not special.isdisjoint(ids) and st.checkbox(
        "Leave special tokens out of the text",
        key="skip_special",
        help="The default of Hugging Face tokenizers (skip_special_tokens=True).",
    )
    size = f"{counted(len(ids), 'token')}, {counted(sum(map(len, tokens)), 'byte')}"
    _draw_text(tokenizer, ids, size, skip_special=skips)
    _draw_own_ids(tokenizer, ids, tokens)
    if not split:
        return
    st.markdown("**Characters that no single token holds**")
    broken = split.broken
    if broken:
        becomes = (
            "Each such stretch is decoded as the replacement character U+FFFD, drawn as �."
            if tokenizer.steps.decodes_bytes
            else "How the file's decoder handles them is shown above."
        )
        st.markdown(
            f"{broken:,} of these stretches {'is not a whole character' if broken == 1 else 'are not whole characters'}: bytes are "
            f"missing before or after. {becomes} The bytes are not lost; put the tokens next to their "
            "neighbours and the character is whole again."
        )
    rows = [
        {
            "character": readable(item.text.encode()) if item.text else "�",
            **({"why": item.problem} if broken else {}),
            "shared by": "   ".join(
                f"token {number} (id {ids[number]}): {part.hex(' ').upper()}" for number, part in item.shares
            ),
        }
        for item in islice(split, _ROWS)
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True)
    if len(split) > _ROWS:
        st.caption(f"The first {_ROWS:,} of {len(split):,}.")


@contained()
def _draw_own_ids(tokenizer: Tokenizer, ids: list[int], tokens: list[bytes]) -> None:
    """Describe whether the tokenizer would produce these ids, and what it produces instead."""
    if len(ids) > _CHECKED_IDS or sum(map(len, tokens)) > _CHECKED_BYTES:
        st.caption(
            f"Up to {_CHECKED_IDS:,} ids of {_CHECKED_BYTES:,} bytes are compared with those that the "
            "tokenizer would produce."
        )
        return
    found = [one for one in while_wanted(other_ids_in_parts(tokenizer, ids)) if one is not None]
    if not found:
        st.caption("For this text the tokenizer would produce exactly these ids.")
        return
    differ = sum(one.end - one.first for one in found)
    verb = "differs" if differ == 1 else "differ"
    st.markdown(
        f"**{differ:,} of {counted(len(ids), 'token')} {verb}** from what the tokenizer would produce for "
        f"this text. The first is token {found[0].first:,}, counted from 0."
    )
    st.dataframe(
        pd.DataFrame(_row_of_other(tokenizer, one, tokens) for one in found[:_ROWS]), hide_index=True
    )


def _row_of_other(tokenizer: Tokenizer, other: OtherIds, tokens: list[bytes]) -> dict[str, object]:
    def named(parts: list[bytes]) -> str:
        return " | ".join(readable(part[:200]) for part in parts)

    left, merge = other.pair
    acts = "none"
    if merge is not None:
        acts = f"rank {merge.rank}: " + named(tokenizer.decode_tokens_bytes(merge.pair))
    return {
        "from token": other.first,
        "given": named(tokens[other.first : other.end]),
        "produced instead": named(tokenizer.decode_tokens_bytes(other.own)),
        "its ids": ", ".join(map(str, other.own)),
        "first pair not produced": named(tokens[left : left + 2]) if merge else "",
        "merge that acts there": acts,
    }


@contained()
def _draw_text(tokenizer: Tokenizer, ids: list[int], size: str, *, skip_special: bool) -> None:
    text = tokenizer.decode(ids, skip_special=skip_special)
    cut = f": its first {_SHOWN:,} characters" if len(text) > _SHOWN else ""
    st.markdown(f"**The text** of {size}{cut}")
    with st.container(height=160):
        st.code(text[:_SHOWN], language=None, wrap_lines=True)
    if not tokenizer.steps.decodes_bytes:
        with st.expander("How the file's decoder turns tokens into text"):
            steps = enumerate(tokenizer.steps.decoders, 1)
            listed = "\n".join(f"{number}. {step.title}" for number, step in steps)
            st.code(listed, language=None, wrap_lines=True)
