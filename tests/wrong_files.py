"""Files of a small tokenizer in every format, for tests that damage them and check the error."""

from typing import Any

import pytest

from bpe_core.formats import FORMATS, FormatError, read, write
from bpe_core.formats.checks import MAX_ID
from tests.format_samples import learn

TOKENIZER = learn("low lower lowest é", num_merges=4).with_special_tokens("<|endoftext|>")
FILES = {
    # Without the list of tokens that is written for people, which nothing reads.
    name: {file: data for file, data in write(TOKENIZER, name).items() if not file.endswith(".vocab")}
    for name in FORMATS
}
NO_ID = f"expected an id from 0 to {MAX_ID}, found "


def sentence_about(files: dict[str, bytes], **options: Any) -> str:
    with pytest.raises(FormatError) as raised:
        read(files, **options)
    sentence = str(raised.value)
    assert sentence.endswith(".")
    assert len(sentence) < 400
    assert "\n" not in sentence
    return sentence
