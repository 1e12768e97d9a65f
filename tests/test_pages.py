"""Every page runs, keeps what was typed, and answers bad input with an error message."""

import json
from base64 import b64decode
from itertools import islice

import pytest
from streamlit.testing.v1 import AppTest
from tokenizers import Tokenizer as HuggingFace
from tokenizers import decoders, models

from bpe_core import Tokenizer, load_published, train
from bpe_core.formats import read_huggingface, write
from explorer_ui.cache.bounded import CACHE
from explorer_ui.parts.player.payload import encoding_data
from explorer_ui.places.start.start import read_by, whole_characters
from explorer_ui.visit.samples import sample_text
from explorer_ui.words.course import PAGES
from tests.apps import drawn, open_app, press, say, type_text, upload, visit, words
from tests.format_samples import learn
from tests.peers import tiktoken_encoding, written
from tests.sampling import IN_TURNS


@IN_TURNS
@pytest.mark.parametrize("file", [page.name for page in PAGES if page.takes_text])
def test_no_text_breaks_a_page(file: str) -> None:
    hostile = "<script>alert(1)</script> \u202eabc\x00 $x$ :red[y] ![](http://z)"
    for text in ("", "a", hostile, "a" + "\u0301" * 5000, "ab\r\n" * 500, "half \ud83d\nof a pair"):
        app = open_app(file, text=text)
        assert app.session_state["text"] == text


def test_a_sample_becomes_the_text() -> None:
    app = open_app("Train")
    say(app, "sample", name="prose")
    assert app.session_state["text"] == sample_text("prose")


def test_a_training_that_was_stopped_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("explorer_ui.tokenizers.training_runs.while_wanted", lambda merges: islice(merges, 2))
    app = open_app("Train", text="stopped hugs hugs pun hugs", num_merges=50)
    assert "2 of 50 merges: training was stopped here." in words(app)
    [stopped] = drawn(app, "merge_player")
    [whole] = drawn(app.number_input(key="num_merges").set_value(2).run(), "merge_player")
    assert stopped["ending"] == "Training was stopped here."
    assert whole["ending"] == "The chosen number of merges is reached."
    assert stopped["data_id"] != whole["data_id"]


def test_decode_begins_with_the_ids_of_the_text() -> None:
    app = open_app("Decode")
    app.selectbox(key="tokenizer").select("gpt2").run()
    type_text(app, "This's some text.")
    assert app.text_area(key="ids_text").placeholder == "[1212, 338, 617, 2420, 13]"
    assert "these are the ids of your text" in words(app)
    assert "of 5 tokens, 17 bytes" in words(app)
    app.text_area(key="ids_text").set_value("31373").run()
    assert "ids of your text" not in words(app)


def test_a_file_without_a_split_pattern_waits_for_the_choice_and_a_published_one_does_not() -> None:
    app = open_app("Tokens", tokenizer="file", text="ab 1234567")
    learned = learn("34 1234567 " * 9, "gpt4", 9)  # without the pattern, 34 would be a token of 1234567
    upload(app, ("mine.tiktoken", write(learned, "tiktoken")["tokenizer.tiktoken"]))
    [pattern] = [box for box in app.selectbox if "split pattern" in box.label]
    assert pattern.value is None
    assert "Choose the split pattern" in words(app)
    assert not shown_ids(app)
    pattern.select("cl100k_base").run()
    assert [text.value for text in app.text] == [str(learned.encode("ab 1234567"))]
    upload(app, ("o200k_base.tiktoken", written("o200k_base", "tokenizer.tiktoken")))
    assert not [box for box in app.selectbox if "split pattern" in box.label]
    assert [text.value for text in app.text] == [str(tiktoken_encoding("o200k_base").encode("ab 1234567"))]


def test_special_tokens_of_ones_own_follow_the_merges_and_are_known_on_every_page() -> None:
    app = open_app("Tokens", text="ab ab <|user|>")
    app.text_input(key="own_special").set_value("<|user|>").run()
    assert "'<|user|>' after 6 characters" in words(app)
    app.segmented_control(key="special_policy").set_value("special").run()
    ids = "[256, 32, 256, 32, 257]"  # 256 bytes, the merge ab, then the special token
    assert ids in words(app)
    visit(app, "Decode").run()
    app.text_area(key="ids_text").set_value(ids).run()
    assert "ab ab <|user|>" in words(app)
    assert "special tokens that you added" in words(app)
    visit(app, "Vocabulary").run()
    assert app.metric[0].value == "258"


