"""Which tokenizer a page uses: the one just trained, or one that is known."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import PurePath

import streamlit as st

from bpe_core import (
    RECIPES,
    SPLIT_PATTERNS,
    BpeError,
    Tokenizer,
    TrainingHistory,
    load_published,
    replace_lone_surrogates,
    train,
)
from bpe_core.formats import FORMATS, NOT_GIVEN, ONLY_READ, NeedsPatternError, NotGiven, read
from bpe_core.lessons.token_boundaries import CutText, WordList, cut_by_words, cut_in_parts
from bpe_core.lessons.vocabulary import TokenTable, token_table
from bpe_core.published.with_pipeline import WITH_PIPELINE
from bpe_core.tokenizer.with_pipeline import PipelineTokenizer
from explorer_ui.shell.limits import MAX_OWN_SPECIAL, MAX_TOKENIZER_MB
from explorer_ui.shell.names import CHOOSABLE, PATTERNS, SPECIAL_POLICIES, TOKENIZERS
from explorer_ui.shell.sharing import player_alone
from explorer_ui.shell.state import Settings
from explorer_ui.shell.training_settings import offer_training
from explorer_ui.shell.verbatim import show_verbatim
from explorer_ui.shell.words import counted
from explorer_ui.work.leaving import result_while_wanted, while_wanted
from explorer_ui.work.shared import SHARED, kept_with, shared
from explorer_ui.work.training_runs import check_different, train_with_progress

_CHUNKS = 1_000
"""After so many chunks of a text it is asked whether its ids are still wanted."""

RANKS_OF_A_TABLE = (
    "This tokenizer is a table of ranks in which the 256 bytes count too: the rank of a token is its id, and the "
    "first merge has rank 256. In a tokenizer trained here the first merge has rank 0."
)


def choose_tokenizer(settings: Settings, *, may_add: bool = False) -> Tokenizer:
    """Draw the choice and return the tokenizer; raises `BpeError` where it cannot be had.

    With `may_add` one can add special tokens to a tokenizer of one's own; the other pages use them too. Where a
    picture stands alone in a frame, nothing is drawn.
    """
    if player_alone():
        return get_tokenizer(st.session_state.tokenizer, settings)
    box = st.container(horizontal=True, vertical_alignment="bottom", gap="small")
    name = box.selectbox(
        "Tokenizer", CHOOSABLE, key="tokenizer", format_func=lambda name: TOKENIZERS[name].long
    )
    if name == "trained":
        with box:
            offer_training()
    if name == "file":
        offer_upload()
    tokenizer = get_tokenizer(name, settings)
    if name not in ("trained", "file"):
        return tokenizer
    if may_add:
        st.text_input(
            "Special tokens to add",
            key="own_special",
            placeholder="<|user|> <|assistant|>",
            help="Reserved strings, with spaces between them. Their ids follow all others.",
            max_chars=MAX_OWN_SPECIAL,
        )
    own = tuple(dict.fromkeys((st.session_state.own_special or "").split()))
    if not own:
        return tokenizer
    if not may_add:
        st.caption("With the special tokens that you added on the Tokens page.")
    return kept_with(tokenizer, f"with {own}", lambda: tokenizer.with_special_tokens(*own))


def choose_steps(settings: Settings) -> PipelineTokenizer | None:
    """Draw the same choice where only the steps before merging count: return a tokenizer that has some, or None.

    Nothing is trained for it. Raises `BpeError` where a file was chosen and none is loaded.
    """
    name = st.selectbox(
        "Tokenizer", CHOOSABLE, key="tokenizer", format_func=lambda name: TOKENIZERS[name].long
    )
    if name == "file":
        offer_upload()
    if name != "file" and name not in WITH_PIPELINE:
        return None
    tokenizer = get_tokenizer(name, settings)
    return tokenizer if isinstance(tokenizer, PipelineTokenizer) else None


def choose_policy(label: str) -> None:
    """Draw the choice of what becomes of special tokens that a text spells."""
    st.segmented_control(
        label,
        list(SPECIAL_POLICIES),
        key="special_policy",
        format_func=SPECIAL_POLICIES.__getitem__,
        required=True,
        wrap=True,
    )


def encode_by_policy(tokenizer: Tokenizer, text: str, *, where: str) -> Iterator[list[int]]:
    """Yield the ids of each chunk of a text, special tokens in it as the visitor chose on the Tokens page.

    Raises `BpeError` where a special token is to be refused and there is one; `where` is the choice.
    """
    policy = st.session_state.special_policy
    if policy == "special":
        return while_wanted(tokenizer.iter_chunks(text, allowed_special="all"), every=_CHUNKS)
    found = [(text.find(token), token) for token in tokenizer.special_tokens if token in text]
    if found and policy == "refuse":
        position, token = min(found)
        raise BpeError(
            f"The text spells the special token {token!r} after {counted(position, 'character')}, so it is refused. "
            f"Choose {where} to take it as plain text or as a special token."
        )
    return while_wanted(tokenizer.iter_chunks(text, disallowed_special=()), every=_CHUNKS)


def get_tokenizer(name: str, settings: Settings) -> Tokenizer:
    """Return the tokenizer of a name in `CHOOSABLE` for the visitor's text and settings.

    Raises `BpeError` where training cannot be done, and where no file was uploaded or it was forgotten.
    """
    if name == "trained":
        return tokenizer_of(train_with_progress(settings))
    if name == "characters":
        return _characters(settings.text)
    if name == "bytes":
        return _single_bytes()
    if name == "file":
        uploaded: Tokenizer | None = SHARED.get(("uploaded", st.session_state.tokenizer_file))
        if uploaded is None:
            raise BpeError("No tokenizer file is loaded. Upload one above, or choose another tokenizer.")
        return uploaded
    return load_published(name)


def cut_text(name: str, text: str, learning: Settings) -> CutText:
    """Cut a text as the tokenizer of a name in `COMPARABLE` does; special tokens in it are ordinary text.

    Words and the tokenizer trained here learn from the text of `learning`. Raises `BpeError` where the
    tokenizer cannot write the text.
    """
    if name == "words":
        return cut_by_words(text, _word_list(learning.text))
    # A list of characters that knew only another text could not write this one; it is shown at its best.
    tokenizer = get_tokenizer(name, replace(learning, text=text) if name == "characters" else learning)
    return result_while_wanted(cut_in_parts(tokenizer, text))


def tokenizer_of(history: TrainingHistory) -> Tokenizer:
    """Return the tokenizer that a training learned; made once for each history."""
    return kept_with(history, "tokenizer", lambda: Tokenizer.from_history(history))


def table_of(tokenizer: Tokenizer) -> TokenTable:
    """Return the table of all tokens of a tokenizer; made once for each tokenizer."""
    return kept_with(tokenizer, "table", lambda: token_table(tokenizer))


def newest(names: Sequence[str]) -> tuple[str, ...]:
    """Return which of the files uploaded one after the other is meant: the last, with its other half before it.

    >>> newest(["qwen.json", "ranks.tiktoken"]), newest(["old.json", "encoder.json", "vocab.bpe"])
    (('ranks.tiktoken',), ('encoder.json', 'vocab.bpe'))
    """
    last_two = sorted(PurePath(name).suffix.lower() for name in names[-2:])
    halves = last_two in ([".bpe", ".json"], [".json", ".txt"])
    return tuple(names[-2:] if halves else names[-1:])


def offer_upload() -> None:
    """Draw what takes a tokenizer's files, and keep the tokenizer; raises `BpeError` for files that are none."""
    uploads = st.file_uploader(
        f"{', '.join(one.files for one in (*FORMATS.values(), *ONLY_READ))}; up to {MAX_TOKENIZER_MB} MB",
        accept_multiple_files=True,
        max_upload_size=MAX_TOKENIZER_MB,
        key="tokenizer_upload",
        on_change=_forget_pattern,
    )
    st.caption(
        "Llama and Gemma come with licences that do not let us carry their tokenizers: get `tokenizer.json` from the "
        "model's page at Hugging Face, and open it here."
    )
    loaded: Tokenizer | None = SHARED.get(("uploaded", st.session_state.tokenizer_file))
    if not uploads and loaded is not None:
        st.caption(f"Your file is open: {counted(loaded.vocab_size, 'token')}. Another one takes its place.")
    if not uploads:
        return
    meant = newest([upload.name for upload in uploads])
    files = {upload.name: upload.getvalue() for upload in uploads[-len(meant) :]}
    if len(uploads) > len(meant):
        st.caption("The newest counts:")
        show_verbatim(" and ".join(meant))
    try:
        st.session_state.tokenizer_file = _read_upload(files, NOT_GIVEN)
    except NeedsPatternError:
        st.session_state.tokenizer_file = None
        st.session_state.tokenizer_file = _read_upload(files, _choose_pattern())


