"""The view of the sizes: each part of a request as a bar that is as wide as its tokens, and what repeats."""

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, TypedDict

import numpy as np
import pandas as pd
import streamlit as st

from bpe_core import RequestCount, RequestPart, Tokenizer, load_published
from bpe_core.chat.chat_fit import fit_messages
from bpe_core.chat.chat_templates import TEMPLATES
from bpe_core.chat.compared_requests import difference_of_requests, sides
from bpe_core.chat.conversation import jsonl_lines, read_conversation
from bpe_core.chat.count_request import count_request_in_parts
from bpe_core.chat.repeats import Repeat, find_repeats_in_parts
from bpe_core.formats import table_csv
from bpe_core.in_parts import InParts
from bpe_core.tokenizer.decoding import bytes_of_ids
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import Display, base64_of, display_of
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.failures import contained
from explorer_ui.parts.say.lists import show_small
from explorer_ui.parts.say.question import ask, choose
from explorer_ui.parts.say.verbatim import look_here, show_verbatim
from explorer_ui.places.chat.chat_body import listed, said_of_not_counted
from explorer_ui.places.chat.log import chosen_line, said_of_difference, show_lines, show_turns
from explorer_ui.tokenizers.cached_arguments import cached_call
from explorer_ui.tokenizers.choice import CHOICE_WIDTH
from explorer_ui.tokenizers.leaving import in_turn, result_while_wanted
from explorer_ui.visit.limits import MAX_MESSAGES, MAX_REQUEST_BYTES, MAX_REQUEST_TOKENS
from explorer_ui.visit.names import BELOW_SIZES, CHAT_FORMATS, COMPARED_WITH, COUNTED_WITH, TOKENIZERS
from explorer_ui.visit.state import Settings
from explorer_ui.visit.words import counted, percent, readable

MAX_ROWS = 1_000
"""How many parts the table has; the file has all."""

LARGE = 300_000
"""The length, in characters, from which requests are counted one at a time: counting one takes up to 400 MB of memory."""

_THINNEST = 700  # A bar has at least this fraction of the width; thinner neighbours are drawn as one.
_TOKENS = 60  # of each part, which are shown when it is touched
_DEPTH = 3
_WHERE = 3
_FEW = 20  # tokens: the ratio of a smaller part says little

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
    other: int | None  # how many tokens it has with another tokenizer


class SizesData(TypedDict):
    """All that the component takes."""

    sizes_id: str
    tokens: int
    kept: int | None  # how many of its first tokens an earlier request has as well
    other: str  # the name of another tokenizer
    parts: list[SizesPart]  # each after the part that contains it
    display: Display


def show_sizes(settings: Settings) -> None:
    """Draw what a request is counted with, its parts as bars and in a table, its repeats, and what it shares with others."""
    row = ask("Sizes")
    name = choose(row.selectbox, "Counted with", COUNTED_WITH, key="counted_with", width=CHOICE_WIDTH)
    other = choose(row.selectbox, "Compared with", COMPARED_WITH, key="compared_with", width=CHOICE_WIDTH)
    written = choose(row.selectbox, "Chat template", CHAT_FORMATS, key="chat_format", width=CHOICE_WIDTH)
    if not settings.text:
        st.info("Paste a request above, or the list of tools of an MCP server.")
        return
    lines = jsonl_lines(settings.text)
    number = chosen_line(lines) if lines else 0
    text = lines[number - 1] if lines else settings.text
    counting = partial(
        count_request_in_parts,
        model=None if name == "named" else name,
        template=TEMPLATES.get(written),
        max_bytes=MAX_REQUEST_BYTES,
        max_tokens=MAX_REQUEST_TOKENS,
        max_messages=MAX_MESSAGES,
    )
    count, repeats = _counted(text, counting, f"{name} {written}")
    also = None
    if other != "none":
        # In the same template, so that the parts are the same.
        in_template = partial(counting, model=other, template=count.written_in)
        also, _ = _counted(text, in_template, f"{other} {count.template}")
    earlier = lines[number - 2] if number > 1 else st.session_state.earlier_request
    before = None
    if earlier:
        in_template = partial(counting, model=count.tokenizer, template=count.written_in)
        with contained():
            before, _ = _counted(earlier, in_template, f"{count.tokenizer.name} {count.template} {name}")
    look_here("Sizes")
    _mount(key="sizes", data=sizes_data(count, also, before))
    st.markdown(sentence_of(count, also))
    _say_how(count)
    if lines:
        with contained():
            show_lines(lines, counting, _owner(), f"{name} {written}")
    below = st.segmented_control(
        "Below",
        list(BELOW_SIZES),
        key="below_sizes",
        format_func=BELOW_SIZES.__getitem__,
        label_visibility="collapsed",
    )
    if below == "turns":
        _show_turns(count, text)
    elif below == "other":
        _show_difference(before, count, has_lines=bool(lines))
    else:
        _list_repeats(count, repeats)
        _list_parts(count, also)


