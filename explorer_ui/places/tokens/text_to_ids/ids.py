"""The depth of ids: the list, pasted ids, the text they represent, and characters that were split."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain, islice

import numpy as np
import pandas as pd
import regex
import streamlit as st

from bpe_core import BpeError, Tokenizer
from bpe_core.chat.compared_requests import difference_of_ids, sides
from bpe_core.lessons.tokens.decoding import MAX_DECODED, ParsedIds, SplitCharacters, parse_ids, two_lists
from bpe_core.lessons.tokens.own_ids import OtherIds, other_ids_in_parts
from explorer_ui.parts.say.failures import contained
from explorer_ui.parts.say.verbatim import show_verbatim
from explorer_ui.places.tokens.text_to_ids.tokenized import Tokenized
from explorer_ui.places.tokens.text_to_ids.tokens import list_ids
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.tokenizers.tokenizers import encode_by_policy
from explorer_ui.visit.limits import MAX_IDS
from explorer_ui.visit.words import counted, readable

_CHECKED_IDS, _CHECKED_BYTES = 10_000, 60_000
_ROWS = 2_000
_EXAMPLE = 1_000
_SHOWN = 200_000
_WHERE = "at the depth of tokens"


@dataclass(frozen=True, slots=True)
class Pasted:
    """What was read from the box for ids, the bytes of each of its tokens, and why it could not be read, or ""; `other` is a second list."""

    read: ParsedIds
    tokens: Sequence[bytes] = ()
    error: str = ""
    other: Sequence[int] = ()


def pasted_ids(tokenizer: Tokenizer) -> Pasted:
    """Read the box for ids; ids that cannot be decoded are an error."""
    try:
        one, other = two_lists(st.session_state.ids_text) or (st.session_state.ids_text, "")
        read, second = (parse_ids(part, most=MAX_IDS) for part in (one, other))
        return Pasted(read, _tokens_within_limit(tokenizer, read.ids), other=second.ids)
    except BpeError as error:
        return Pasted(ParsedIds([], []), error=str(error))


def show_below_ids(tokenizer: Tokenizer, text: str, pasted: Pasted, tokenized: Tokenized | None) -> None:
    """Draw the list of ids next to the box for others, and what they decode to."""
    read = pasted.read
    listing, box = st.columns([1, 1])
    shown = np.array(read.ids, np.int32) if read.ids or not tokenized else tokenized.ids
    if len(shown):
        with listing:
            list_ids(tokenizer, shown)
    example = [] if read.ids or pasted.error or not tokenized else _ids_of_beginning(tokenizer, text)
    with box:
        _ask_for_ids(tokenizer, text, read, example)
        if pasted.other:
            _show_difference(tokenizer, read.ids, pasted.other)
    if ids := read.ids or example:
        with contained():
            _draw(tokenizer, ids, [*pasted.tokens] or _tokens_within_limit(tokenizer, ids))


@contained()
def _show_difference(tokenizer: Tokenizer, one: Sequence[int], other: Sequence[int]) -> None:
    kept = difference_of_ids(one, other).kept
    same = f"They agree in the first {counted(kept, 'id')}." if kept else "They differ from the first id on."
    if kept == len(one) == len(other):
        same = "They are the same."
    st.caption(
        f"Two lists, of {len(one):,} and {counted(len(other), 'id')}; the first is shown above. {same}"
    )
    if kept < max(len(one), len(other)):
        show_verbatim("\n".join(sides(tokenizer, one, other, kept, readable)))


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
        height=160,
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
        long = f"; below is the text of its first {_EXAMPLE:,} characters" if len(text) > _EXAMPLE else ""
        st.info(
            "Paste ids above: a Python list, JSON, or numbers separated by spaces."
            + (f" Until then these are the ids of your text{long}." if example else "")
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
