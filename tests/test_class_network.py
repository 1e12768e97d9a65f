"""A class that phones can reach: the address that they get, and how to start the app for that."""

import ipaddress
import re
import sys

import numpy as np
import pytest
import zxingcpp

from explorer_ui.command_line import main
from explorer_ui.command_line.app import cli
from explorer_ui.present.classroom.network import own_address, reachable
from explorer_ui.present.classroom.qr import qr_path
from tests.commands import run_checkout

# A server that handles one of the two signals and ignores the other.
TOLD_TO_END = """
import asyncio, os, signal
from explorer_ui.present.classroom.ending import when_told_to_end

async def main():
    gone = asyncio.Event()
    signal.signal(signal.SIGTERM, lambda *_: print("the server ends"))
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    when_told_to_end(lambda: (print("streams end"), gone.set()))
    os.kill(os.getpid(), signal.SIGTERM)
    await asyncio.wait_for(gone.wait(), 120)
    print(signal.getsignal(signal.SIGINT) is signal.SIG_IGN)

asyncio.run(main())
"""
OWN = "192.168.1.5"
ALL = "0.0.0.0"  # noqa: S104 - nothing listens here


@pytest.mark.parametrize(
    ("address", "listens_on", "own", "shown"),
    [
        ("http://127.0.0.1:8501/class", ALL, OWN, "http://192.168.1.5:8501/class"),
        ("http://localhost/bpe/class", None, OWN, "http://192.168.1.5/bpe/class"),
        ("http://[::1]:8501/class", "::", OWN, "http://192.168.1.5:8501/class"),
        # A server that listens on localhost only, no network, or a name that visitors use: the link is unchanged.
        ("http://127.0.0.1:8501/class", "127.0.0.1", OWN, "http://127.0.0.1:8501/class"),
        ("http://127.0.0.1:8501/class", ALL, None, "http://127.0.0.1:8501/class"),
        ("https://bpe.example.org/class", ALL, OWN, "https://bpe.example.org/class"),
    ],
)
def test_the_address_for_phones(address: str, listens_on: str | None, own: str | None, shown: str) -> None:
    assert reachable(address, listens_on=listens_on, own=own) == shown
    here = own_address()
    assert here is None or not ipaddress.ip_address(here).is_loopback


def test_the_app_listens_on_the_network_only_where_it_is_told(monkeypatch, capsys):
    started: list[list[str]] = []
    monkeypatch.setattr(cli, "main", lambda said, **_: started.append(said))
    assert main(["app"]) == 0
    assert "--server.address=127.0.0.1" in started[-1]
    assert capsys.readouterr().err == ""
    assert main(["app", "--class"]) == 0
    assert "--server.address=0.0.0.0" in started[-1]
    assert "Everyone in your network" in capsys.readouterr().err
    with pytest.raises(SystemExit):
        main(["app", "--class", "--address", "192.0.2.1"])


@pytest.mark.parametrize(
    "address",
    [
        "http://192.168.1.5:8501/class/BREADS#0123456789abcdef01234567",
        f"https://bpe.example.org/{'sub/' * 40}class/BREADS#{'f' * 24}",
        f"https://bpe.example.org/class/BREADS/notes#{'0f' * 32}",  # the longest key: the teacher's own screen
    ],
)
def test_a_phone_reads_the_address_in_the_qr_code(address: str) -> None:
    path, side = qr_path(address)
    picture = np.full((side, side), 255, np.uint8)
    for x, y, width, back in re.findall(r"M(\d+) (\d+)h(\d+)v1h-(\d+)z", path):
        assert width == back
        picture[int(y), int(x) : int(x) + int(width)] = 0
    (read,) = zxingcpp.read_barcodes(picture.repeat(4, axis=0).repeat(4, axis=1))
    assert (read.text, str(read.format)) == (address, "QR Code")


def test_a_server_that_is_told_to_end_lets_the_streams_of_classes_go() -> None:
    done = run_checkout([sys.executable, "-c", TOLD_TO_END])
    assert done.stdout.decode().splitlines() == ["the server ends", "streams end", "True"], done.stderr
