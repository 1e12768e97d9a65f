"""What a tokenizer does to a text before merging: a short list of named steps, each a value.

    normalize    `normalizers`: NFC, lower case, a space written as ▁, ...
    pre-tokenize `pre_tokenizers`: by a pattern, by digits, by punctuation; the parts are split again by the
    next one
    base units   bytes, or characters with bytes where the vocabulary lacks one

A step takes an `AlignedText` and returns one, or several; a part knows which characters of the text it comes
from. The steps are those of Hugging Face tokenizers 0.23, against which tests check them one by one.
"""
