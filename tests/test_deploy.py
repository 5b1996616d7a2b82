"""What operators deploy with: limits to memory, images by their digests, nothing else copied."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

ROOT = Path(__file__).parents[1]
DIGEST = "sha256:" + "0f" * 32


@pytest.fixture(scope="module")
def services() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((ROOT / "deploy" / "compose.yaml").read_text())
    return dict(found["services"])


def test_every_service_has_limits(services: dict[str, Any]) -> None:
    assert set(services) == {"server", "database", "redis", "proxy"}
    for service in services.values():
        assert re.fullmatch(r"\d+[mg]", service["mem_limit"])
        assert service["pids_limit"] > 0
        assert service["restart"] == "unless-stopped"
    assert "MemoryMax=" in (ROOT / "deploy" / "kafelki.service").read_text()


def pinned(folder: Path, answer: str) -> subprocess.CompletedProcess[str]:
    """Return what pin.sh does where Docker answers so."""
    shutil.copy(ROOT / "deploy" / "pin.sh", folder)
    docker = folder / "docker"
    docker.write_text(f"#!/bin/sh\n{answer}\n")
    docker.chmod(0o755)
    return subprocess.run(
        [folder / "pin.sh"],
        env=os.environ | {"PATH": f"{folder}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
    )


def test_images_are_named_by_their_digests(tmp_path: Path, services: dict[str, Any]) -> None:
    assert pinned(tmp_path, f"echo {DIGEST}").returncode == 0
    lines = (tmp_path / "images.env").read_text().splitlines()
    assert all(re.fullmatch(rf"[A-Z]+_IMAGE=[a-z0-9./:-]+@{DIGEST}", line) for line in lines)
    wanted = [each["image"] for name, each in services.items() if name != "server"]
    wanted.append(services["server"]["build"]["args"]["PYTHON_IMAGE"])
    needed = [re.fullmatch(r"\$\{([A-Z]+_IMAGE):\?.+\}", each) for each in wanted]
    assert {match[1] for match in needed if match} == {line.split("=")[0] for line in lines}
    assert all(needed)
    begun = re.findall(r"^FROM (\S+)", (ROOT / "deploy" / "Dockerfile").read_text(), re.MULTILINE)
    assert set(begun) == {"${PYTHON_IMAGE}"}


@pytest.mark.parametrize("answer", ["exit 1", "echo", "echo latest"])
def test_without_digests_nothing_is_written(tmp_path: Path, answer: str) -> None:
    assert pinned(tmp_path, answer).returncode != 0
    assert not (tmp_path / "images.env").exists()


def test_only_what_is_named_gets_into_an_image() -> None:
    lines = (ROOT / ".dockerignore").read_text().splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    named = {rule[1:] for rule in rules if rule.startswith("!")}
    assert all((ROOT / name).exists() for name in named)
    assert not named & {".git", ".venv", "deploy", "tests", "."}
