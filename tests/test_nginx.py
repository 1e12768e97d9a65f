"""The nginx configurations of the repository and of the documentation, run by nginx where it is installed."""

import re
import shutil
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from textwrap import dedent

import pytest

from tests.browser.driver import free_port

ROOT = Path(__file__).parents[1]
NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
TYPED = "typed-by-somebody"
FOLDERS = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")

pytestmark = pytest.mark.skipif(NGINX is None, reason="nginx is not installed: apt-get install nginx-light")


def blocks(page: str) -> list[str]:
    """The indented blocks of a page that configure nginx; blank lines and a list around them do not matter."""
    found = re.findall(r"(?:^(?: {4}.*|[ ]*)\n)+", page, re.MULTILINE)
    return [dedent(block) for block in found if re.search("proxy_pass|large_client_header_buffers", block)]


def configurations() -> Iterator[tuple[str, str]]:
    """Every configuration by its place: nginx.conf, and what the documentation says to put within `http`."""
    yield "nginx.conf", (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    for path in sorted([ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]):
        for number, block in enumerate(blocks(path.read_text("utf-8"))):
            within = block if "server {" in block else f"server {{\nlisten 80;\n{block}\n}}"
            yield f"{path.name} {number}", f"events {{}}\nhttp {{\n{within}\n}}\n"


CONFIGURATIONS = dict(configurations())
assert any(name.startswith("deploying.md") for name in CONFIGURATIONS)


class Answers(BaseHTTPRequestHandler):
    """An app that answers with what it was asked."""

    def do_GET(self) -> None:
        body = f"{self.path}\n{self.headers}".encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


@contextmanager
def app() -> Iterator[int]:
    """An app on a port of its own."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Answers) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield server.server_port
        server.shutdown()
        thread.join()


def written(configuration: str, folder: Path, *, port: int, app_port: int) -> Path:
    """Write a configuration for this machine: only ports, and folders that a user may write to, are changed."""
    for old, new in (
        (r"listen 80;", f"listen 127.0.0.1:{port};"),
        (r"127\.0\.0\.1:8501|process:8501", f"127.0.0.1:{app_port}"),
        (r"/var/log/nginx/|/dev/(?=std)", f"{folder}/"),
        (r"http \{", "http {" + "".join(f"{name}_temp_path {folder}/{name};" for name in FOLDERS)),
    ):
        configuration = re.sub(old, new, configuration)
    path = folder / "nginx.conf"
    path.write_text(configuration, "utf-8")
    return path


@contextmanager
def nginx(configuration: Path) -> Iterator[None]:
    """Run nginx with a configuration, after it has checked it."""
    where = ["-p", configuration.parent, "-c", configuration]
    command = [str(NGINX), *where, "-g", "daemon off; pid nginx.pid;"]
    checked = subprocess.run([*command, "-t"], capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stderr
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        try:
            yield
        finally:
            process.terminate()


def ask(port: int, path: str, headers: dict[str, str]) -> tuple[str, str]:
    """Return the answer to a request, once nginx listens, and its cookie."""
    deadline = time.monotonic() + 60
    while True:
        with closing(HTTPConnection("127.0.0.1", port, timeout=180)) as client:
            try:
                client.request("GET", path, headers=headers)
            except ConnectionRefusedError:
                assert time.monotonic() < deadline
                time.sleep(0.01)
                continue
            answer = client.getresponse()
            return answer.read().decode(), answer.getheader("Set-Cookie", "")


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_nginx_tells_the_app_who_asks_and_its_logs_no_text(name: str, tmp_path: Path) -> None:
    tmp_path.chmod(0o777)  # started by root, nginx writes as nobody
    port = free_port()
    with app() as app_port, nginx(written(CONFIGURATIONS[name], tmp_path, port=port, app_port=app_port)):
        long = f"/train?text={TYPED}{'x' * 7_000}"
        body, cookie = ask(port, long, {"X-Forwarded-For": "6.6.6.6"})
        asked, *lines = body.splitlines()
        assert asked == long
        assert f"Host: 127.0.0.1:{port}" in lines
        assert "X-Forwarded-For: 127.0.0.1" in lines
        assert "X-Forwarded-Proto: http" in lines
        assert "Secure" not in cookie
        upgraded = ask(port, "/_stcore/stream", {"Upgrade": "websocket", "Connection": "upgrade"})[0]
        assert {"Upgrade: websocket", "Connection: upgrade"} <= set(upgraded.splitlines())
        secure = ask(port, "/", {"X-Forwarded-Proto": "https"})[1]
        assert not secure or secure.endswith("; Secure")
        # What goes wrong with a request is an error, which nginx logs with the request.
        ask(port, f"/?text={TYPED}{'x' * 20_000}", {})
    with nginx(written(CONFIGURATIONS[name], tmp_path, port=port, app_port=free_port())):
        assert "502" in ask(port, f"/?text={TYPED}", {})[0]
    files = (path for path in tmp_path.iterdir() if path.is_file() and path.suffix != ".conf")
    logs = {path.name: path.read_text("utf-8") for path in files}
    assert any('"GET /train" 200' in log for log in logs.values())
    assert not [name for name, log in logs.items() if TYPED in log]
