"""Compare with many tokenizers, several files and several texts: the tables show tiktoken's counts."""

import json
from unittest.mock import patch

import pytest
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.uploaded_file_manager import UploadedFile
from streamlit.testing.v1 import AppTest

from bpe_core.formats import write
from explorer_ui.places.compare.prices import prices as compare_costs
from explorer_ui.tokenizers import choice as tokenizer_choice
from explorer_ui.tokenizers.uploads_read import MEGABYTE
from explorer_ui.visit.limits import MAX_COMPARED, MAX_TEXT, MAX_TEXTS, MAX_TEXTS_MB, MAX_UPLOAD_MB
from explorer_ui.visit.names import PRESET, SHARED_COMPARABLE, TOKENIZERS
from explorer_ui.visit.settings import DEFAULT_TEXT
from tests.apps import drawn, markup, open_app, press, upload, visit, words
from tests.format_samples import learn
from tests.peers import tiktoken_encoding

COMPARE = "Prices"


def count(name: str, *texts: str) -> int:
    return sum(len(tiktoken_encoding(name).encode(text, disallowed_special=())) for text in texts)


def with_texts(app: AppTest, *files: tuple[str, bytes]) -> AppTest:
    return upload(app, *files, key="compare_files")


def labels(app: AppTest) -> list[str]:
    return app.dataframe[0].value["tokenizer"].tolist()


def test_six_models_are_one_press_away_and_eight_are_compared_at_once() -> None:
    app = press(open_app(COMPARE, text="low"), "6 models")
    assert not app.exception
    assert labels(app) == [TOKENIZERS[name].short for name in PRESET]
    assert app.dataframe[0].value["tokens"].tolist()[:2] == [count(name, "low") for name in PRESET[:2]]
    assert "no public tokenizer" in markup(app)
    app = open_app(COMPARE, compared=[*SHARED_COMPARABLE[1:9]])
    assert len(labels(app)) == MAX_COMPARED
    table = app.dataframe[0].value
    assert table["times the first"].tolist() == pytest.approx(table["tokens"] / table["tokens"][0])


def test_the_price_and_the_share_of_a_context_window_and_a_price_that_is_none() -> None:
    app = open_app(COMPARE, compared=["gpt2", "o200k_base"])
    app.text_input(key="token_prices").set_value("2.5 0.15").run()
    app.number_input(key="context_window").set_value(1_000).run()
    table = app.dataframe[0].value
    tokens = [count(name, DEFAULT_TEXT) for name in ("gpt2", "o200k_base")]
    assert table["price"].tolist() == pytest.approx([tokens[0] * 2.5e-6, tokens[1] * 0.15e-6])
    assert table["share of context"].tolist() == pytest.approx([number / 10 for number in tokens])
    for written, said in (("1 2 3", "There are 3 prices for 2 tokenizers"), ("=1", "'=1' is not a price")):
        app.text_input(key="token_prices").set_value(written).run()
        assert said in words(app)
        assert "price" not in app.dataframe[0].value


def test_several_tokenizer_files_are_compared_under_their_own_names_and_remembered() -> None:
    text, names = "low lower 1234567", ["tokenizer.json", "a-b-red-c-.json"]
    app = open_app(COMPARE, compared=["gpt2", "file"], text=text)
    learned = [learn("low lower " * 9, "gpt4", merges) for merges in (2, 6)]
    files = [write(one, "huggingface")["tokenizer.json"] for one in learned]
    upload(app, ("tokenizer.json", files[0]), ("=a **b**:red[c].json", files[1]))
    assert labels(app) == ["GPT-2", *names]
    assert app.dataframe[0].value["tokens"].tolist()[1:] == [len(one.encode(text)) for one in learned]
    visit(app, "Tokens").run()
    app.selectbox(key="tokenizer").select("file").run()
    assert [text.value for text in app.text] == [str(learned[1].encode(text))]
    app.selectbox(key="tokenizer_file").set_value(app.session_state["tokenizer_files"][0].digest).run()
    assert [text.value for text in app.text] == [str(learned[0].encode(text))]
    visit(app, COMPARE).run()
    assert labels(app) == ["GPT-2", *names]
    # Another file with the same name, and an invalid file.
    another = write(learn(), "own")["tokenizer.bpe.json"]
    upload(app, ("bad.json", b"{"), ("tokenizer.json", another))
    assert labels(app)[1:] == [*names, "tokenizer.json (2)"]
    assert "bad.json" in words(app)


