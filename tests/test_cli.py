"""The command `kafelki` as its users meet it: what it prints, what it writes, how it ends."""

from __future__ import annotations

import gzip
import io
import json
import os
import subprocess
import sys
from collections.abc import Callable
from io import DEFAULT_BUFFER_SIZE
from pathlib import Path
from typing import Any, NamedTuple
from weakref import ref

import pytest

from kafelki import cli
from kafelki.batch.benchmark import BatchSpeed
from kafelki.bots import preparing
from kafelki.cli import simulating
from kafelki.play.chance import commitment
from kafelki.play.game import Game, trace_line
from kafelki.play.record import dump, load_all, parse_record, parse_text, record_of
from kafelki.rules import engine
from kafelki.rules.registry import GAMES, rules_of
from tests.games.examples import (
    AT_ONCE,
    WITH_PAIRS,
    WITH_RACKS,
    WITHOUT_BOARD,
    WITHOUT_CHANCE,
    WITHOUT_CHANCE_WON,
)
from tests.play.test_chance import played
from tests.play.test_record import finished, record

COMMANDS = [
    "games",
    "rules",
    "simulate",
    "replay",
    "verify",
    "show",
    "review",
    "play",
    "bench",
    "compile",
]
MAIN = [sys.executable, "-c", "from kafelki.cli import main; main()"]


class Outcome(NamedTuple):
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Run = Callable[..., Outcome]


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "en_GB.UTF-8")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    """Return what runs a command in this process, as the real one would."""

    def command(*arguments: object, stdin: str = "") -> Outcome:
        monkeypatch.setattr(sys, "argv", ["kafelki", *map(str, arguments)])
        monkeypatch.setattr(sys, "stdin", io.StringIO(stdin))
        capsys.readouterr()
        code: Any = 0
        try:
            cli.main()
        except SystemExit as ended:
            code = ended.code or 0
        captured = capsys.readouterr()
        assert "Traceback" not in captured.out + captured.err
        return Outcome(code, captured.out, captured.err)

    return command


def said(outcome: Outcome, code: int) -> str:
    """Return the one sentence that a command said when it failed."""
    assert outcome.code == code
    assert outcome.out == ""
    assert outcome.err.startswith("kafelki: ")
    assert outcome.err.count("\n") == 1
    assert outcome.err.endswith("\n")
    return outcome.err.removeprefix("kafelki: ").rstrip("\n")


@pytest.fixture
def record_file(tmp_path: Path) -> Path:
    path = tmp_path / f"{WITHOUT_CHANCE}.kafelki.json"
    path.write_text(dump(finished()), "utf-8")
    return path


def file_of(folder: Path, *records: dict[str, Any] | str) -> Path:
    path = folder / "games.jsonl"
    texts = [each if isinstance(each, str) else dump(each) for each in records]
    path.write_text("\n".join(texts) + "\n", "utf-8")
    return path


