"""The entry point: as a script, the first page; as a module, the ASGI application that `streamlit run app.py` starts."""

if __name__ == "__main__":
    from explorer_ui.page.page import draw_place
    from explorer_ui.places.start.film import show_opening
    from explorer_ui.places.start.start import show_landing
    from explorer_ui.places.start.your_turn import show_first_merges
    from explorer_ui.present.lecture.lecture import offer_tour
    from explorer_ui.visit.state import Settings

    def show_start(settings: Settings) -> None:
        """Draw the page below its opening."""
        show_landing(settings, tour=offer_tour)

    draw_place("", {"Start": show_start, "First merges": show_first_merges}, opening=show_opening)
else:
    from importlib import import_module
    from pkgutil import walk_packages

    import streamlit as st

    from explorer_ui import page, places, present
    from explorer_ui.parts.say.failures import tell
    from explorer_ui.server.application import MIDDLEWARE, ROUTES, housekeeping

    # Before there are visitors: if the first of them opened several pages at once, their threads would import in different
    # orders, and where modules import each other in a circle, Python lets one thread see a module that is not complete.
    for package in (page, places, present):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)

    app = st.App(__file__, routes=ROUTES, middleware=MIDDLEWARE, lifespan=housekeeping, on_script_error=tell)
