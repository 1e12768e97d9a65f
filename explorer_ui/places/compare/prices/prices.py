"""The view of prices: what the text, or several texts from files, cost in each tokenizer."""

import math
import re
from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import accumulate
from typing import Any, NamedTuple

import pandas as pd
import streamlit as st
from streamlit.runtime.uploaded_file_manager import UploadedFile

from bpe_core import BpeError
from bpe_core.formats import table_csv
from bpe_core.lessons.compare.text_costs import CostTally, MeasuredText, TextCosts
from bpe_core.lessons.several_texts import (
    DEFAULT_FIELD,
    is_jsonl,
    text_fields,
    text_of_bytes,
    texts_of_jsonl,
)
from bpe_core.lessons.tokens.token_boundaries import CutText, cut_in_parts
from explorer_ui.cache.bounded import cached
from explorer_ui.parts.say.progress import busy
from explorer_ui.parts.say.verbatim import show_verbatim
from explorer_ui.places.compare.compared import choose_compared, cuts_of, say_special, text_to_compare
from explorer_ui.tokenizers.cached_arguments import cached_call, cached_fragment
from explorer_ui.tokenizers.leaving import result_while_wanted, while_wanted
from explorer_ui.tokenizers.tokenizer_files import called
from explorer_ui.tokenizers.tokenizers import get_tokenizer
from explorer_ui.tokenizers.uploads_read import read_once
from explorer_ui.visit.limits import MAX_PRICES, MAX_TEXT, MAX_TEXTS, MAX_TEXTS_MB, MAX_UPLOAD_MB, MAX_WINDOW
from explorer_ui.visit.state import Settings
from explorer_ui.visit.training_request import TrainingRequest
from explorer_ui.visit.words import counted, percent, readable

_IN_FOLDERS = (
    ".txt", ".md", ".rst", ".tex", ".csv", ".tsv", ".json", ".jsonl", ".ndjson", ".html", ".xml", ".yaml", ".toml",
    ".py", ".js", ".ts", ".c", ".h", ".cpp", ".java", ".go", ".rs", ".sql", ".sh",
)  # fmt: skip
_NO_ENCODING = (
    "Its ids cannot be decoded to the original text, so its tokens are not compared with the others here."
)
_PERCENT = "percent"
_HUNDREDTHS = "%.2f"


class _Column(NamedTuple):
    """How the table shows a column of `TextCosts.row`: its help, number format and label; `of_corpus`: in a second table."""

    help: str | None = None
    format: str = "localized"
    label: str | None = None
    whole: bool = False
    of_corpus: bool = False


class _Given(NamedTuple):
    """The texts of uploaded files, and for each file its name and how many of the texts are from it."""

    texts: tuple[str, ...] = ()
    files: tuple[tuple[str, int], ...] = ()


_COLUMNS = {
    "tokens": _Column("What the text costs", whole=True),
    "bytes per token": _Column("Bytes of UTF-8; higher is cheaper", _HUNDREDTHS),
    "tokens per word": _Column(
        "All tokens, including punctuation, divided by the number of runs of letters or digits", _HUNDREDTHS
    ),
    "times the first": _Column("Tokens, divided by those of the first tokenizer", _HUNDREDTHS),
    "share of context": _Column("Of the context window set below the table", "%.{digits}f%%"),
    "price": _Column("At the price per million tokens set below the table", "%.{digits}f"),
    "vocabulary size": _Column(whole=True),
    "unknown words": _Column("Words encoded as <unk>: their meaning is lost", whole=True),
    "median": _Column(
        "Half of them have at most this many tokens",
        label="tokens per {unit}, median",
        whole=True,
        of_corpus=True,
    ),
    "95%": _Column(
        "95% of them have at most this many tokens",
        label="tokens per {unit}, 95%",
        whole=True,
        of_corpus=True,
    ),
    "vocabulary used": _Column("The share of the vocabulary that occurs", _PERCENT, of_corpus=True),
    "words in one token": _Column(
        "Words with no token boundary inside (Rust et al. 2021)", _PERCENT, of_corpus=True
    ),
    "Renyi efficiency": _Column(
        "How evenly the tokens of the vocabulary are used: the entropy of order 2.5, as a share of the "
        "largest possible (Zouhar et al. 2023)",
        "%.3f",
        label="Rényi efficiency",
        of_corpus=True,
    ),
    "numbers in single digits": _Column(
        "Numbers of two or more digits, each digit of which is a token", _PERCENT, of_corpus=True
    ),
    "numbers in groups of three": _Column(
        "Numbers of four or more digits, split into groups of three from the right (Singh and Strouse 2024)",
        _PERCENT,
        of_corpus=True,
    ),
}
"""The columns that the page shows, after the tokenizer."""


