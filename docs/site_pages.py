"""What the site takes from the rest of the repository, so that nothing is said twice.

The line `{{ README.md: The course }}` in a page stands for that section of the file; whole files are pages of their
own. A link that leads to a file in the repository leads to its page.
"""

import posixpath
import re
from pathlib import Path
from typing import Any

from mkdocs.structure.files import File, Files

ROOT = Path(__file__).parents[1]
PAGES = {
    "README.md": "index.md",
    "SECURITY.md": "security.md",
    "CHANGELOG.md": "changes.md",
    "CONTRIBUTING.md": "contributing.md",
    "benchmarks/README.md": "speed.md",
    "explorer_ui/README.md": "house.md",
    "bpe_core/published/NOTICE.md": "notice.md",
}
"""Files of the repository, and the pages that they are."""

_SECTION = re.compile(r"^\{\{ (\S+): (.+) \}\}$", re.MULTILINE)
_LINK = re.compile(r"(?<=\]\()(?!https?:|#)([^)#\s]+)")


def on_files(files: Files, config: Any) -> Files:
    """Add the pages that are files of the repository."""
    for source, page in PAGES.items():
        if page != "index.md":
            text = (ROOT / source).read_text("utf-8")
            files.append(File.generated(config, page, content=relinked(text, source)))
    return files


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Put the sections in, and lead the links of a page of docs/ to pages."""
    own = relinked(markdown, f"docs/{page.file.src_uri}") if page.file.generated_by is None else markdown
    return _SECTION.sub(lambda found: relinked(section(*found.groups()), found[1]), own)


def section(source: str, title: str) -> str:
    """Return what stands under a heading; raises ValueError where there is none."""
    text = (ROOT / source).read_text("utf-8")
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, flags=re.MULTILINE | re.DOTALL)
    if not found:
        raise ValueError(f"{source} has no section {title!r}.")
    # Line ends alone: the indent of the first line may be that of a code block.
    return found[1].strip("\n")


def relinked(text: str, source: str) -> str:
    """Return a text of the file `source` whose links lead to pages of the site, as far as these are pages."""

    def lead(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), found[1]))
        return PAGES.get(path) or path.removeprefix("docs/")

    return _LINK.sub(lead, text)
