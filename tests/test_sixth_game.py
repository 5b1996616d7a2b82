"""A game of a stranger's: installed beside Kafelki, it is everywhere, by its rules alone."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest

from kafelki.server.settings import Settings
from tests.server.players import Json, Player, guest, member, page_at, sit_down
from tests.server.server_process import ServerProcess
from tests.strangers import SIXTH_GAME, install, knowing
from tests.strangers import flowerbed as flowerbed
from tests.waiting import MUCH_PATIENCE, wait_until

GAME = "flowerbed"
KAFELKI = Path(sys.executable).with_name("kafelki")

Command = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture
def command(flowerbed: Path, tmp_path: Path) -> Command:
    """Run `kafelki` as its users do, in a folder of its own; it must end as expected."""

    def run(
        *arguments: object, stdin: str = "", code: int = 0, beside: tuple[Path, ...] = ()
    ) -> subprocess.CompletedProcess[str]:
        ended = subprocess.run(
            [KAFELKI, *map(str, arguments)],
            cwd=tmp_path,
            env=knowing(flowerbed, *beside) | {"LC_ALL": "C.UTF-8"},
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=MUCH_PATIENCE,
        )
        assert ended.returncode == code, ended.stdout + ended.stderr
        return ended

    return run


def lines(text: str) -> list[Any]:
    return [json.loads(line) for line in text.splitlines()]


class TestCommandLine:
    def test_it_is_one_of_the_games(self, command: Command) -> None:
        described = {game["id"]: game for game in json.loads(command("games", "--json").stdout)}
        assert list(described)[-1] == GAME
        assert described[GAME]["seatings"] == [
            {"players": players, "variant": "standard", "teams": False} for players in (1, 2, 3)
        ]
        assert "Rabatka" in command("games", "--lang", "pl").stdout

    def test_its_rules_are_told_by_its_description(self, command: Command) -> None:
        polish = command("rules", GAME, "--lang", "pl").stdout
        assert polish.startswith("# Rabatka\n")
        assert "- 32 × kwiaty w czterech gatunkach" in polish
        assert "(FB-5)" in polish

    def test_records_are_written_replayed_verified_and_shown(
        self, command: Command, tmp_path: Path
    ) -> None:
        command("simulate", GAME, "--players", 3, "--games", 3, "--seed", 1, "--out", "a.jsonl")
        records = lines((tmp_path / "a.jsonl").read_text("utf-8"))
        assert [record["game"] for record in records] == [GAME] * 3
        assert "3 records are sound" in command("verify", "a.jsonl").stdout
        trace = lines(command("replay", "a.jsonl", "--trace").stdout)
        assert len(trace) == sum(len(record["events"]) + 1 for record in records)
        last = trace[-1]
        assert last["over"]
        assert records[-1]["result"]["reason"] in ("bed full", "in bloom")
        told = command("show", "a.jsonl", "--record", 3, "--lang", "pl").stdout
        assert "Koniec gry: rabata jest pełna." in told
        assert told.splitlines()[5].split() == list("abcde")
        command("show", "a.jsonl", "--record", 3, "--svg", "a.svg", "--viewer", 0, "--at", 20)
        drawn = ElementTree.parse(tmp_path / "a.svg").getroot()
        halves = [
            each
            for each in drawn.iter()
            if each.get("class") == "half" and "data-cell" in each.attrib
        ]
        (at,) = [line for line in trace if line["after"] == 20][2:]
        assert {each.get("data-cell"): each.get("data-colour") for each in halves} == at["cells"]

    def test_a_record_that_breaks_a_rule_names_it(self, command: Command, tmp_path: Path) -> None:
        record = json.loads(command("simulate", GAME, "--seed", 2).stdout)
        first = next(k for k, event in enumerate(record["events"]) if "move" in event)
        record["events"].insert(first + 1, record["events"][first] | {"move": "barter"})
        (tmp_path / "bad.json").write_text(json.dumps(record))
        assert "RECORD" in command("replay", "bad.json", code=1).stderr
        record["events"][first + 1] = {"chance": "draw X", "seat": 1}
        (tmp_path / "bad.json").write_text(json.dumps(record))
        told = command("replay", "bad.json", code=1).stderr
        assert f"event {first + 1}" in told
        assert "'draw X' is no draw such as 'draw T'" in told

    def test_compiled_and_interpreted_games_are_the_same(
        self, command: Command, tmp_path: Path
    ) -> None:
        """A thousand games are compiled, ten are not worth it."""
        for games in (10, 1000):
            command("simulate", GAME, "--games", games, "--seed", 7, "--out", f"{games}.jsonl")
        few, many = (
            (tmp_path / f"{games}.jsonl").read_text("utf-8").splitlines() for games in (10, 1000)
        )
        assert many[:10] == few
        assert "1000 records are sound" in command("replay", "1000.jsonl").stdout

    def test_it_is_played_with_typed_moves(self, command: Command, tmp_path: Path) -> None:
        typed = "help\nmoves barter\nbarter\nbarter\nwhy barter\nboard\nsave mine.json\nquit\n"
        told = command("play", GAME, "--first", 0, "--lang", "en", stdin=typed).stdout
        assert "your move (or help)" in told
        assert "barter is not allowed: you have bartered already (FB-5)" in told
        assert "Saved to mine.json." in told
        moves = [
            event.get("move")
            for event in json.loads((tmp_path / "mine.json").read_text())["events"]
        ]
        assert moves.count("barter") == 1

    def test_bots_of_ones_own_meet_in_the_arena(self, command: Command, tmp_path: Path) -> None:
        (tmp_path / "planter.py").write_text(PLANTER)
        told = command(
            *("arena", GAME, "random", "py:planter:Planter", "--games", 20),
            *("--seed", 1, "--jobs", 1, "--json"),
        ).stdout
        (summary,) = lines(told)
        shares = {each["bot"]: each["share"] for each in summary["standings"]}
        assert shares["py:planter:Planter"] > 0.9

    def test_its_speed_is_measured(self, command: Command) -> None:
        speeds = lines(command("bench", GAME, "--seconds", 0.05, "--json").stdout)
        assert [(each["players"], each["way"]) for each in speeds] == [
            (players, way) for players in (1, 2, 3) for way in ("sampled", "listed", "python")
        ]
        assert all(each["moves_per_second"] > 0 for each in speeds)


PLANTER = """
class Planter:
    def choose(self, turn):
        points = dict(zip(turn.view["legal"]["moves"], turn.view["legal"]["rows"]))
        return max(turn.moves, key=lambda move: points[str(move)])
