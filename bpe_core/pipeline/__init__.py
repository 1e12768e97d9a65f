"""What a tokenizer does to a text before it merges: a short list of named steps, each a value.

    normalize    `normalizers`: NFC, lower case, a space written as ▁, ...
    cut          `pre_tokenizers`: by a pattern, by digits, by punctuation; and what was cut is cut again
    base units   bytes, or characters with bytes where the vocabulary lacks one

A step takes a `AlignedText` and gives one, or several; a part knows which characters of the text it came from.
The steps are those of Hugging Face tokenizers 0.23, which tests hold them against, one by one.
"""
