"""Writes `icons.woff2`: of the font with Streamlit's icons, those that are used; the whole font has 375 KB.

    uv run --with "fonttools[woff]" --with-requirements requirements.txt explorer_ui/server/build_icons.py

The names are read from the code: those of this app, and those in the scripts of Streamlit. Run it after a change
of either; `tests/browser/test_icons.py` walks the pages and finds an icon that is missing.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import streamlit as st
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont

HERE = Path(__file__).parent
STATIC = Path(st.__path__[0]) / "static" / "static"
# Charts, and a rating of five faces: no page has one.
UNUSED = ("PlotlyChart.", "Feedback.")


def names_of_icons(files: Iterable[Path]) -> Iterator[str]:
    """Yield the names of all icons in the code of some files."""
    for path in files:
        if not path.name.startswith(UNUSED):
            yield from re.findall(r":material/(\w+):", path.read_text("utf-8"))


def write_icons(target: Path) -> None:
    """Write the font with only these icons; an icon is a ligature of the letters of its name."""
    wanted = {*names_of_icons((STATIC / "js").glob("*.js")), *names_of_icons(HERE.parent.rglob("*.py"))}
    font = TTFont(next((STATIC / "media").glob("MaterialSymbols-Rounded.*.woff2")))
    letter_of = {glyph: chr(code) for code, glyph in font.getBestCmap().items()}
    for lookup in font["GSUB"].table.LookupList.Lookup:
        for table in (getattr(outer, "ExtSubTable", outer) for outer in lookup.SubTable):
            for first, ligatures in table.ligatures.items():
                table.ligatures[first] = [
                    ligature
                    for ligature in ligatures
                    if "".join(letter_of[glyph] for glyph in (first, *ligature.Component)) in wanted
                ]
    subsetter = Subsetter(Options(layout_features=["rlig"], hinting=False, notdef_outline=True))
    subsetter.populate(text="".join(wanted))
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(target)


if __name__ == "__main__":
    write_icons(HERE / "icons.woff2")
