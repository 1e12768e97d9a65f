"""The page of the teacher's own screen: the same for all lectures, it fetches its data itself."""

from explorer_ui.cache.bounded import cached
from explorer_ui.present.classroom.follower_page import Page, packed_page


@cached
def notes_page() -> Page:
    """Return the page, packed once."""
    return packed_page("Notes", "present/lecture/notes_page")
