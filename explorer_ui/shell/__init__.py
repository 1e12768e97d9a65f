"""The frame around every page: navigation, text and settings, state, links, words, the course."""
