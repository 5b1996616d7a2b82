"""The stages of `make test` do not hide each other."""

from __future__ import annotations

from contextlib import chdir
from pathlib import Path

import pytest

from tests import stages


@pytest.fixture
def make(tmp_path: Path) -> str:
    """A make whose stages say their name, of which those called `bad-…` fail."""
    program = tmp_path / "make"
    program.write_text('#!/bin/sh\necho "this is $2"\ncase $2 in bad-*) exit 2;; esac\n')
    program.chmod(0o755)
    return str(program)


def test_all_stages_run_and_those_that_failed_are_named(
    make: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert stages.main(make, "bad-lint+types,bad-page", "rules", "bad-rest", "last") == 1
    printed = capfd.readouterr().out
    names = ("bad-lint", "types", "bad-page", "rules", "bad-rest", "last")
    assert [name for name in names if f"this is {name}\n" in printed] == list(names)
    summary = printed.partition("==> all stages\n")[2].splitlines()
    assert [line.split()[:2] for line in summary[:6]] == [
        ["FAILED", "bad-lint"],
        ["passed", "types"],
        ["FAILED", "bad-page"],
        ["passed", "rules"],
        ["FAILED", "bad-rest"],
        ["passed", "last"],
    ]
    assert summary[6].startswith("FAILED: bad-lint, bad-page, bad-rest")


def test_a_run_in_which_everything_passes_succeeds(
    make: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert stages.main(make, "lint,types", "rules") == 0
    assert "FAILED" not in capfd.readouterr().out


def test_what_ran_in_an_earlier_group_is_not_made_again(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    said = ("built", "rules", "rest")
    (tmp_path / "Makefile").write_text(
        ".PHONY: built rules rest\n"
        "built:\n\t@echo built\n"
        "rules: built\n\t@echo rules\n"
        "rest: built\n\t@echo rest\n"
    )
    with chdir(tmp_path):
        assert stages.main("make", "built", "rules", "rest") == 0
        assert stages.main("make", "rules") == 0
    printed = [line for line in capfd.readouterr().out.splitlines() if line in said]
    assert printed == [*said, "built", "rules"]
