"""What a page says about a text, a choice or a mistake, and what it does not say."""

from typing import Any

import pytest

from bpe_core.formats import read_huggingface
from bpe_core.lessons.tokens.seams import MAX_SEAMS
from explorer_ui.cache.bounded import CACHE
from explorer_ui.parts.say.failures import BUG
from explorer_ui.places.tokens.other_splits.other_splits import MAX_CHUNK
from explorer_ui.visit import limits
from explorer_ui.visit.names import TOKENIZERS
from explorer_ui.visit.samples import sample_text
from tests.apps import open_app, words
from tests.test_pages_depths import lower_file, pair_file

NO_TEXT, NO_FILE = "Type or paste", "No tokenizer file is loaded"
BY_HEART = "was trained on this text alone, in which no pair repeats"
SPECIAL, COURSE = "a <|endoftext|> b", "hug 10\npug 5\npun 12\nbun 4\nhugs 5"
GPT2, GPT4, OF_BYTES, OF_CHARACTERS, TRAINED, FILE = (
    {"tokenizer": name} for name in ("gpt2", "cl100k_base", "bytes", "characters", "trained", "file")
)
LOWER, PAIR = (FILE | {"tokenizer_file": name} for name in ("lower", "pair"))
LETTERS = "".join(map(chr, range(ord("A"), ord("A") + 22)))
LINES = {"parity_texts": "lines"}
ONE_TOOL = '{"messages": [{"role": "user", "content": "Hi"}], "tools": [{"type": "function", "function": {"name": "now"}}]}'
ALL = {"tokenizer": "trained", "compared": ["trained", "gpt2"], "grown": ["trained"]}
GROWN = {"grown": ["o200k_base", "gpt2", "trained"], "num_merges": 20}
CUT_BY_PARITY = f"the first {limits.MAX_PARITY_TEXTS} lines and the first {limits.MAX_PARITY:,} bytes"
NOT_OF_BYTES = "encodes the bytes of the text as typed"


def row(page: str, *said: str, unsaid: str = "", **state: Any) -> Any:
    """A case: what a page says with a state, and what it does not say; without either, it is drawn without an error."""
    return pytest.param(page, said, unsaid, state, id=f"{page}: {'; '.join(said)[:40] or unsaid}")


