"""The view of disguises: one sentence written in several ways, as rows, with the tokens of each tokenizer."""

import hashlib
from collections.abc import Sequence
from typing import TypedDict

import streamlit as st

from bpe_core import BpeError
from bpe_core.lessons.compare.disguises import PLAIN, Disguise, disguises
from explorer_ui.browser.assets import component
from explorer_ui.browser.packing import base64_of
from explorer_ui.parts.say.progress import busy
from explorer_ui.places.compare.compared import choose_compared, say_special, text_to_compare
from explorer_ui.tokenizers.leaving import while_wanted
from explorer_ui.tokenizers.tokenizer_files import called
from explorer_ui.tokenizers.tokenizers import cut_text
from explorer_ui.visit.limits import MAX_DISGUISED
from explorer_ui.visit.state import Settings
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.words import counted

_mount = component("places/compare/disguises/disguises")


class DisguisedCell(TypedDict):
    """A disguised text as a tokenizer encodes it."""

    count: int | None  # how many tokens it has; None if the tokenizer cannot encode it
    boundaries: list[int]  # the bytes at which a token begins, except the first


class DisguisedRow(TypedDict):
    """A text in a disguise."""

    name: str
    note: str  # what NFKC undoes
    text: str  # Base64 of UTF-8
    cells: list[DisguisedCell]  # one for each tokenizer; none if the disguise changes nothing


class DisguisesData(TypedDict):
    """All that the component takes."""

    disguises_id: str  # the same for the same rows
    names: list[str]  # of the tokenizers
    sentence: str
    rows: list[DisguisedRow]


def show_disguises(settings: Settings) -> None:
    """Draw the choice of tokenizers, and the tokens of the text in each disguise."""
    chosen, learning = choose_compared("Disguises", settings.training)
    text = text_to_compare("Disguises", settings, chosen)
    if not text:
        return
    if len(text) > MAX_DISGUISED:
        st.caption(f"The text has {len(text):,} characters; only its first {MAX_DISGUISED:,} are used.")
    with busy("Encoding each disguise"):
        data = disguises_data(text[:MAX_DISGUISED], chosen, learning)
    _mount(key="disguises", data=data)
    say_special(text, chosen, learning)


def disguises_data(text: str, chosen: Sequence[str], learning: TrainingRequest) -> DisguisesData:
    """Return what the component takes; each disguise is encoded with each of the chosen tokenizers."""
    found = disguises(text)
    rows: list[DisguisedRow] = [
        {
            "name": one.name,
            "note": _note(one),
            "text": base64_of(one.text.encode()),
            "cells": [_cell(name, one.text, learning) for name in chosen]
            if number == 0 or not one.is_plain
            else [],
        }
        for number, one in enumerate(while_wanted(found))
    ]
    names = [called(name).short for name in chosen]
    digest = hashlib.blake2b(repr((names, rows)).encode(), digest_size=12).hexdigest()
    return {"disguises_id": digest, "names": names, "sentence": _sentence(names, rows, found), "rows": rows}


def _cell(name: str, text: str, learning: TrainingRequest) -> DisguisedCell:
    try:
        cut = cut_text(name, text, learning)
    except BpeError:
        return {"count": None, "boundaries": []}
    return {"count": len(cut.ids), "boundaries": cut.cuts.tolist()}


def _note(disguise: Disguise) -> str:
    if disguise.is_plain:
        return "" if disguise.name == PLAIN else "changes nothing here"
    if disguise.left in ("nothing", "all"):
        return f"{'not ' * (disguise.left == 'all')}undone by NFKC"
    return f"partly undone by NFKC: {disguise.left} stays"


def _sentence(names: Sequence[str], rows: Sequence[DisguisedRow], found: Sequence[Disguise]) -> str:
    """Return which tokenizer needs how many times as many tokens for which disguise, and what NFKC undoes."""
    ratios = [
        (cell["count"] / plain["count"], name, plain["count"], cell["count"], row["name"])
        for row in rows[1:]
        for name, plain, cell in zip(names, rows[0]["cells"], row["cells"], strict=False)
        if plain["count"] and cell["count"]
    ]
    if not ratios:
        return ""
    most, name, before, after, disguise = max(ratios, key=lambda one: one[0])
    undone = [one.name for one in found if one.left == "nothing" and not one.is_plain]
    times = "" if most < 1.05 else f"{most:.1f} times as many, "
    dearest = (
        f"{name} needs {counted(before, 'token')} for the text as it is, and {after:,} for “{disguise}”: {times}the "
        "largest ratio."
        if most > 1
        else "None of these needs more tokens than the text as it is."
    )
    return f"{dearest} NFKC undoes {' and '.join(f'“{one}”' for one in undone) or 'none of these'}."
