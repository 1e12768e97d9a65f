"""The tables of the Bytes page."""
