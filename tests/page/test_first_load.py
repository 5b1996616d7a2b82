"""What a browser fetches before the first tile of a table can be picked: little, in few files."""

from __future__ import annotations

import re

import pytest

from kafelki.server.web.page import FOLDER, LANGUAGES, Page

MOST = 75_000
"""Bytes of script, compressed."""
AT_ONCE = 6
"""Files that a browser fetches from one place at a time."""
MOST_WAITING = 4_000
"""Bytes that wait for other files: so few are there before the largest all the same."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_table_needs_little_script_in_few_files(language: str) -> None:
    page = Page(FOLDER)
    files = page.files()
    index = page.index("TablePage", language).content.decode()
    names = re.findall(r'(?:href|src)="/(assets/[^"]+\.(?:js|css))"', index)
    sizes = {name: len(files[name].packed["br"]) for name in names}
    assert sum(size for name, size in sizes.items() if name.endswith(".js")) < MOST
    assert sum([*sizes.values()][AT_ONCE:]) < MOST_WAITING
    assert len(sizes) <= AT_ONCE + 2
    assert not [name for name in names if "HomePage" in name or "home." in name]
