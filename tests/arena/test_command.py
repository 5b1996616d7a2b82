"""The command `kafelki arena`, and the ladder that it writes into the docs."""

from __future__ import annotations

import json
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from typer.testing import CliRunner

from kafelki.arena import ladder as ladder_module
from kafelki.arena.ladder import BEGIN, END, Conditions, ladder, write_between_markers
from kafelki.bots import registry
from kafelki.bots.levels import Level
from kafelki.bots.protocol import Budget
from kafelki.bots.random_bot import RandomBot
from kafelki.cli import app, tournaments
from kafelki.play.refusal import Refusal
from kafelki.rules.registry import GAMES
from kafelki.rules.texts import Text
from tests.games.examples import AT_ONCE, WITHOUT_CHANCE
from tests.waiting import is_running, wait_until

QUICK = ["--option", "size=5", "--interpreted", "--jobs", "1"]


def arena(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["arena", *arguments])
    assert result.exit_code == 0, result.output
    return result.stdout


def refusal(*arguments: str) -> str:
    result = CliRunner().invoke(app, ["arena", *arguments])
    assert result.exit_code == 2
    return result.stderr


def test_a_tournament_is_played_and_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    bars: list[tuple[str, int]] = []

    @contextmanager
    def progress(what: str, total: int) -> Iterator[Callable[[str], None]]:
        bars.append((what, total))
        yield lambda item: None

    monkeypatch.setattr(tournaments, "progress", progress)
    text = arena(WITHOUT_CHANCE, "random", *QUICK, "--games", "4", "--seed", "1")
    assert text.startswith(
        f"{WITHOUT_CHANCE}, 2 players, size 5: 4 games on 4 deals, at most 1 s a move, seed 1"
    )
    assert bars == [("playing", 4)]


def test_on_several_processes_as_json() -> None:
    answer = json.loads(arena(WITHOUT_CHANCE, "random", *QUICK[:-1], "2", "--games", "4", "--json"))
    assert answer["games"] == 4
    assert answer["options"] == {"size": 5}


def test_a_program_that_exits_at_once_has_lost_every_game_and_a_warning_says_so() -> None:
    command = [WITHOUT_CHANCE, "random", "exec:false", *QUICK, "--games", "2"]
    result = CliRunner().invoke(app, ["arena", *command])
    assert result.exit_code == 0
    said = "exec:false failed in 2 of 2 games, lost for it"
    assert said in result.stdout
    assert result.stderr.splitlines()[-1] == f"kafelki: warning: {said}"
    assert "2–0–0 100.0 %" in result.stdout.split("random", 2)[2]


BOTS_OF_MY_OWN = """
import sys

class First:
    def choose(self, turn):
        return turn.moves[0]

class Careless:
    def choose(self, turn):
        return turn.moves[len(turn.moves)]
"""

PROGRAM_FOR_MANY = """
import json, os, sys
with open(sys.argv[1], "a") as note:
    note.write(f"{os.getpid()} ")
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        print(json.dumps({"name": "many", "kafelki": 2, "many": True}), flush=True)
    elif message["type"] == "turn":
        move = message["view"]["legal"]["moves"][-1]
        print(json.dumps({"id": message["id"], "move": move}), flush=True)
"""


def test_classes_and_programs_that_serve_many_play_on_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kafelki_arena_bots.py").write_text(BOTS_OF_MY_OWN)
    (tmp_path / "many.py").write_text(PROGRAM_FOR_MANY)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    own, program = "py:kafelki_arena_bots:First", f"exec:{sys.executable} -I -S many.py note"
    answer = json.loads(
        arena(WITHOUT_CHANCE, own, program, *QUICK[:-1], "2", "--games", "12", "--json")
    )
    assert answer["games"] == 12
    assert [each["faults"] for each in answer["standings"]] == [0, 0]
    started = [int(number) for number in (tmp_path / "note").read_text().split()]
    assert 1 <= len(started) <= 2  # one for each process that played, not one a game
    for pid in started:
        wait_until(lambda pid=pid: not is_running(pid), "the program ended")  # type: ignore[misc]


def test_what_a_program_says_is_shown_if_wanted_and_when_it_fails() -> None:
    failing = f"exec:{sys.executable} -I -S -c 'raise ValueError(\"my mistake\")'"
    command = [WITHOUT_CHANCE, "random", failing, *QUICK, "--games", "2"]
    quiet = CliRunner().invoke(app, ["arena", *command])
    assert "    | ValueError: my mistake" in quiet.stdout
    assert "my mistake" not in quiet.stderr.replace(failing, "")
    said = loud(*command)
    assert f"{Path(sys.executable).name}: ValueError: my mistake" in said.splitlines()


