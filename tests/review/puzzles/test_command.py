"""`kafelki puzzles`: what it writes, counts, shows and refuses."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from kafelki.cli import app
from kafelki.play.record import dump, record_of
from kafelki.review import puzzles as shipped
from kafelki.review.puzzles import Puzzle, checking, mining, read_puzzles
from kafelki.review.puzzles.mining import Source
from kafelki.review.puzzles.model import dump_puzzle
from tests.games.examples import AT_ONCE, WITHOUT_CHANCE
from tests.made_puzzles import WHY, made
from tests.review.played import played, small


def run(*arguments: object, code: int = 0) -> Result:
    result = CliRunner().invoke(app, ["puzzles", *map(str, arguments)])
    assert result.exit_code == code, result.output
    return result


def file_of(path: Path, *puzzles: Puzzle) -> Path:
    path.write_text("".join(f"{dump_puzzle(each)}\n" for each in puzzles), "utf-8")
    return path


@pytest.fixture
def sources(monkeypatch: pytest.MonkeyPatch) -> list[Source]:
    """Return the games that were looked through; in each there is one puzzle, the same in all."""
    asked: list[Source] = []

    def found(source: Source) -> list[Puzzle]:
        asked.append(source)
        return [made(AT_ONCE, seed=1 + source.number // 2)]

    monkeypatch.setattr(mining, "puzzles_from", found)
    return asked


def test_what_is_found_is_added_to_a_file_once(tmp_path: Path, sources: list[Source]) -> None:
    out = tmp_path / "found.jsonl"
    told = run("make", AT_ONCE, "--games", 3, "--seed", "s", "--out", out).stderr
    assert "2 puzzles in 3 games of the seed s" in told  # the first two games have the same
    assert [puzzle.id for puzzle in read_puzzles(out)] == [
        made(AT_ONCE, seed=1).id,
        made(AT_ONCE, seed=2).id,
    ]
    again = run("make", AT_ONCE, "--games", 1, "--first", 3, "--seed", "s", "--out", out).stderr
    assert "0 puzzles in 1 games" in again
    assert [(each.seed, each.number) for each in sources] == [("s", k) for k in range(4)]
    assert dump_puzzle(made(AT_ONCE)) == run("make", AT_ONCE, "--games", 1).stdout.strip()


def test_games_of_people_are_looked_through_too(tmp_path: Path, sources: list[Source]) -> None:
    theirs = played(small(WITHOUT_CHANCE, size=5))
    file = tmp_path / "given.jsonl"
    file.write_text(f"{dump(record_of(theirs))}\n", "utf-8")
    run("make", WITHOUT_CHANCE, "--from", file)
    assert [each.record for each in sources] == [record_of(theirs)]
    run("make", AT_ONCE, "--from", file)
    assert len(sources) == 1  # it is another game's


def test_a_puzzle_that_does_not_hold_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, two = made(AT_ONCE), made(AT_ONCE, seed=2)
    file = file_of(tmp_path / "some.jsonl", one, two)
    asked = []

    def fault_of(puzzle: Puzzle, number: int) -> str:
        asked.append(number)
        return "it is too easy" if puzzle == two else ""

    monkeypatch.setattr(checking, "fault_of", fault_of)
    result = run("check", "--file", file, "--worlds", 3, code=1)
    assert f"{two.id}: it is too easy" in result.stderr
    assert "1 of 2 puzzles do not hold" in result.stderr
    assert result.stdout.splitlines()[-1].split()[-3:] == ["2", "0", "1"]
    assert asked == [3, 3]
    out = tmp_path / "packed.jsonl.gz"
    run("choose", AT_ONCE, file, "--out", out)
    assert read_puzzles(out) == (one,)
    before = out.read_bytes()
    run("choose", AT_ONCE, file, "--out", out)
    assert out.read_bytes() == before


def test_no_theme_crowds_out_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from kafelki.review.puzzles.choosing import chosen

    common = [replace(made(AT_ONCE, seed=k), theme="a", margin=0.5) for k in range(1, 9)]
    rare = [replace(made(AT_ONCE, seed=k), theme="b", margin=0.1) for k in range(11, 15)]
    # Of five no theme is more than two, but there is nothing else for the fifth place.
    assert sorted(each.theme for each in chosen([*common, *rare], 5)) == ["a", "a", "a", "b", "b"]
    assert sorted(each.theme for each in chosen([*common, *rare], 20)) == ["a"] * 8 + ["b"] * 4


def test_what_ships_is_counted_and_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = made(AT_ONCE, rating=1300.0), made(AT_ONCE, seed=2, rating=1700.0)
    monkeypatch.setattr(shipped, "puzzles_of", lambda game: (one, two) if game == AT_ONCE else ())
    counted = run("list", AT_ONCE, "--lang", "pl").stdout.splitlines()
    assert counted[2].split("|")[3:-1] == [" 2 ", " 1300 ", " 1700 ", " 1700 "]
    plain = run("show", one.id).stdout
    assert WHY.en not in plain
    assert f"* {one.moves[0].right[0]}: 75%" in run("show", one.id, "--solution").stdout
    assert "there is no puzzle 'none'" in run("show", "none", code=2).stderr
