"""A class that phones can reach: which address they are given, and how the app is started for it."""

import ipaddress

import pytest

from explorer_ui.classroom.network import own_address, reachable
from explorer_ui.command_line import main
from explorer_ui.command_line.app import cli

OWN = "192.168.1.5"
ALL = "0.0.0.0"  # noqa: S104 - nothing listens here


@pytest.mark.parametrize(
    ("address", "listens_on", "own", "shown"),
    [
        ("http://127.0.0.1:8501/class", ALL, OWN, "http://192.168.1.5:8501/class"),
        ("http://localhost/bpe/class", None, OWN, "http://192.168.1.5/bpe/class"),
        ("http://[::1]:8501/class", "::", OWN, "http://192.168.1.5:8501/class"),
        # A server that answers only this computer, no network, or a name that visitors use: nothing to change.
        ("http://127.0.0.1:8501/class", "127.0.0.1", OWN, "http://127.0.0.1:8501/class"),
        ("http://127.0.0.1:8501/class", ALL, None, "http://127.0.0.1:8501/class"),
        ("https://bpe.example.org/class", ALL, OWN, "https://bpe.example.org/class"),
    ],
)
def test_the_address_for_phones(address: str, listens_on: str | None, own: str | None, shown: str) -> None:
    assert reachable(address, listens_on=listens_on, own=own) == shown


def test_this_computer_has_an_address_or_none() -> None:
    own = own_address()
    assert own is None or not ipaddress.ip_address(own).is_loopback


def test_the_app_listens_on_the_network_only_where_it_is_told(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
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
