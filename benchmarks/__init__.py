"""Benchmarks against other libraries; `python -m benchmarks` runs all of them, `python -m benchmarks training` one."""
