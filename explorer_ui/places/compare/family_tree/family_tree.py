"""The view of the family tree: vocabularies as core samples, and which one grew on which."""

from collections.abc import Mapping, Sequence
from functools import partial
from hashlib import sha256
from itertools import pairwise
from typing import NamedTuple, TypedDict

import numpy as np
import streamlit as st

from bpe_core import Tokenizer
from bpe_core.formats import table_csv
from bpe_core.lessons.compare.core_samples import (
    CORE_KINDS,
    CoreSample,
    Kinship,
    core_sample,
    kinship,
    main_kinds,
    pairs_by_age,
    parents,
)
from bpe_core.lessons.vocabulary.vocabulary import token_table
from bpe_core.lessons.vocabulary.vocabulary_export import DIFFERENCE_COLUMNS, difference_rows
from bpe_core.lessons.vocabulary.vocabulary_figures import tokens_in_order
from bpe_core.published import PUBLISHED
from explorer_ui.browser.answers import index_below, place_of, read_again
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import base64_of
from explorer_ui.cache.bounded import cached_with
from explorer_ui.parts.say.progress import busy
from explorer_ui.parts.say.verbatim import look_here
from explorer_ui.places.compare.compared import choose_compared
from explorer_ui.tokenizers.cached_arguments import cached_call, cached_fragment
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.tokenizers.tokenizer_files import FILE, called, is_open
from explorer_ui.tokenizers.tokenizers import get_tokenizer
from explorer_ui.visit.state import Settings, go_to
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.words import counted

ROWS = 300
"""How many rows the largest vocabulary has."""
MAX_SHOWN = 60
"""How many tokens of a row are shown."""

_mount = component("places/compare/family_tree/cores")


class Core(TypedDict):
    """A vocabulary as a strip."""

    name: str
    size: int  # how many tokens it has
    rows: str  # Base64 of 16-bit integers: for each row the tokens of each kind
    marks: list[tuple[int, str]]  # what is written in it, each with the number of tokens above


class Branch(TypedDict):
    """A vocabulary in the family tree."""

    depth: int
    sentence: str


class CoresData(TypedDict):
    """The component's data, except where the visitor points."""

    data_id: str  # the same for the same vocabularies: then the choice of the visitor is kept
    per_row: int  # how many tokens a row has; the last one may have fewer
    kinds: list[str]
    cores: list[Core]
    # between each two neighbours the stretches of equal tokens in the same order: where each begins and ends in both
    bands: list[list[tuple[int, int, int, int]]]
    branches: list[Branch]
    # for each strip and row that the visitor points at, below
    strip: int
    row: int
    first: int  # the first and the last id of the row
    last: int
    tokens: list[str]  # the first tokens of the row, each as Base64


class Family(NamedTuple):
    """The compared vocabularies by name, elders directly before those that grew on them, and their kinships by age."""

    tokenizers: Mapping[str, Tokenizer]
    samples: Mapping[str, CoreSample]
    kinships: Mapping[tuple[str, str], Kinship]
    parents: Mapping[str, str | None]


def show_family_tree(settings: Settings) -> None:
    """Draw each vocabulary as a strip, the family tree, the tokens of one place, and the file of a difference."""
    chosen, learning = choose_compared("Family tree", settings.training)
    names = [name for name in chosen if name in PUBLISHED or name == "trained" or is_open(name)]
    if not names:
        st.info("Choose published tokenizers, tokenizer files, or your tokenizer.")
        return
    look_here("Family tree")
    with busy(f"Comparing {counted(len(names), 'vocabulary', 'vocabularies')}"):
        family = _family(names, learning)
    _picture(names, learning)
    if len(names) > 1:
        _offer_difference(family.tokenizers)


def _family(names: Sequence[str], learning: TrainingRequest) -> Family:
    return family_of({name: get_tokenizer(name, learning) for name in names})


def family_of(tokenizers: Mapping[str, Tokenizer]) -> Family:
    """Compare every two vocabularies, each time only once for the same ones."""
    sampled = {name: _sample(tokenizer) for name, tokenizer in while_wanted(tokenizers.items())}
    samples = {name: sample for name, (sample, _) in sampled.items()}
    kinships = {}
    for elder, younger in while_wanted(pairs_by_age(samples)):
        compare = partial(_kinship, tokenizers[elder], tokenizers[younger])
        kinships[elder, younger] = cached_with(tokenizers[younger], ("kinship", sampled[elder][1]), compare)
    parent_of = parents(samples, kinships)
    order: list[str] = []

    def add(parent: str | None) -> None:
        for name in tokenizers:
            if parent_of[name] == parent:
                order.append(name)
                add(name)

    add(None)
    return Family({name: tokenizers[name] for name in order}, samples, kinships, parent_of)


