"""`bpe-explorer app`: Streamlit with our settings, from any folder."""

from argparse import Namespace

from streamlit.web import cli

from explorer_ui.root import ROOT


def run(options: Namespace) -> None:
    """Run the app until it is interrupted, which raises KeyboardInterrupt.

    Streamlit reads the settings next to the script.
    """
    said = [f"--server.address={options.address}"]
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