class TestDescriptions:
    def test_games_lists_them_all(self, run: Run) -> None:
        english, polish = run("games"), run("games", "--lang", "pl")
        assert english.code == polish.code == 0
        for game in GAMES:
            assert f"\n{game:8} " in f"\n{english.out}"
            assert rules_of(game).summary.en in english.out
            assert rules_of(game).summary.pl in polish.out
        assert "1, 2, 3, 4, 4 (pairs); 45 min; ages 8+" in english.out
        assert "1, 2, 3, 4; 30 min; wiek: 8–108" in polish.out
        assert "pyramid: " in english.out

    def test_games_for_programs(self, run: Run) -> None:
        described = json.loads(run("games", "--json").out)
        assert [game["id"] for game in described] == list(GAMES)
        with_pairs = described[1]
        assert with_pairs["name"] == rules_of(WITH_PAIRS).name.en
        assert {"players": 4, "variant": "pairs", "teams": True} in with_pairs["seatings"]
        assert with_pairs["options"] == [
            {
                "name": "talk",
                "text": "partners may talk openly",
                "values": [False, True],
                "variants": ["pairs"],
            }
        ]
        for game in described:
            assert game["rules"] == 1
            for component in game["components"]:
                assert set(component) == {"count", "text", "source", "rule"}
        polish = json.loads(run("games", "--json", "--lang", "pl").out)
        assert polish[1]["name"] == rules_of(WITH_PAIRS).name.pl

    def test_ages_and_components_are_those_of_the_booklets(self, run: Run) -> None:
        described = {game["id"]: game for game in json.loads(run("games", "--json").out)}
        ages = {name: tuple(game["ages"].values()) for name, game in described.items()}
        assert ages == {
            WITH_RACKS: (8, None),
            WITH_PAIRS: (8, None),
            AT_ONCE: (8, 108),
            WITHOUT_CHANCE: (7, None),
            WITHOUT_BOARD: (6, 106),
        }
        polish = json.loads(run("games", "--json", "--lang", "pl").out)
        boxes = {
            game["id"]: {f"{each['count']} {each['text']}" for each in game["components"]}
            for game in polish
        }
        assert boxes[WITH_RACKS] == {
            "1 plansza 13 × 13 pól", "5 nadrukowanych pól", "100 płytek", "4 stojaki na 5 płytek",
            "4 plansze punktacji", "20 piramid", "20 znaczników punktów", "1 woreczek",
        }  # fmt: skip
        assert boxes[WITH_PAIRS] == {
            "1 plansza z sześciokątów", "6 nadrukowanych symboli", "120 płytek", "1 woreczek",
            "4 stojaki na 6 płytek", "4 karty punktacji", "24 znaczniki w 6 kolorach",
        }  # fmt: skip
        assert boxes[AT_ONCE] == {
            "4 rampy", "4 plansze o 4 × 6 polach", "56 kafelków, po 14 dla gracza",
            "14 kart budowy", "6 kafelków startowych", "9 kart zadań",
        }  # fmt: skip
        assert boxes[WITHOUT_CHANCE] == {"1 plansza 10 × 10 pól", "60 płytek z X i O"}
        assert boxes[WITHOUT_BOARD] == {
            "36 kafelków: sześć kolorów w sześciu kształtach",
            "17 żetonów punktów",
        }

    @pytest.mark.parametrize("game", GAMES)
    def test_rules_explain_a_game_in_both_languages(self, run: Run, game: str) -> None:
        for language in ("en", "pl"):
            outcome = run("rules", game, "--lang", language)
            assert outcome.code == 0
            assert outcome.out.startswith(f"# {rules_of(game).name.in_language(language)}\n")

    @pytest.mark.parametrize(
        ("variables", "language"),
        [
            ({"LANG": "pl_PL.UTF-8"}, "pl"),
            ({"LANG": "en_US.UTF-8"}, "en"),
            ({"LANG": "C"}, "en"),
            ({"LANG": "pl_PL.UTF-8", "LC_ALL": "C"}, "en"),
            ({"LANG": "en_US.UTF-8", "LC_MESSAGES": "pl_PL"}, "pl"),
            ({"LANG": "de_DE.UTF-8"}, "en"),
        ],
    )
    def test_the_locale_chooses_the_language(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
    ) -> None:
        for name, value in variables.items():
            monkeypatch.setenv(name, value)
        assert run("rules", AT_ONCE).out == run("rules", AT_ONCE, "--lang", language).out

    def test_another_language_is_refused(self, run: Run) -> None:
        for command in (["rules", WITHOUT_CHANCE], ["games"], ["play", WITHOUT_CHANCE]):
            outcome = run(*command, "--lang", "de")
            assert said(outcome, 2) == "there is no language 'de': en or pl"