@pytest.mark.parametrize(
    ("page", "said", "unsaid", "state"),
    [
        # A first text is often one word: it would become one token, as if tokenizers did that.
        *(row(page, BY_HEART, text="unhappiness", **ALL) for page in ("Tokens", "Encode", "Growth", "Compare", "Chat")),
        *(row(page, unsaid=BY_HEART, text="hug hugs pun", **ALL) for page in ("Tokens", "Growth", "Compare")),
        row(
            "Start", "Part of the link could not be read", "“<b>”, which", "“20001”, which",
            query={"text": "zlib.broken", "recipe": "<b>", "num_merges": str(limits.MAX_MERGES + 1)},
        ),
        row("Start", "2 tokens:", unsaid="it begins", text="low lower"),
        row("Start", "tokens; it begins:", text="low lower " * 30),
        # Train
        row("Train", NO_TEXT, text=""),
        row("Train", f"The limit is {limits.MAX_MERGES:,} merges", text="low low", num_merges=limits.MAX_MERGES + 1),
        row("Train", unsaid="The limit is", text="low low", num_merges=limits.MAX_MERGES),
        row("Train", "no pair to merge", text="x"),
        row("Train", "No pair of this text repeats", text="xyz"),
        row("Train", "2 of 50 merges: then no pair repeats.", text="hug hugs pun", num_merges=50),
        row("Train", unsaid="2 of 2 merges", text="hug hugs pun", num_merges=2),
        row("Train", "'Ġ' (U+0120) at position 2", text="a Ġ b", recipe="word-marker"),
        row("Train", "limit is 2,147,483,647", text="hug 2000000000, pug 2000000000"),
        row("Train", unsaid="limit is", text="hug 2000000000, pug 2000000000", as_counts=False),
        row(
            "Train", f"at most {limits.MAX_CONTINUED:,} bytes, and this text has {limits.MAX_CONTINUED + 2:,}",
            text="é" * (limits.MAX_CONTINUED // 2 + 1), recipe="from_gpt2",
        ),
        row("Train", "Upload one above or on the Train page", text="low", recipe="from_file"),
        row("By hand", "This needs a training that begins with base units", text="low lower", recipe="from_gpt2"),
        row("Homework", "This needs a training that begins with base units", text="low lower", recipe="from_gpt2"),
        # A pair that is learned again across a boundary is no second token.
        row(
            "Save", "**267 tokens**: 256 to begin with and 11 learned.", text="..ab1  .    b22bb1aa1ba 1.",
            lifted="blanks", lifted_after=3, num_merges=12, skip_rare=False,
        ),
        row(
            "Save", "cannot express that its first 40 merges never cross chunk boundaries",
            "A Hugging Face tokenizer.json that encodes in one pass",
            text=sample_text("prose")[:3000], num_merges=120, lifted="blanks", lifted_after=40,
        ),
        row("Several languages", "the language with the most tokens is worst off", "2025", parity_step=600),
        row("Several languages", "tokens per byte", text="low lower\nнизкий ниже\n\n低い 低い", **LINES),
        row("Several languages", "two or more lines", text="one line", **LINES),
        row(
            "Several languages", "tokens per byte",
            text="low<|endoftext|>low\nlower<|endoftext|>", training_special="<|endoftext|>", **LINES,
        ),
        row("Several languages", CUT_BY_PARITY, text="a b\n" * (limits.MAX_PARITY_TEXTS + 1), **LINES),
        row("Several languages", CUT_BY_PARITY, text="字\n" * 2 + "x" * limits.MAX_PARITY, **LINES),
        # Pages with a vocabulary that is longer than that of its recipe, or was learned in two stages.
        *(
            row(page, unsaid=BUG, text="zqx zqx low low", recipe="from_qwen3", **TRAINED)
            for page in ("Encode", "Decode", "Tokens", "Vocabulary", "Compare", "Growth", "Lives", "Challenge")
        ),
        *(
            row(page, unsaid=BUG, text=sample_text("prose")[:3000], num_merges=120, lifted="blanks", lifted_after=40)
            for page in ("Encode", "Growth", "Vocabulary", "Ways", "Prompt")
        ),
        # Tokens
        row("Tokens", NO_FILE, **FILE),
        row("Tokens", "'<|endoftext|>' after 2 characters", "rejected", text=SPECIAL, **GPT2),
        row("Tokens", "50256", text=SPECIAL, special_policy="special", **GPT2),
        row("Tokens", unsaid="50256", text=SPECIAL, special_policy="ordinary", **GPT2),
        row("Tokens", "of this text is not in the vocabulary, and is encoded as other", text="low é", **PAIR),
        row("Tokens", "of this text are not in the vocabulary, and are encoded as other", text="low é x", **PAIR),
        row("Tokens", "The first 20,000 of 20,002; “Copy ids” above copies all of them.", text="a\n" * 10_001, **GPT2),
        row("Tokens", unsaid="unpaired surrogate", text="one that was typed: \ufffd", **GPT2),
        row("Tokens", unsaid="copies all of them", text="low", **GPT2),
        row("Tokens", unsaid="The 200 with the most tokens", text="low\n" * 200, costs_by="line", **GPT2),
        row("Tokens", "The 200 with the most tokens, of 201.", text="low\n" * 201, costs_by="line", **GPT2),
        *(row(page, NO_FILE, text="é", **FILE) for page in ("Bits", "Bytes", "Characters")),
        row("Characters", "These are the 2,000 most frequent", text="".join(map(chr, range(0x4E00, 0x4E00 + 2_001)))),
        row("Characters", unsaid="most frequent characters", text="low"),
        row("Characters", "Nothing in this text changes.", unsaid="Café", text="low", **LOWER),
        row("Characters", "Café", text="low", tokenizer="qwen3"),
        # What it merges is characters, and it puts a ▁ before the text.
        row(
            "Characters", "A tokenizer of single characters has no normalizer", unsaid="bytes you typed",
            text="low", **OF_CHARACTERS,
        ),
        row("Chunks", "A tokenizer of single bytes has no split pattern.", chunks_tab="Split repeatedly", **OF_BYTES),
        row("Chunks", "GPT-2 splits the text once.", chunks_tab="Split repeatedly", **GPT2),
        row("Encode", "S, T, and 2 more. Decoding", text="low low", recipe="characters", encode_text=LETTERS, **TRAINED),
        row("Encode", "S, T. Decoding", text="low low", recipe="characters", encode_text=LETTERS[:20], **TRAINED),
        row(
            "Encode", "[UNK] stands for what did not occur in the training text, so it has no token: t, ·, m.",
            unsaid="is not in this recipe's alphabet",
            text=COURSE, recipe="characters", encode_text="thug m", num_merges=3,
        ),
        row("Encode", unsaid="[UNK]", text=COURSE, recipe="characters", encode_text="hug", num_merges=3),
        row("Encode", "nothing to train on yet", unsaid="No merge of this", text="", **TRAINED),
        row("Encode", "No merge of this", unsaid="nothing to train on yet", text="low low", encode_text="xyz", **TRAINED),
        row("Encode", "No merge of this", unsaid="nothing to train on yet", text="", encode_text="q", **GPT2),
        row("Ways", f"first {limits.MAX_WAYS:,}", text="ab " * limits.MAX_WAYS, **GPT2),
        row("Ways", f"a chunk of 2 to {MAX_CHUNK} bytes, and this text has none", text="ab" * MAX_CHUNK, **GPT2),
        row("Ways", "split in 1 way.", "this text has none", text=" ", **GPT2),
        row("Ways", NO_TEXT, text=""),
        row(
            "Ways", "Within its chunks, the text can be split in 673,674,904 ways.",
            text="antidisestablishmentarianism words", **GPT4,
        ),
        row("Ways", "byte-level vocabularies", **OF_CHARACTERS),
        row("Ways", "makes no tokens of your text.", text=" \n ", **LOWER),
        row("Prompt", f"its last {limits.MAX_PROMPT:,} are used", text="ab " * limits.MAX_PROMPT, **GPT2),
        row("Prompt", NO_TEXT, text=""),
        row("Prompt", NOT_OF_BYTES, text="low lower", recipe="word-marker"),
        row("Seam", "two characters or more", text="a", **GPT2),
        row("Seam", f"its first {MAX_SEAMS:,} are used", text="a b " * MAX_SEAMS, **GPT2),
        row("Decode", "hello world!", ids_text="tensor([[31373, 995, 0]])", **GPT2),
        row("Decode", "id 99999 at position 1", ids_text="31373, 99999", **GPT2),
        row("Decode", "'3.5' at position 1 is not an id", ids_text="31373, 3.5", **GPT2),
        row("Decode", "12,919 was read as 2 ids", ids_text="12,919", **GPT2),
        row("Decode", unsaid="was read as", ids_text="12, 919", **GPT2),
        row(
            "Decode", "Characters that no single token holds", "is not a whole character",
            ids_text="tensor([9906, 11410, 234])", **GPT4,
        ),
        row("Decode", "would produce exactly these ids", ids_text="73339, 1753", **GPT4),
        row("Decode", "is not valid UTF-8", ids_text="8582, 234", **GPT2),
        row("Decode", "Up to 10,000 ids", ids_text="64 " * 10_001, **GPT2),
        row("Decode", "They agree in the first 1 id.", '+ " | $', ids_text="[1, 2] [1, 3]", **GPT2),
        row("Decode", "They differ from the first id on.", ids_text="[1, 2] [3, 2]", **GPT2),
        row("Decode", "They are the same.", unsaid='+ " | ', ids_text="[1, 2] [1, 2]", **GPT2),
        # Vocabulary
        row("Vocabulary", "write 1000, not 1,000", vocabulary_by="id", vocabulary_query="1,000", **GPT2),
        row("Vocabulary", "zz", vocabulary_by="bytes", vocabulary_query="zz"),
        row("Vocabulary", "No tokens match. A leading space", vocabulary_by="text", vocabulary_query="no such token"),
        row("Vocabulary", "No tokens match", unsaid="leading space", vocabulary_by="regex", vocabulary_query="qqqq"),
        row("Vocabulary", unsaid="The first", vocabulary_list="reach", **OF_BYTES),
        row("Vocabulary", "special · Latin · assigned by hand, not learned", vocabulary_token=50256, **GPT2),
        row("Vocabulary", "· a base unit, present before the first merge", vocabulary_token=0, **GPT2),
        row("Vocabulary", "at least 20 merges.", "to learn more", num_merges=3, vocabulary_charts=True, **TRAINED),
        row("Vocabulary", "at least 20 merges.", unsaid="to learn more", vocabulary_charts=True, **OF_BYTES),
        row("Growth", f"first {limits.MAX_GROWN:,}", text="a " * limits.MAX_GROWN, grown=["gpt2"]),
        # The limit is in bytes, so only a third as many Chinese characters are shown.
        row("Growth", f"first {limits.MAX_GROWN // 3:,}", text="字句" * limits.MAX_GROWN, grown=["gpt2"]),
        row("Growth", NO_TEXT, text=""),
        row("Growth", "makes no tokens of your text.", text=" \n ", grown=["file"], **LOWER),
        row(
            "Growth", "This tokenizer was trained with lifted chunk boundaries",
            text="low lower low lower", grown=["trained"], lifted="blanks", lifted_after=2,
        ),
        row("Growth", NO_FILE, grown=["file", "gpt2"]),
        row("Growth", "Choose one or more tokenizers", grown=[]),
        # A size beyond the vocabulary that is shown costs what the whole one does.
        row("Growth", "costs:** 276 tokens take", growth_shown="trained", growth_size=20_000, **GROWN),
        row("Growth", "costs:** 50,256 tokens take", growth_shown="gpt2", growth_size=100_000, **GROWN),
        row("Growth", "costs:** 10,000 tokens take", growth_shown="gpt2", growth_size=10_000, **GROWN),
        row("Lives", f"first {limits.MAX_LIVES:,}", text="a b " * (limits.MAX_LIVES // 4) + "more", num_merges=5),
        row("Lives", NO_TEXT, text=""),
        row("Lives", "no token was learned", text="a"),
        *(row("Lives", recipe=recipe) for recipe in ("characters", "word-marker")),
        *(row(page, tokenizer=name) for page in ("Ways", "Prompt") for name in ("trained", "bytes", "qwen3")),
        # Compare
        row("Compare", "1 token boundary, 1 shared by all.", text="a b", compared=["gpt2", "cl100k_base"]),
        row("Compare", "Each tokenizer encodes this text as one token.", text="a", compared=["gpt2", "cl100k_base"]),
        row("Compare", "No token boundaries in the original text.", text="e\u0304\u0301", compared=["qwen2.5", "qwen3"]),
        row("Compare", "encodes this text as one token at most.", text=" ", compared=["words", "gpt2"]),
        row("Compare", unsaid="Highlighted", text="a b", compared=["gpt2"]),
        row("Compare", "Choose one or more tokenizers", compared=[]),
        row("Compare", NO_TEXT, text=""),
        row(
            "Compare", "is not in this recipe's alphabet",
            compared=["trained", "gpt2"], recipe="characters", learn_from="dna",
        ),
        row("Prices", "As a corpus** of 2 lines", text="low lower\n\nlowest 12"),
        row("Prices", unsaid="As a corpus", text="low"),
        row(
            "Languages", f"“{TOKENIZERS['trained'].short}” is not in the table",
            compared=["trained", "gpt2"], recipe="characters", **GPT2,
        ),
        row("Prices", NO_FILE, compared=["gpt2", "file"]),
        # Chat
        row("Chat", f"limit of this page is {limits.MAX_CHAT:,}", text="a " * limits.MAX_CHAT, tokenizer="qwen3"),
        row("Chat", "`<|im_start|>` 50257", text="Hello", **GPT2),
        row("Chat", "100264", text="Hello", **GPT4),
        row("Chat", unsaid="lacks some", text="Hello", tokenizer="qwen3"),
        row("Chat", "The license of Llama 3", text="Hello", chat_format="llama3", **GPT4),
        row("Sizes", "4 tools take", "the most expensive, `search_orders`, takes 141. **68** repeat texts"),
        row("Sizes", "1 tool takes", unsaid="the most expensive", text=ONE_TOOL),
        row("Sizes", f"the limit is {limits.MAX_REQUEST:,}", text="a" * (limits.MAX_REQUEST + 1)),
    ],
)  # fmt: skip
def test_a_page_says(page: str, said: tuple[str, ...], unsaid: str, state: dict[str, Any]) -> None:
    CACHE.put(("uploaded", "lower"), read_huggingface(lower_file()))
    CACHE.put(("uploaded", "pair"), read_huggingface(pair_file()))
    app = open_app(page, **state)
    shown = words(app)
    assert [one for one in said if one not in shown] == []
    assert not unsaid or unsaid not in shown
