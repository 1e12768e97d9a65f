"""What the site includes from the rest of the repository, so that nothing is written twice.

The line `{{ README.md: Start it }}` in a page is replaced by that section of the file; some whole files
become pages. A link to such a file becomes a link to its page.
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
    "bpe_core/published/NOTICE.md": "notice.md",
}
"""Files of the repository, and the page that each becomes."""

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
    """Insert the sections, and point the links of a page of docs/ at pages."""
    own = relinked(markdown, f"docs/{page.file.src_uri}") if page.file.generated_by is None else markdown
    return _SECTION.sub(lambda found: relinked(section(*found.groups()), found[1]), own)


def section(source: str, title: str) -> str:
    """Return the section under a heading; raises ValueError if there is none."""
    text = (ROOT / source).read_text("utf-8")
    found = re.search(rf"^## {re.escape(title)}\n(.*?)(?=^## |\Z)", text, flags=re.MULTILINE | re.DOTALL)
    if not found:
        raise ValueError(f"{source} has no section {title!r}.")
    # Only line ends are stripped: the first line may be indented as a code block.
    return found[1].strip("\n")


def relinked(text: str, source: str) -> str:
    """Return a text of the file `source`, with links to files that are pages of the site pointing at the pages."""

    def lead(found: re.Match[str]) -> str:
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), found[1]))
        return PAGES.get(path) or path.removeprefix("docs/")

    return _LINK.sub(lead, text)
