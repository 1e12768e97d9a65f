"""The JavaScript and CSS of the components, read: the one place that knows where their files lie.

The JavaScript modules beside each component are bundled into one file per component, `built/<name>.js`, which is
committed, so that the app runs without node; `tests/js/check.sh` proves that it is what the modules give.
"""

from pathlib import Path

_HERE = Path(__file__).parent


def component_js(path: str) -> str:
    """Return the JavaScript of a component: one module that imports nothing, with all that it needs."""
    return (_HERE / "built" / f"{path.rpartition('/')[2]}.js").read_text("utf-8")


def component_css(*paths: str) -> str | None:
    """Return the style sheets of components, after the looks that all share; None if they have none."""
    own = [sheet.read_text("utf-8") for path in paths if (sheet := _HERE / f"{path}.css").exists()]
    return "".join([(_HERE / "shared" / "shared.css").read_text("utf-8"), *own]) if own else None
