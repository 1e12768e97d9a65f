"""Runs every `bench_*` module of this package, or those named on the command line without the prefix."""

import importlib
import pkgutil
import sys

import benchmarks

found = [
    module.name for module in pkgutil.iter_modules(benchmarks.__path__) if module.name.startswith("bench_")
]
for name in [f"bench_{word}" for word in sys.argv[1:]] or found:
    print(f"\n== {name} ==\n")
    importlib.import_module(f"benchmarks.{name}").main()
