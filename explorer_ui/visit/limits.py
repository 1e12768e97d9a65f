"""Every limit on what a visitor can enter; pages announce it before it is reached, and a test measures it.

How much a page shows or processes at once is defined in that page's view. The limits for a custom
pattern are defined next to the process that runs it, in `bpe_core.sandbox.safe_split`.
Streamlit's own settings (`.streamlit/config.toml`) and the figures in docs/limits.md follow from these;
tests compare them.
"""

MAX_TEXT = 1_000_000
"""The longest text, in characters."""

MAX_REQUEST = 4_000_000
"""The longest request in the place Chat, in characters; as a text it may have MAX_TEXT."""

MAX_EDITED = 100_000
"""The longest text, in characters, that is put into the box without confirmation: a longer one makes browsers slow."""

MAX_PRINTED = 20_000
"""The longest list of printed merges, in characters."""

MAX_LIST_MB = 2
"""The largest file with a list of merges, in megabytes: GPT-2's merges.txt has half a megabyte."""

MAX_MERGES = 20_000
"""The largest number of merges; the player numbers them with 16 bits."""

MAX_CONTINUED = 60_000
"""The longest text, in bytes, on which training continues from a vocabulary. The vocabulary's merges are steps too, and
the player numbers steps with 16 bits; each step closes a gap, so there are fewer steps than bytes."""

MAX_DIFFERENT = 100_000
"""The maximum number of distinct characters of a text if each becomes a token; scripts in use have a few
thousand, and a million would take the server half a gigabyte."""

MAX_WORDS = 100
"""The largest limit that can be set for the words in a token; SuperBPE uses 4."""

MAX_LEARNED = 4_000_000
"""The maximum number of bytes of all tokens together; a training ends there. On some texts 20,000 merges
learn 2 GB of tokens. Training on a million characters of prose until no pair repeats learns a thirtieth of the limit."""

MAX_UPLOAD_MB = 5
"""The largest text file, in megabytes: enough for MAX_TEXT characters in any script."""

MAX_REQUEST_MB = 12
"""The largest file with a request, in megabytes: enough for MAX_REQUEST characters in any script."""

MAX_TOKENIZER_MB = 40
"""The largest tokenizer file, in megabytes: Gemma 3's, the largest in use, has 33."""

MAX_ENCODE = 10_000
"""The longest text, in characters, that the Encode page shows merge by merge."""

MAX_GROWN = 100_000
"""The longest text, in bytes, that the Growth page shows at every size of a vocabulary."""

MAX_VOCABULARY = 10_000_000
"""The largest vocabulary size that can be requested on the Growth page, which is more than any vocabulary has."""

MAX_WAYS = 2_000
"""The longest text, in characters, that the Ways page splits."""

MAX_PROMPT = 2_000
"""The longest prompt on the Prompt page, in characters; the end of a longer text is used."""

MAX_PARITY = 20_000
"""The longest text, in bytes, on whose lines the Languages page trains (parity-aware BPE)."""

MAX_PARITY_TEXTS = 20
"""The maximum number of lines on which the Languages page trains."""

MAX_LIVES = 100_000
"""The longest text, in characters, in which the Lives page follows the tokens of a training."""

MAX_CHAT = 100_000
"""The longest conversation, in characters, on the Chat page, not counting image data in its JSON."""

MAX_MESSAGES = 10_000
"""The maximum number of messages and calls in a conversation or a request."""

MAX_REQUEST_BYTES = 16_000_000
"""The longest request in its chat template, in bytes, of which the parts are counted."""

MAX_REQUEST_TOKENS = 3_000_000
"""The maximum number of its tokens, which is more than any model reads; counting JSON Lines ends there too."""

MAX_CHAT_BYTES = 500_000
"""The longest conversation in its chat template, in bytes, so that there are at most as many ids. MAX_CHAT
characters of any script fit, and tool definitions of a third of that, which grow when they are indented."""

MAX_CHAT_SENT = 5_000_000
"""The largest message with the tokens of a conversation, in bytes; it follows from MAX_CHAT_BYTES."""

MAX_IMAGE_TOKENS = 100_000
"""The highest number of tokens that a visitor can enter as the cost of an image."""

MAX_IDS = 100_000
"""The maximum number of ids in the box at the depth of ids."""

MAX_QUERY = 200
"""The longest search in a vocabulary, in characters."""

MAX_OWN_SPECIAL = 500
"""The maximum number of characters of all custom special tokens together."""

MAX_COMPARED = 8
"""How many tokenizers Compare takes at once, and how many tokenizer files a session remembers."""

MAX_GROWN_AT_ONCE = 4
"""How many tokenizers Growth takes at once."""

MAX_DISGUISED = 300
"""The longest text, in characters, that Compare shows in disguises."""

MAX_TEXTS = 10_000
"""The maximum number of texts that Compare counts at once; together they have at most MAX_TEXT characters."""

MAX_TEXTS_MB = 10
"""The maximum size of their files together, in megabytes: JSON Lines have other fields, and escapes."""

MAX_TOKEN_CHUNKS = 20_000
"""The maximum number of pieces of at most N tokens into which a text is split."""

MAX_WINDOW = 100_000_000
"""The largest context window that can be entered on Compare, in tokens."""

MAX_PRICES = 200
"""The longest list of prices, in characters."""

MAX_LINK_TEXT = 6_000
"""The longest compressed text in a link, in characters of the link."""

MAX_HANDOUT_TITLE = 200
"""The longest title of an exported page, in characters."""

MAX_HANDOUT_SENTENCE = 1_000
"""The longest sentence below this title, in characters."""

MAX_LECTURE = 20_000
"""The longest text of a teacher's own lecture, in characters: its links and notes."""

MAX_SCENES = 40
"""The maximum number of scenes in a teacher's own lecture."""
