"""Two processes behind nginx, with the configuration of the repository: one is killed in the middle of a lesson."""

import os
import shutil
import signal
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from class_lesson import LAPTOP, PHONE, join, open_class, see_step, visitor
from driver import ROOT, Server, free_port, open_page, serve, text_box, wait_for_run, wait_until_healthy
from playwright.sync_api import Page, expect
from profiles import Profiles

from explorer_ui.visit.links import text_to_query

NGINX = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
TEXT = "hug pug pun bun hugs"


@contextmanager
def in_front_of(servers: list[Server], folder: Path) -> Iterator[Server]:
    """Nginx in front of the servers; each answer says which server it is from."""
    port = free_port()
    places = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    written = (ROOT / "deploy" / "nginx.conf").read_text("utf-8")
    for before, after in {
        "server process:8501;": "".join(f"server {one.url.removeprefix('http://')};" for one in servers),
        "listen 80;": f"listen 127.0.0.1:{port}; add_header X-Process $upstream_addr;",
        "http {": "http {" + "".join(f"{place}_temp_path {folder};" for place in places),
    }.items():
        written = written.replace(before, after)
    (folder / "nginx.conf").write_text(written, "utf-8")
    log = folder / "log"
    command = [str(NGINX), "-c", folder / "nginx.conf"]
    command += ["-g", f"daemon off; pid {folder}/pid; error_log stderr;"]
    with log.open("wb") as output:
        process = subprocess.Popen(command, stdout=output, stderr=subprocess.STDOUT)
    try:
        server = Server(f"http://127.0.0.1:{port}", process.pid, log)
        wait_until_healthy(server, process)
        yield server
    finally:
        process.terminate()
        process.wait()


def process_of(page: Page, address: str, visitor: str) -> str:
    """The process that answers a visitor with this cookie."""
    answer = page.request.get(address, headers={"Cookie": f"bpe_visitor={visitor}"})
    return answer.headers["x-process"]


@pytest.mark.skipif(NGINX is None, reason="nginx is not installed: apt-get install nginx-light")
def test_a_process_is_killed_in_the_middle_of_a_lesson(profiles: Profiles, tmp_path: Path) -> None:
    errors: list[str] = []
    with (
        serve() as one,
        serve() as two,
        in_front_of([one, two], tmp_path) as front,
        visitor(profiles, errors, **LAPTOP) as teacher,
        visitor(profiles, errors, **PHONE) as student,
    ):
        # Cookies spread the visitors over the processes, and each visitor stays with one process.
        found = {name: process_of(teacher, front.url, name) for name in map(str, range(20))}
        assert len(set(found.values())) == 2
        assert found == {name: process_of(teacher, front.url, name) for name in found}
        open_page(teacher, front, "Train")
        code = open_class(teacher)
        # The teacher's session is in the process of the class, to which the student's address leads too.
        of_class = process_of(student, f"{front.url}/class/{code}", "")
        name = next(name for name, process in found.items() if process == of_class)
        teacher.context.add_cookies([{"name": "bpe_visitor", "value": name, "url": front.url}])
        open_page(teacher, front, "Train", text=text_to_query(TEXT))
        join(student, front, code)
        for step in (1, 2):
            teacher.keyboard.press("ArrowRight")
            see_step(student, step)
        wait_for_run(teacher)
        killed = next(server for server in (one, two) if server.url.endswith(of_class))
        os.kill(killed.pid, signal.SIGKILL)
        wait_for_run(teacher)
        expect(teacher.locator(".bpe-player")).to_have_attribute("data-painted", "2")
        assert process_of(teacher, front.url, name) != of_class
        teacher.keyboard.press("ArrowRight")
        see_step(student, 3)
        expect(text_box(teacher)).to_have_value(TEXT)
        expect(teacher.locator(".class-name .code")).to_have_text(code)