def loud(*arguments: str) -> str:
    """Return what an arena that tells everything says on standard error."""
    family = logging.getLogger("kafelki.bots")
    try:
        return CliRunner().invoke(app, ["arena", *arguments, "--verbose"]).stderr
    finally:
        family.handlers.clear()
        family.setLevel(logging.NOTSET)


def test_where_a_class_fails_is_shown_if_wanted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "kafelki_arena_careless.py").write_text(BOTS_OF_MY_OWN)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    own = "py:kafelki_arena_careless:Careless"
    command = [WITHOUT_CHANCE, "random", own, *QUICK, "--games", "2"]
    assert "in choose" not in arena(*command)
    said = loud(*command)
    assert f"{own} failed at event 0:\n" in said
    assert "in choose\n    return turn.moves[len(turn.moves)]\n" in said


def test_the_same_command_goes_on_with_the_same_seed(tmp_path: Path) -> None:
    out = tmp_path / "cup.jsonl"
    command = [WITHOUT_CHANCE, "random", *QUICK, "--out", str(out), "--json"]
    first = json.loads(arena(*command, "--games", "2"))
    second = json.loads(arena(*command, "--games", "5"))
    assert second["seed"] == first["seed"]
    assert len(out.read_text().splitlines()) == 5


def test_budgets() -> None:
    def budget(*arguments: str) -> object:
        answer = json.loads(
            arena(WITHOUT_CHANCE, "random", *QUICK, "--games", "1", "--json", *arguments)
        )
        return answer["budget"]

    assert budget() == {"seconds": 1.0, "nodes": None}
    assert budget("--nodes", "5") == {"seconds": None, "nodes": 5}
    assert budget("--nodes", "5", "--seconds", "0.5") == {"seconds": 0.5, "nodes": 5}


def test_solitaire_as_markdown() -> None:
    text = arena(AT_ONCE, "random", "--players", "1", "--interpreted", "--jobs", "1", "--markdown")
    assert f"{AT_ONCE}, 1 player: 100 games on 100 deals" in text
    assert "| random | +0 |" in text


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ([], "say which game"),
        ([WITHOUT_CHANCE], "at least one bot"),
        ([WITHOUT_CHANCE, "nobody"], "no bot 'nobody'"),
        ([WITHOUT_CHANCE, "random", "random"], "twice"),
        ([WITHOUT_CHANCE, "random", "--players", "3"], "for 2 players"),
        ([WITHOUT_CHANCE, "random", "--variant", "odd"], "no variant 'odd'"),
        ([WITHOUT_CHANCE, "random", "--option", "size"], "NAME=VALUE"),
        ([WITHOUT_CHANCE, "random", "--option", "size=4"], "cannot be '4'"),
        ([WITHOUT_CHANCE, "random", "--option", "colour=4"], "no option 'colour'"),
        ([WITHOUT_CHANCE, "exec:/no/such/program"], "no program"),
        ([WITHOUT_CHANCE, "random", "--ladder"], "--ladder chooses"),
        ([WITHOUT_CHANCE, "random", "--search-games", "5"], "for --ladder"),
        ([WITHOUT_CHANCE, "random", "--docs", "bots.md"], "for --ladder"),
        ([WITHOUT_CHANCE, "expert@-3"], "number of nodes or of seconds above 0"),
        ([WITHOUT_CHANCE, "greedy@100"], "thinks no longer"),
    ],
)
def test_misuse_is_one_sentence(arguments: list[str], why: str) -> None:
    assert why in refusal(*arguments, "--interpreted", "--jobs", "1")


# The ladder


@pytest.mark.parametrize("game", GAMES)
def test_a_ladder_has_every_step_that_the_bots_allow(game: str) -> None:
    plans = ladder(game, Conditions(2, "1", Budget()))
    assert all(plan.bots for plan in plans)
    against = [plan.bots for plan in plans if plan.header.players > 1]
    assert all(len(bots) == 2 for bots in against)
    assert ("greedy", "random") in against
    assert ("expert", "expert@0.25s") in against


