"""The chunks of a text and the branches that took them."""
