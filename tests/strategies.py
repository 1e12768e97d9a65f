"""Texts that are hard for a tokenizer, for hypothesis."""

from hypothesis import strategies as st

SMALL = st.text(alphabet="ab", max_size=30)
"""Runs and overlaps: aaaa, abab."""

WORDS = st.text(alphabet="ab c'1\n", max_size=40)
"""Chunks that repeat, contractions, digits, line breaks."""

WIDE = st.text(alphabet="aé你🙂\u0301 \u200d\n👩🏽", max_size=20)
"""One to four bytes, combining marks, joiners."""

TEXTS = st.one_of(SMALL, WORDS, WIDE, st.sampled_from(["", "a", "aaaa", "aaaaaaa", "   ", "🙂🙂🙂"]))
