"""What to look for, next to what there is to see, after a text to try was taken."""

import streamlit as st


def look_here(page: str) -> None:
    """Draw the sentence, where a page leads to after "Try this": each view calls this above its main figure."""
    look = st.session_state.look
    if look and look[0] == page:
        with st.container(key="look"):
            st.info(look[1], icon=":material/visibility:")
