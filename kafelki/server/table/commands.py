"""What people can ask of a table: each a small message with an id that its sender made up."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from kafelki.server.table.settings import Strict

SeatNumber = Annotated[int, Field(ge=0, le=3)]
Salt = Annotated[
    str,
    Field(pattern="^([0-9a-f]{2}){1,32}$", description="Up to 32 bytes of the device's own, hex."),
]


class Command(Strict):
    """What all commands have."""

    id: str = Field(
        min_length=1,
        max_length=64,
        pattern="^[A-Za-z0-9_-]+$",
        description="Made up by the client; sent again, it gets the first answer again.",
    )


class Move(Command):
    """Play a move."""

    type: Literal["move"]
    expected: int = Field(ge=0, le=100_000, description="How many events the game has had so far.")
    move: str = Field(min_length=1, max_length=40, description="Such as `RB f7 f8`.")
    seat: SeatNumber | None = Field(default=None, description="Needed by who has more than one.")


class Sit(Command):
    """Take a seat; by default the first that is open."""

    type: Literal["sit"]
    seat: SeatNumber | None = None
    salt: Salt | None = None


class Leave(Command):
    """Leave the table before the start."""

    type: Literal["leave"]


class Fill(Command):
    """As the host, give a seat to a bot or to somebody on this device, or open it."""

    type: Literal["fill"]
    seat: SeatNumber
    bot: str | None = Field(default=None, max_length=20, description="Such as `level-3`.")
    label: str | None = Field(
        default=None, max_length=100, description="The name of a second person on this device."
    )


class AddSalt(Command):
    """Add to the chance of the game, having seen the commitment to its seed."""

    type: Literal["salt"]
    salt: Salt


class Start(Command):
    """As the host, begin the game; all seats must be taken."""

    type: Literal["start"]
    first: SeatNumber | None = Field(
        default=None, description="Which seat is to start; by default it is drawn by lot."
    )


class Close(Command):
    """As the host, give the table up before the start."""

    type: Literal["close"]


class Resign(Command):
    """Give up; in a game of more than two, a bot plays on for the seat."""

    type: Literal["resign"]
    seat: SeatNumber | None = None


class Propose(Command):
    """Ask the others for a take-back of my move, a bot for somebody away, or a rematch."""

    type: Literal["propose"]
    what: Literal["take-back", "stand-in", "rematch"]
    seat: SeatNumber | None = Field(default=None, description="Whose; by default my own.")


class Answer(Command):
    """Agree to what was proposed, or not."""

    type: Literal["answer"]
    agree: bool


class Return(Command):
    """Take my seat back from the bot that stood in."""

    type: Literal["return"]


class Chat(Command):
    """Say something to those at the table."""

    type: Literal["chat"]
    text: str = Field(min_length=1, max_length=1000)


AnyCommand = Annotated[
    Move | Sit | Leave | Fill | AddSalt | Start | Close | Resign | Propose | Answer | Return | Chat,
    Field(discriminator="type"),
]
