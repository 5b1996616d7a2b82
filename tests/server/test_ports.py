"""A server whose port is taken says so, and by whom."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from kafelki.server.running import with_port
from kafelki.server.settings import Settings
from tests.server.running_server import serving


@pytest.fixture
def taken() -> Iterator[int]:
    """A port on which something listens and never answers."""
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        yield int(other.getsockname()[1])


def test_a_free_port_is_taken_as_it_is() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        port = int(other.getsockname()[1])
    settings = Settings(port=port)
    assert with_port(settings, choose=False) is settings


def test_who_asked_for_a_port_is_told_that_it_is_taken(taken: int) -> None:
    with pytest.raises(SystemExit, match=rf"127\.0\.0\.1:{taken}.*--port \d+"):
        with_port(Settings(port=taken), choose=False)


def test_who_only_wants_to_play_gets_another(
    taken: int, capsys: pytest.CaptureFixture[str]
) -> None:
    chosen = with_port(Settings(port=taken), choose=True).port
    assert taken < chosen <= taken + 20
    assert f"port {chosen}" in capsys.readouterr().out


def test_a_server_that_runs_already_is_shown(tmp_path: Path) -> None:
    with serving(Settings(data_folder=tmp_path)) as server:
        port = int(server.url.rpartition(":")[2])
        with pytest.raises(SystemExit, match=f"runs already: see http://127.0.0.1:{port}"):
            with_port(Settings(port=port), choose=True)