def _kinship(elder: Tokenizer, younger: Tokenizer) -> Kinship:
    return kinship(tokens_in_order(elder), tokens_in_order(younger))


def _sample(tokenizer: Tokenizer) -> tuple[CoreSample, str]:
    """Return the core sample of a tokenizer, and a digest of its tokens."""

    def make() -> tuple[CoreSample, str]:
        tokens = sha256(repr(tokens_in_order(tokenizer)).encode()).hexdigest()
        return core_sample(tokenizer, token_table(tokenizer)), tokens

    return cached_with(tokenizer, "core sample", make)


def cores_data(family: Family) -> CoresData:
    """Return what the component takes, pointing at the place where the last vocabulary goes beyond its elder."""
    names, samples = list(family.tokenizers), family.samples
    per_row = max(1, -(-max(len(samples[name].kinds) for name in names) // ROWS))
    bands = []
    for left, right in pairwise(names):
        kin, flipped = family.kinships.get((left, right)), False
        if kin is None:
            kin, flipped = family.kinships[right, left], True
        # Related, or not: unrelated vocabularies have only their first tokens in the same order.
        related = family.parents[right] == left or _root(family, left) == _root(family, right)
        found = kin.stretches(per_row) if related else []
        bands.append([(c, d, a, b) if flipped else (a, b, c, d) for a, b, c, d in found])
    cores = [
        Core(
            name=called(name).short,
            size=len(samples[name].kinds),
            rows=base64_of(samples[name].rows(per_row).astype("<u2").tobytes()),
            marks=_marks(family, name),
        )
        for name in names
    ]
    branches = [Branch(depth=_depth(family, name), sentence=sentence_of(family, name)) for name in names]
    digest = sha256(repr((per_row, cores, bands)).encode()).hexdigest()[:16]
    # It opens where the one that added most goes beyond its elder.
    strip = max(
        range(len(names)), key=lambda at: _own(family, names[at])[1] if family.parents[names[at]] else 0
    )
    row = _own(family, names[strip])[0] // per_row + 1 if family.parents[names[strip]] else 0
    return {
        "data_id": digest, "per_row": per_row, "kinds": list(CORE_KINDS), "cores": cores, "bands": bands,
        "branches": branches, "strip": strip, "row": min(row, -(-cores[strip]["size"] // per_row) - 1),
        "first": 0, "last": 0, "tokens": [],
    }  # fmt: skip


def _root(family: Family, name: str) -> str:
    parent = family.parents[name]
    return name if parent is None else _root(family, parent)


def _depth(family: Family, name: str) -> int:
    parent = family.parents[name]
    return 0 if parent is None else 1 + _depth(family, parent)


def _marks(family: Family, name: str) -> list[tuple[int, str]]:
    parent = family.parents[name]
    if parent is None:
        return []
    end, more = _own(family, name)
    size, same = len(family.samples[name].kinds), len(family.kinships[parent, name].younger)
    shared = ((end or size) // 2, f"{same:,} of {called(parent).short}")
    return [shared, *([(end + more // 2, f"{more:,} more")] if more else [])]


def _own(family: Family, name: str) -> tuple[int, int]:
    """Return after how many tokens a vocabulary goes beyond its elder, and how many tokens follow; 0 if it has none."""
    parent = family.parents[name]
    size = len(family.samples[name].kinds)
    if parent is None:
        return 0, size
    places = family.kinships[parent, name].younger
    end = int(places[-1]) + 1 if len(places) else 0
    return (end, size - end) if end < size else (0, 0)


def sentence_of(family: Family, name: str) -> str:
    """Return the sentence about a vocabulary: with whose tokens it begins, what it leaves out, and what follows."""
    sample, parent, shown = family.samples[name], family.parents[name], called(name).short
    size = len(sample.kinds)
    if parent is None:
        others = [
            (kin.shared, len(kin.elder) < kin.shared, elder if younger == name else younger)
            for (elder, younger), kin in family.kinships.items()
            if name in (elder, younger) and _root(family, elder) != _root(family, younger)
        ]
        most, mixed, other = max(others, key=lambda one: one[0], default=(0, False, ""))
        kinds = ", then ".join(main_kinds(sample.kinds))
        also = (
            f" {called(other).short} has {most:,} of them too{', in another order' if mixed else ''}."
            if most
            else ""
        )
        return f"{shown}: {counted(size, 'token')}, mostly {kinds}.{also}"
    kin, elder = family.kinships[parent, name], family.samples[parent]
    out, same = np.setdiff1d(np.arange(len(elder.kinds)), kin.elder), len(kin.elder)
    begins = "begins with" if int(kin.younger[-1]) + 1 == same else "contains"
    whole = f"{same:,} of the {len(elder.kinds):,} tokens" if len(out) else f"all {same:,} tokens"
    sentence = f"{shown} {begins} {whole} of {called(parent).short}, in the same order"
    if len(out):
        tokens = tokens_in_order(family.tokenizers[parent])
        sentence += f", without the {_all_of([tokens[at] for at in out.tolist()], elder.kinds[out].tolist())}"
    if more := size - same:
        kinds = " and then ".join(main_kinds(np.delete(sample.kinds, kin.younger)))
        return f"{sentence}; then {more:,} more, mostly {kinds}."
    return f"{sentence}; nothing more."


def _all_of(tokens: Sequence[bytes], kinds: Sequence[int]) -> str:
    """Return how many tokens these are, and of what if all are of one kind.

    >>> _all_of([b"12", b"345"], [1, 1]), _all_of([b"a", b"1"], [3, 1])
    ('2 tokens of 2 or 3 digits', 'other 2 tokens')
    >>> _all_of([b"a"], [CORE_KINDS.index("Latin letters")])
    '1 token of Latin letters'
    """
    number = counted(len(tokens), "token")
    if len({*kinds}) > 1:
        return f"other {number}"
    if kinds[0] != CORE_KINDS.index("digits"):
        return f"{number} of {CORE_KINDS[kinds[0]]}"
    return f"{number} of {' or '.join(map(str, sorted({len(token.strip()) for token in tokens})))} digits"


@cached_fragment
def _picture(names: Sequence[str], learning: TrainingRequest) -> None:
    family = _family(names, learning)
    drawn = tuple((called(name).short, _sample(one)[1]) for name, one in family.tokenizers.items())
    first = next(iter(family.tokenizers.values()))
    data = cached_with(first, ("cores", drawn), lambda: cores_data(family))
    left = place_of(st.session_state.get("cores") or {}, data)
    strip = index_below(left.get("strip"), len(data["cores"]))
    if strip is not None:
        row = index_below(left.get("row"), -(-data["cores"][strip]["size"] // data["per_row"]))
        data = data if row is None else {**data, "strip": strip, "row": row}
    data = tokens_there(family, data)
    _mount(key="cores", data=data, default={"place": None}, on_place_change=read_again)
    name = list(family.tokenizers)[data["strip"]]
    st.button(
        f"Open these tokens of {called(name).short} in Vocabulary",
        key="core_in_vocabulary",
        on_click=_open_in_vocabulary,
        args=(name, data["first"], data["last"]),
    )


def tokens_there(family: Family, data: CoresData) -> CoresData:
    """Return the data with the ids and the tokens of the place at which it points."""
    name = list(family.tokenizers)[data["strip"]]
    ids = family.samples[name].token_ids[data["row"] * data["per_row"] :][: data["per_row"]].tolist()
    vocab = family.tokenizers[name].vocab
    tokens = [base64_of(vocab[token_id]) for token_id in ids[:MAX_SHOWN]]
    return {**data, "first": ids[0], "last": ids[-1], "tokens": tokens}


def _open_in_vocabulary(name: str, first: int, last: int) -> None:
    file = {"tokenizer_file": name.removeprefix(FILE)} if name.startswith(FILE) else {}
    tokenizer = "file" if file else name
    go_to("Vocabulary", tokenizer=tokenizer, vocabulary_by="id", vocabulary_query=f"{first}-{last}", **file)


def _offer_difference(tokenizers: Mapping[str, Tokenizer]) -> None:
    with st.container(key="difference", horizontal=True, vertical_alignment="bottom"):
        names, shown = list(tokenizers), {name: called(name).short for name in tokenizers}
        left = st.selectbox(
            "Tokens that only one has",
            names,
            0,
            key="difference_left",
            format_func=shown.__getitem__,
            width=200,
        )
        right = st.selectbox(
            "and", names, 1, key="difference_right", format_func=shown.__getitem__, width=200
        )
        st.download_button(
            "difference.csv",
            cached_call("difference.csv", _difference, tokenizers[left], tokenizers[right]),
            "difference.csv",
            on_click="ignore",
        )


def _difference(left: Tokenizer, right: Tokenizer) -> bytes:
    return table_csv(DIFFERENCE_COLUMNS, difference_rows(left, right))
