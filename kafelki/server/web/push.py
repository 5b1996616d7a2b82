"""Notifications over HTTP: the server's key, and a browser's subscription."""

from __future__ import annotations

from fastapi import APIRouter
from pydantic import BaseModel, Field
from starlette.responses import Response

from kafelki.server.denial import conflict
from kafelki.server.storage import push as rows
from kafelki.server.storage.push import Subscription
from kafelki.server.table.settings import Strict
from kafelki.server.web.access import KnownCaller
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import ThisServer
from kafelki.server.web.models import Language

router = APIRouter(prefix="/api", tags=["notifications"], responses=PROBLEMS)

BASE64 = "^[A-Za-z0-9_=-]+$"


class PushKey(BaseModel):
    """The server's public key, as a browser wants it."""

    key: str


class Keys(Strict):
    """A browser's keys."""

    p256dh: str = Field(max_length=200, pattern=BASE64)
    auth: str = Field(max_length=100, pattern=BASE64)


class NewSubscription(Strict):
    """Where a browser wants to be told."""

    endpoint: str = Field(min_length=1, max_length=1000)
    keys: Keys
    language: Language = "en"


class EndpointOnly(Strict):
    """Which of my browsers."""

    endpoint: str = Field(min_length=1, max_length=1000)


@router.get("/push/key", response_model=PushKey)
async def push_key(context: ThisServer) -> Response:
    """Return the key with which a browser subscribes."""
    return answer({"key": await context.notifier.public_key()})


@router.put("/me/push", status_code=204)
async def subscribe(context: ThisServer, new: NewSubscription, caller: KnownCaller) -> Response:
    """Tell this browser when it is my move in a game without hurry."""
    await context.limiter.check("command", caller.person.id)
    context.notifier.check_endpoint(new.endpoint)
    subscription = Subscription(new.endpoint, new.keys.p256dh, new.keys.auth, new.language)
    if not await context.store.write(rows.add, caller.person.id, subscription):
        raise conflict(
            "You already get notifications on ten devices. Turn them off on one of them first.",
            "Masz już powiadomienia na dziesięciu urządzeniach. Najpierw wyłącz je na jednym.",
        )
    return Response(status_code=204)


@router.delete("/me/push", status_code=204)
async def unsubscribe(context: ThisServer, old: EndpointOnly, caller: KnownCaller) -> Response:
    """Tell this browser nothing more."""
    await context.store.write(rows.remove_own, caller.person.id, old.endpoint)
    return Response(status_code=204)