def _owner() -> Tokenizer:
    return load_published("o200k_base")


def _counted(
    text: str, counting: Callable[[str], InParts[RequestCount]], key: str
) -> tuple[RequestCount, list[Repeat]]:
    """Return the count of a request and its repeats, computed once."""

    def make() -> tuple[RequestCount, list[Repeat]]:
        with in_turn(large=len(text) > LARGE):
            count = result_while_wanted(counting(text))
            return count, result_while_wanted(find_repeats_in_parts(count.ids))

    return cached_with(_owner(), f"sizes {key}\n{text}", make)


def sizes_data(
    count: RequestCount, also: RequestCount | None = None, before: RequestCount | None = None
) -> SizesData:
    """Return the bars of a request as the component takes them, `also` with another tokenizer, and after the one `before`."""
    others = _others(count.root, also.root) if also else {}
    parts = list(_bars(count, count.root, 0, 0, others))
    kept = difference_of_requests(before, count).kept if before else None
    display = display_of(count.tokenizer.recipe.alphabet)
    told = repr((parts, display, kept)).encode() + repr(count.ids).encode()
    return {
        "sizes_id": hashlib.blake2b(told, digest_size=12).hexdigest(),
        "tokens": count.tokens,
        "kept": kept,
        "other": _short(also) if also else "",
        "parts": parts,
        "display": display,
    }


def _short(count: RequestCount) -> str:
    return TOKENIZERS[count.tokenizer.name].short


def _others(part: RequestPart, other: RequestPart) -> dict[int, int]:
    """Return for each part, by its identity, its tokens with another tokenizer, which has the same parts."""
    found = {id(part): other.tokens}
    for inner, its_other in zip(part.parts, other.parts, strict=True):
        found |= _others(inner, its_other)
    return found


def _bars(
    count: RequestCount, part: RequestPart, depth: int, start: int, others: Mapping[int, int]
) -> Iterator[SizesPart]:
    if depth == _DEPTH:
        return
    for group in _groups(part.parts, max(count.tokens / _THINNEST, 1)):
        tokens = sum(one.tokens for one in group)
        first, last = group[0], group[-1]
        while len(group) == 1 and len(first.parts) == 1:
            first = first.parts[0]  # it has the same tokens
        inside = len(group) == 1 and len(first.parts) > 1
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
            "other": sum(others[id(one)] for one in group) if others else None,
        }
        if inside:
            yield from _bars(count, first, depth + 1, start, others)
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


def sentence_of(count: RequestCount, also: RequestCount | None = None) -> str:
    """Return the sentence about a request: its tools, the most expensive one, what repeats, and another tokenizer.

    >>> from bpe_core import count_request
    >>> sentence_of(count_request("Hello", "qwen3"))
    '**9 tokens.**'
    """
    sentence = f"**{counted(count.tokens, 'token')}.**"
    tools = next((part for part in count.root.parts if part.kind == "tools"), None)
    each = [part for part in tools.parts if part.kind == "tool"] if tools else []
    if tools and each:
        most = max(each, key=lambda part: part.tokens)
        sentence += f" {counted(len(each), 'tool')} {'takes' if len(each) == 1 else 'take'} **{tools.tokens:,}**, {percent(tools.tokens / count.tokens)}"
        name = most.name.partition(" ")[2][:60].replace("`", "")
        sentence += f"; the most expensive, `{name}`, takes {most.tokens:,}." if len(each) > 1 else "."
    if seen := count.seen(count.root):
        sentence += f" **{seen:,}** repeat texts that occurred earlier, {percent(seen / count.tokens)}."
    if also:
        pairs = [*zip(_pieces(count), _pieces(also), strict=True)]
        sentence += (
            f" {_short(also)} needs **{also.tokens:,}**, {also.tokens / count.tokens:.2f} times as many"
        )
        if grown := [pair for pair in pairs if pair[0].tokens >= _FEW]:
            one, other = max(grown, key=lambda pair: pair[1].tokens / pair[0].tokens)
            name = one.name[:60].replace("`", "")
            if other.tokens > one.tokens:
                sentence += f"; `{name}` grows most, {other.tokens / one.tokens:.2f} times"
        sentence += "."
    return sentence


