"""The page shell: navigation, text and settings, state, links, words, the course."""
