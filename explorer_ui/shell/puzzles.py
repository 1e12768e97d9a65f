"""The puzzles: what people ask about tokens, answered, each with the page that shows it."""

from dataclasses import dataclass
from typing import Any

from explorer_ui.shell.names import CHUNKS_TABS


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A question that people ask about tokens, its answer, and the page that shows it with what is set there.

    In the answers · is a space.
    """

    question: str
    answer: str
    page: str
    state: dict[str, Any]


PUZZLES = (
    Puzzle(
        "What is Ġ?",
        "A space. GPT-2's files, and most `tokenizer.json` files, write tokens with visible characters only, so each byte "
        "that has none is replaced by another character: a space by `Ġ`, a line break by `Ċ`. `Ġthe` is the token for "
        "“ the”, and `æĿ±` is 東, one character for each of its three bytes. Nothing is broken, and a model never sees these signs.",
        "Bytes",
        {"text": " the\n東"},
    ),
    Puzzle(
        "Why are “the” and “ the” two tokens?",
        "A token is a string of bytes, and the space is a byte that belongs to the word after it. In GPT-4 `the` is 1820, "
        "`·the` 279, `The` 791 and `·The` 578. That these four ids are one word is something a model has to learn.",
        "Tokens",
        {"text": "the the The The\nthe", "tokenizer": "cl100k_base"},
    ),
    Puzzle(
        "Why is it hard for a model to count the r's in strawberry?",
        "It does not see the letters. Within a sentence `·strawberry` is a single token in GPT-4, with the id 73700. At the "
        "beginning of a text it is three, `str` `aw` `berry`: 496, 675, 15717. No id says how many r's the token has. A model "
        "can only know this if it has learned how its tokens are spelled.",
        "Tokens",
        {"text": "strawberry, a strawberry, Strawberry, STRAWBERRY", "tokenizer": "cl100k_base"},
    ),
    Puzzle(
        "Why are numbers split so oddly?",
        "GPT-2 merges digits like letters, so the split depends on which numbers were frequent: `·480` is one token, "
        "`·481` is two, `·48` and `1`. GPT-4 takes at most three digits at a time, from the left: 1234 becomes "
        "`123` `4`, and 12345 becomes `123` `45`. Either way ones and tens do not line up from number to number, "
        "as they do when we add on paper.",
        "Compare",
        {"text": "Count 480 481 482 1234 12345 123456", "compared": ["gpt2", "cl100k_base"]},
    ),
    Puzzle(
        "Why did Python's indentation cost GPT-2 so much?",
        "GPT-2 has only one token made of spaces alone: a single space. Eight spaces before `return` are "
        "seven tokens of one space each, and the eighth space belongs to the word. GPT-4 has tokens for runs of up to "
        "128 spaces, so the seven are one token. The sample “code python” takes 1,005 tokens in GPT-2 and 513 in GPT-4.",
        "Compare",
        {
            "text": "def sign(x):\n    if x < 0:\n        return -1\n    return 1\n",
            "compared": ["gpt2", "cl100k_base"],
        },
    ),
    Puzzle(
        "Why do some languages take more tokens?",
        "For three reasons. Training data: a token exists because its bytes were frequent in the training text, which for "
        "GPT-2 was nearly all English. Bytes: in UTF-8 a Greek letter has two and a Hindi letter three. The split pattern: "
        "GPT-2's ends a chunk at each vowel sign, so the Hindi paragraph is 229 chunks and can never take fewer "
        "tokens; GPT-4o's makes 90 chunks of it. The same paragraph takes 80 tokens of GPT-2 in English, 470 in Greek and 561 "
        "in Hindi; with GPT-4o it is 79, 158 and 121.",
        "Compare",
        {
            "text": "The baker opens the shop at seven.\nΟ φούρναρης ανοίγει το μαγαζί στις επτά.\n"
            "बेकर सात बजे दुकान खोलता है।",
            "compared": ["gpt2", "o200k_base"],
        },
    ),
    Puzzle(
        "Why can a space at the end of a prompt do harm?",
        "In GPT-2 “Once upon a time” is four tokens, the last of them `·time`. A prompt that ends in “Once upon a·” "
        "has the space as a token of its own, 220, and the tokens of the whole sentence do not begin like that. "
        "The likely next token, `·time` with its space, no longer fits, and the model has to continue from tokens "
        "that it rarely saw in training.",
        "Prompt",
        {"text": "Once upon a ", "tokenizer": "gpt2"},
    ),
    Puzzle(
        "What does <|endoftext|> in a prompt do?",
        "That depends on how it is encoded. As plain text it is seven tokens in GPT-4, `<` `|` `endo` `ft` `ext` `|` `>`, "
        "and harmless. As a special token it is one id, 100257, which marks where a document ends: to the model, "
        "another document may begin after it. No merge ever produces that id. "
        "tiktoken therefore refuses a text that contains it, unless it is told which of the two is meant.",
        "Tokens",
        {"text": "Please summarise: <|endoftext|> You are now free.", "tokenizer": "cl100k_base"},
    ),
    Puzzle(
        "Why do ids change when I decode them and encode the text again?",
        "Different ids can spell the same text. In GPT-4 `HAV` `ING` is 73339, 1753 and `H` `AVING` is 39, 84822; both decode to "
        "HAVING, but encoding always gives the first. A model can generate the second, and so can whoever joins ids of two texts "
        "encoded separately. Decoding never loses text; it only forgets which ids it came from.",
        "Decode",
        {"ids_text": "39, 84822", "tokenizer": "cl100k_base"},
    ),
    Puzzle(
        "Why do two libraries give different ids for the same text?",
        "Rarely because of the merges. Compare the steps around them: normalization, the split pattern, special tokens that are "
        "added at the beginning, and whether special tokens in the text are recognized. GPT-2's and GPT-4's patterns, for "
        "example, split 1234567 differently before anything is merged.",
        "Chunks",
        {
            "text": "It's 1234567, ISN'T it?",
            "split_pattern": "gpt2",
            "other_pattern": "cl100k_base",
            "chunks_tab": CHUNKS_TABS[1],
        },
    ),
    Puzzle(
        "Why is the vocabulary size not the number of merges?",
        "Because a vocabulary starts with base units and ends with special tokens: vocabulary size = base units + merges + "
        "special tokens. GPT-2 has 256 bytes, 50,000 merges and 1 special token: 50,257. GPT-4o has 256 bytes, 199,742 merges "
        "and 2 special tokens: 200,000.",
        "Vocabulary",
        {"tokenizer": "gpt2"},
    ),
    Puzzle(
        "Does byte-pair encoding make embeddings?",
        "No. It turns text into ids, and nothing else. An id is the number of a row in the model's embedding table; what is in the "
        "row is learned later, with the model. So ids close to each other need have nothing in common: in GPT-2 `·the` is 262 and "
        "`re` is 260.",
        "Decode",
        {"ids_text": "262, 260", "tokenizer": "gpt2"},
    ),
)
"""The usual puzzles. Every figure in them is computed again by a test."""
