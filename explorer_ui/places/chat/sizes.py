"""The view of the sizes: each part of a request as a bar that is as wide as its tokens, and what repeats."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import TypedDict

import numpy as np
import pandas as pd
import streamlit as st

from bpe_core import BpeError, RequestCount, RequestPart, load_published
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.conversation import jsonl_lines
from bpe_core.chat.count_request import count_request_in_parts
from bpe_core.formats import table_csv
from bpe_core.tokenizer.decoding import bytes_of_ids
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import Display, base64_of, display_of
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.lists import show_small
from explorer_ui.parts.say.question import ask, choose
from explorer_ui.parts.say.verbatim import look_here, show_verbatim
from explorer_ui.places.chat.chat_body import said_of_not_counted
from explorer_ui.places.chat.chat_lines import chosen_line
from explorer_ui.tokenizers.cached_arguments import cached_call
from explorer_ui.tokenizers.choice import CHOICE_WIDTH
from explorer_ui.tokenizers.leaving import result_while_wanted
from explorer_ui.visit.limits import MAX_MESSAGES, MAX_REQUEST_BYTES
from explorer_ui.visit.names import CHAT_FORMATS, COUNTED_WITH
from explorer_ui.visit.state import Settings
from explorer_ui.visit.words import counted, percent, readable

MAX_ROWS = 1_000
"""How many parts the table has; the file has all."""

_THINNEST = 700  # A bar has at least this fraction of the width; thinner neighbours are drawn as one.
_TOKENS = 60  # of each part, which are shown when it is touched
_DEPTH = 3
_WHERE = 3

_mount = component("places/chat/sizes")


class SizesPart(TypedDict):
    """A bar: neighbours that would be too thin are one bar."""

    name: str
    kind: str
    depth: int
    start: int  # how many tokens are drawn to the left of it
    tokens: int
    seen: int  # tokens of runs that occurred earlier
    json: int  # tokens of the JSON in it, if other tokens are in it too
    text: str  # Base64 of the bytes of its first tokens
    bounds: list[int]  # the first byte of each of them, and the end of the last one
    leaf: bool


class SizesData(TypedDict):
    """All that the component takes."""

    sizes_id: str
    tokens: int
    parts: list[SizesPart]  # each after the part that contains it
    display: Display


def show_sizes(settings: Settings) -> None:
    """Draw what a request is counted with, its parts as bars and in a table, and its repeats."""
    row = ask("Sizes")
    name = choose(row.selectbox, "Counted with", COUNTED_WITH, key="counted_with", width=CHOICE_WIDTH)
    written = choose(row.selectbox, "Chat template", CHAT_FORMATS, key="chat_format", width=CHOICE_WIDTH)
    if not settings.text:
        st.info("Paste a request above, or the list of tools of an MCP server.")
        return
    lines = jsonl_lines(settings.text)
    text = chosen_line(lines) if lines else settings.text
    count = cached_with(
        load_published("o200k_base"),
        f"sizes {name} {written}\n{text}",
        lambda: _count(text, None if name == "named" else name, written),
    )
    look_here("Sizes")
    _mount(key="sizes", data=sizes_data(count))
    st.markdown(sentence_of(count))
    _say_how(count)
    if lines:
        st.number_input(
            f"Request to show, of {len(lines):,}", 1, len(lines), step=1, key="chat_line", width=220
        )
    _list_repeats(count)
    _list_parts(count)


def _count(text: str, model: str | None, written: str) -> RequestCount:
    count = result_while_wanted(
        count_request_in_parts(text, model, template=TEMPLATES.get(written), max_bytes=MAX_REQUEST_BYTES)
    )
    if len(count.root.parts) > MAX_MESSAGES:
        raise BpeError(f"The request has more than {MAX_MESSAGES:,} messages, the limit.")
    return count


def sizes_data(count: RequestCount) -> SizesData:
    """Return the bars of a request as the component takes them."""
    parts = list(_bars(count, count.root, 0, 0))
    display = display_of(count.tokenizer.recipe.alphabet)
    told = repr((count.ids, parts, display)).encode()
    return {
        "sizes_id": hashlib.blake2b(told, digest_size=12).hexdigest(),
        "tokens": count.tokens,
        "parts": parts,
        "display": display,
    }


def _bars(count: RequestCount, part: RequestPart, depth: int, start: int) -> Iterator[SizesPart]:
    if depth == _DEPTH:
        return
    for group in _groups(part.parts, max(count.tokens / _THINNEST, 1)):
        tokens = sum(one.tokens for one in group)
        (first, *_), last = group, group[-1]
        inside = group == [first] and len(first.parts) > 1
        spans = [span for one in group for span in one.spans]
        ids = [id_ for begin, end in spans[:_TOKENS] for id_ in count.ids[begin : min(end, begin + _TOKENS)]]
        shown = bytes_of_ids(ids[:_TOKENS], count.tokenizer.vocab)
        yield {
            "name": first.name[:80] + (f" … {last.name[:40]}" if len(group) > 1 else ""),
            "kind": first.kind,
            "depth": depth,
            "start": start,
            "tokens": tokens,
            "seen": sum(map(count.seen, group)),
            "json": sum(one.tokens for one in first.parts if one.kind == "json") if inside else 0,
            "text": base64_of(b"".join(shown)),
            "bounds": np.cumsum([0, *map(len, shown)]).tolist(),
            "leaf": not inside or depth + 1 == _DEPTH,
        }
        if inside:
            yield from _bars(count, first, depth + 1, start)
        start += tokens


def _groups(parts: Sequence[RequestPart], least: float) -> Iterator[list[RequestPart]]:
    """Yield the parts that are drawn as one bar each: neighbours of one kind are joined until they are wide enough."""
    group: list[RequestPart] = []
    for part in parts:
        if group and (group[0].kind != part.kind or sum(one.tokens for one in group) >= least):
            yield group
            group = []
        group += [part] if part.tokens else []
        if part.tokens >= least and len(group) > 1:
            yield group[:-1]
            group = [part]
    if group:
        yield group


def sentence_of(count: RequestCount) -> str:
    """Return the sentence about a request: its tools, the most expensive one, and what repeats.

    >>> from bpe_core import count_request
    >>> sentence_of(count_request("Hello", "qwen3"))
    '**9 tokens.**'
    """
    sentence = f"**{counted(count.tokens, 'token')}.**"
    tools = next((part for part in count.root.parts if part.kind == "tools"), None)
    each = [part for part in tools.parts if part.kind == "tool"] if tools else []
    if tools and each:
        most = max(each, key=lambda part: part.tokens)
        sentence += (
            f" {counted(len(each), 'tool')} take **{tools.tokens:,}**, {percent(tools.tokens / count.tokens)}; the most "
            f"expensive, `{most.name.partition(' ')[2][:60].replace('`', '')}`, takes {most.tokens:,}."
        )
    if seen := count.seen(count.root):
        sentence += f" **{seen:,}** repeat texts that occurred earlier, {percent(seen / count.tokens)}."
    return sentence


def _say_how(count: RequestCount) -> None:
    said = [f"Read as {count.read_as}. Counted with {count.tokenizer.name}, chat template {count.template}."]
    said += count.notes
    if count.images:
        said.append(f"The tokens of {counted(count.images, 'image')} are not counted.")
    if count.shared:
        belong = "belongs" if len(count.shared) == 1 else "belong"
        said.append(
            f"{counted(len(count.shared), 'token')} that begin in one part and end in another {belong} to the first."
        )
    # The notes may quote the request.
    show_small(" ".join(said))
    if count.not_counted:
        show_verbatim(said_of_not_counted(count.not_counted))


def _list_repeats(count: RequestCount) -> None:
    if not count.repeats:
        return
    st.markdown("**Repeats**, of at least 20 tokens; each token is in one of them at most")
    rows = [
        {
            "tokens in all": repeat.total,
            "times": len(repeat.starts),
            "tokens each": repeat.length,
            "text": readable(count.text_of(repeat)[:200].encode()),
            "in": ", ".join(_where(count, start) for start in repeat.starts[:_WHERE])
            + (f" and {len(repeat.starts) - _WHERE:,} more" if len(repeat.starts) > _WHERE else ""),
        }
        for repeat in count.repeats
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height=min(240, 38 + 35 * len(rows)))


def _where(count: RequestCount, index: int) -> str:
    path = [part for part in count.path_at(index) if part.kind != "tools"]
    return path[0].name[:40] if path else ""


def _list_parts(count: RequestCount) -> None:
    rows = count.rows()
    shown = rows[:MAX_ROWS]
    frame = pd.DataFrame(shown).drop(columns=["depth"])
    st.markdown("**Parts**, in the order in which the model reads them; select a column header to sort")
    st.dataframe(
        frame,
        hide_index=True,
        height=min(320, 38 + 35 * len(frame)),
        column_config={"share": st.column_config.NumberColumn(format="percent")},
    )
    if len(rows) > MAX_ROWS:
        st.caption(f"These are the first {MAX_ROWS:,} of {len(rows):,} parts; the file contains all.")
    st.download_button("parts.csv", cached_call("parts.csv", _csv, count), "parts.csv", on_click="ignore")


def _csv(count: RequestCount) -> bytes:
    rows = count.rows()
    return table_csv(tuple(rows[0]), iter(rows))
