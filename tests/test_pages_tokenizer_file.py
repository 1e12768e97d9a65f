"""The view of tokenizer files: what each contains, which is used, and what is said of one that cannot be read."""

import pytest
from tokenizers import Regex, models, normalizers, pre_tokenizers
from tokenizers import Tokenizer as PeerTokenizer

from bpe_core.formats import read, write
from explorer_ui.places.vocabulary.tokenizer_file.tokenizer_file import contents_of
from explorer_ui.words.course import page_of
from tests.apps import markup, open_app, press, upload, visit, words
from tests.format_samples import learn
from tests.peers import written
from tests.test_sentencepiece import trained_by_sentencepiece

LEARNED = write(learn("low lower <b>", "gpt4", 3), "huggingface")["tokenizer.json"]


def test_the_newest_file_is_used_in_every_place_and_all_are_listed() -> None:
    app = upload(open_app("Tokenizer file"), ("<i>mine.json", LEARNED), ("neox.json", written("gpt_neox")))
    used = "Every view that shows one tokenizer uses it now"
    assert f"**neox.json** has **50,277 tokens**. {used}." in words(app)
    table = app.dataframe[0].value
    assert [*table] == ["i-mine.json", "neox.json"]
    assert table.loc["merges", "neox.json"] == "50,009"
    assert table.loc["normalizer", "neox.json"] == "NFC: letters composed with their accents"
    assert "<|endoftext|>" in table.loc["added tokens", "neox.json"]
    assert app.session_state.tokenizer == "file"
    visit(app, "Tokens").run()
    assert app.session_state.tokenizer == "file"
    app.selectbox(key="tokenizer").select("gpt2").run()
    visit(app, "Tokenizer file").run()
    assert used not in words(app)
    press(app, "Use it")
    assert app.session_state.tokenizer == "file"


def test_choosing_a_file_leads_there_and_ids_are_those_of_the_newest_and_a_view_of_files_offers_both() -> (
    None
):
    text = "low lower Café"
    app = open_app("Tokens", text=text)
    app.selectbox(key="tokenizer").select("file").run()
    assert f'href="./{page_of("Tokenizer file").address}"' in markup(app)
    for name, data in (("first.json", LEARNED), ("second.json", written("gpt_neox"))):
        upload(visit(app, "Tokenizer file").run(), (name, data))
        visit(app, "Tokens").run()
        ids = PeerTokenizer.from_str(data.decode()).encode(text, add_special_tokens=False).ids
        assert str(ids) in words(app)
    visit(app, "Vocabulary").run()
    assert "of 50,277" in words(app)
    [which] = [box for box in app.selectbox if box.label == "Which file"]
    assert which.options == ["first.json", "second.json"]


def test_files_of_one_name_are_told_apart_and_one_that_cannot_be_read_is_told() -> None:
    files = [("tokenizer.json", data) for data in (LEARNED, written("gpt_neox"), LEARNED)]
    bad = b'{"model": {"type": "WordPiece", "vocab": {}}}'
    app = upload(open_app("Tokenizer file"), *files, ("bad.json", bad))
    assert "WordPiece" in words(app)
    assert [*app.dataframe[0].value] == ["tokenizer.json", "tokenizer.json (2)"]
    for _ in range(2):
        app.run()
        assert "**tokenizer.json (2)** has **50,277 tokens**" in words(app)


@pytest.mark.parametrize("backwards", [False, True])
def test_the_list_of_tokens_that_is_saved_next_to_a_model_may_be_uploaded_with_it(backwards: bool) -> None:
    files = [*write(learn("low low lower", "gpt2", 3), "minbpe").items()]
    app = upload(open_app("Tokenizer file"), *(reversed(files) if backwards else files))
    assert "**tokenizer.model** has **259 tokens**" in words(app)
    assert app.session_state.tokenizer == "file"


def of_peer(
    normalizer: normalizers.Normalizer | None = None, pre_tokenizer: pre_tokenizers.PreTokenizer | None = None
) -> dict[str, str]:
    """What the page says of a tokenizer of Hugging Face with one step."""
    peer = PeerTokenizer(models.BPE({"a": 0}, []))
    if normalizer:
        peer.normalizer = normalizer
    if pre_tokenizer:
        peer.pre_tokenizer = pre_tokenizer
    return contents_of(read({"tokenizer.json": peer.to_str().encode()}))


@pytest.mark.parametrize(
    ("behavior", "inverted", "title", "parts"),
    [
        ("removed", False, "matches dropped", [", ", "-"]),
        ("removed", True, "only matches kept", ["ab", "12", "c"]),
        ("merged_with_previous", False, "each match joins the text before it", ["ab", ", 12", "-c"]),
        (
            "merged_with_previous",
            True,
            "the text between matches joins the match before it",
            ["ab, ", "12-", "c"],
        ),
        ("merged_with_next", False, "each match joins the text after it", ["ab, ", "12-", "c"]),
        ("merged_with_next", True, "the text between matches joins the match after it", ["ab", ", 12", "-c"]),
        ("isolated", True, "each match is a part", ["ab", ", ", "12", "-", "c"]),
        ("contiguous", True, "adjacent matches are one part", ["ab", ", ", "12", "-", "c"]),
    ],
)
def test_a_split_is_described_as_it_splits(
    behavior: str, inverted: bool, title: str, parts: list[str]
) -> None:
    split = pre_tokenizers.Split(Regex(r"\w+"), behavior, invert=inverted)
    assert [part for part, _ in split.pre_tokenize_str("ab, 12-c")] == parts
    assert of_peer(pre_tokenizer=split)["split pattern"] == rf"split by \w+, {title}"


@pytest.mark.parametrize(
    ("step", "title", "text"),
    [
        (normalizers.Strip(), "white space at both ends is dropped", "a"),
        (normalizers.Strip(left=True, right=False), "white space at the beginning is dropped", "a "),
        (normalizers.Strip(left=False, right=True), "white space at the end is dropped", " a"),
        (normalizers.Replace(Regex(r"\s+"), ""), r"'\s+' is removed", "a"),
        (normalizers.Replace(Regex(r"\s+|\\"), "\n"), r"'\s+|\\' becomes '\n'", "\na\n"),
        (normalizers.Replace("\u200b", " "), r"'\u200b' becomes ' '", " a "),
        (normalizers.Prepend("▁"), "'▁' is put before the text", "▁ a "),
    ],
)
def test_a_normalizer_is_described_as_it_changes_a_text(
    step: normalizers.Normalizer, title: str, text: str
) -> None:
    assert step.normalize_str(" a ") == text
    assert of_peer(step)["normalizer"] == title


def test_a_model_of_pieces_with_scores_has_no_merges() -> None:
    contents = contents_of(trained_by_sentencepiece()[0])
    assert contents["kind"] == "BPE of characters, merged by the scores of pieces"
    assert contents["merges"] == "none"
