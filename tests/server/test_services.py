"""A test that did not run is named with its reason, and is an error where it should have run."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.server import conftest, programs

ROOT = Path(__file__).parents[2]


@pytest.fixture
def without_services(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "program", lambda name: None)
    monkeypatch.delenv("CI", raising=False)


@pytest.mark.usefixtures("without_services")
def test_on_a_users_machine_the_test_does_not_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "can_install", lambda: False)
    with pytest.raises(pytest.skip.Exception, match="postgres and initdb not installed"):
        conftest.have("postgres", "initdb")
    assert programs.main() == 0


@pytest.mark.usefixtures("without_services")
def test_on_a_machine_that_tests_it_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "can_install", lambda: False)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="redis-server not installed"):
        conftest.have("redis-server")
    assert programs.main() == 1


@pytest.mark.usefixtures("without_services")
def test_where_packages_can_be_installed_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    installed: list[list[str]] = []
    monkeypatch.setattr(programs, "can_install", lambda: True)
    monkeypatch.setattr(subprocess, "run", lambda command, **more: installed.append(command))
    assert programs.main() == 1  # they are still not there
    browsers = ["chromium", "firefox-esr", "webkit2gtk-driver", "xvfb"]
    assert installed[1][-6:] == ["postgresql", "redis-server", *browsers]
    assert installed[2][-1] == "chromium-headless-shell"


@pytest.mark.parametrize("processes", ["0", "2"])
def test_the_end_of_a_run_names_what_did_not_run(tmp_path: Path, processes: str) -> None:
    file = tmp_path / "test_something.py"
    file.write_text(
        "import pytest\n\n"
        "def test_this():\n    pass\n\n"
        "def test_that():\n    pytest.skip('no such service')\n"
    )
    arguments = [
        "-p",
        "xdist.plugin",
        "-p",
        "tests.conftest",
        "-n",
        processes,
        "-c",
        "/dev/null",
        "-q",
        str(file),
    ]
    result = subprocess.run(
        [sys.executable, "-m", "pytest", "--rootdir", str(tmp_path), *arguments],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        check=True,
    )
    _, _, summary = result.stdout.partition("tests that did not run")
    assert "no such service (1 tests):" in summary
    assert "test_something.py::test_that" in summary
    assert "test_this" not in summary