class TestMisuse:
    @pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"]])
    def test_help_lists_the_commands(self, run: Run, arguments: list[str]) -> None:
        outcome = run(*arguments)
        text = outcome.out + outcome.err
        for command in COMMANDS:
            assert f"\n  {command} " in text

    @pytest.mark.parametrize("command", COMMANDS)
    def test_every_command_has_help_with_an_example(self, run: Run, command: str) -> None:
        outcome = run(command, "--help")
        assert outcome.code == 0
        assert f"kafelki {command}" in " ".join(outcome.out.split())

    @pytest.mark.parametrize(
        "arguments",
        [
            ["nonsense"],
            ["rules"],
            ["simulate"],
            ["replay"],
            ["simulate", WITHOUT_CHANCE, "--nonsense"],
            ["simulate", WITHOUT_CHANCE, "--players", "two"],
            ["simulate", WITHOUT_CHANCE, "--games", "0"],
            ["bench", "--seconds", "0"],
            ["bench", "--seconds", "soon"],
            ["show", "game.json", "--record", "0"],
        ],
    )
    def test_wrong_usage_ends_with_2(self, run: Run, arguments: list[str]) -> None:
        outcome = run(*arguments)
        assert outcome.code == 2
        assert outcome.out == ""
        assert "Error: " in outcome.err

    @pytest.mark.parametrize("command", ["rules", "simulate", "play", "bench", "compile"])
    def test_an_unknown_game_is_refused_with_a_hint(self, run: Run, command: str) -> None:
        assert said(run(command, "axoi"), 2) == (
            f"There is no game 'axoi': the games are {', '.join(GAMES)}. "
            f"Did you mean '{WITH_RACKS}'?"
        )
        assert "Did you mean" not in said(run(command, "tic-tac-toe"), 2)

    @pytest.mark.parametrize("command", ["simulate", "play"])
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (
                [WITH_RACKS, "--players", "5"],
                f"{WITH_RACKS} (standard) is for 1, 2, 3 or 4 players, not 5",
            ),
            (
                [WITH_RACKS, "--players", "0"],
                f"{WITH_RACKS} (standard) is for 1, 2, 3 or 4 players, not 0",
            ),
            (
                [WITHOUT_CHANCE, "--players", "-1"],
                f"{WITHOUT_CHANCE} (standard) is for 2 players, not -1",
            ),
            (
                [WITHOUT_CHANCE, "--variant", "pears"],
                f"{WITHOUT_CHANCE} has no variant 'pears'; it has: standard",
            ),
            (
                [WITH_PAIRS, "--variant", "pairs", "--players", "2"],
                f"{WITH_PAIRS} (pairs) is for 4 players, not 2",
            ),
            ([WITHOUT_CHANCE, "--option", "size"], "an option is NAME=VALUE, not 'size'"),
            (
                [WITHOUT_CHANCE, "--option", "sise=7"],
                f"{WITHOUT_CHANCE} (standard) has no option 'sise'; it has: size",
            ),
            (
                [AT_ONCE, "--option", "size=7"],
                f"{AT_ONCE} (standard) has no option 'size'; it has: none",
            ),
            (
                [WITH_RACKS, "--option", "pyramid=round"],
                "option 'pyramid' cannot be 'round'; it can be: colour, square",
            ),
        ],
    )
    def test_wrong_settings_are_refused_in_one_sentence(
        self, run: Run, command: str, arguments: list[str], words: str
    ) -> None:
        assert said(run(command, *arguments), 2) == words

    @pytest.mark.parametrize("command", ["simulate", "play"])
    def test_an_unknown_bot_is_refused_with_a_hint(self, run: Run, command: str) -> None:
        message = said(run(command, WITHOUT_CHANCE, "--bot", "rnadom"), 2)
        assert "no bot 'rnadom'" in message
        assert message.endswith("Did you mean 'random'?")

    def test_bytes_that_are_no_text_are_refused(self, run: Run, tmp_path: Path) -> None:
        """The shell hands over bytes; what is not UTF-8 reaches Python as half characters."""
        assert said(run("simulate", WITHOUT_CHANCE, "--seed", "\udcff"), 2) == (
            "an argument is not UTF-8 text"
        )
        assert "There is no game" in said(run("simulate", "\udcff"), 2)
        assert said(run("replay", tmp_path / "\udcff"), 2).endswith("No such file or directory")

    def test_an_interruption_is_no_crash(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def interrupt() -> None:
            raise KeyboardInterrupt

        monkeypatch.setattr(cli, "app", interrupt)
        assert said(run("games"), 130) == "stopped"


class TestSimulating:
    def test_records_are_printed(self, run: Run) -> None:
        outcome = run("simulate", WITHOUT_BOARD, "--players", 3, "--games", 2)
        assert outcome.code == 0
        assert outcome.err == ""
        for data in outcome.lines:
            assert (data["game"], data["players"]) == (WITHOUT_BOARD, 3)
            assert data["seats"] == [{"name": f"random {k}", "bot": "random"} for k in range(3)]
            parse_record(data).verify()

    def test_the_same_seed_writes_the_same_file(self, run: Run, tmp_path: Path) -> None:
        files = [tmp_path / name for name in ("first.jsonl", "second.jsonl")]
        for file in files:
            outcome = run("simulate", AT_ONCE, "--games", 3, "--seed", "Ania", "--out", file)
            assert outcome == Outcome(0, "", "")
        assert files[0].read_bytes() == files[1].read_bytes()
        assert len(load_all(files[0])) == 3
        assert run("verify", files[0]).code == 0
        assert run("simulate", AT_ONCE, "--games", 3, "--seed", "Ania").out == files[0].read_text(
            "utf-8"
        )

    def test_another_seed_or_none_gives_other_games(self, run: Run) -> None:
        outputs = [
            run("simulate", WITHOUT_CHANCE, *seed).out
            for seed in (["--seed", "1"], ["--seed", "2"], [], [])
        ]
        assert len(set(outputs)) == 4

    @pytest.mark.parametrize(
        ("arguments", "options"),
        [
            ([WITHOUT_CHANCE, "--option", "size=7"], {"size": 7}),
            ([WITH_RACKS, "--option", "pyramid=colour"], {"pyramid": "colour"}),
            (
                [WITH_PAIRS, "--players", "4", "--variant", "pairs", "--option", "talk=true"],
                {"talk": True},
            ),
        ],
    )
    def test_options_are_taken(
        self, run: Run, arguments: list[str], options: dict[str, Any]
    ) -> None:
        (data,) = run("simulate", *arguments).lines
        assert data["options"] == options
        parse_record(data).verify()

    def test_each_seat_may_have_its_bot(self, run: Run) -> None:
        (data,) = run("simulate", WITHOUT_CHANCE, "--bot", "random", "--bot", "random").lines
        assert [seat["bot"] for seat in data["seats"]] == ["random", "random"]
        message = said(run("simulate", WITHOUT_CHANCE, *["--bot", "random"] * 3), 2)
        assert message == "2 seats need 1 or 2 bots, not 3"

    def test_many_games_are_compiled_first(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        compiled: list[list[str]] = []
        monkeypatch.setattr(simulating, "COMPILE_FROM", 3)
        monkeypatch.setattr(simulating, "compile_games", compiled.append)
        run("simulate", WITHOUT_CHANCE, "--games", 2)
        assert compiled == []
        run("simulate", WITHOUT_CHANCE, "--games", 3)
        assert compiled == [[WITHOUT_CHANCE]]

    def test_games_are_written_as_they_are_played(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Of those that were written none is left in memory, nor in a buffer of the file."""
        begun: list[ref[Game]] = []
        most, written = 0, [0]
        part = tmp_path / ".games.jsonl.part"

        def begin(*arguments: Any, **settings: Any) -> Game:
            nonlocal most
            most = max(most, sum(each() is not None for each in begun))
            if part.exists():
                written.append(part.stat().st_size)
            game = Game(*arguments, **settings)
            begun.append(ref(game))
            return game

        monkeypatch.setattr("kafelki.arena.simulation.Game", begin)
        file = tmp_path / "games.jsonl"
        run("simulate", WITHOUT_CHANCE, "--option", "size=5", "--games", 60, "--out", file)
        lines = file.read_bytes().splitlines(keepends=True)
        assert len(lines) == 60
        assert most == 1
        assert file.stat().st_size > 3 * DEFAULT_BUFFER_SIZE
        assert sum(map(len, lines[:-1])) - written[-1] <= DEFAULT_BUFFER_SIZE

    def test_what_cannot_be_written_leaves_nothing(self, run: Run, tmp_path: Path) -> None:
        missing = tmp_path / "none" / "games.jsonl"
        message = said(run("simulate", WITHOUT_CHANCE, "--out", missing), 2)
        assert message == f"{missing}: No such file or directory"
        assert (
            said(run("simulate", WITHOUT_CHANCE, "--out", tmp_path), 2)
            == f"{tmp_path}: Is a directory"
        )
        assert said(run("simulate", WITHOUT_CHANCE, "--out", ""), 2).endswith("Is a directory")
        assert list(tmp_path.iterdir()) == []

    def test_a_folder_without_permission_leaves_nothing(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Said for a folder that cannot be written to, whoever runs the tests."""

        def denied(path: Path, mode: str) -> None:
            raise PermissionError(13, "Permission denied", str(path))

        monkeypatch.setattr(Path, "open", denied)
        out = tmp_path / "games.jsonl"
        assert said(run("simulate", WITHOUT_CHANCE, "--out", out), 2) == f"{out}: Permission denied"
        assert list(tmp_path.iterdir()) == []


class TestReplaying:
    def test_a_sound_record(self, run: Run, record_file: Path) -> None:
        assert run("replay", record_file) == Outcome(0, f"{record_file}: 1 record is sound\n", "")

    def test_many_sound_records(self, run: Run, tmp_path: Path) -> None:
        path = file_of(tmp_path, finished(), record(WITH_RACKS, 2), "", finished())
        assert run("replay", path).out == f"{path}: 3 records are sound\n"

    def test_unsound_records_are_named_with_event_and_rule(self, run: Run, tmp_path: Path) -> None:
        illegal = record(WITHOUT_CHANCE, 2, "0: XO a1 a2; 1: XO a2 a3")
        path = file_of(tmp_path, finished(), illegal, "nonsense", finished() | {"rules": 7})
        outcome = run("replay", path)
        assert outcome.code == 1
        assert outcome.out == ""
        second, third, fourth = outcome.err.splitlines()
        assert second == (
            f"{path}: record 2: event 1: XO a2 a3 is not allowed: "
            "both squares must have the same height (EX-5)"
        )
        assert third.startswith(f"{path}: record 3: this is not JSON: ")
        assert third.endswith("(RECORD)")
        assert "this program has version 1 only (RECORD)" in fourth

    def test_answers_for_programs(self, run: Run, tmp_path: Path) -> None:
        path = file_of(
            tmp_path,
            finished(),
            record(WITHOUT_CHANCE, 2, "1: XO a1 a2"),
            record(WITH_RACKS, 3),
            "[]",
        )
        outcome = run("replay", path, "--json")
        assert outcome.code == 1
        assert outcome.lines == [
            {
                "record": 1,
                "sound": True,
                "game": WITHOUT_CHANCE,
                "events": 5,
                "result": {"places": [2, 1], "reason": "both five"},
            },
            {
                "record": 2,
                "sound": False,
                "event": 0,
                "rule": "EX-3",
                "message": "seat 1 may not move now: it is for seat 0",
            },
            {"record": 3, "sound": True, "game": WITH_RACKS, "events": 0, "result": None},
            {
                "record": 4,
                "sound": False,
                "event": None,
                "rule": "RECORD",
                "message": "a record is a JSON object, not []",
            },
        ]

    @pytest.mark.parametrize("game", GAMES)
    def test_the_trace_has_a_line_for_each_prefix(
        self, run: Run, tmp_path: Path, game: str
    ) -> None:
        records = [record_of(played(game, 2, "standard", number)) for number in (1, 2)]
        outcome = run("replay", file_of(tmp_path, *records), "--trace")
        assert (outcome.code, outcome.err) == (0, "")
        expected = [trace_line(each) for data in records for each in parse_record(data).steps()]
        assert len(outcome.lines) == sum(len(data["events"]) + 1 for data in records)
        assert outcome.lines == [json.loads(json.dumps(line)) for line in expected]

    def test_the_trace_stops_at_what_is_unsound(self, run: Run, tmp_path: Path) -> None:
        data = record(WITHOUT_CHANCE, 2, "0: XO a1 a2; 1: XO b1 b2; 1: XO c1 c2; 0: XO d1 d2")
        outcome = run("replay", file_of(tmp_path, data), "--trace")
        assert outcome.code == 1
        assert [line["after"] for line in outcome.lines] == [0, 1, 2]
        assert "event 2: " in outcome.err

    def test_what_cannot_be_read(self, run: Run, tmp_path: Path) -> None:
        missing = tmp_path / "none.jsonl"
        empty, binary = tmp_path / "empty.jsonl", tmp_path / "binary.jsonl"
        empty.touch()
        binary.write_bytes(b"\xff\xfe\x00")
        for command in ("replay", "verify", "show"):
            assert said(run(command, missing), 2) == f"{missing}: No such file or directory"
            assert said(run(command, tmp_path), 2) == f"{tmp_path}: Is a directory"
            assert said(run(command, empty), 1) == f"{empty}: the file holds no record (RECORD)"
            assert said(run(command, binary), 1) == f"{binary}: the file is not UTF-8 text (RECORD)"


class TestVerifying:
    def test_a_fair_game(self, run: Run, tmp_path: Path) -> None:
        path = file_of(tmp_path, record_of(played(WITHOUT_BOARD, 2, "standard", 1, salt=b"salt")))
        assert run("verify", path) == Outcome(0, f"{path}: 1 record is sound\n", "")
        assert run("verify", path, "--json").lines[0]["sound"]

    def test_an_unfair_draw_is_named(self, run: Run, tmp_path: Path) -> None:
        data = record_of(played(WITHOUT_BOARD, 2, "standard", 1))
        data["events"][4:6] = data["events"][5], data["events"][4]
        path = file_of(tmp_path, data)
        assert run("replay", path).code == 0
        outcome = run("verify", path)
        assert outcome.code == 1
        assert outcome.err.startswith(f"{path}: record 1: event 4: chance was not fair: ")
        (answer,) = run("verify", path, "--json").lines
        assert (answer["event"], answer["rule"]) == (4, "RECORD")

    def test_a_broken_promise_is_named(self, run: Run, tmp_path: Path) -> None:
        data = record_of(played(WITHOUT_CHANCE, 2, "standard", 1)) | {
            "commitment": commitment(bytes(32))
        }
        outcome = run("verify", file_of(tmp_path, data))
        assert outcome.code == 1
        assert "the seed is not the one that was committed" in outcome.err

    def test_a_packed_file(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "games.jsonl.gz"
        content = gzip.compress(dump(record_of(played(AT_ONCE, 2, "standard", 1))).encode())
        path.write_bytes(content)
        assert run("verify", path) == Outcome(0, f"{path}: 1 record is sound\n", "")
        path.write_bytes(gzip.compress(b""))
        assert run("verify", path) == Outcome(0, f"{path}: 0 records are sound\n", "")
        for damaged in (content[:-9], content[:30] + bytes(9) + content[39:], content[:3]):
            path.write_bytes(damaged)
            assert said(run("verify", path), 1) == f"{path}: the packed file is damaged (RECORD)"

    def test_before_the_seed_is_out(self, run: Run, tmp_path: Path) -> None:
        over = record_of(played(WITHOUT_CHANCE, 2, "standard", 1))
        under_way = {key: over[key] for key in over if key not in ("seed", "result")}
        under_way |= {"events": over["events"][:4], "viewer": None}
        path = tmp_path / "games.jsonl"
        path.write_text(f"{dump(over)}\n{dump(under_way)}\n")
        outcome = run("verify", path)
        assert outcome == Outcome(
            0,
            f"{path}: 2 records are sound\n"
            f"{path}: 1 was written before the seed was out, and can be verified later only\n",
            "",
        )
        assert [line["verified"] for line in run("verify", path, "--json").lines] == [True, False]
        under_way["events"][3] = under_way["events"][3] | {"seat": 0}
        path.write_text(f"{dump(over)}\n{dump(under_way)}\n")
        assert run("verify", path).err.startswith(f"{path}: record 2: event 3: ")

    def test_many_files_are_checked_each_whatever_is_wrong_with_others(
        self, run: Run, tmp_path: Path
    ) -> None:
        fair = record_of(played(WITHOUT_CHANCE, 2, "standard", 1))
        unfair = fair | {"commitment": commitment(bytes(32))}
        paths = [tmp_path / f"{name}.jsonl" for name in ("one", "two", "missing", "three")]
        one, two, missing, three = paths
        one.write_text(f"{dump(fair)}\n{dump(fair)}\n")
        two.write_text(f"{dump(fair)}\n{dump(unfair)}\n")
        three.write_text(dump(fair))
        assert run("verify", one, three) == Outcome(
            0,
            f"{one}: 2 records are sound\n{three}: 1 record is sound\n"
            "2 files: 3 records are sound\n",
            "",
        )
        outcome = run("verify", *paths)
        assert outcome.code == 1
        assert outcome.out == (
            f"{one}: 2 records are sound\n{three}: 1 record is sound\n"
            "4 files: 4 of 5 records are sound; 1 file could not be read\n"
        )
        wrong, gone = outcome.err.splitlines()
        assert wrong.startswith(f"{two}: record 2: the seed is not the one that was committed")
        assert gone == f"kafelki: {missing}: No such file or directory"
        assert run("verify", one, missing).code == 2
        lines = run("verify", *paths, "--json").lines
        assert [(line["file"], line.get("record"), line["sound"]) for line in lines] == [
            (str(one), 1, True),
            (str(one), 2, True),
            (str(two), 1, True),
            (str(two), 2, False),
            (str(missing), None, False),
            (str(three), 1, True),
        ]
        assert run("replay", one, two).out.endswith("2 files: 4 records are sound\n")

    def test_without_a_seed_nothing_is_verified(self, run: Run, record_file: Path) -> None:
        outcome = run("verify", record_file)
        assert outcome.code == 1
        assert "the record has no seed, so its chance cannot be verified (RECORD)" in outcome.err


class TestShowing:
    def test_the_end_by_default(self, run: Run, record_file: Path) -> None:
        outcome = run("show", record_file)
        assert outcome.code == 0
        assert "  2  O1  O1  O1  O1 [O1]  ." in outcome.out
        assert "The game is over: five for both at once." in outcome.out
        assert "Koniec gry" in run("show", record_file, "--lang", "pl").out

    def test_any_position(self, run: Run, record_file: Path) -> None:
        assert "O1" not in run("show", record_file, "--at", 0).out
        assert "  2 [O1]  ." in run("show", record_file, "--at", 1).out
        assert run("show", record_file, "--at", 5).out == run("show", record_file).out

    @pytest.mark.parametrize("at", [-1, 6, 10**30])
    def test_no_other_position(self, run: Run, record_file: Path, at: int) -> None:
        message = said(run("show", record_file, "--at", at), 2)
        assert message == f"there is no position after {at} events: there are 5"

    def test_any_record_of_a_file(self, run: Run, tmp_path: Path) -> None:
        path = file_of(tmp_path, finished(), record(WITHOUT_BOARD, 2))
        assert "bank: –" in run("show", path, "--record", 2).out
        assert said(run("show", path, "--record", 3), 2) == "there is no record 3: the file has 2"

    def test_what_a_seat_may_know(self, run: Run, tmp_path: Path) -> None:
        data = record_of(played(WITH_RACKS, 2, "standard", 1))
        path = file_of(tmp_path, data)
        everything = run("show", path, "--at", 10).out
        assert "▒▒" not in everything
        for seat in (0, 1):
            seen = run("show", path, "--at", 10, "--viewer", seat).out
            assert seen.count("▒▒") == 5
        for seat in (-1, 2):
            message = said(run("show", path, "--viewer", seat), 2)
            assert message == f"there is no seat {seat}: seats are 0 to 1"

    def test_a_drawing_is_written(self, run: Run, record_file: Path, tmp_path: Path) -> None:
        drawing = tmp_path / "position.svg"
        assert run("show", record_file, "--at", 3, "--svg", drawing) == Outcome(0, "", "")
        assert drawing.read_text("utf-8").startswith("<svg ")
        missing = tmp_path / "none" / "position.svg"
        assert said(run("show", record_file, "--svg", missing), 2) == (
            f"{missing}: No such file or directory"
        )
        assert sorted(path.name for path in tmp_path.iterdir()) == [record_file.name, drawing.name]

    def test_an_unsound_record_is_not_shown(self, run: Run, tmp_path: Path) -> None:
        path = file_of(
            tmp_path, finished(), record(WITHOUT_CHANCE, 2, f"{WITHOUT_CHANCE_WON}; 1: XO i9 j9")
        )
        message = said(run("show", path, "--record", 2), 1)
        assert message == f"{path}: record 2: event 5: the game is over (RECORD)"


class TestPlaying:
    def test_a_whole_game_from_standard_input(self, run: Run, tmp_path: Path) -> None:
        """Every move that there is, again and again: those that are not legal are refused."""
        squares = [f"{column}{row}" for column in "abcde" for row in range(1, 6)]
        moves = [
            f"{tile} {first} {second}"
            for tile in ("XO", "OX")
            for first in squares
            for second in squares
            if abs(ord(first[0]) - ord(second[0])) + abs(int(first[1]) - int(second[1])) == 1
        ]
        outcome = run("play", WITHOUT_CHANCE, "--option", "size=5", stdin="\n".join(moves * 30))
        assert outcome.code == 0
        assert "The game is over: " in outcome.out
        assert "You " in outcome.out
        assert "random 1: " in outcome.out

    @pytest.mark.parametrize("game", GAMES)
    def test_every_game_can_be_started_and_left(self, run: Run, game: str) -> None:
        outcome = run("play", game, stdin="help\nmoves\nquit\n")
        assert outcome.code == 0
        assert "Type a move such as " in outcome.out
        assert outcome.out.endswith("Goodbye!\n")

    def test_the_end_of_input_leaves(self, run: Run) -> None:
        outcome = run("play", AT_ONCE, "--lang", "pl")
        assert outcome.code == 0
        assert "twój ruch (albo help): " in outcome.out
        assert outcome.out.endswith("Do zobaczenia!\n")
        assert " Ty " in outcome.out

    def test_solo_and_pairs(self, run: Run) -> None:
        assert run("play", WITH_PAIRS, "--players", 1).code == 0
        outcome = run("play", WITH_PAIRS, "--variant", "pairs")
        assert outcome.code == 0
        assert "random 3" in outcome.out

    def test_without_a_game_one_is_asked_for(self, run: Run) -> None:
        outcome = run("play", stdin="axoi\nexo\nquit\n")
        assert outcome.code == 0
        for game in GAMES:
            assert rules_of(game).summary.en in outcome.out
        assert f"Did you mean '{WITH_RACKS}'?" in outcome.out
        assert outcome.out.endswith("Goodbye!\n")

    def test_nobody_has_to_choose_a_game(self, run: Run) -> None:
        assert run("play").code == 0

    def test_a_game_can_be_saved(self, run: Run, tmp_path: Path) -> None:
        path = tmp_path / "game.json"
        outcome = run("play", WITHOUT_CHANCE, "--first", 0, stdin=f"XO e5 e6\nsave {path}\nquit\n")
        assert f"Saved to {path}." in outcome.out
        (game,) = load_all(path)
        assert [event.seat for event in game.events] == [0, 1]
        assert "seed" not in json.loads(path.read_text("utf-8"))
        assert run("replay", path).code == 0


class TestSpeed:
    @pytest.fixture(autouse=True)
    def nothing_compiled(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Compiled rules are left behind for no other test."""
        monkeypatch.setattr(engine, "_loaded", {})

    def test_bench_for_programs(self, run: Run) -> None:
        outcome = run("bench", AT_ONCE, "--seconds", 0.05, "--json")
        assert (outcome.code, outcome.err) == (0, "")
        cases = [(line["players"], line["way"]) for line in outcome.lines]
        ways = ("sampled", "listed", "python")
        assert cases == [(players, way) for players in (1, 2, 3, 4) for way in ways]
        for line in outcome.lines:
            assert line["game"] == AT_ONCE
            assert line["moves_per_second"] > 0
            assert line["games"] >= 1

    def test_bench_for_people(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        outcome = run("bench", WITHOUT_CHANCE, "--seconds", 0.05)
        assert outcome.code == 0
        head = outcome.out.splitlines()
        assert head[0] == "(a) compiled loop, one legal move sampled a turn"
        assert head[3].split() == ["game", "way", "moves/s", "games/s", "length", "branching"]
        assert [line.split()[:3] for line in head[4:]] == [
            [WITHOUT_CHANCE, "2", f"({x})"] for x in "abc"
        ]

    @pytest.mark.parametrize("what", [[], ["--batch"]])
    def test_bench_without_a_graphics_processor(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, what: list[str]
    ) -> None:
        monkeypatch.setitem(sys.modules, "cupy", None)
        outcome = run("bench", *what, "--cuda")
        assert (outcome.code, outcome.out) == (1, "")
        assert "no graphics processor can be used" in outcome.err
        assert "kafelki[cuda]" in outcome.err

    def test_bench_of_a_batch(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("kafelki.arena.executors.cores", lambda: 2)
        outcome = run("bench", WITHOUT_CHANCE, "--batch", "--seconds", 0.05, "--json")
        assert (outcome.code, outcome.err) == (0, "")
        assert [line["threads"] for line in outcome.lines] == [1, 2]
        assert all(line["steps_per_second"] > 0 for line in outcome.lines)
        head, *lines = run("bench", WITHOUT_CHANCE, "--batch", "--seconds", 0.05).out.splitlines()[
            1:
        ]
        assert head.split() == ["game", "threads", "games", "steps/s", "a", "core", "games/s"]
        assert [line.split()[:3] for line in lines] == [[WITHOUT_CHANCE, "2", k] for k in "12"]

    @pytest.mark.parametrize("differing", [0, 3])
    def test_bench_of_a_batch_on_a_graphics_processor(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, differing: int
    ) -> None:
        speed = BatchSpeed(WITHOUT_CHANCE, 2, "standard", 64, 64, 6400, 300, 0.5, 0.1)
        benchmark, graphics = "kafelki.batch.benchmark", "kafelki.kernels.graphics"
        monkeypatch.setattr(f"{benchmark}.measure_on_graphics", lambda *what: speed)
        monkeypatch.setattr(f"{benchmark}.compared", lambda game, seating, ends: (ends, differing))
        monkeypatch.setattr(f"{graphics}.capability", lambda: (9, 0))
        monkeypatch.setattr(f"{graphics}.name", lambda: "Mill")
        outcome = run("bench", WITHOUT_CHANCE, "--batch", "--cuda", "--check", 2000)
        first, head, *lines = outcome.out.splitlines()
        assert first.startswith("Mill; a step: observation, packed mask, rewards")
        assert head.split()[:4] == ["game", "games", "steps/s", "games/s"]
        told = [WITHOUT_CHANCE, "2", "64", "12,800", "600", "2,000", str(differing)]
        assert [line.split() for line in lines] == [told]
        assert (outcome.code, "do not play the same" in outcome.err) == (
            (1, True) if differing else (0, False)
        )

    def test_bench_of_bots_for_programs(self, run: Run) -> None:
        outcome = run("bench", WITHOUT_BOARD, "--bots", "--seconds", 0.05, "--json")
        assert (outcome.code, outcome.err) == (0, "")
        assert [line["players"] for line in outcome.lines] == [2, 3, 4]
        for line in outcome.lines:
            assert (line["game"], line["bot"], line["budget"]) == (WITHOUT_BOARD, "expert", 0.05)
            assert line["nodes"] > line["moves"] > 0
            assert line["nodes_per_second"] > 0

    def test_bench_of_bots_for_people(self, run: Run) -> None:
        outcome = run("bench", WITHOUT_CHANCE, "--bots", "--seconds", 0.05)
        assert (outcome.code, outcome.err) == (0, "")
        head, line = outcome.out.splitlines()
        assert head.split()[:4] == ["game", "bot", "budget", "moves"]
        assert line.split()[:5] == [WITHOUT_CHANCE, "2", "expert", "0.05", "s"]
        assert len(head) == len(line)

    def test_compile_is_quiet(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(preparing, "_prepared", set())
        assert run("compile", WITHOUT_CHANCE) == Outcome(0, "", "")
        assert engine.engine_of(WITHOUT_CHANCE).compiled
        assert not engine.engine_of(WITH_RACKS).compiled
        assert preparing.is_prepared("level-4", WITHOUT_CHANCE)
        assert not preparing.is_prepared("level-4", WITH_RACKS)

    def test_modules_of_webassembly_are_written_where_they_should_be(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        written: list[object] = []
        monkeypatch.setattr(
            "kafelki.arena.modules.write_modules", lambda *all: written.append(all[:2])
        )
        outcome = run("compile", WITHOUT_CHANCE, "--target", "wasm", "--out", tmp_path)
        assert outcome == Outcome(0, "", "")
        assert written == [([WITHOUT_CHANCE], tmp_path)]
        for arguments in (["--target", "wasm"], ["--out", tmp_path]):
            assert "belong together" in run("compile", WITHOUT_CHANCE, *arguments).err

    def test_progress_is_shown_on_a_terminal(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        monkeypatch.setattr("kafelki.terminal.progress.PATIENCE", -1.0)
        monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
        outcome = run("simulate", WITHOUT_CHANCE, "--games", 2, "--out", tmp_path / "games.jsonl")
        assert (outcome.code, outcome.out) == (0, "")
        assert "playing" in outcome.err


class TestAsAProcess:
    def test_codes_and_streams_are_those_of_the_process(self, tmp_path: Path) -> None:
        path = file_of(tmp_path, record(WITHOUT_CHANCE, 2, "1: XO a1 a2"))
        ended = subprocess.run([*MAIN, "replay", path], capture_output=True, text=True, check=False)
        assert ended.returncode == 1
        assert ended.stdout == ""
        assert ended.stderr == (
            f"{path}: record 1: event 0: seat 1 may not move now: it is for seat 0 (EX-3)\n"
        )

    def test_a_reader_that_goes_away_is_no_crash(self, tmp_path: Path) -> None:
        path = file_of(tmp_path, record_of(played(WITH_PAIRS, 2, "standard", 1)))
        with subprocess.Popen(
            [*MAIN, "replay", "--trace", path], stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            assert process.stderr is not None
            assert process.stdout.readline().startswith(b'{"after": 0')
            process.stdout.close()
            assert process.stderr.read() == b""
        assert process.returncode == 1

    def test_a_terminal_that_knows_few_characters_gets_others(self, record_file: Path) -> None:
        ended = subprocess.run(
            [*MAIN, "show", record_file, "--at", "2"],
            capture_output=True,
            check=False,
            env=os.environ | {"PYTHONIOENCODING": "ascii"},
        )
        assert ended.returncode == 0
        assert ended.stderr == b""
        assert b"? 0 Player 1" in ended.stdout


def test_what_is_printed_can_be_read_back(run: Run) -> None:
    """A record that is printed is the same as one that is written."""
    (line,) = run("simulate", WITH_RACKS, "--seed", "Ania").out.splitlines()
    data = parse_text(line)
    assert dump(record_of(parse_record(data).replay())) == line
