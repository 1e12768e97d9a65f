"""Text to merges: counting chunks, and learning from the counts."""

from bpe_core.training.core import Training, iter_merges, train

__all__ = ["Training", "iter_merges", "train"]