def show_prices(settings: Settings) -> None:
    """Draw the choice, and the table of costs."""
    chosen, learning = choose_compared("Prices", settings.training)
    text = text_to_compare("Prices", settings, chosen)
    if text and (cuts := cuts_of(text, chosen, learning)):
        tables = st.container()
        with st.container(key="price_files"), st.expander("Count several texts: files, a folder, JSON Lines"):
            given = _read_files()
        with tables:
            _costs(text, cuts, given, learning, learned_here=learning.text == settings.text)
            say_special(text, cuts, learning)


def _costs(
    text: str,
    cuts: Mapping[str, CutText],
    given: _Given,
    learning: TrainingRequest,
    *,
    learned_here: bool,
) -> None:
    """Draw the table of costs, for the text or for the texts `given` in files, and say what the table leaves out."""
    texts: tuple[str, ...] = (text,)
    costs = _costs_of_cuts(text, cuts)
    tokens: dict[str, tuple[int, ...]] = {}
    if given.texts:
        texts = given.texts
        with busy(f"Counting {counted(len(texts), 'text')}"):
            costs, tokens = _costs_of_files(list(cuts), texts, learning)
        st.caption(
            f"The tables count {counted(len(texts), 'text')} from your files, each encoded on its own, and not "
            "the text at the top of the page."
        )
    words = cuts.get("words")
    unknown = len(words.unknown) if words and not given.texts else None
    _tables(costs, unknown, words.vocab_size if words else None, "line" if len(texts) == 1 else "text")
    if len(given.files) > 1 and costs:
        with st.container(key="price_each"):
            st.markdown("**Tokens of each file**")
            st.dataframe(
                _rows_of_files(given, tokens),
                hide_index=True,
                height="content" if len(given.files) < 9 else 320,
            )
    if costs and next(iter(costs.values())).tokens_per_word is None:
        st.caption("No tokens per word: the text has no words, or its script puts no spaces between them.")
    if words and given.texts:
        st.caption(f"“{called('words').short}” is not counted in the files. {_NO_ENCODING}")
    elif words:
        _say_words(words, learned_here=learned_here)


def _costs_of_cuts(text: str, cuts: Mapping[str, CutText]) -> dict[str, TextCosts]:
    (measured,) = _measured((text,))
    costs = {}
    for name, cut in while_wanted(cuts.items()):
        # Ids that do not decode to the text do not encode it, so their number is not compared with others.
        if name != "words":
            tally = CostTally(cut.vocab_size)
            tally.add(measured, cut.ids, cut.boundaries)
            costs[name] = tally.costs()
    return costs


def _costs_of_files(
    names: Sequence[str], texts: tuple[str, ...], learning: TrainingRequest
) -> tuple[dict[str, TextCosts], dict[str, tuple[int, ...]]]:
    costs, tokens = {}, {}
    for name in names:
        if name != "words":
            try:
                costs[name], tokens[name] = _costs_of_texts(name, texts, learning)
            except BpeError as error:
                st.markdown(f"**{called(name).short}** cannot encode these texts:")
                show_verbatim(str(error))
    return costs, tokens


def _rows_of_files(given: _Given, tokens: Mapping[str, Sequence[int]]) -> pd.DataFrame:
    """Return a row for each file: its name, and its tokens with each tokenizer."""
    ends = list(accumulate(number for _, number in given.files))
    return pd.DataFrame(
        {
            "file": readable(name.encode()),
            **{called(one).short: sum(tokens[one][end - number : end]) for one in tokens},
        }
        for (name, number), end in zip(given.files, ends, strict=True)
    )


