"""`bpe-explorer models`: the published vocabularies, and the models that use each."""

from argparse import Namespace

from bpe_core.published import PUBLISHED
from bpe_core.published.models import VOCABULARIES
from explorer_ui.command_line.writing import say, say_json


def run(options: Namespace) -> None:
    """Print a line for each vocabulary: its name, and the known models that use it."""
    users = {name: [model for model, one in VOCABULARIES.items() if one == name] for name in PUBLISHED}
    if options.json:
        say_json(users)
        return
    width = max(map(len, users))
    for name, models in users.items():
        say(f"{name:{width}}  {' '.join(models)}".rstrip())
