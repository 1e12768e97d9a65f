"""Measurements compared with peers; `python -m benchmarks` runs them all, `python -m benchmarks training` one."""
