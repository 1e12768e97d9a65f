"""SuperBPE: a second stage of training, in which chunk boundaries of one kind are lifted.

After so many merges, training goes on across them, from the tokens that are there (Liu and others, 2025). The chunks
between the boundaries that stay are a run, which trains from then on as a chunk does:

    chunks            low|␣low|.|␣low|␣low|.       3 different ones
    lifted at blanks  low ␣low|. ␣low ␣low|.       3 runs
    all lifted        low ␣low . ␣low ␣low .       1 run

A recipe says it by its `second_stage`. Training asks `boundaries` for the runs and `token_words` for what limits their
tokens; a tokenizer encodes in two stages as well (`tokenizer.two_stages`), or in one (`boundaries.in_one_pass`).

Two limits of the program that the authors publish are options. No token holds `: `: every such token closes a gap
between `:` and a space, so the boundaries there stay. And no token has five words: a pair that would make one is no
pair. In the rest it differs: its boundaries stay at numerals and at runs of two signs or more, and the text is encoded
again by the merges so far, which may then act across a lifted boundary.
"""
