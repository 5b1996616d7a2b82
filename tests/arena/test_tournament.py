"""Tournaments: every game counts once, however often it is stopped and whatever dies."""

from __future__ import annotations

import json
import os
import shlex
import signal
import sys
from contextlib import closing
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from kafelki.arena import simulation, tournament
from kafelki.arena.executors import MOST_ATTEMPTS, Executor, cores, in_processes, in_this_process
from kafelki.arena.schedule import Match, TournamentPlan
from kafelki.arena.simulation import play_match
from kafelki.arena.standings import summarize
from kafelki.arena.tournament import Archive, Results, run, seed_in
from kafelki.bots.protocol import Bot, Budget, Turn
from kafelki.bots.random_bot import RandomBot
from kafelki.play.game import Move
from kafelki.play.header import Header
from kafelki.play.record import parse_record, parse_text, read_texts
from kafelki.play.refusal import Refusal
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.waiting import wait_until_ended

Record = dict[str, Any]

PLAN = TournamentPlan(
    Header(WITHOUT_CHANCE, 2, options={"size": 5}), ("random",), 6, "cup", compiled=False
)


class First:
    """Plays the first legal move."""

    def choose(self, turn: Turn) -> Move:
        return turn.moves[0]


class Counting:
    """Searches as long as its nodes last, and lets the last one decide."""

    def choose(self, turn: Turn) -> Move:
        assert turn.budget.seconds is None
        assert turn.budget.nodes is not None
        for _ in range(turn.budget.nodes):
            number = turn.random.randrange(len(turn.moves))
        return turn.moves[number]


TOYS: dict[str, type[Bot]] = {"random": RandomBot, "first": First, "counting": Counting}


