"""The app: everything that draws a page or answers a browser. The rooms are described in docs/map.md."""