@pytest.mark.parametrize(
    ("way", "rows", "tables", "strips"), [("lines", 1, 0, 0), ("differences", 0, 1, 0), ("gpt2", 0, 0, 1)]
)
def test_tokenizers_are_compared_in_three_ways(way: str, rows: int, tables: int, strips: int) -> None:
    app = open_app("Compare", compared=["gpt2", "cl100k_base"], text="naïve 12345", compared_as=way)
    shown = len(drawn(app, "token_rows")), len(app.dataframe), len(drawn(app, "token_strip"))
    assert shown == (rows, tables, strips)


def test_two_tokenizers_that_cannot_encode_a_text_for_the_same_reason_both_say_so() -> None:
    with patch("explorer_ui.tokenizers.training_runs.MAX_DIFFERENT", 9):
        app = open_app(COMPARE, compared=["characters", "trained"], recipe="characters", text="abcdefghij")
    assert [said.value[:40] for said in app.text] == ["This text has 10 different characters, a"] * 2


def test_no_more_files_are_remembered_than_are_compared() -> None:
    app = open_app(COMPARE, compared=["file"], text="low")
    learned = [learn("low lower newest " * 9, "gpt4", most) for most in range(MAX_COMPARED + 2)]
    files = [(f"{at}.json", write(one, "huggingface")["tokenizer.json"]) for at, one in enumerate(learned)]
    upload(app, *files)
    assert labels(app) == [name for name, _ in files[2:]]
    assert "are compared." not in words(app)
    app.multiselect(key="compared").set_value(["gpt2", "file"]).run()
    assert f"The first {MAX_COMPARED} of {MAX_COMPARED + 1} are compared." in words(app)


def test_no_more_files_are_looked_at_than_the_tokenizers_can_have() -> None:
    app = open_app(COMPARE, compared=["file"], text="low")
    files = [(f"{number}.{end}", b"") for number in range(50) for end in ("json", "txt")]
    with patch.object(tokenizer_choice, "grouped", wraps=tokenizer_choice.grouped) as grouped:
        upload(app, *files)
    assert {len(call.args[0]) for call in grouped.call_args_list} <= {0, 2 * MAX_COMPARED}


def test_several_files_and_json_lines_are_counted_text_by_text() -> None:
    names = ("gpt2", "o200k_base")
    app = open_app(COMPARE, compared=[*names])
    texts = ["one two\n", "=1+1", "안녕하세요 <|endoftext|>", "1234567 in 2024", "after a mark"]
    records = "\n".join(json.dumps({"id": "x", "content": text}) for text in texts[1:4])
    marked = ("c.txt", f"\ufeff{texts[4]}".encode())
    with_texts(app, ("a.txt", texts[0].encode("utf-16")), ("b.jsonl", records.encode()), marked)
    [field] = [box for box in app.selectbox if box.label.startswith("JSON Lines field")]
    assert field.options == ["id", "content"]
    field.select("content").run()
    table, corpus = (frame.value for frame in app.dataframe[:2])
    assert table["tokens"].tolist() == [count(name, *texts) for name in names]
    assert "5 texts from your files" in words(app)
    assert corpus["median"].tolist() == [sorted(count(name, text) for text in texts)[2] for name in names]
    each = app.dataframe[-1].value
    assert each["file"].tolist() == ["a.txt", "b.jsonl", "c.txt"]
    for column, name in enumerate(names, 1):
        expected = [count(name, *some) for some in (texts[:1], texts[1:4], texts[4:])]
        assert each.iloc[:, column].tolist() == expected