@cached
def _costs_of_texts(
    name: str, texts: tuple[str, ...], learning: TrainingRequest
) -> tuple[TextCosts, tuple[int, ...]]:
    # The vocabulary of single characters is made from these texts, as in `cut_text`, since one made from
    # another text could not encode them.
    tokenizer = get_tokenizer(name, learning.on("".join(texts)) if name == "characters" else learning)
    tally, tokens = CostTally(tokenizer.vocab_size), []
    for text, measured in while_wanted(zip(texts, _measured(texts), strict=True)):
        cut = result_while_wanted(cut_in_parts(tokenizer, text))
        tally.add(measured, cut.ids, cut.boundaries)
        tokens.append(len(cut.ids))
    return tally.costs(), tuple(tokens)


@cached
def _measured(texts: tuple[str, ...]) -> list[MeasuredText]:
    return [MeasuredText.of(text, by_line=len(texts) == 1) for text in while_wanted(texts)]


@cached_fragment
def _tables(costs: Mapping[str, TextCosts], unknown: int | None, word_list: int | None, unit: str) -> None:
    tables = st.container(key="price_table")
    with st.container(key="price_settings", horizontal=True, vertical_alignment="bottom"):
        window = st.number_input("Context window, in tokens", 0, MAX_WINDOW, key="context_window", width=200)
        written = st.text_input(
            "Price per million tokens",
            key="token_prices",
            max_chars=MAX_PRICES,
            placeholder="2.50 0.15",
            help="One price for all, or one for each tokenizer in the order of the table, separated by spaces.",
            width=260,
        )
        try:
            prices = read_prices(written, len(costs))
        except BpeError as error:
            show_verbatim(str(error))
            prices = [None] * len(costs)
        first = next(iter(costs.values()), None)
        rows = [
            cost.row(called(name).short, first=first, window=window, price=price)
            for (name, cost), price in zip(costs.items(), prices, strict=True)
        ]
        if rows:
            st.download_button(
                "compare.csv", cached_call("compare.csv", table_csv, tuple(rows[0]), rows), "compare.csv",
                on_click="ignore",
            )  # fmt: skip
    frame = pd.DataFrame(rows)
    if word_list is not None:
        whole = {"tokenizer": called("words").short, "unknown words": unknown, "vocabulary size": word_list}
        frame = pd.concat([pd.DataFrame([whole]), frame]).reindex(
            columns=[*(rows[0] if rows else whole), "unknown words"]
        )
    frame = frame.dropna(axis="columns", how="all")
    of_corpus = [name for name in frame if name in _COLUMNS and _COLUMNS[name].of_corpus]
    with tables:
        _table(frame.drop(columns=[*of_corpus, "bytes"], errors="ignore"), unit)
    if any(cost.units > 1 for cost in costs.values()):
        st.markdown(f"**As a corpus** of {counted(max(cost.units for cost in costs.values()), unit)}")
        corpus = frame[["tokenizer", *of_corpus]]
        _table(corpus[corpus["tokenizer"] != called("words").short], unit)


def _table(frame: pd.DataFrame, unit: str) -> None:
    if "share of context" in frame:
        frame = frame.assign(**{"share of context": 100 * frame["share of context"]})
    columns = {name: _COLUMNS[name] for name in frame.columns[1:]}
    config: dict[str, Any] = {
        name: st.column_config.NumberColumn(
            column.label and column.label.format(unit=unit),
            format=column.format
            and column.format.replace(
                "{digits}", str(digits_for(frame[name], usual=6 if name == "price" else 2))
            ),
            help=column.help,
        )
        for name, column in columns.items()
    }
    if "tokens" in frame:
        config["tokens"] = st.column_config.ProgressColumn(
            format=columns["tokens"].format,
            min_value=0,
            max_value=max(1, int(frame["tokens"].max())),
            help=columns["tokens"].help,
        )
    whole = {name: "Int64" for name, column in columns.items() if column.whole}
    st.dataframe(frame.astype(whole), hide_index=True, placeholder="", column_config=config)


def digits_for(numbers: Iterable[float], *, usual: int) -> int:
    """Return how many decimals some numbers need: the `usual` number, or as many as show two digits of the smallest.

    >>> digits_for([0.0025, 12.0], usual=6), digits_for([0.00000015], usual=6), digits_for([], usual=2)
    (6, 8, 2)
    """
    least = min((number for number in numbers if number > 0), default=1.0)
    return max(usual, 1 - math.floor(math.log10(least)))