"""


def test_the_contract_is_checked_by_the_tests_of_its_author(
    flowerbed: Path, tmp_path: Path
) -> None:
    tests = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-c", "/dev/null"),
            *("--rootdir", tmp_path, SIXTH_GAME / "test_flowerbed.py"),
        ],
        cwd=tmp_path,
        env=knowing(flowerbed),
        capture_output=True,
        encoding="utf-8",
        timeout=MUCH_PATIENCE,
    )
    assert tests.returncode == 0, tests.stdout[-5000:]
    assert "passed" in tests.stdout


class TestBrokenPackages:
    def test_what_is_broken_is_named_and_costs_only_itself(
        self, command: Command, tmp_path: Path
    ) -> None:
        site = tmp_path / "site"
        site.mkdir()
        install(site, "stranger", "torn", rules="import nowhere")
        install(site, "other_stranger", "hollow", rules="GAME = 5")
        ended = command("games", "--json", beside=(site,))
        games = [game["id"] for game in json.loads(ended.stdout)]
        assert games[-1] == GAME
        assert not {"torn", "hollow"} & set(games)
        assert "'torn' of the package 'stranger' is left out: ModuleNotFoundError" in ended.stderr
        assert "'hollow' of the package 'other_stranger' is left out: GAME in" in ended.stderr
        refused = command("simulate", "torn", beside=(site,), code=2).stderr
        assert "There is no game 'torn'" in refused

    def test_a_broken_part_costs_only_that_part(
        self, command: Command, flowerbed: Path, tmp_path: Path
    ) -> None:
        """The same rules with parts beside them that all fail."""
        site = tmp_path / "site"
        site.mkdir()
        rules = (flowerbed / GAME / "rules.py").read_text("utf-8")
        parts = {"bots": "1 / 0", "drawing": "STYLE = 5", "traits": "import nowhere"}
        renamed = rules.replace('id="flowerbed"', 'id="weeds"')
        install(site, "weeds", "weeds", rules=renamed, **parts)
        (site / "weeds" / "help.en.md").write_bytes(b"\xff")
        (tmp_path / "a.json").write_text(command("simulate", "weeds", beside=(site,)).stdout)
        shown = command("show", "a.json", "--svg", "a.svg", beside=(site,))
        assert "weeds.drawing.STYLE is left out: it is no Style." in shown.stderr
        assert command("rules", "weeds", beside=(site,)).stdout.startswith("# Flowerbed\n")


@pytest.fixture(scope="module")
def server(flowerbed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server with its own bots, in whose process the game is installed."""
    settings = Settings(data_folder=tmp_path_factory.mktemp("data"), rate_limits=0, bot_workers=1)
    server = ServerProcess(settings, knowing(flowerbed), quick_bots=False)
    yield server
    server.close()