@pytest.fixture
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let tournaments in this process know the bots of these tests."""

    def named(name: str, game: str) -> Bot:
        return TOYS[name]()

    for module in (simulation, tournament):
        monkeypatch.setattr(module, "bot_named", named)


def games_in(path: Path) -> list[Record]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def indices(path: Path) -> list[int]:
    return sorted(record["arena"]["index"] for record in games_in(path))


def what_was_played(path: Path) -> list[Any]:
    """Return the events of every game, in the order of the schedule."""
    return [
        record["events"] for record in sorted(games_in(path), key=lambda r: r["arena"]["index"])
    ]


class Counted:
    """An executor that notes which games it was given."""

    def __init__(self) -> None:
        self.given: list[int] = []

    def __call__(self, play: Any, matches: Any) -> Any:
        for finished in in_this_process(play, matches):
            self.given.append(finished.match.index)
            yield finished


# Playing


def test_every_game_is_played_once_and_is_a_sound_record(tmp_path: Path) -> None:
    out = tmp_path / "cup.jsonl"
    results = run(PLAN, in_this_process, out)
    assert indices(out) == list(range(6))
    assert [outcome.match for outcome in results.played] == PLAN.matches()
    for text, outcome in zip(read_texts(out), results.played, strict=True):
        game = parse_record(parse_text(text)).verify()
        assert game.result is not None
        assert game.result.places == outcome.places
        assert tuple(map(tuple, game.scores)) == outcome.scores
        assert [seat["bot"] for seat in game.seats] == ["random", "random"]
        moves = [sum(e.seat == s for e in game.events if not e.is_chance) for s in range(2)]
        assert [each["moves"] for each in outcome.times] == moves


@pytest.mark.usefixtures("_toys")
@pytest.mark.parametrize(
    ("game", "players", "variant"),
    [
        (WITH_RACKS, 1, "standard"),
        (WITH_PAIRS, 4, "pairs"),
        (AT_ONCE, 3, "standard"),
        (WITHOUT_BOARD, 4, "standard"),
    ],
)
def test_every_kind_of_table_can_be_played(game: str, players: int, variant: str) -> None:
    plan = TournamentPlan(
        Header(game, players, variant), ("first", "random"), 1, "1", compiled=False
    )
    results = run(plan, in_this_process)
    assert len(results.played) == len(plan.matches())
    assert all(outcome.reason for outcome in results.played)
    assert not any(sum(outcome.fault_counts) for outcome in results.played)


@pytest.mark.usefixtures("_toys")
def test_both_sides_meet_the_same_draws(tmp_path: Path) -> None:
    plan = TournamentPlan(Header(AT_ONCE, 2), ("first", "random"), 4, "1", compiled=False)
    out = tmp_path / "cup.jsonl"
    run(plan, in_this_process, out)
    seeds = [(record["arena"]["deal"], record["seed"]) for record in games_in(out)]
    assert len(set(seeds)) == 2
    lineups = [[seat["bot"] for seat in record["seats"]] for record in games_in(out)]
    assert lineups == [["first", "random"], ["random", "first"]] * 2


@pytest.mark.parametrize(
    "executor", [partial(in_processes, 1), partial(in_processes, 3)], ids=["one", "three"]
)
def test_processes_play_the_same_games(tmp_path: Path, executor: Executor) -> None:
    run(PLAN, in_this_process, tmp_path / "one.jsonl")
    run(PLAN, executor, tmp_path / "many.jsonl")
    assert indices(tmp_path / "many.jsonl") == list(range(6))
    assert what_was_played(tmp_path / "many.jsonl") == what_was_played(tmp_path / "one.jsonl")


@pytest.mark.usefixtures("_toys")
def test_with_a_budget_of_nodes_everything_can_be_repeated(tmp_path: Path) -> None:
    plan = replace(PLAN, bots=("counting", "random"), budget=Budget(seconds=None, nodes=9))
    for name in ("one", "two"):
        run(plan, in_this_process, tmp_path / name)
    run(replace(plan, budget=Budget(seconds=None, nodes=10)), in_this_process, tmp_path / "other")
    assert what_was_played(tmp_path / "one") == what_was_played(tmp_path / "two")
    assert what_was_played(tmp_path / "one") != what_was_played(tmp_path / "other")


def test_an_unknown_bot_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    out = tmp_path / "cup.jsonl"
    with pytest.raises(Refusal, match="no bot 'nobody'"):
        run(replace(PLAN, bots=("random", "nobody")), in_this_process, out)
    assert not out.exists()


def test_progress_is_told_for_every_game(tmp_path: Path) -> None:
    told: list[str] = []
    for _ in range(2):
        run(PLAN, in_this_process, tmp_path / "cup.jsonl", told.append)
    assert told == ["random – random"] * 12


def test_a_core_is_found() -> None:
    assert cores() >= 1


# Going on


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The file of a tournament that was not stopped."""
    out = tmp_path_factory.mktemp("whole") / "cup.jsonl"
    run(PLAN, in_this_process, out)
    return out.read_bytes()