def _read_upload(files: Mapping[str, bytes], pattern: str | NotGiven | None) -> str:
    """Read and keep the tokenizer, and return the digest of all that it is made from: the session keeps no file."""
    made_from = sha256(repr((pattern, [(name, len(data)) for name, data in sorted(files.items())])).encode())
    for _, data in sorted(files.items()):
        made_from.update(data)
    digest = made_from.hexdigest()
    if SHARED.get(("uploaded", digest)) is None:
        _read_once(files, pattern, digest)
    return digest


def _read_once(files: Mapping[str, bytes], pattern: str | NotGiven | None, digest: str) -> None:
    """Read a tokenizer and keep it; raises `BpeError`, at once for files that were refused before."""
    if refused := SHARED.get(("refused", digest)):
        kind, said = refused
        raise kind(said)
    megabytes = sum(map(len, files.values())) / 1_000_000
    try:
        with st.spinner(f"Reading and checking {megabytes:.1f} MB", show_time=True):
            tokenizer = read(
                files, split_pattern=pattern, max_bytes=MAX_TOKENIZER_MB * 1_000_000, own_patterns=False
            )
    except NeedsPatternError as error:
        SHARED.put(("refused", digest), (NeedsPatternError, error.file))
        raise
    except BpeError as error:
        # The sentence alone: the error holds on to what its reader had in hand.
        SHARED.put(("refused", digest), (BpeError, str(error)))
        raise
    SHARED.put(("uploaded", digest), tokenizer)


