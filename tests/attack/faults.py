"""What befalls a server from below: kills, a full disk, Redis lost. Nothing is lost by it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from kafelki.server.settings import Settings
from tests.attack.tally import Tally
from tests.games.examples import WITHOUT_CHANCE
from tests.server.killing import Disturb, disturb_under_load, kill_under_load
from tests.server.players import member, new_command, sit_down
from tests.server.running_server import serving
from tests.server.services import both_if_installed
from tests.server.test_faults import full_disk, is_clear, next_move, sent


def kills(scale: int) -> Iterator[Tally]:
    """Kill a server while games go on."""
    tally = Tally(f"{scale} kills: moves acknowledged and kept")
    with TemporaryDirectory(prefix="kafelki-attack-") as folder:
        settings = Settings(data_folder=Path(folder), rate_limits=0)
        _hold(tally, lambda: kill_under_load(settings, scale, Random())["moves"])
    yield tally


def _hold(tally: Tally, attack: Callable[[], int]) -> None:
    """Count what an attack says was held, or what it found lost."""
    try:
        tally.held += attack()
    except AssertionError as lost:
        tally.lost.append(str(lost)[:100] or "lost")


def disk(scale: int) -> Iterator[Tally]:
    """Fill the disk, and make room again."""
    told, kept = Tally("commands on a full disk: told so"), Tally("and kept once there is room")
    with TemporaryDirectory(prefix="kafelki-attack-") as folder:
        settings = Settings(data_folder=Path(folder), rate_limits=0, bot_workers=1)
        with serving(settings) as server:
            for _ in range(scale):
                people = [member(server, name) for name in ("Ania", "Kasia")]
                table = sit_down(people, WITHOUT_CHANCE, settings={"chat": "members"})
                said = 0
                with full_disk(server):
                    for text in ("long words " * 20, "."):
                        while sent(people[0], table, new_command("chat", text=text)).is_success:
                            said += 1
                    commands = [new_command("chat", text="again") for _ in range(10)]
                    commands.append(next_move(people[0], table))
                    for command in commands:
                        answer = sent(people[0], table, command)
                        told.note(is_clear(answer), f"answered {answer.status_code}")
                for command in commands:
                    answer = sent(people[0], table, command)
                    kept.note(answer.is_success, f"answered {answer.status_code}")
                server.drop_caches()
                shown = people[0].look(table)
                chats = sum(entry["kind"] == "chat" for entry in shown["entries"])
                kept.note(chats == said + 10, f"{chats} of {said + 10} words are there")
    yield told
    yield kept


def redis(scale: int) -> Iterator[Tally]:
    """Stop Redis and start it again while games go on at two processes."""
    tally = Tally(f"Redis lost {scale} times: moves acknowledged and kept")
    with ExitStack() as stack:
        both = both_if_installed(stack)
        if both is None:
            return
        postgresql, service = both
        postgresql.execute("create database attacked")
        settings = Settings(
            database_url=postgresql.url("attacked"),
            redis_url=service.url,
            data_folder=Path(stack.enter_context(TemporaryDirectory(prefix="kafelki-attack-"))),
            rate_limits=0,
        )
        ways: list[Disturb] = [lambda _: service.stop(), lambda _: service.start()]
        _hold(tally, lambda: disturb_under_load(settings, ways * scale, 2)["moves"])
    yield tally
