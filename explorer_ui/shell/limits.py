"""Every bound on what a visitor can give the app; said before it is hit, and measured by a test.

How much of it a page shows or works through at once is said in that page's view. The bounds on a pattern of one's
own stand next to the process that runs it, in `bpe_core.sandbox.safe_split`.
Streamlit's own settings (`.streamlit/config.toml`) and the figures in docs/limits.md follow from these;
tests hold them together.
"""

MAX_TEXT = 1_000_000
"""The longest text, in characters."""

MAX_EDITED = 100_000
"""The longest text, in characters, that is put into the box unasked: a longer one makes browsers slow."""

MAX_WORDPIECE = 20_000
"""The longest text, in characters, of which WordPiece's scores are shown."""

MAX_PRINTED = 20_000
"""The longest list of printed merges, in characters."""

MAX_MERGES = 20_000
"""The largest number of merges; the player numbers them with 16 bits."""

MAX_DIFFERENT = 100_000
"""The most different characters of a text of whose characters each becomes a token; scripts in use have a few
thousand, and a million take the server half a gigabyte."""

MAX_WORDS = 100
"""The largest number that can be set as the most words in a token; SuperBPE's is 4."""

MAX_LEARNED = 4_000_000
"""How many bytes the tokens of a training may have together before it ends: a text can be made of which
20,000 merges learn 2 GB. What occurs twice in a million characters of prose comes to a thirtieth of this."""

MAX_UPLOAD_MB = 5
"""The largest text file, in megabytes: room for a text of MAX_TEXT characters in any script."""

MAX_TOKENIZER_MB = 40
"""The largest tokenizer file, in megabytes: Gemma 3's, the largest that is in use, has 33."""

MAX_ENCODE = 10_000
"""The longest text, in characters, that the Encode page shows merge by merge."""

MAX_GROWN = 100_000
"""The longest text, in bytes, that the Growth page shows under every size of a vocabulary."""

MAX_VOCABULARY = 10_000_000
"""More tokens than a vocabulary has: the largest size that the Growth page is asked for."""

MAX_WAYS = 2_000
"""The longest text, in characters, that the Ways page takes apart."""

MAX_PROMPT = 2_000
"""The longest text, in characters, that the Prompt page takes as a prompt: of a longer one, its end."""

MAX_LIVES = 100_000
"""The longest text, in characters, in which the Lives page follows the tokens of a training."""

MAX_CHAT = 100_000
"""The longest conversation, in characters, that the Chat page takes; the data of images in its JSON aside."""

MAX_IMAGE_TOKENS = 100_000
"""The most tokens that a visitor can say an image costs."""

MAX_IDS = 100_000
"""The most ids that the Decode page takes."""

MAX_QUERY = 200
"""The longest search in a vocabulary, in characters."""

MAX_OWN_SPECIAL = 500
"""The most characters that one's own special tokens may have together."""

MAX_COMPARED = 4
"""How many tokenizers stand side by side."""

MAX_LINK_TEXT = 6_000
"""The longest compressed text that goes into a link, in characters of the link."""

MAX_HANDOUT_TITLE = 200
"""The longest title of a page that is saved, in characters."""

MAX_HANDOUT_SENTENCE = 1_000
"""The longest sentence below it, in characters."""