@pytest.mark.parametrize(
    ("file", "said"),
    [
        (("a.jsonl", b'{"text": "a"}\n{'), "a.jsonl: line 2 is not valid JSON"),
        (("a.txt", b"caf\xe9"), "a.txt is not valid UTF-8: byte 0xe9 at offset 3"),
        (("a.txt", b"a\0b\0"), "a.txt looks like UTF-16 without a byte order mark"),
        (("a.txt", b"a" * (MAX_TEXT + 1)), f"or {MAX_TEXT:,} characters, which is the limit"),
        (("a.jsonl", b'{"text":""}\n' * (MAX_TEXTS + 1)), f"more than {MAX_TEXTS:,} texts"),
        (
            ("a.jsonl", b"\n" * (MEGABYTE * MAX_UPLOAD_MB + 1)),
            "a.jsonl: 5,242,881 bytes; the limit is 5,242,880 (5 MB)",
        ),
    ],
)
def test_files_that_cannot_be_counted_are_named_and_the_text_is_counted(
    file: tuple[str, bytes], said: str
) -> None:
    app = with_texts(open_app(COMPARE, compared=["gpt2"]), file)
    assert said in words(app)
    assert app.dataframe[0].value["tokens"].tolist() == [count("gpt2", DEFAULT_TEXT)]


def test_too_many_bytes_are_refused_before_any_file_is_decoded() -> None:
    size = MEGABYTE * MAX_TEXTS_MB // 3
    files = [(f"{number}.jsonl", b"\n" * size) for number in range(4)]
    app = open_app(COMPARE, compared=["gpt2"])
    with patch.object(compare_costs, "_decoded") as decoded:
        with_texts(app, *files)
    assert f"All files together: {4 * size:,} bytes; the limit is 10,485,760 (10 MB)." in words(app)
    assert not decoded.called


@pytest.mark.parametrize(
    ("file", "said"), [(b'{"text": "low"}\n', "1 text from your files"), (b"\n{", "line 2 is not valid JSON")]
)
def test_files_are_decoded_once_and_not_at_every_run(file: bytes, said: str) -> None:
    app = open_app(COMPARE, compared=["gpt2"])
    with patch.object(compare_costs, "_decoded", wraps=compare_costs._decoded) as decoded:
        with_texts(app, ("a.jsonl", file))
        before = decoded.call_count
        app.run()
    assert said in words(app)
    assert decoded.call_count == before > 0


def test_a_visitor_who_leaves_stops_the_reading_of_files_without_texts() -> None:
    app = open_app(COMPARE, compared=["gpt2"])
    decode = compare_costs._decoded

    def leave(file: UploadedFile) -> str:
        context = get_script_run_ctx()
        assert context is not None
        context.script_requests.request_stop()
        return decode(file)

    with patch.object(compare_costs, "_decoded", side_effect=leave) as decoded:
        with_texts(app, *((f"{number}.jsonl", b"\n") for number in range(9)))
    assert decoded.call_count == 1


def test_the_lines_of_one_file_are_a_corpus_and_the_words_of_the_text_above_are_not_told() -> None:
    app = open_app(COMPARE, compared=["words", "gpt2"], text="low lower", learn_from="prose")
    assert "Not in the list: 2 of 2 words" in words(app)
    assert "unknown words" in app.dataframe[0].value
    with_texts(app, ("a.txt", b"The day was long.\nAnd the\n\nnight"))
    assert "As a corpus** of 3 lines" in words(app)
    assert "unknown words" not in app.dataframe[0].value
    assert "Not in the list" not in words(app)
    assert "“whole words” is not counted in the files." in words(app)


def test_special_tokens_of_a_file_are_named_as_those_of_a_published_tokenizer_are() -> None:
    app = open_app("Compare", compared=["gpt2", "file"], text="low <|mine|>")
    assert "encodes special tokens" not in words(app)
    file = write(learn().with_special_tokens("<|mine|>"), "huggingface")["tokenizer.json"]
    upload(app, ("tokenizer.json", file))
    assert "encodes special tokens in the text as plain text" in words(app)
