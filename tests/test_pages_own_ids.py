"""The Decode page says which ids the tokenizer would not produce, and which it produces instead."""

import pytest

from tests.apps import open_app, words

DECODE = "Decode"


def test_ids_of_another_segmentation_are_named_with_the_merge_that_acts() -> None:
    app = open_app(DECODE, tokenizer="cl100k_base", ids_text="5159, 39, 84822")
    assert "2 of 3 tokens differ" in words(app)
    (row,) = [row for frame in app.dataframe for row in frame.value.to_dict("records")]
    assert row["from token"] == 1
    assert (row["given"], row["produced instead"], row["its ids"]) == (
        "H | AVING",
        "HAV | ING",
        "73339, 1753",
    )
    assert row["first pair not produced"] == "H | AVING"
    assert row["merge that acts there"].startswith("rank ")


def test_its_own_ids_are_said_to_be_so() -> None:
    app = open_app(DECODE, tokenizer="cl100k_base", ids_text="73339, 1753")
    assert "would produce exactly these ids" in words(app)


@pytest.mark.parametrize(
    ("ids", "said"), [("8582, 234", "is not valid UTF-8"), ("64 " * 10_001, "Up to 10,000 ids")]
)
def test_ids_that_cannot_be_compared(ids: str, said: str) -> None:
    app = open_app(DECODE, tokenizer="gpt2", ids_text=ids)
    assert said in words(app)
    assert not app.exception
