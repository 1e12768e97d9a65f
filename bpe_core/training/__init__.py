"""Learns merges from texts: counts chunks, then merges the most frequent pair again and again."""

from bpe_core.training.core import Training, iter_merges, train

__all__ = ["Training", "iter_merges", "train"]
