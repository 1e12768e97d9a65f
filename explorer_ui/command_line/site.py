"""`bpe-explorer site`: the edition without a server, as a folder of static files."""

from argparse import Namespace
from pathlib import Path

from bpe_core.whole_files import write_files
from explorer_ui.command_line.arguments import UsageError
from explorer_ui.command_line.writing import check_out, make_folder, say
from explorer_ui.site.files import MARK, WORKER, site_files


def run(options: Namespace) -> None:
    """Write the files of the site, overwriting those of an earlier one."""
    folder = options.folder
    check_out(folder, [], in_folder=True)
    check_folder(folder)
    files = site_files()
    for name in files:
        if (folder / name).is_symlink():
            raise UsageError(
                f"{str(folder / name)!r} is a link; remove it, so that nothing outside is written"
            )
    make_folder(folder)
    write_files({folder / name: data for name, data in files.items()})
    say(f"{folder}: {len(files)} files, {sum(map(len, files.values())) / 1e6:.1f} MB")


def check_folder(folder: Path) -> None:
    """Raise `UsageError` for a folder with other files than those of an earlier site.

    >>> check_folder(Path("a folder that does not exist"))
    """
    if not folder.exists() or not any(folder.iterdir()):
        return
    worker = folder / WORKER
    if not worker.is_file() or not worker.read_bytes().startswith(MARK):
        raise UsageError(
            f"the folder {str(folder)!r} is not empty, and contains no earlier site; choose another"
        )