def cuts(whole: bytes) -> list[int]:
    """Return places to cut at: within lines, around their ends, at nothing and at everything."""
    ends = [k + 1 for k, byte in enumerate(whole) if byte == ord("\n")]
    around = {end + shift for end in ends for shift in (-2, -1, 0, 1, 2)}
    return sorted({0, 1, len(whole) // 2, *(cut for cut in around if cut <= len(whole))})


def test_a_tournament_cut_anywhere_goes_on_where_it_stopped(tmp_path: Path, whole: bytes) -> None:
    out = tmp_path / "cup.jsonl"
    for cut in cuts(whole):
        out.write_bytes(whole[:cut])
        executor = Counted()
        results = run(PLAN, executor, out)
        # A record whose line lacks nothing but its end is a record.
        finished = whole[: cut + 1].count(b"\n")
        assert executor.given == list(range(finished, 6)), cut
        assert indices(out) == list(range(6)), cut
        assert len(results.played) == 6
        assert read_texts(out)[:finished] == whole.decode().splitlines()[:finished]


def test_nothing_is_played_twice(tmp_path: Path, whole: bytes) -> None:
    out = tmp_path / "cup.jsonl"
    out.write_bytes(whole)
    executor = Counted()
    assert len(run(PLAN, executor, out).played) == 6
    assert executor.given == []
    assert out.read_bytes() == whole


def test_a_record_that_is_there_twice_counts_once(tmp_path: Path, whole: bytes) -> None:
    out = tmp_path / "cup.jsonl"
    out.write_bytes(whole + whole)
    assert len(run(PLAN, in_this_process, out).played) == 6


def test_an_executor_that_answers_twice_counts_once(tmp_path: Path) -> None:
    def stuttering(play: Any, matches: Any) -> Any:
        for finished in in_this_process(play, matches):
            yield finished
            yield finished

    out = tmp_path / "cup.jsonl"
    assert len(run(PLAN, stuttering, out).played) == 6
    assert indices(out) == list(range(6))


def test_more_games_go_on_after_fewer(tmp_path: Path, whole: bytes) -> None:
    out = tmp_path / "cup.jsonl"
    out.write_bytes(whole)
    executor = Counted()
    assert len(run(replace(PLAN, games=8), executor, out).played) == 8
    assert executor.given == [6, 7]
    assert len(run(replace(PLAN, games=3), executor, out).played) == 3


def test_stopped_by_hand_it_goes_on(tmp_path: Path) -> None:
    def stop(item: str, seen: list[str] = []) -> None:  # noqa: B006
        seen.append(item)
        if len(seen) == 3:
            raise KeyboardInterrupt

    out = tmp_path / "cup.jsonl"
    with pytest.raises(KeyboardInterrupt):
        run(PLAN, partial(in_processes, 2), out, stop)
    assert len(indices(out)) == 3
    run(PLAN, in_this_process, out)
    assert indices(out) == list(range(6))


@pytest.mark.parametrize(
    "other",
    [replace(PLAN, seed="other"), replace(PLAN, budget=Budget(seconds=2))],
    ids=["seed", "budget"],
)
def test_the_file_of_another_tournament_is_left_alone(
    tmp_path: Path, whole: bytes, other: TournamentPlan
) -> None:
    out = tmp_path / "cup.jsonl"
    out.write_bytes(whole)
    with pytest.raises(Refusal, match="another tournament"):
        run(other, in_this_process, out)
    assert out.read_bytes() == whole


@pytest.mark.parametrize("line", [b"not a record\n", b"{}\n", b'{"arena": 1}\n', b"\x00\x00\n"])
def test_a_broken_line_in_the_middle_is_not_swept_away(
    tmp_path: Path, whole: bytes, line: bytes
) -> None:
    out = tmp_path / "cup.jsonl"
    out.write_bytes(line + whole)
    with pytest.raises(Refusal, match="line 1 is no record"):
        run(PLAN, in_this_process, out)
    assert out.read_bytes() == line + whole


def test_two_tournaments_cannot_write_one_file(tmp_path: Path) -> None:
    out = tmp_path / "cup.jsonl"
    with closing(Archive(out, PLAN)), pytest.raises(Refusal, match="under way"):
        run(PLAN, in_this_process, out)
    assert len(run(PLAN, in_this_process, out).played) == 6


def test_the_seed_can_be_found_in_the_file(tmp_path: Path, whole: bytes) -> None:
    out = tmp_path / "cup.jsonl"
    assert seed_in(out) is None
    out.write_bytes(b"")
    assert seed_in(out) is None
    out.write_bytes(whole)
    assert seed_in(out) == "cup"


STUBBORN = """
import json, os, signal, sys, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
open(sys.argv[1], "a").write(f"{os.getpid()}\\n")
for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "turn":
        time.sleep(0.02)
        print(json.dumps({"id": said["id"], "move": said["moves"][0]}), flush=True)
    elif said["type"] == "hello":
        print(json.dumps({"name": "stubborn"}), flush=True)
time.sleep(600)
"""


def test_stopped_by_hand_nothing_goes_on_playing(tmp_path: Path) -> None:
    def stop(item: str) -> None:
        raise KeyboardInterrupt

    script, note = tmp_path / "stubborn.py", tmp_path / "pids"
    script.write_text(STUBBORN)
    bot = f"exec:{shlex.join([sys.executable, '-I', '-S', str(script), str(note)])}"
    with pytest.raises(KeyboardInterrupt):
        run(replace(PLAN, bots=(bot, "random")), partial(in_processes, 2), advance=stop)
    pids = [int(pid) for pid in note.read_text().split()]
    assert pids
    for pid in pids:
        wait_until_ended(pid)


# What goes wrong


def play_and_die(times: int, folder: Path, plan: TournamentPlan, match: Match) -> Record:
    """Play a match; in the middle of game 3 the process dies, so many times."""
    deaths = folder / f"deaths-{match.index}"
    died = len(deaths.read_text()) if deaths.exists() else 0
    if match.index == 3 and died < times:
        deaths.write_text("x" * (died + 1))
        os.kill(os.getpid(), signal.SIGKILL)
    return play_match(plan, match)


def test_a_process_that_dies_costs_nothing_but_time(tmp_path: Path) -> None:
    out = tmp_path / "cup.jsonl"
    play = partial(play_and_die, MOST_ATTEMPTS - 1, tmp_path)
    results = run(PLAN, partial(in_processes, 2), out, play=play)
    assert (tmp_path / "deaths-3").read_text() == "xx"
    assert indices(out) == list(range(6))
    assert results.lost == []


def test_a_game_whose_process_always_dies_is_given_up(tmp_path: Path) -> None:
    out = tmp_path / "cup.jsonl"
    results = run(PLAN, partial(in_processes, 2), out, play=partial(play_and_die, 99, tmp_path))
    assert indices(out) == [0, 1, 2, 4, 5]
    assert [(each.match.index, each.why) for each in results.lost] == [
        (3, "its process died 3 times")
    ]
    run(PLAN, in_this_process, out)  # the next time it is tried again
    assert indices(out) == list(range(6))


def failing(plan: TournamentPlan, match: Match) -> Record:
    if match.index == 2:
        raise MemoryError("no room")
    return play_match(plan, match)


@pytest.mark.parametrize(
    "executor", [in_this_process, partial(in_processes, 2)], ids=["here", "processes"]
)
def test_a_game_that_cannot_be_played_does_not_stop_the_others(executor: Executor) -> None:
    results: Results = run(PLAN, executor, play=failing)
    assert len(results.played) == 5
    assert [each.why for each in results.lost] == ["MemoryError: no room"]


ENDS_AT_ONCE = "print('not JSON')\n"
ENDS_IN_THE_MIDDLE = """
import json, sys
read = lambda: json.loads(sys.stdin.readline())
read(), print(json.dumps({"name": "dies young"}), flush=True)
question = read()
print(json.dumps({"id": question["id"], "move": question["view"]["legal"]["moves"][0]}), flush=True)
sys.stdin.readline()
sys.exit(3)
"""


@pytest.mark.parametrize("text", [ENDS_AT_ONCE, ENDS_IN_THE_MIDDLE])
def test_a_program_that_fails_has_lost_the_game_and_the_record_is_sound(
    tmp_path: Path, text: str
) -> None:
    script, out = tmp_path / "bad.py", tmp_path / "cup.jsonl"
    script.write_text(text)
    bad = f"exec:{shlex.join([sys.executable, '-I', '-S', str(script)])}"
    results = run(replace(PLAN, bots=("random", bad), games=2), partial(in_processes, 2), out)
    assert len(results.played) == 2
    for outcome in results.played:
        seat = outcome.match.lineup.index(bad)
        assert outcome.fault_counts[1 - seat] == 0
        assert outcome.fault_counts[seat] > 0
        assert (outcome.fault_counts[seat] == outcome.times[seat]["moves"]) == (
            text is ENDS_AT_ONCE
        )
        assert outcome.faults[0]["bot"] == bad
        assert "ended" in outcome.faults[0]["what"]
        assert len(outcome.faults) <= simulation.MOST_FAULTS_TOLD
    for record in read_texts(out):
        assert parse_record(parse_text(record)).verify().over
    summary = summarize(results)
    assert [each.bot for each in summary.standings] == ["random", bad]
    assert summary.standing(bad).share == 0
    assert summary.standing(bad).forfeits == 2
