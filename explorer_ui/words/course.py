"""The course: its pages in order, with all explanations, from `course.toml`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from explorer_ui.words.scenes import Scene
from explorer_ui.words.written import written


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the course: its file, its names, the question it answers, its texts.

    `name` is its name in the code, `label` the one on the screen: that of a tab of its place.

    `explanation` is one sentence, shown above the picture; further explanations, `more`, are behind its help sign.
    `tries` are prepared texts with a surprising result. `takes_text` is whether the page shows anything of the visitor's text.
    """

    file: str
    name: str
    label: str
    question: str
    explanation: str = ""
    tries: tuple[Scene, ...] = ()
    more: str = ""
    takes_text: bool = True
    opens_on: str = ""
    opens_with: str = ""

    @property
    def address(self) -> str:
        """The last part of the page's path in the app; Start is at the root.

        >>> page_of("Start").address, page_of("First merges").address
        ('', 'first_merges')
        """
        folder, _, name = self.file.rpartition("/")
        return name.removesuffix(".py") if folder else ""

    @property
    def known_as(self) -> str:
        """How other pages refer to this one: by its place if it is the first there, otherwise by its place and its tab.

        >>> page_of("Train").known_as, page_of("Seam").known_as
        ('Train', 'Tokens, “Two halves”')
        """
        place, names = next(row for row in PLACES.items() if self.name in row[1])
        return place if self.name == names[0] else f"{place}, “{self.label}”"

    @property
    def example(self) -> Mapping[str, Any]:
        """The settings that best show the purpose of the page, until the visitor chooses; none for most pages.

        >>> page_of("Prompt").example, page_of("Train").example
        ({'text': 'The cat sat on the ', 'tokenizer': 'cl100k_base'}, {})
        """
        if self.opens_with:
            return {"tokenizer": self.opens_with}
        return next((scene.state for scene in self.tries if scene.label == self.opens_on), {})


def _page(row: Mapping[str, Any]) -> Page:
    return Page(
        **{
            "label": row["name"],
            **row,
            "tries": tuple(Scene(page=row["name"], **attempt) for attempt in row.get("tries", ())),
        }
    )


_COURSE = written("course")

PAGES = tuple(map(_page, _COURSE["pages"]))
"""The pages in the order of the course."""

PLACES: Mapping[str, Sequence[str]] = _COURSE["places"]
"""The places of the app by their names in the bar, each with the names of its pages; the first one opens."""


def link_to(page: Page, label: str, more: str = "") -> str:
    """Return the markup of a link to a page; `label` is markup, and so is `more`: further attributes.

    `pages_menu.js` follows it without a reload.

    >>> link_to(page_of("First merges"), "one")
    '<a href="./first_merges">one</a>'
    """
    return f'<a href="./{page.address}"{more}>{label}</a>'


def page_of(name: str) -> Page:
    """Return the page with a name in the code."""
    return next(page for page in PAGES if page.name == name)