def _pieces(count: RequestCount) -> list[RequestPart]:
    """Return the messages and the tools of a request."""
    parts = [one for part in count.root.parts for one in (part.parts if part.kind == "tools" else [part])]
    return [one for one in parts if one.kind in ("tool", "message", "system")]


def _say_how(count: RequestCount) -> None:
    said = [f"Read as {count.read_as}. Counted with {count.tokenizer.name}, chat template {count.template}."]
    said += count.notes
    if count.left_out:
        said.append(f"Left out by this template, so the model does not get it: {listed(count.left_out)}.")
    if count.images:
        said.append(f"The tokens of {counted(count.images, 'image')} are not counted.")
    if count.shared:
        said.append(
            "1 token that begins in one part and ends in another belongs to the first."
            if len(count.shared) == 1
            else f"{len(count.shared):,} tokens that begin in one part and end in another belong to the first."
        )
    # The notes may quote the request.
    show_small(" ".join(said))
    if count.not_counted:
        show_verbatim(said_of_not_counted(count.not_counted))


def _show_turns(count: RequestCount, text: str) -> None:
    read = read_conversation(text)
    messages, _ = fit_messages(count.written_in, read.messages)
    if not show_turns(count.tokenizer, count.written_in, messages, read.tools, text):
        st.caption("This conversation has one request: there is no answer before its last message.")


def _show_difference(before: RequestCount | None, count: RequestCount, *, has_lines: bool) -> None:
    """Draw where a request first differs from the one before, which is the line before or pasted here."""
    if has_lines:
        st.caption("Each line is compared with the line before.")
    else:
        st.text_area("The earlier request", key="earlier_request", height=120, placeholder="Paste it here")
    if before is None:
        return
    found = difference_of_requests(before, count)
    # The names of the parts may quote the request.
    show_small(said_of_difference(found))
    if not found.is_same:
        show_verbatim("\n".join(sides(count.tokenizer, before.ids, count.ids, found.kept, readable)))


def _list_repeats(count: RequestCount, repeats: Sequence[Repeat]) -> None:
    if not repeats:
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
        for repeat in repeats
    ]
    st.dataframe(pd.DataFrame(rows), hide_index=True, height=min(240, 38 + 35 * len(rows)))


def _where(count: RequestCount, index: int) -> str:
    path = [part for part in count.path_at(index) if part.kind != "tools"]
    return path[0].name[:40] if path else ""


def _list_parts(count: RequestCount, also: RequestCount | None) -> None:
    rows = cached_with(count, ("rows", also.tokenizer.name if also else ""), lambda: _rows(count, also))
    frame = pd.DataFrame(rows[:MAX_ROWS]).drop(columns=["depth"])
    st.markdown("**Parts**, in the order in which the model reads them; select a column header to sort")
    st.dataframe(
        frame,
        hide_index=True,
        height=min(320, 38 + 35 * len(frame)),
        column_config={"share": st.column_config.NumberColumn(format="percent")},
    )
    if len(rows) > MAX_ROWS:
        st.caption(f"These are the first {MAX_ROWS:,} of {len(rows):,} parts; the file contains all.")
    st.download_button("parts.csv", cached_call("parts.csv", _csv, rows), "parts.csv", on_click="ignore")


def _rows(count: RequestCount, also: RequestCount | None) -> list[dict[str, Any]]:
    rows = count.rows()
    name = _short(also) if also else ""
    for row, other in zip(rows, also.rows(), strict=True) if also else ():
        row[name] = other["tokens"]
        row["ratio"] = round(other["tokens"] / row["tokens"], 2) if row["tokens"] else None
    return rows


def _csv(rows: Sequence[Mapping[str, Any]]) -> bytes:
    return table_csv(tuple(rows[0]), iter(rows))