def read_prices(written: str, number: int) -> list[float | None]:
    """Return the price for each of `number` tokenizers, None if nothing was entered; raises `BpeError` if one is invalid.

    >>> read_prices("2.5", 2), read_prices("", 1), read_prices("2.5 0.15", 2)
    ([2.5, 2.5], [None], [2.5, 0.15])
    """
    found = written.split()
    for price in found:
        if not re.fullmatch(r"[0-9]{1,9}(\.[0-9]{1,9})?", price):
            raise BpeError(f"{price!r} is not a price. Write prices as in 2.50, separated by spaces.")
    if len(found) not in (0, 1, number):
        raise BpeError(
            f"There are {len(found)} prices for {counted(number, 'tokenizer')}: write one for all, or {number}."
        )
    prices: list[float | None] = [float(price) for price in found] or [None]
    return prices if len(prices) == number else prices * number


def _say_words(cut: CutText, *, learned_here: bool) -> None:
    if cut.unknown:
        st.caption(
            f"Not in the list: {len(cut.unknown):,} of {counted(len(cut.ids), 'word')} "
            f"({percent(len(cut.unknown) / len(cut.ids))}). Each became the same unknown token. {_NO_ENCODING}"
        )
    elif not learned_here:
        st.caption(
            "The list of words was made from another text, and contains every word of this one; the "
            f"white space between them is lost. {_NO_ENCODING}"
        )
    else:
        st.caption(
            "The list of words was made from this text, so it contains all of them; the white space "
            f"between them is lost. {_NO_ENCODING} To see which words "
            "the list lacks, choose another text above for it to learn from."
        )


def _read_files() -> _Given:
    """Draw the upload box for files of texts, and return what they contain; if a file cannot be read, say so and return none."""
    folder = st.checkbox("A whole folder", key="compares_folder")
    of_folder = " Texts in subfolders are read too."
    upload = partial(
        st.file_uploader,
        f"Texts in UTF-8, or JSON Lines (.jsonl) with a text in each line; up to {MAX_UPLOAD_MB} MB each; "
        f"{MAX_TEXTS_MB} MB, {MAX_TEXTS:,} texts and {MAX_TEXT:,} characters in all.{of_folder if folder else ''}",
        max_upload_size=MAX_UPLOAD_MB,
    )
    if folder:
        # A folder also holds pictures and programs, which are not texts.
        uploads = upload(accept_multiple_files="directory", type=_IN_FOLDERS, key="compare_folder")
    else:
        uploads = upload(accept_multiple_files=True, key="compare_files")
    limits = {"most_mb": MAX_UPLOAD_MB, "most_mb_in_all": MAX_TEXTS_MB}
    try:
        field = DEFAULT_FIELD
        if fields := read_once(uploads, _text_fields, **limits):
            field = st.selectbox("JSON Lines field that contains the text", fields, key="jsonl_field")
        return read_once(uploads, _texts_of, field, **limits)
    except BpeError as error:
        show_verbatim(str(error))
        return _Given()


def _text_fields(uploads: Sequence[UploadedFile]) -> list[str]:
    """Return the fields of the first file in JSON Lines that has some."""
    records = (upload for upload in while_wanted(uploads) if is_jsonl(upload.name))
    return next(filter(None, (text_fields(_decoded(upload)) for upload in records)), [])


def _texts_of(uploads: Sequence[UploadedFile], field: str) -> _Given:
    texts: list[str] = []
    files: list[tuple[str, int]] = []
    characters = 0
    for upload in while_wanted(uploads):
        text, before = _decoded(upload), len(texts)
        found = texts_of_jsonl(text, field, name=upload.name) if is_jsonl(upload.name) else [text]
        for one in while_wanted(found, every=100):
            texts.append(one)
            characters += len(one)
            if len(texts) > MAX_TEXTS or characters > MAX_TEXT:
                raise BpeError(
                    f"The files have more than {MAX_TEXTS:,} texts or {MAX_TEXT:,} characters, which is the limit."
                )
        files.append((upload.name, len(texts) - before))
    return _Given(tuple(texts), tuple(files))


def _decoded(upload: UploadedFile) -> str:
    return text_of_bytes(upload.getvalue(), name=upload.name).removeprefix("\ufeff")
