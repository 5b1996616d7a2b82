from __future__ import annotations

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from kafelki.play.game import new_game
from kafelki.play.record import record_of
from kafelki.play.refusal import Refusal
from kafelki.play.view import view
from kafelki.review.model import Choice
from kafelki.review.puzzles import Puzzle, PuzzleMove, game_at, read_puzzles, themes_of
from kafelki.review.puzzles.model import KEPT, dump_puzzle, id_of, puzzle_from_json
from kafelki.rules.registry import GAMES
from kafelki.rules.texts import Text

GAME = GAMES[0]


def made(game: str = GAME) -> Puzzle:
    start = new_game(game, seed=1)
    whole = record_of(start)
    record = {**{name: whole[name] for name in KEPT}, "events": whole["events"]}
    seat = start.to_act[0]
    right, other = start.legal_texts(seat)[:2]
    why = Text("“three” points", "«trzy» punkty")
    choices = (Choice(right, 0.75, 0.01, why), Choice(other, 0.5, 0.0, why))
    moves = (PuzzleMove((right,), choices),)
    theme = next(iter(themes_of(game)))
    return Puzzle(
        id_of(record, seat), record, seat, theme, moves, 0.25, False, 1500.0, 200.0, "bots"
    )


def damaged(**changes: Any) -> str:
    return json.dumps(made().as_json() | changes)


def test_a_puzzle_comes_back_as_it_was_written() -> None:
    puzzle = made()
    assert puzzle_from_json(json.loads(dump_puzzle(puzzle))) == puzzle


def test_the_position_of_a_puzzle_is_where_its_record_ends() -> None:
    puzzle = made()
    game = game_at(puzzle)
    assert game.to_act == (puzzle.seat,)
    assert game.events == new_game(GAME, seed=1).events
    assert view(game, puzzle.seat)["legal"]["moves"] == game.legal_texts(puzzle.seat)
    assert game.seed is None
    assert game.commitment is None


def test_a_puzzle_is_called_by_the_past_of_its_position_and_its_seat() -> None:
    puzzle = made()
    longer = {**puzzle.record, "events": puzzle.record["events"][:-1]}
    names = {puzzle.id, id_of(longer, puzzle.seat), id_of(puzzle.record, 1 - puzzle.seat)}
    assert len(names) == 3
    assert all(name.startswith(f"{GAME}-") for name in names)


def test_puzzles_are_read_from_a_plain_file_and_from_a_packed_one(tmp_path: Path) -> None:
    puzzle = made()
    (tmp_path / "plain").write_text(dump_puzzle(puzzle) + "\n", "utf-8")
    (tmp_path / "packed").write_bytes(gzip.compress((tmp_path / "plain").read_bytes()))
    assert read_puzzles(tmp_path / "plain") == read_puzzles(tmp_path / "packed") == (puzzle,)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (dump_puzzle(made())[:-20], "this is not JSON"),
        ("[]", "this is no puzzle"),
        (damaged(kafelki_puzzle=2), "form 2 of puzzles is not known"),
        (damaged(moves=[{"right": ["x"]}]), "KeyError: 'choices'"),
        (damaged(surprise=1), "surprise"),
        (damaged(seat=7), "no such seat: 7"),
        (damaged(seat=1), "it was changed"),
        (damaged(record={**made().record, "seed": "00" * 32}), "a record of other keys"),
        (damaged(record={**made().record, "players": 99}), "not 99"),
        (damaged(theme="boredom"), "a theme that the game does not have: 'boredom'"),
        (damaged(margin=0), "a margin, rating or deviation that cannot be"),
        (damaged(rating=1e999).replace("Infinity", "1e999"), "too large a number"),
        (damaged(source="dreams"), "in whose games it was found"),
        (damaged(moves=[]), "asks for no move"),
        (dump_puzzle(made()), "is there twice"),
    ],
)
def test_a_damaged_line_is_refused_by_its_number(tmp_path: Path, line: str, said: str) -> None:
    file = tmp_path / "puzzles.jsonl"
    file.write_text(f"{dump_puzzle(made())}\n{line}\n", "utf-8")
    with pytest.raises(Refusal) as refused:
        read_puzzles(file)
    assert refused.value.text.en.startswith("line 2: ")
    assert said in refused.value.text.en


def test_the_best_choice_is_the_solution_and_only_what_is_asked_next_goes_on() -> None:
    puzzle = made()
    (move,) = puzzle.moves
    other = replace(move, right=(move.choices[1].move,))
    endless = replace(move, then=({"seat": 1, "move": "x"},))
    for moves, said in (
        ((other,), "another best choice"),
        ((endless,), "goes on after its last move"),
        ((move, move), "does not go on before it"),
    ):
        with pytest.raises(Refusal, match=said):
            puzzle_from_json(replace(puzzle, moves=moves).as_json())


def test_a_theme_has_a_name_and_a_sentence_in_both_languages() -> None:
    for game in GAMES:
        themes = themes_of(game)
        assert themes
        for theme in themes.values():
            assert all(theme.name)
            assert all(text.endswith(".") for text in theme.text)
