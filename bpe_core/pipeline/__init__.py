"""What a tokenizer does to a text before merging: a list of steps.

    normalize      `normalizers`: NFC, lower case, a space written as ▁, ...
    pre-tokenize   `pre_tokenizers`: split by a pattern, at digits, at punctuation; each step splits the parts
                   of the previous step
    base units     bytes; or characters, with bytes for those that the vocabulary lacks

A step takes an `AlignedText`, which knows the original index of each of its characters; a normalizer returns
one `AlignedText`, a pre-tokenizer several. The steps are those of Hugging Face tokenizers 0.23, and tests
compare each of them with that library.
"""
