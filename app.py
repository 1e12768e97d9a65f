"""The entry point: as a script, the first page; as a module, the ASGI application that `streamlit run app.py` starts."""

if __name__ == "__main__":
    from functools import partial

    from explorer_ui.page.page import open_page
    from explorer_ui.page.share import open_shared
    from explorer_ui.parts.say.failures import contained
    from explorer_ui.places.start.film import show_opening
    from explorer_ui.places.start.start import show_landing
    from explorer_ui.present.lecture.tour import tour_button

    settings = open_page("Start", opening=show_opening)
    with contained():
        show_landing(settings, tour=partial(tour_button, "tour_from_start"))
    open_shared()
else:
    import streamlit as st

    from explorer_ui.parts.say.failures import tell
    from explorer_ui.server.application import MIDDLEWARE, ROUTES, housekeeping

    app = st.App(__file__, routes=ROUTES, middleware=MIDDLEWARE, lifespan=housekeeping, on_script_error=tell)