def shown_ids(app: AppTest) -> list[str]:
    """The list of ids below the picture, if there is one; other texts are sentences."""
    return [text.value for text in app.text if text.value.startswith("[")]


@pytest.mark.parametrize("policy", ["refuse", "ordinary", "special"])
def test_decode_takes_the_ids_that_tokens_shows(policy: str) -> None:
    text = "Hi <|endoftext|> bye"
    app = open_app("Tokens", text=text, tokenizer="cl100k_base", special_policy=policy)
    shown = shown_ids(app)
    visit(app, "Decode").run()
    press(app, "Use the ids of my text")
    if policy == "refuse":
        assert not shown
        assert "contains the special token '<|endoftext|>'" in words(app)
    else:
        assert shown == [f"[{app.text_area(key='ids_text').value}]"]


def test_the_text_of_ids_is_that_of_the_files_decoder_and_special_tokens_can_be_left_out() -> None:
    """Tested with a file whose words end in </w>, such as CLIP's, and a file whose decoder is unknown."""
    peer = HuggingFace(models.BPE({"low</w>": 0, "er</w>": 1, "é</w>": 2}, [], end_of_word_suffix="</w>"))
    peer.decoder = decoders.BPEDecoder()
    peer.add_special_tokens(["<end>"])
    CACHE.put(("uploaded", "its digest"), read_huggingface(peer.to_str().encode()))
    app = open_app("Decode", tokenizer="file", tokenizer_file="its digest")
    app.text_area(key="ids_text").set_value("0, 1, 2, 3").run()
    assert peer.decode([0, 1, 2, 3], skip_special_tokens=False) in [code.value for code in app.code]
    assert "How the file's decoder turns tokens into text" in [each.label for each in app.expander]
    app.checkbox(key="skip_special").check().run()
    assert peer.decode([0, 1, 2, 3]) == "low er é" in [code.value for code in app.code]
    unknown = json.dumps(json.loads(peer.to_str()) | {"decoder": {"type": "Cyrillic"}})
    CACHE.put(("uploaded", "its digest"), read_huggingface(unknown.encode()))
    app.run()
    assert "its decoder 'Cyrillic' is unknown" in words(app)
    assert not any("low er" in code.value for code in app.code)


CR_LF, MARK, READ_AS = "ends its lines with CR LF", "begins with a byte order mark (EF BB BF)", "was read as"


@pytest.mark.parametrize(
    ("file", "ids", "said", "unsaid"),
    [
        ({"text": "a\r\nb"}, [64, 201, 198, 65], [CR_LF], ["byte order mark", READ_AS]),
        ({"text": "a\rb"}, [64, 201, 65], ["contains the control character CR"], ["CR LF"]),
        ({"text": "a\r\nb", "mark": True}, [64, 201, 198, 65], [CR_LF, MARK], []),
        ({"text": "né", "encoding": "UTF-16"}, [77, 2634], [f"{READ_AS} UTF-16"], []),
        ({"text": "né", "encoding": "Windows-1252"}, [77, 2634], [f"{READ_AS} Windows-1252"], []),
        *(
            ({"text": "né", "encoding": wrong}, [77, 2634], [], [READ_AS])
            for wrong in ("UTF-8", "**bold**", 7)
        ),
    ],
)
def test_what_the_bytes_of_a_file_had_besides_its_text_is_said(
    file: dict[str, object], ids: list[int], said: list[str], unsaid: list[str]
) -> None:
    app = say(open_app("Tokens", tokenizer="gpt2"), "upload", file={"name": "notes.txt", **file})
    assert str(ids) in words(app)
    assert all(f"notes.txt {one}" in words(app) for one in said)
    assert not any(one in words(app) for one in unsaid)


