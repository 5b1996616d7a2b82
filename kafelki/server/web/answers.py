"""Answers in JSON, and errors that always say what is wrong in both languages."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from typing import Any

import orjson
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import Response

from kafelki.server.denial import STATUS, Denial, malformed, not_found, unavailable
from kafelki.server.storage.store import StorageTrouble
from kafelki.server.web.models import Problem

log = logging.getLogger(__name__)

LARGEST_BODY = 64 * 1024

PROBLEMS: dict[int | str, dict[str, Any]] = {
    status: {"model": Problem, "description": "Not done: the answer says why."}
    for status in sorted(set(STATUS.values()))
}


def file_of(media_type: str) -> dict[str, Any]:
    """Return how a route is documented that answers with a file of some type."""
    content = {media_type: {"schema": {"type": "string"}}}
    return {"response_class": Response, "responses": {200: {"content": content}}}


def answer(value: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a value as a JSON response."""
    return Response(orjson.dumps(value), status, headers, media_type="application/json")


def problem(denial: Denial) -> Response:
    """Return a denial as a JSON response."""
    response = answer(denial.as_json(), STATUS[denial.code])
    if denial.retry_after is not None:
        response.headers["Retry-After"] = str(denial.retry_after)
    if denial.code == "not-signed-in":
        response.headers["WWW-Authenticate"] = "Bearer"
    return response


def add_error_answers(app: FastAPI, lost: Callable[[Request], Response | None]) -> None:
    """Let every error be answered as a problem; to people who are `lost` as that says."""

    @app.exception_handler(Denial)
    async def denied(request: Request, denial: Denial) -> Response:
        return problem(denial)

    @app.exception_handler(StorageTrouble)
    async def in_trouble(request: Request, trouble: StorageTrouble) -> Response:
        log.warning("the database failed: %s", type(trouble).__name__)
        return problem(unavailable())

    @app.exception_handler(RequestValidationError)
    async def not_valid(request: Request, wrong: RequestValidationError) -> Response:
        return problem(malformed_request(wrong.errors()))

    @app.exception_handler(HTTPException)
    async def http(request: Request, wrong: HTTPException) -> Response:
        if wrong.status_code == 404:
            return lost(request) or problem(not_found())
        if wrong.status_code == 413:
            return problem(too_large())
        denial = malformed(str(wrong.detail), "Tego zapytania nie można wykonać.")
        if wrong.status_code == 400:  # a body that is not even JSON is malformed like any other
            return problem(denial)
        return answer(denial.as_json(), wrong.status_code, wrong.headers)


def too_large() -> Denial:
    """Return the answer to a request of too many bytes."""
    return Denial(
        "too-large",
        f"A request has at most {LARGEST_BODY // 1024} KiB.",
        f"Zapytanie ma najwyżej {LARGEST_BODY // 1024} KiB.",
    )


def malformed_request(errors: Any) -> Denial:
    """Return what is wrong with a request or a message, in one sentence."""
    first = errors[0] if errors else {}
    where = _sayable(".".join(str(part) for part in first.get("loc", ()) if part != "body"))
    what = _sayable(str(first.get("msg", "it is not understood")))
    return malformed(
        f"{where}: {what}" if where else what, f"To zapytanie jest niezrozumiałe ({where or what})."
    )


def _sayable(text: str) -> str:
    """Return a text that may name what was sent: never long, and whole characters only."""
    return text[:200].encode("utf-8", "replace").decode()
