"""Files of a small tokenizer in every format, for tests that damage them and check the error."""

from typing import Any

import pytest

from bpe_core import Tokenizer, train
from bpe_core.formats import FORMATS, FormatError, read, write
from bpe_core.formats.checks import MAX_ID

TOKENIZER = Tokenizer.from_history(
    train("low lower lowest é", recipe="gpt2", num_merges=4)
).with_special_tokens("<|endoftext|>")
FILES = {
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
