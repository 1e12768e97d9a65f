"""Shows the examples in docstrings as code: a run of lines from `>>>` to the next empty line."""

import re
from typing import Any

import griffe

_EXAMPLE = re.compile(r"^>>> .*(?:\n.+)*", re.MULTILINE)


class Examples(griffe.Extension):
    """Puts a fence around every example."""

    def on_instance(self, *, obj: griffe.Object, **_: Any) -> None:
        """Change the docstring of whatever was read."""
        if obj.docstring:
            obj.docstring.value = _EXAMPLE.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
