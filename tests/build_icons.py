"""Writes a subset of the font with Streamlit's icons, and their names: the whole font has 375 KB.

    uv run --with "fonttools[woff]" --with-requirements requirements.txt tests/build_icons.py

Run it when `test_icons.py` reports a missing icon.
"""

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from test_icons import FONT, NAMES, STATIC, used_icons


def write_icons() -> None:
    """Write the font with only the icons that are used; an icon is a ligature of the letters of its name."""
    wanted = used_icons()
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
    font.save(FONT)
    NAMES.write_text("\n".join(sorted(wanted)) + "\n", "utf-8")


if __name__ == "__main__":
    write_icons()
