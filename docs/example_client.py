"""A complete client in sixty lines: comes in as a guest and plays a whole game against a bot.

Usage: python docs/example_client.py [SERVER] [GAME]
It needs `websockets`, which comes with Kafelki.
"""

import json
import random
import sys
import urllib.request
from itertools import count

from websockets.sync.client import connect

server = sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000"
game = sys.argv[2] if len(sys.argv) > 2 else "axio"
names = count()


def post(path, body, token=None):
    """Send JSON to the server and return what it answers."""
    request = urllib.request.Request(server + path, json.dumps(body).encode())
    request.add_header("Content-Type", "application/json")
    if token:
        request.add_header("Authorization", f"Bearer {token}")
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


me = post("/api/guests", {"name": "Example", "token": True})
table = post(
    "/api/tables",
    {"game": game, "players": 2, "seats": [{"me": True}, {"bot": "level-2"}], "start": True},
    me["token"],
)
print(f"{me['name']} plays {game} at table {table['id']}")

address = server.replace("http", "ws", 1) + f"/api/tables/{table['id']}/live"
with connect(address, max_size=None) as socket:
    socket.send(json.dumps({"type": "hello", "token": me["token"], "since": 0}))
    waiting = False  # for the answer to a move
    for text in socket:
        message = json.loads(text)
        if message["type"] == "answer":
            waiting = False
            if not message["ok"]:
                print("refused:", message["rule"], message["text"]["en"])
        if message["type"] in ("update", "snapshot"):
            view, seats = message["game"], message["you"]["seats"]
        if view["result"]:
            print("places", view["result"]["places"], "because", view["result"]["reason"])
            break
        if view["legal"] and not waiting:  # our turn: the moves, and what each would bring
            move = random.choice(view["legal"]["moves"])
            command = {"type": "move", "id": f"{next(names)}", "seat": seats[0], "move": move}
            socket.send(json.dumps(command | {"expected": view["after"]}))
            waiting, view["legal"] = True, None

with urllib.request.urlopen(f"{server}/api/tables/{table['id']}/record") as record:
    print(json.load(record)["seed"], "was the seed: `kafelki verify` checks the record with it")
