"""SuperBPE: a second stage of training, in which chunk boundaries of one kind are lifted.

After a given number of merges, training continues across those boundaries, from the current tokens (Liu and
others, 2025). The chunks between two boundaries that remain form a run, which then trains as one chunk:

    chunks            low|␣low|.|␣low|␣low|.       3 different ones
    lifted at blanks  low ␣low|. ␣low ␣low|.       3 runs
    all lifted        low ␣low . ␣low ␣low .       1 run

A recipe defines it in its `second_stage`. Training gets the runs from `boundaries` and the limits of their
tokens from `token_words`; a tokenizer encodes in two stages as well (`tokenizer.two_stages`), or in one
(`boundaries.in_one_pass`).

Two limits of the authors' published program are options. No token contains `: `: every such token closes a
gap between `:` and a space, so those boundaries remain. And no token has five words or more: a pair that
would make one is never merged. Otherwise it differs: its boundaries remain at numerals and at runs of two
punctuation characters or more, and the text is encoded again with the merges so far, which may then apply
across a lifted boundary.
"""