@pytest.mark.parametrize(
    "text", ["unbelievable " * 20, "x" * 130 + "é" * 3, "नमस्ते दुनिया " * 9, "👨‍👩‍👧" * 9, "low"]
)
def test_the_beginning_on_the_start_page_is_cut_as_the_whole_text_is(text: str) -> None:
    whole = tiktoken_encoding("o200k_base").encode_ordinary(text)
    limit = whole_characters(text, 131)
    tokens, shown = read_by(load_published("o200k_base"), text, limit)
    assert tokens == len(whole)
    assert shown == whole[: len(shown)]
    # Exactly the tokens that begin within the limit are shown.
    sizes = [len(token) for token in tiktoken_encoding("o200k_base").decode_tokens_bytes(shown)]
    assert sum(sizes[:-1]) < limit <= sum(sizes)
    # The limit is the last end of a character in the first 131 bytes.
    assert limit == len(text.encode()[:131].decode(errors="ignore").encode())


def test_a_single_word_on_the_start_page_is_no_dead_end() -> None:
    app = open_app("Start")
    type_text(app, "strawberry")
    assert drawn(app, "merge_player")
    label = "With GPT-4o's 199,742 merges"
    [tokens] = [strip["tokens"] for strip in drawn(app, "token_strip") if strip["label"] == label]
    assert [token_id for token_id, *_ in tokens] == load_published("o200k_base").encode("strawberry")


def test_ids_that_do_not_fit_are_not_left_out_silently() -> None:
    app = open_app("Decode", tokenizer="bytes", text="a" * 100_001)
    assert "only its first 100,000 ids are used" in words(press(app, "Use the ids of my text"))


def test_next_to_the_tie_break_rule_it_says_from_which_merge_on_the_rule_matters() -> None:
    text = "low lower new newer"
    rules = ("first-seen", "lowest-pair")
    usual, other = (train(text, recipe="gpt2", num_merges=5, tie_break=rule) for rule in rules)
    pairs = zip(usual.merges, other.merges, strict=True)
    parting = next(at for at, (one, two) in enumerate(pairs, start=1) if one.pair != two.pair)
    setting = {"text": text, "recipe": "gpt2", "num_merges": 5, "skip_rare": False}
    app = open_app("Train", **setting, tie_break="lowest-pair")
    assert f"From merge {parting} on, other pairs are merged" in words(app)
    assert "on, other pairs are merged" not in words(open_app("Train", **setting))


def test_the_picture_of_an_unknown_letter_has_a_unit_for_it() -> None:
    tokenizer = Tokenizer.from_history(train({"hug": 10}, recipe="characters", num_merges=2))
    data = encoding_data(tokenizer.with_special_tokens("[UNK]"), "thugé")
    unknown = tokenizer.vocab_size
    assert b64decode(data["text"]).decode() == "[UNK]hug[UNK]"
    assert data["units"] == "characters"
    pairs = list(zip(data["base_units"][::2], data["base_units"][1::2], strict=True))
    assert [size for _, size in pairs] == [5, 1, 1, 1, 5]
    assert [id_ for id_, _ in pairs][::4] == [unknown, unknown]
    assert data["merges"][:2] == [tokenizer.base.id_of_unit[ord(one)] for one in "hu"]


def test_a_text_without_a_merge_offers_one_that_has_some() -> None:
    app = open_app("Encode", query={"text": "小さな傘の小さな店\n小さな傘", "encode_text": "zebra"})
    assert "No merge of this tokenizer applies" in words(app)
    press(app, "Use the first line of my text")
    assert app.text_input(key="encode_text").value == "小さな傘の小さな店"
    assert "No merge of this tokenizer applies" not in words(app)


def test_ids_of_another_segmentation_are_named_with_the_merge_that_acts() -> None:
    app = open_app("Decode", tokenizer="cl100k_base", ids_text="5159, 39, 84822")
    assert "2 of 3 tokens differ" in words(app)
    (row,) = [row for frame in app.dataframe for row in frame.value.to_dict("records")]
    assert row.pop("merge that acts there").startswith("rank ")
    assert row == {
        "from token": 1,
        "given": "H | AVING",
        "produced instead": "HAV | ING",
        "its ids": "73339, 1753",
        "first pair not produced": "H | AVING",
    }
