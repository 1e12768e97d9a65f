"""Files that were made to cost time or memory, for `python -m benchmarks.hostile`."""

from collections.abc import Callable

FILES: dict[str, Callable[[], tuple[str, bytes]]] = {
    "a JSON of brackets": lambda: ("tokenizer.json", b"[" * 10_000_000),
    "a JSON of commas": lambda: ("tokenizer.json", b"[" + b"0," * 10_000_000 + b"0]"),
}
"""What each is, and a function that returns its name and its content."""