def begun(server: ServerProcess) -> tuple[str, list[Player]]:
    """Return a table of two people and a bot, with the game begun."""
    people = [guest(server, name) for name in ("Ania", "Kasia")]
    seats = [{"me": True}, {}, {"bot": "level-1"}]
    table = people[0].open(GAME, 3, seats=seats)
    people[1].does(table, "sit")
    people[0].does(table, "start")
    return table, people


class TestServer:
    def test_it_is_described_like_any_game(self, server: ServerProcess) -> None:
        games = {game["id"]: game for game in guest(server).get("/games")}
        assert [level["id"] for level in games[GAME]["levels"]] == ["level-1"]
        appearance = guest(server).get(f"/games/{GAME}/appearance")
        assert len(appearance["places"]) == 25
        assert set(appearance["colours"]) == set("TRDS")

    def test_people_and_a_bot_play_it_over_http(
        self, server: ServerProcess, command: Command, tmp_path: Path
    ) -> None:
        table, people = begun(server)
        random = Random(3)
        while (seen := people[0].look(table))["table"]["status"] == "playing":
            (seat,) = seen["game"]["to_act"] or [2]
            if seat < 2:
                people[seat].move(table, random)
            else:
                wait_until(lambda: people[0].look(table)["game"]["to_act"] != [2], "the bot")
        assert seen["game"]["result"]["reason"] in ("bed full", "in bloom")
        assert seen["table"]["places"] == seen["game"]["result"]["places"]
        record = people[1].get(f"/tables/{table}/record")
        assert {event["seat"] for event in record["events"] if "move" in event} == {0, 1, 2}
        (tmp_path / "table.json").write_text(json.dumps(record))
        assert "1 record is sound" in command("verify", "table.json").stdout
        assert people[0].get(f"/tables/{table}/at/10")["after"] == 10

    def test_so_they_do_over_sockets(self, server: ServerProcess) -> None:
        table, people = begun(server)
        random = Random(4)
        with ExitStack() as stack:
            pages = [stack.enter_context(person.page(table)) for person in people]
            watching = stack.enter_context(page_at(server, table))
            while pages[0].state["table"]["status"] == "playing":
                if not pages[0].game["to_act"] or pages[0].game["to_act"] == [2]:
                    pages[0].until("update")
                    continue
                (seat,) = pages[0].game["to_act"]
                pages[seat].until_number(pages[0].number)
                view = pages[seat].game
                move = random.choice(view["legal"]["moves"])
                answer = pages[seat].command("move", move=move, expected=view["after"])
                assert answer["ok"], answer
                pages[0].until_number(answer["number"])
            watching.until_number(pages[0].number)
            assert watching.game["result"] == pages[0].game["result"]

    def test_hands_are_hidden_and_moves_explained(self, server: ServerProcess) -> None:
        people = [guest(server, name) for name in ("Ania", "Kasia")]
        table = sit_down(people, GAME, settings={"hints": True})
        mine, theirs = (person.look(table)["game"] for person in people)
        assert len(mine["hands"][0]["tiles"]) == 3
        assert theirs["hands"][0] == {"tiles": [], "hidden": 3}
        asked = {"move": mine["legal"]["moves"][0]}
        explained = people[0].ask("POST", f"/tables/{table}/explain", asked).json()
        assert sum(explained["points"].values()) == 0  # nothing grows beside it yet
        refused: Json = people[0].ask("POST", f"/tables/{table}/hints", {}).json()
        assert refused["text"]["en"] == "This game has no hints."

    def test_a_bot_plays_on_for_who_gives_up(self, server: ServerProcess) -> None:
        table, people = begun(server)
        people[0].does(table, "resign")
        seat = people[1].look(table)["table"]["seats"][0]
        assert seat["stand_in"] == "level-1"
        wait_until(lambda: people[1].look(table)["game"]["to_act"] == [1], "the stand-in")

    def test_a_finished_one_goes_on_in_lines_of_ones_own(self, server: ServerProcess) -> None:
        people = [guest(server, name) for name in ("Ania", "Kasia")]
        table = sit_down(people, GAME)
        people[0].move(table, Random(5))
        path = f"/tables/{table}/analysis"
        assert people[0].ask("POST", path, {"event": 0}).status_code == 409
        people[0].does(table, "resign")
        asked: Json = {"event": 0, "line": []}
        for _ in range(3):
            here = people[1].ask("POST", path, asked).json()
            move = here["game"]["legal"]["moves"][0]
            told = people[1].ask("POST", path, asked | {"event": here["event"], "move": move})
            asked = {name: told.json()[name] for name in ("event", "line")}
        assert sum("move" in event for event in asked["line"]) == 3
        told = people[1].ask("POST", f"{path}/values", asked | {"depth": "quick"}).json()
        assert len(told["worths"]) == 2
        assert not told["calibrated"]  # it brings no values of its own
        assert told["choices"][0]["moves"]

    def test_there_is_a_challenge_every_day(self, server: ServerProcess) -> None:
        ania = guest(server)
        response = ania.ask("POST", f"/daily/{GAME}")
        assert response.status_code == 201, response.text
        table = response.json()["id"]
        random = Random(5)
        while ania.look(table)["table"]["status"] == "playing":
            ania.move(table, random)
        (mine,) = ania.get(f"/daily/{GAME}")["guests"]
        assert mine["score"] == ania.look(table)["game"]["scores"][0][0]

    def test_members_are_rated(self, server: ServerProcess) -> None:
        people = [member(server, name) for name in ("Ania", "Kasia")]
        table = sit_down(people, GAME, settings={"rated": True})
        people[0].does(table, "resign")
        rated = people[0].get(f"/ratings/{GAME}/2")
        assert len(rated) == 2


