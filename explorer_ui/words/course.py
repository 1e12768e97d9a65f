"""The course: its places and their pages in order, with all explanations and addresses, from `course.toml`."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode

from explorer_ui.visit.names import ALONE
from explorer_ui.words.scenes import Scene
from explorer_ui.words.written import written


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """A page of the course: where it is, its names, the question it answers, its texts.

    `name` is its name in the code, `label` the one on the screen: that of a tab of its place. `view` is its key in the
    addresses of the place; pages that show the same view also have a `depth`, whose name is their label, and share a tab.

    `explanation` is one sentence, shown above the picture; further explanations, `more`, are behind its help sign.
    `tries` are prepared texts with a surprising result. `takes_text` is whether the page shows anything of the visitor's text.
    """

    place: str
    view: str
    name: str
    label: str
    question: str
    depth: str = ""
    explanation: str = ""
    tries: tuple[Scene, ...] = ()
    more: str = ""
    takes_text: bool = True
    opens_on: str = ""
    opens_with: str = ""

    @property
    def file(self) -> str:
        """The script that draws it, for Streamlit."""
        return f"pages/{self.place}.py" if self.path else "app.py"

    @property
    def path(self) -> str:
        """The last part of the path of its place; Start is at the root."""
        return "" if self.place == "start" else self.place

    @property
    def query(self) -> Mapping[str, str]:
        """What an address says in addition to the path of the place, so that it leads to this page.

        >>> page_of("Tokens").query, page_of("Bytes").query, page_of("Seam").query
        ({}, {'depth': 'bytes'}, {'view': 'two_halves'})
        """
        first = pages_of(self.place)[0]
        told = {"view": self.view, "depth": self.depth}
        return {key: value for key, value in told.items() if value != getattr(first, key) and value}

    @property
    def alone(self) -> Mapping[str, str]:
        """The same for the picture alone, in a frame of another page: `view` says so, and `of` names the view.

        >>> page_of("Train").alone, page_of("Seam").alone
        ({'view': 'player'}, {'view': 'player', 'of': 'two_halves'})
        """
        return {"view": ALONE, **{{"view": "of"}.get(key, key): value for key, value in self.query.items()}}

    @property
    def address(self) -> str:
        """The end of its address in the app, after the path of the app itself.

        >>> page_of("Start").address, page_of("Train").address, page_of("Seam").address
        ('', 'train', 'tokens?view=two_halves')
        """
        return self.path + with_settings(self.query)

    @property
    def tab(self) -> str:
        """The label of its tab, which it may share with pages that show the same view at other depths.

        >>> page_of("Bytes").tab, page_of("Seam").tab
        ('Text ↔ ids', 'Two halves')
        """
        return TABS.get(self.view, self.label)

    @property
    def known_as(self) -> str:
        """How other pages refer to this one: by its place if it is the first there, otherwise by its place and its tab.

        >>> page_of("Train").known_as, page_of("Seam").known_as
        ('Train', 'Tokens, “Two halves”')
        """
        place = PLACES[self.place]
        return f"{place}, “{self.label}”" if self.query else place

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

PLACES: Mapping[str, str] = _COURSE["places"]
"""The names of the places in the bar, by their keys: their paths, except that of Start."""

OLD_ADDRESSES: Mapping[str, str] = _COURSE["old_addresses"]
"""The names of the pages that are now at the addresses of earlier versions: of a path, or of a path with a setting."""

TABS: Mapping[str, str] = _COURSE["tabs"]
"""The labels of the tabs that several pages share, by the view that these pages show at different depths."""

DEPTHS = ("bits", "bytes", "characters", "chunks", "tokens", "ids")
"""The depths at which one text is shown, from the smallest pieces on."""


def moved_to(path: str, query: str) -> str | None:
    """Return the address that an address of an earlier version leads to, with its settings; None for any other one.

    `path` may begin with the path of the app; the result is relative to it, as a link in a page is.

    >>> moved_to("/seam", "text=a+b&seam_at=1"), moved_to("/app/growth", "view=player&text=ab")
    ('tokens?view=two_halves&text=a+b&seam_at=1', 'vocabulary?view=player&of=smaller_or_larger&text=ab')
    >>> moved_to("/tokens", "view=two_halves"), moved_to("/challenge", "")
    (None, 'quiz')
    >>> moved_to("/tokens", "token_limit=9"), moved_to("/tokens", "view=pieces&token_limit=9")
    ('tokens?view=pieces&token_limit=9', None)
    >>> moved_to("/train", "view=player&below=files"), moved_to("/tokens", "token_limit=")
    (None, None)
    """
    asked = dict(parse_qsl(query))
    old = _old_address(path.rpartition("/")[2], asked)
    if old is None:
        return None
    page = page_of(OLD_ADDRESSES[old])
    alone = asked.get("view") == ALONE
    key, with_value, _ = old.partition("?")[2].partition("=")
    given_up = ("", "view", "of", "depth", key if with_value else "")
    settings = [one for one in query.split("&") if one.partition("=")[0] not in given_up]
    return (page.path or ".") + with_settings(page.alone if alone else page.query, "&".join(settings))


def with_settings(query: Mapping[str, str], settings: str | None = None) -> str:
    """Return the end of an address: the query of a page, and the settings of a link, which are written already.

    >>> with_settings(page_of("Seam").query, "seam_at=1"), with_settings(page_of("Train").query)
    ('?view=two_halves&seam_at=1', '')
    """
    told = "&".join(filter(None, (urlencode(query), settings)))
    return told and f"?{told}"


def _old_address(path: str, query: Mapping[str, str]) -> str | None:
    # What was below a picture was not in its frame.
    given = {key: query[key] for key in query if query[key] and (key, query.get("view")) != ("below", ALONE)}
    settings = [f"{path}?{key}={value}" for key, value in given.items()]
    if not given.keys() & {"of", "depth"} and given.get("view", ALONE) == ALONE:
        settings += [f"{path}?{key}" for key in given]
    return next((old for old in (*settings, path) if old in OLD_ADDRESSES), None)


def pages_of(place: str) -> list[Page]:
    """Return the pages of a place, in the order of their tabs."""
    return [page for page in PAGES if page.place == place]


def tabs_of(place: str) -> list[Page]:
    """Return the pages to which the tabs of a place lead: of those that share a tab, the first one.

    >>> [page.tab for page in tabs_of("tokens")][:2]
    ['Text ↔ ids', 'Apply the merges']
    """
    return [*{page.view: page for page in reversed(pages_of(place))}.values()][::-1]


def page_at(path: str, query: Mapping[str, str]) -> Page | None:
    """Return the page at an address of the app, also of earlier versions, or None if there is none.

    A place opens with its first page if it has no page of that view and depth.

    >>> page_at("tokens", {"view": "two_halves"}).name, page_at("tokens", {"view": "?"}).name
    ('Seam', 'Tokens')
    >>> page_at("/app/seam", {"text": "ab"}).name, page_at("/tokens", page_of("Bytes").alone).name
    ('Seam', 'Bytes')
    """
    last = path.rpartition("/")[2]
    if old := _old_address(last, query):
        return page_of(OLD_ADDRESSES[old])
    pages = [page for page in PAGES if page.path == last]
    if not pages:
        return None
    first, *others = pages
    view = query.get("of" if query.get("view") == ALONE else "view", first.view)
    depth = query.get("depth", first.depth)
    return next((page for page in others if (page.view, page.depth or depth) == (view, depth)), first)


def link_to(page: Page, label: str, more: str = "") -> str:
    """Return the markup of a link to a page; `label` is markup, and so is `more`: further attributes.

    `pages_menu.js` follows it without a reload.

    >>> link_to(page_of("First merges"), "one")
    '<a href="./?view=your_turn">one</a>'
    """
    return f'<a href="./{page.address}"{more}>{label}</a>'


def page_of(name: str) -> Page:
    """Return the page with a name in the code."""
    return next(page for page in PAGES if page.name == name)
