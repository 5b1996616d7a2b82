"""The review of a finished game over HTTP: what is known so far, until that is all."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from kafelki.review.model import Decision, Step, steps_as_json
from kafelki.server.reviews import Known, Summary
from kafelki.server.table.state import TableState
from kafelki.server.web.access import AnyCaller
from kafelki.server.web.answers import PROBLEMS, answer
from kafelki.server.web.context import ThisServer
from kafelki.server.web.review_models import ReviewView
from kafelki.server.web.tables import find
from kafelki.server.web.working import GONE, while_connected

router = APIRouter(prefix="/api", tags=["results"], responses=PROBLEMS)

OF_SEAT = ("accuracy", "net_luck", "without_luck", "loss", "bands", "strength", "remarks")

SinceQuery = Annotated[
    int | None,
    Query(ge=0, le=1_000_000, description="Wait until more steps than these are there."),
]


@router.get("/tables/{table}/review", response_model=ReviewView)
async def review_table(
    request: Request, context: ThisServer, table: str, caller: AnyCaller, since: SinceQuery = None
) -> Response:
    """Tell what is known so far of a finished game's review: at once, or when there is more."""
    who = caller.id or caller.address
    await context.limiter.check("review", who)
    state, _ = await find(context, table, caller)
    found: list[Known] = []

    async def ask() -> None:
        found.append(await context.reviews.of(state, (caller.address, who), since))

    if not await while_connected(request, ask()):
        return Response(status_code=GONE)
    return answer(_told(state, found[0], since))


def _told(state: TableState, known: Known, since: int | None) -> dict[str, Any]:
    """Return a review from a step on, with events numbered as everybody at the table counts."""
    summary = known.summary or {}
    first = since or 0
    return {
        "complete": known.summary is not None,
        "events": state.as_told(len(state.game.events)),
        "done": state.as_told(known.events),
        "points": _points(state) if since is None else [],
        "start": known.start,
        "whole": known.whole,
        "since": first,
        "steps": [_step(state, each) for each in known.steps[first:]],
        "calibrated": summary.get("is_calibrated", True),
        "turning_points": summary.get("turning_points", []),
        "seats": [_seat(known, each) for each in summary.get("seats", [])],
    }


def _points(state: TableState) -> list[dict[str, Any]]:
    """Return what every seat had after each move."""
    here = state.game.copy()
    here.go_to(0)
    here.forget_later()
    value = here.rules.measure.value
    found = []
    for number, event in enumerate(state.game.events, start=1):
        here._repeat(event)
        if not event.is_chance:
            values = [float(value(scores)) for scores in here.scores]
            found.append({"after": state.as_told(number), "values": values})
    return found


def _step(state: TableState, step: Step) -> dict[str, Any]:
    (told,) = steps_as_json([step])
    found = {
        "kind": told["kind"],
        "event": state.as_told(step.event),
        "after": state.as_told(step.event + step.events),
        "seat": step.seat,
        "change": step.change,
    }
    if isinstance(step, Decision):
        judged = {name: told[name] for name in ("move", "choices", "band", "forced")}
        return (
            found
            | judged
            | {
                "loss": step.loss or 0.0,
                "gain": step.gain,
                "obvious": step.is_obvious,
            }
        )
    return found | {"errors": step.errors}


def _seat(known: Known, summary: Summary) -> dict[str, Any]:
    numbers = {step.event: number for number, step in enumerate(known.steps)}
    return {name: summary[name] for name in OF_SEAT} | {
        name: numbers.get(summary[name]) for name in ("dearest", "best")
    }