class TestGuide:
    """docs/adding-a-game.md builds the game: what it shows is what the package holds."""

    GUIDE = (SIXTH_GAME.parents[1] / "docs" / "adding-a-game.md").read_text("utf-8")

    def blocks(self, language: str) -> list[list[str]]:
        """Return the blocks of code in a language, as lines without the empty ones."""
        found = re.findall(rf"^```{language}\n(.*?)^```$", self.GUIDE, re.DOTALL | re.MULTILINE)
        return [written(block) for block in found]

    def test_the_rules_are_its_blocks_put_together(self) -> None:
        rules = written((SIXTH_GAME / GAME / "rules.py").read_text("utf-8"))
        shown = [line for block in self.blocks("python") for line in block]
        assert shown[: len(rules)] == rules

    def test_the_rest_of_its_code_is_in_the_package_too(self) -> None:
        rules = len(written((SIXTH_GAME / GAME / "rules.py").read_text("utf-8")))
        shown = [line for block in self.blocks("python") for line in block][rules:]
        tests = "\n".join(written((SIXTH_GAME / "test_flowerbed.py").read_text("utf-8")))
        assert len(shown) > 10
        assert all(line in tests for line in shown)
        assert self.blocks("toml") == [written((SIXTH_GAME / "pyproject.toml").read_text("utf-8"))]

    def test_it_tells_every_rule_and_shows_how_to_play(self) -> None:
        assert re.findall(r"^\| (FB-\d) \|", self.GUIDE, re.MULTILINE) == [
            f"FB-{number}" for number in range(1, 9)
        ]
        shown = set(re.findall(r"^kafelki (\w+)", self.GUIDE, re.MULTILINE))
        assert shown == {"games", "play", "simulate", "verify", "show", "bench", "serve"}


def written(text: str) -> list[str]:
    return [line for line in text.splitlines() if line.strip()]
