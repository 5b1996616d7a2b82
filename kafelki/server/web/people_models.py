"""What is sent about people, as types."""

from __future__ import annotations

from typing import Literal

from pydantic import BaseModel, Field, StrictBool

from kafelki.server.profiles import Avatar, Part
from kafelki.server.table.settings import Strict
from kafelki.server.web.models import Language


class NewGuest(Strict):
    """Somebody who wants to play."""

    name: str | None = Field(default=None, max_length=100)
    language: Language = "en"
    token: StrictBool = Field(
        default=False, description="Answer with a bearer token instead of setting a cookie."
    )


class Credentials(Strict):
    """How a member signs in."""

    account: str = Field(min_length=1, max_length=100)
    password: str = Field(min_length=1, max_length=200)
    token: bool = False


class NewPassword(Strict):
    """What makes a guest a member, or gives a member another password."""

    account: str | None = Field(default=None, max_length=100)
    password: str = Field(min_length=1, max_length=200)
    old: str | None = Field(default=None, max_length=200)


class NewName(Strict):
    """Another name."""

    name: str = Field(min_length=1, max_length=100)


class Me(BaseModel):
    """Who I am."""

    person: str
    name: str
    member: bool
    token: str | None = Field(default=None, description="Only when one was asked for.")


class Profile(BaseModel):
    """Who I am, what I show of myself, and whom I do not want to read."""

    person: str
    name: str
    member: bool
    avatar: Avatar
    shows: list[Part] = Field(description="What others may see of how I have played.")
    muted: list[str]


class SessionView(BaseModel):
    """A session of mine: a browser where I am signed in, or a program with a token."""

    id: str
    kind: Literal["cookie", "token"]
    created: int
    seen: int = Field(description="When it was last used, to the hour.")
    current: bool = Field(description="Whether it is the one that asks.")
