"""The expert of EXO from any copy of Kafelki as a program for the arena, by processor time.

So two commits can meet, on a machine that is busy too. The seconds it may think are its own
argument; those that it is told (`@60s`) only say how long the arena waits for it.

    git worktree add /tmp/before 84ab073
    kafelki arena exo 'exec:python tests/games/exo/program.py . 0.1 @60s' \\
        'exec:python tests/games/exo/program.py /tmp/before 0.1 @60s' --games 400 --jobs 1
"""

from __future__ import annotations

import json
import sys
import time
from random import Random
from typing import Any


def main(folder: str, seconds: float) -> None:
    """Answer questions until the input ends."""
    json.loads(sys.stdin.readline())
    say({"name": folder, "kafelki": 2, "many": True})
    sys.path.insert(0, folder)
    time.perf_counter = time.thread_time  # before anybody has it: others' time is not counted
    from kafelki.bots.preparing import prepare_bot
    from kafelki.bots.protocol import Budget, Turn
    from kafelki.bots.registry import bot_named
    from kafelki.play.game import Game

    prepare_bot("expert", "exo")
    random, tables = Random(), {}
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "game":
            game = Game("exo", options=message["options"])
            tables[message["table"]] = game, bot_named("expert", "exo")
        elif message["type"] == "turn":
            game, bot = tables[message["table"]]
            if message["view"]["last"]:
                game.play(message["view"]["last"]["move"])
            move = bot.choose(Turn(game, game.to_act[0], random, Budget(seconds)))
            game.play(move)
            say({"id": message["id"], "move": str(move)})
        elif message["type"] == "end":
            del tables[message["table"]]


def say(answer: dict[str, Any]) -> None:
    """Send an answer."""
    print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main(sys.argv[1], float(sys.argv[2]))