def _forget_pattern() -> None:
    """Let no file be cut as another one was."""
    st.session_state.tokenizer_file_pattern = None


def _choose_pattern() -> str | None:
    """Draw the choice of the split pattern of a file that does not hold it; raises `BpeError` until one is chosen."""
    choices = {name: f"as {PATTERNS[name]}" for name in SPLIT_PATTERNS} | {"none": "not at all"}
    # Meta's tokenizer.model is such a file, and its pattern is GPT-4's.
    choices["cl100k_base"] += ", Llama 3"
    chosen = st.selectbox(
        "These files do not say how the text is cut into chunks. Cut it",
        list(choices),
        format_func=choices.__getitem__,
        key="tokenizer_file_pattern",
        placeholder="as the tokenizer was trained",
    )
    if chosen is None:
        raise BpeError(
            "Choose how these files cut the text: they do not hold the split pattern, and any but the one that the "
            "tokenizer was trained with gives wrong ids."
        )
    return None if chosen == "none" else chosen


@shared
def _word_list(text: str) -> WordList:
    return WordList(replace_lone_surrogates(text))


@shared
def _characters(text: str) -> Tokenizer:
    check_different(text, RECIPES["characters"])
    return Tokenizer.from_history(train(text, recipe="characters", num_merges=0), name="characters")


@shared
def _single_bytes() -> Tokenizer:
    return Tokenizer.from_history(train("", recipe="bytes", num_merges=0), name="bytes")
