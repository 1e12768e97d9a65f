"""What the pages need is imported before a server has visitors, whose threads would import it at the same time."""

import ast
import json
import subprocess
import sys
from itertools import chain
from pathlib import Path

ROOT = Path(__file__).parents[1]
LEFT = """
import json, sys
import app
before = set(sys.modules)
for line in sys.argv[1:]:
    exec(line)
print(json.dumps(sorted(set(sys.modules) - before)))
"""


def test_no_page_imports_anything_when_it_is_opened() -> None:
    pages = [ast.parse(path.read_text("utf-8")) for path in (ROOT / "app.py", *(ROOT / "pages").glob("*.py"))]
    nodes = chain.from_iterable(map(ast.walk, pages))
    lines = [ast.unparse(node) for node in nodes if isinstance(node, ast.Import | ast.ImportFrom)]
    assert len(lines) > 30
    found = subprocess.run(
        [sys.executable, "-c", LEFT, *lines], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert json.loads(found.stdout) == []
