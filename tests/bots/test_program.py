"""Other people's programs: they play, and nothing that they do wrong does any harm."""

from __future__ import annotations

import json
import logging
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from textwrap import dedent
from typing import Any

import pytest

from kafelki.bots import child_process
from kafelki.bots.child_process import ChildProcess, end_all
from kafelki.bots.guarded import Fault, Guarded, Misbehaviour
from kafelki.bots.program import MOST_RESTARTS, ProgramBot, end_programs
from kafelki.bots.protocol import Budget, Turn
from kafelki.bots.registry import bot_named
from kafelki.play.game import Game, new_game
from kafelki.play.refusal import Refusal
from tests.games.examples import AT_ONCE, WITH_PAIRS, WITH_RACKS, WITHOUT_BOARD, WITHOUT_CHANCE
from tests.waiting import is_running, wait_until, wait_until_ended

DOCS = Path(__file__).parents[2] / "docs" / "writing-bots.md"
QUICK = Budget(seconds=0.1)
ENOUGH = Budget(seconds=10)  # on the busiest machine

START = """
import json, os, sys, time
def read():
    return json.loads(sys.stdin.readline())
def write(answer):
    print(json.dumps(answer), flush=True)
hello = read()
write({"name": "tester"})
"""
"""How a test's program begins; it has said hello."""


class Folder:
    """Where a test's programs are written."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def bot(self, *, body: str = "", whole: str = "") -> ProgramBot:
        script = self.path / "bot.py"
        script.write_text(whole or START + dedent(body))
        return ProgramBot(self.command(script))

    def command(self, script: Path) -> str:
        return shlex.join([sys.executable, "-I", "-S", str(script)])


@pytest.fixture
def folder(tmp_path: Path) -> Folder:
    return Folder(tmp_path)


def ask(bot: ProgramBot, game: Game, budget: Budget = ENOUGH) -> str:
    return str(bot.choose(Turn(game, game.to_act[0], Random(1), budget)))


def complaint(bot: ProgramBot, game: Game, budget: Budget = ENOUGH) -> str:
    with pytest.raises(Misbehaviour) as raised:
        ask(bot, game, budget)
    return str(raised.value)


FIRST_MOVE = """
while True:
    question = read()
    if question["type"] == "bye":
        break
    write({"id": question["id"], "move": question["moves"][0]})
"""


# Playing


@pytest.mark.parametrize(
    ("name", "players"), [(WITHOUT_CHANCE, 2), (AT_ONCE, 3), (WITHOUT_BOARD, 4)]
)
def test_the_program_of_the_docs_plays_a_whole_game(
    tmp_path: Path, name: str, players: int
) -> None:
    blocks = re.findall(r"```python\n(#!.*?)```", DOCS.read_text(), flags=re.DOTALL)
    assert len(blocks) == 1
    assert blocks[0].count("\n") <= 30
    script = tmp_path / "docs_bot.py"
    script.write_text(blocks[0])
    bot = bot_named(f"exec:{shlex.join([sys.executable, '-I', str(script)])}", name)
    assert isinstance(bot, ProgramBot)
    faults: list[Fault] = []
    guarded = Guarded(bot, faults.append)
    game = new_game(name, players, seed=1)
    while not game.over:
        seat = game.to_act[0]
        game.play(guarded.choose(Turn(game, seat, Random(1))), seat)
    guarded.close()
    end_programs()
    assert faults == []


def test_the_program_is_told_what_it_needs(folder: Folder) -> None:
    game = new_game(WITH_RACKS, 3, options={"pyramid": "colour"}, seed=1)
    bot = folder.bot(
        body="""
        assert hello == {"kafelki": 1, "newest": 2, "type": "hello", "game": "GAME",
                         "players": 3, "variant": "standard", "options": {"pyramid": "colour"},
                         "seat": 0}
        question = read()
        assert question["type"] == "turn" and question["seconds"] == 10
        assert question["nodes"] is None
        assert question["view"]["viewer"] == 0
        assert question["view"]["hands"][1] == {"tiles": [], "hidden": 5}
        assert question["moves"] == question["view"]["legal"]["moves"]
        write({"id": question["id"], "move": question["moves"][3]})
        """.replace("GAME", WITH_RACKS)
    )
    assert ask(bot, game) == game.legal_texts()[3]


def test_a_move_may_be_written_with_either_half_first(folder: Folder) -> None:
    bot = folder.bot(body='write({"id": read()["id"], "move": "OX f5 e5"})')
    assert ask(bot, new_game(WITHOUT_CHANCE, seed=1)) == "XO e5 f5"


def test_a_new_game_and_another_seat_have_their_own_processes(folder: Folder) -> None:
    bot = folder.bot(
        body="""
        for number in range(100):
            question = read()
            write({"id": question["id"], "move": question["moves"][number]})
        """
    )
    game = new_game(WITHOUT_CHANCE, seed=1)
    texts = game.legal_texts()
    assert ask(bot, game) == texts[0]
    game.play("XO e5 f5")
    assert ask(bot, game) == game.legal_texts()[0]  # the other seat's first
    assert ask(bot, new_game(WITHOUT_CHANCE, seed=2)) == texts[0]
    bot.close()


# Version 2: the moves once, and many games

MANY = """
import json, os, sys
note, *_ = sys.argv[1:]
for line in sys.stdin:
    message = json.loads(line)
    with open(note, "a") as file:
        short = {key: message[key] for key in message if key not in ("view", "options")}
        print(json.dumps(short | {"process": os.getpid()}), file=file)
    if message["type"] == "hello":
        print(json.dumps({"name": "many", "kafelki": 2, "many": True}), flush=True)
    elif message["type"] == "turn":
        assert "moves" not in message
        moves = message["view"]["legal"]["moves"]
        print(json.dumps({"id": message["id"], "move": moves[0]}), flush=True)
    elif message["type"] == "bye":
        break
