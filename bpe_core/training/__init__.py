"""Text to merges: what is counted, and what is learned of it."""

from bpe_core.training.core import Training, iter_merges, train

__all__ = ["Training", "iter_merges", "train"]
