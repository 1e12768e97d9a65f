"""`bpe-explorer app`: Streamlit with the app's settings, from any folder."""

import sys
from argparse import Namespace

from streamlit.web import cli

from explorer_ui.present.classroom.network import own_address
from explorer_ui.root import ROOT

_ALL = "0.0.0.0"  # noqa: S104 - only where the option says so
_FOR_ALL = (
    "Everyone in your network ({}) can open the app until you stop it with Ctrl+C. "
    "Open a class (under Present & share) to see the address and the QR code for phones."
)


def run(options: Namespace) -> None:
    """Run the app until it is interrupted, which raises KeyboardInterrupt.

    Streamlit reads the settings next to the script.
    """
    if options.for_class:
        sys.stderr.write(f"{_FOR_ALL.format(own_address() or 'no network found')}\n")
    said = [f"--server.address={_ALL if options.for_class else options.address}"]
    if options.port is not None:
        said.append(f"--server.port={options.port}")
    if options.no_browser:
        said.append("--server.headless=true")
    try:
        cli.main(["run", str(ROOT / "app.py"), *said], standalone_mode=False)
    except RuntimeError as error:
        # What Streamlit's command line raises on Ctrl+C.
        if isinstance(error.__cause__, KeyboardInterrupt):
            raise KeyboardInterrupt from error
        raise