@pytest.mark.parametrize("game", GAMES)
def test_fewer_games_are_played_where_a_bot_searches(game: str) -> None:
    plans = ladder(game, Conditions(400, "1", Budget(), search_games=120))
    games = {plan.bots: plan.games for plan in plans}
    assert games["level-2", "level-1"] == games["level-4", "level-3"] == 400
    assert games["greedy", "random"] == 400
    assert games["expert", "greedy"] == games["level-5", "level-4"] == 120
    alone = [games[(bot,)] for bot in ("expert", "greedy", "random") if (bot,) in games]
    assert alone in ([], [120, 400, 400])


def test_the_budget_of_a_bot_with_less_to_think() -> None:
    assert Conditions(1, "1", Budget(1.0)).less == "0.25s"
    assert Conditions(1, "1", Budget(0.00001)).less == "0.000003s"
    assert Conditions(1, "1", Budget(None, 1000)).less == "250"
    assert Conditions(1, "1", Budget(None, 2)).less == "1"


def test_conditions_can_be_told_to_the_command_again() -> None:
    told = ["--games", "40", "--seconds", "0.25", "--seed", "7"]
    assert Conditions(40, "7", Budget(0.25)).options == told
    conditions = Conditions(400, "a b", Budget(None, 50), search_games=120)
    told = ["--games", "400", "--search-games", "120", "--nodes", "50", "--seed", "a b"]
    assert conditions.options == told


@pytest.fixture
def _toys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every game have three levels and the plain bots, all of which play at random."""
    levels = tuple(Level(k, Text("", ""), Text("", ""), RandomBot) for k in (1, 2, 3))
    names = ["random", "greedy", "expert", *(level.id for level in levels)]
    for module in (registry, ladder_module):
        monkeypatch.setattr(module, "levels_of", lambda game: levels)
        monkeypatch.setattr(module, "bots_of", lambda game: dict.fromkeys(names, RandomBot))


@pytest.mark.usefixtures("_toys")
def test_the_ladder_is_written_between_the_markers(tmp_path: Path) -> None:
    docs, games = tmp_path / "bots.md", tmp_path / "games"
    docs.write_text(f"before\n{BEGIN}\nold\n{END}\nafter\n")
    command = [AT_ONCE, "--ladder", "--games", "2", "--interpreted", "--jobs", "1"]
    command += ["--search-games", "1"]
    arena(*command, "--docs", str(docs), "--out", str(games))
    text = docs.read_text()
    assert text.startswith(f"before\n{BEGIN}\n\nMeasured on ")
    assert text.endswith(f"\n\n{END}\nafter\n")
    assert "old" not in text
    rows = [[cell.strip() for cell in row.split("|")[1:-1]] for row in text.splitlines()]
    assert [tuple(row[:4]) for row in rows if len(row) > 8 and row[3].isdigit()] == [
        ("level-2", "level-1", "2", "2"),
        ("level-3", "level-2", "2", "2"),
        ("expert", "greedy", "2", "2"),
        ("greedy", "random", "2", "2"),
        ("greedy", "random", "3", "6"),
        ("greedy", "random", "4", "12"),
    ]
    told = "--ladder --games 2 --search-games 1 --seconds 1 --seed 1"
    assert f"`kafelki arena {AT_ONCE} {told}`" in text
    head, _, *alone = [row for row in rows if "alone" in row or row[1:2] == ["2"] or "---" in row][
        -5:
    ]
    assert head[:4] == ["alone", "games", "points", "±"]
    assert [row[0] for row in alone] == ["expert", "greedy", "random"]
    for row in alone:
        worst, fifth, median, ninety_fifth, best = map(float, row[4:9])
        assert worst <= fifth <= median <= ninety_fifth <= best
        assert worst <= float(row[2]) <= best
    assert len(list(games.iterdir())) == 9
    # Nothing is played again, and the tables are the same.
    again = arena(*command, "--out", str(games))
    assert again.splitlines()[2:] == text.split(BEGIN)[1].split(END)[0].strip().splitlines()[2:]


@pytest.mark.parametrize("text", ["", BEGIN, f"{END} {BEGIN}"])
def test_a_file_without_markers_is_refused_before_anything_is_played(
    tmp_path: Path, text: str
) -> None:
    docs = tmp_path / "bots.md"
    docs.write_text(text)
    assert "has no" in refusal("--ladder", "--docs", str(docs), "--jobs", "1")
    with pytest.raises(Refusal):
        write_between_markers(docs, "tables")
    assert docs.read_text() == text
