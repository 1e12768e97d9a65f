"""SuperBPE: a second stage of training, in which chunk boundaries of one kind are lifted.

After a given number of merges, training continues from the current tokens, across those boundaries (Liu and
others, 2025). The chunks between two remaining boundaries form a run, which is now trained on as one chunk:

    chunks            low|␣low|.|␣low|␣low|.       3 different ones
    lifted at blanks  low ␣low|. ␣low ␣low|.       3 runs
    all lifted        low ␣low . ␣low ␣low .       1 run

The `second_stage` of a recipe defines the stage. Training gets the runs from `boundaries`, and counts the
words of tokens with `token_words`. A tokenizer also encodes in two stages (`tokenizer.two_stages`), or in one
pass (`boundaries.in_one_pass`).

Two limits of the authors' published program are options here: no token contains `: ` (boundaries between `:`
and a space remain), and no token has more than a given number of words (theirs is four). Their program
differs in other respects. It also keeps boundaries at numerals and at runs of two or more punctuation
characters. Before the second stage, it encodes the text again with the merges so far, which may then apply
across a lifted boundary.
"""
