"""What the course says: its questions, the glossary, the puzzles, texts to try."""
