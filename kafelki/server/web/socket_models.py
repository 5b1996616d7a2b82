"""What goes over the sockets, as types: `type` says which of them a message is."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel, RootModel
from pydantic.json_schema import models_json_schema

from kafelki.server.table.commands import AnyCommand
from kafelki.server.web.models import Accepted, Denied, Problem, Words
from kafelki.server.web.position_models import Explained
from kafelki.server.web.table_models import Update


class Command(RootModel[AnyCommand]):
    """What can be asked of a table."""


class Presence(BaseModel):
    """Who of those seated is here, and how many others watch."""

    type: Literal["presence"]
    here: list[str]
    watching: int


class Notice(BaseModel):
    """Something that is not part of the log, such as why a bot takes long."""

    type: Literal["notice"]
    text: Words


class ListsChanged(BaseModel):
    """Which lists are to be asked for again: my tables, the public ones, the day's challenge."""

    type: Literal["lists"]
    changed: list[Literal["mine", "public", "daily"]]


class Pong(BaseModel):
    """The answer to a ping, with the server's time."""

    type: Literal["pong"]
    now: int


class Bye(Problem):
    """Why the server closes the socket."""

    type: Literal["bye"]


class CommandAccepted(Accepted):
    """The answer to a command that was carried out."""

    type: Literal["answer"]


class CommandDenied(Denied):
    """The answer to a command that was not."""

    type: Literal["answer"]


class MoveExplained(Explained):
    """What a move would bring."""

    type: Literal["explained"]
    id: str | int | None
    ok: Literal[True]


class MoveNotExplained(Problem):
    """Why a move cannot be explained."""

    type: Literal["explained"]
    id: str | int | None
    ok: Literal[False]


class SocketMessage(
    RootModel[
        Update
        | Presence
        | Notice
        | ListsChanged
        | Pong
        | Bye
        | CommandAccepted
        | CommandDenied
        | MoveExplained
        | MoveNotExplained
    ]
):
    """What the server says on the socket."""


def socket_schemas() -> dict[str, Any]:
    """Return the schemas of what goes over the socket, by name."""
    _, found = models_json_schema(
        [(Command, "validation"), (SocketMessage, "serialization")],
        ref_template="#/components/schemas/{model}",
    )
    return dict(found["$defs"])