"""


class Notes:
    """What a program that serves many was told."""

    def __init__(self, folder: Folder) -> None:
        script = folder.path / "many.py"
        script.write_text(MANY)
        self.path = folder.path / "notes"
        self.command = f"{folder.command(script)} {self.path}"

    def read(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.path.read_text().splitlines()]


@pytest.fixture
def many(folder: Folder) -> Iterator[Notes]:
    yield Notes(folder)
    end_programs()


def test_one_process_serves_many_games_and_seats(many: Notes) -> None:
    first = ProgramBot(many.command)
    game = new_game(WITHOUT_CHANCE, seed=1)
    game.play(ask(first, game))
    ask(first, game)  # the other seat
    first.close()
    second = ProgramBot(many.command)
    other = new_game(AT_ONCE, seed=2)
    ask(second, other)
    end_programs()
    notes = many.read()
    assert len({note.pop("process") for note in notes}) == 1
    assert [(note["type"], note.get("table"), note.get("seat")) for note in notes] == [
        ("hello", None, 0),
        ("game", 1, 0),
        ("turn", 1, None),
        ("game", 2, 1),
        ("turn", 2, None),
        ("end", 1, None),
        ("end", 2, None),
        ("game", 3, 0),
        ("turn", 3, None),
        ("bye", None, None),
    ]
    assert notes[7] == {
        "type": "game", "table": 3, "game": AT_ONCE, "players": 2, "variant": "standard", "seat": 0
    }  # fmt: skip


def test_a_process_that_served_many_is_started_again_for_each_that_needs_it(many: Notes) -> None:
    one, two = ProgramBot(many.command), ProgramBot(many.command)
    games = [new_game(WITHOUT_CHANCE, seed=seed) for seed in (1, 2)]
    ask(one, games[0])
    ask(two, games[1])
    (pid,) = {note["process"] for note in many.read()}
    os.kill(pid, signal.SIGKILL)
    assert "ended" in complaint(one, games[0])
    assert ask(one, games[0]) == games[0].legal_texts()[0]
    assert ask(two, games[1]) == games[1].legal_texts()[0]
    assert len({note["process"] for note in many.read()}) == 2


def test_a_program_that_wants_the_moves_once_gets_them_once(folder: Folder) -> None:
    start = START.replace('{"name": "tester"}', '{"name": "tester", "kafelki": 2}')
    bot = folder.bot(
        whole=start
        + dedent("""
        question = read()
        assert set(question) == {"type", "id", "view", "seconds", "nodes"}
        write({"id": question["id"], "move": question["view"]["legal"]["moves"][3]})
        """)
    )
    game = new_game(WITHOUT_CHANCE, seed=1)
    assert ask(bot, game) == game.legal_texts()[3]
    bot.close()


@pytest.mark.parametrize("version", [3, 0, '"2"', "true"])
def test_a_version_that_there_is_not_is_a_fault(folder: Folder, version: object) -> None:
    body = f'read()\nprint(\'{{"name": "new", "kafelki": {version}}}\', flush=True)\n'
    bot = folder.bot(whole=START.split("hello =")[0] + body)
    assert "not 1 or 2" in complaint(bot, new_game(WITHOUT_CHANCE, seed=1))


# What it says itself


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("raise ValueError('no idea')", "ValueError: no idea"),
        ("read()\nprint('lost', file=sys.stderr, flush=True)\nsys.exit(3)", "lost"),
    ],
)
def test_a_fault_tells_the_last_lines_of_standard_error(
    folder: Folder, body: str, said: str
) -> None:
    faults: list[Fault] = []
    bot = Guarded(folder.bot(body=body), faults.append, "mine")
    bot.choose(Turn(new_game(WITHOUT_CHANCE, seed=1), 0, Random(1), ENOUGH))
    assert faults[0].said.splitlines()[-1] == said
    assert str(faults[0]).splitlines()[-1] == f"  | {said}"
    assert faults[0].as_json()["said"] == faults[0].said
    bot.close()


def test_of_what_a_program_said_only_the_end_is_kept(folder: Folder) -> None:
    body = "for k in range(500):\n    print(k, 'x' * 5000, file=sys.stderr, flush=True)\nsys.exit()"
    with pytest.raises(Misbehaviour) as raised:
        ask(folder.bot(body=body), new_game(WITHOUT_CHANCE, seed=1))
    lines = raised.value.said.splitlines()
    assert [line.split()[0] for line in lines] == [str(k) for k in range(490, 500)]
    assert {len(line) for line in lines} == {child_process.LONGEST_WORDS}


# Ending


def test_closing_says_bye_and_ends_the_program(folder: Folder) -> None:
    note = folder.path / "note"
    bot = folder.bot(
        body=f"""
        question = read()
        write({{"id": question["id"], "move": question["moves"][0]}})
        open({str(note)!r}, "w").write(read()["type"])
        """
    )
    ask(bot, new_game(WITHOUT_CHANCE, seed=1))
    bot.close()
    assert note.read_text() == "bye"
    bot.close()


@pytest.mark.parametrize("how", ["closed", "forgotten"])
def test_all_that_a_program_started_ends_with_it(folder: Folder, how: str) -> None:
    note = folder.path / "pids"
    bot = folder.bot(
        body=f"""
        import signal, subprocess
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        other = subprocess.Popen(["sleep", "60"])
        with open({str(note)!r}, "w") as file:
            file.write(f"{{os.getpid()}} {{other.pid}}")
        question = read()
        write({{"id": question["id"], "move": question["moves"][0]}})
        time.sleep(60)
        """
    )
    ask(bot, new_game(WITHOUT_CHANCE, seed=1))
    mine, other = map(int, note.read_text().split())
    assert is_running(mine)
    assert is_running(other)
    if how == "closed":
        bot.close()
    else:
        del bot
    wait_until_ended(mine)
    wait_until_ended(other)


def test_a_program_whose_start_was_interrupted_is_ended_too(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """As where a tournament is stopped by hand just then."""

    class Stopped(BaseException):
        pass

    def stop(number: int, frame: object) -> None:
        raise Stopped

    started: list[subprocess.Popen[bytes]] = []
    popen = subprocess.Popen

    def interrupted(*given: Any, **more: Any) -> Any:
        process = popen(*given, **more)
        started.append(process)
        os.kill(os.getpid(), signal.SIGUSR1)
        return process

    before = signal.signal(signal.SIGUSR1, stop)
    try:
        with monkeypatch.context() as patched:
            patched.setattr(subprocess, "Popen", interrupted)
            with pytest.raises(Stopped):
                ChildProcess([sys.executable, "-c", "import time; time.sleep(600)"])
    finally:
        signal.signal(signal.SIGUSR1, before)
    (process,) = started
    assert is_running(process.pid)
    end_all()
    assert process.returncode == -signal.SIGKILL
    for stream in (process.stdin, process.stdout, process.stderr):
        assert stream is not None
        stream.close()


# What goes wrong


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ('{"id": 1, "move": "XO a1 z9"}', "XO a1 z9"),
        ('{"id": 1, "move": "give up"}', "give up"),
        ('{"id": 1, "move": 7}', "no text of a move"),
        ('{"id": 1}', "no text of a move"),
        ('{"id": 1, "move": "' + "x" * 5000 + '"}', "no text of a move"),
    ],
)
def test_nonsense_is_refused_and_the_program_goes_on(folder: Folder, answer: str, why: str) -> None:
    game = new_game(WITHOUT_CHANCE, seed=1)
    bot = folder.bot(
        body=f"""
        read()
        print({answer!r}, flush=True)
        question = read()
        write({{"id": question["id"], "move": "XO e5 f5"}})
        """
    )
    assert why in complaint(bot, game)
    assert ask(bot, game) == "XO e5 f5"
    bot.close()


def test_a_move_that_is_not_allowed_is_left_to_the_guard(folder: Folder) -> None:
    game = new_game(WITHOUT_CHANCE, seed=1)
    game.play("XO e5 f5")
    faults: list[Fault] = []
    bot = Guarded(
        folder.bot(body='write({"id": read()["id"], "move": "XO e5 f5"})'), faults.append, "mine"
    )
    game.play(bot.choose(Turn(game, 1, Random(1), ENOUGH)))
    assert "not allowed now" in faults[0].what
    bot.close()


def test_garbage_before_an_answer_goes_to_the_log(
    folder: Folder, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    bot = folder.bot(
        body=r"""
        question = read()
        print("thinking …", flush=True)
        sys.stdout.buffer.write(b"\xff\xfe\x00\n[1, 2]\n" + b"[" * 50000 + b"\n")
        sys.stderr.write("a word to the log\n")
        sys.stderr.flush()
        write({"id": 99, "move": "an old answer"})
        write({"id": question["id"], "move": "XO e5 f5"})
        """
    )
    assert ask(bot, new_game(WITHOUT_CHANCE, seed=1)) == "XO e5 f5"
    bot.close()
    wait_until(lambda: "a word to the log" in caplog.text, "a word to the log")
    assert "thinking" in caplog.text


def test_a_program_that_stalls_is_ended_and_started_again(folder: Folder) -> None:
    note = folder.path / "pids"
    before_hello = f"""
        import os
        with open({str(note)!r}, "a") as file:
            file.write(f"{{os.getpid()}}\\n")
        """
    after_it = f"""
        question = read()
        if len(open({str(note)!r}).readlines()) == 1:
            time.sleep(600)
        write({{"id": question["id"], "move": "XO e5 f5"}})
        """
    bot = folder.bot(whole=dedent(before_hello) + START + dedent(after_it))
    game = new_game(WITHOUT_CHANCE, seed=1)
    start = time.monotonic()
    assert "did not answer in time" in complaint(bot, game, QUICK)
    assert time.monotonic() - start > 0.5
    wait_until_ended(int(note.read_text().split()[0]))
    assert ask(bot, game) == "XO e5 f5"
    bot.close()


@pytest.mark.parametrize(
    "body",
    ["sys.exit(3)", "os.kill(os.getpid(), 9)", "read(); raise ValueError", "sys.stdout.close()"],
)
def test_a_program_that_ends_is_started_again_only_so_often(folder: Folder, body: str) -> None:
    note = folder.path / "starts"
    bot = folder.bot(body=f'open({str(note)!r}, "a").write("x")\n{body}\n')
    game = new_game(WITHOUT_CHANCE, seed=1)
    for _ in range(MOST_RESTARTS + 1):
        assert "ended" in complaint(bot, game)
    assert "given up" in complaint(bot, game)
    assert len(note.read_text()) == MOST_RESTARTS + 1


@pytest.mark.parametrize(
    "flood",
    [
        "os.write(1, b'x' * 3_000_000)",  # one line
        "os.write(1, b'y' * 1000 + b'\\n')",
        "os.write(1, b'\\n')",
    ],
    ids=["one line", "long lines", "empty lines"],
)
def test_a_program_that_floods_is_ended(folder: Folder, flood: str) -> None:
    bot = folder.bot(body=f"read()\nwhile True:\n    {flood}\n")
    faults: list[Fault] = []
    game = new_game(WITHOUT_CHANCE, seed=1)
    Guarded(bot, faults.append).choose(Turn(game, 0, Random(1), ENOUGH))
    assert "printed" in faults[0].what
    bot.close()


def test_a_flood_of_complaints_is_no_trouble(
    folder: Folder, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)
    bot = folder.bot(body="sys.stderr.write('no!\\n' * 20000)\n" + FIRST_MOVE)
    game = new_game(WITHOUT_CHANCE, seed=1)
    assert ask(bot, game) == game.legal_texts()[0]
    bot.close()
    most = child_process.MOST_LOGGED + 3 * child_process.LOGGED_A_QUESTION
    assert 0 < caplog.text.count("no!") <= most
    assert "and more, which is left out" in caplog.text


def test_a_program_that_never_reads_cannot_block_us(folder: Folder) -> None:
    bot = folder.bot(whole="import time\nprint('{\"name\": 1}', flush=True)\ntime.sleep(600)\n")
    game = new_game(WITH_PAIRS, 4, seed=1)  # its view is larger than a pipe holds
    assert "did not answer in time" in complaint(bot, game, QUICK)


@pytest.mark.parametrize("command", ["", "/no/such/program", "'", "/"])
def test_what_cannot_be_run_is_refused_at_once(command: str) -> None:
    with pytest.raises(Refusal):
        ProgramBot(command)


def test_a_file_that_turns_out_to_be_no_program_is_a_fault(tmp_path: Path) -> None:
    script = tmp_path / "broken"
    script.write_text("#!/no/such/interpreter\n")
    script.chmod(0o755)
    assert "cannot be started" in complaint(
        ProgramBot(str(script)), new_game(WITHOUT_CHANCE, seed=1)
    )
