"""The texts of `sample_texts/`, by their names in the app."""

from explorer_ui.cache.bounded import cached
from explorer_ui.root import ROOT

FOLDER = ROOT / "sample_texts"


@cached
def sample_names() -> tuple[str, ...]:
    """Return the names of the sample texts; those of the parallel paragraph last, as `paragraph: greek`."""
    single = sorted(path.stem for path in FOLDER.glob("*.txt"))
    parallel = sorted(path.stem for path in (FOLDER / "parallel").glob("*.txt"))
    return tuple(name.replace("_", " ") for name in single) + tuple(f"paragraph: {name}" for name in parallel)


@cached
def sample_text(name: str) -> str:
    """Return the sample text with a name from `sample_names`; raises KeyError for any other."""
    if name not in sample_names():
        raise KeyError(name)
    place = f"parallel/{name.removeprefix('paragraph: ')}" if ":" in name else name.replace(" ", "_")
    return (FOLDER / f"{place}.txt").read_bytes().decode("utf-8")


def parallel_texts() -> dict[str, str]:
    """Return the same paragraph in many languages: language -> text."""
    names = [name for name in sample_names() if ":" in name]
    return {name.removeprefix("paragraph: ").capitalize(): sample_text(name) for name in names}
