"""The page that people play on: the built files, and one index for all of its addresses."""

from __future__ import annotations

import gzip
from dataclasses import dataclass
from hashlib import sha256
from mimetypes import guess_type
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from kafelki.server.denial import not_found

router = APIRouter(include_in_schema=False)

FOLDER = Path(__file__).parents[1] / "page"
"""Where the package's build puts the page."""

ADDRESSES = ("/", "/t/{rest:path}", "/games/{rest:path}", "/profile")
"""What the page shows itself by its address: each is answered with the index."""

FOR_EVER = "public, max-age=31536000, immutable"  # assets have a hash of what they hold in the name
ASK_FIRST = "no-cache"

NOT_BUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Kafelki</title>
<h1>Kafelki</h1>
<p>The server runs, but its page has not been built yet. In a checkout,
<code>make play</code> builds it; so does <code>pip install -e .</code></p>
<p lang="pl">Serwer działa, ale jego strona nie została jeszcze zbudowana. W repozytorium
buduje ją <code>make play</code>, a także <code>pip install -e .</code></p>
</html>
"""


@dataclass(frozen=True)
class BuiltFile:
    """A file of the page, ready to be sent."""

    content: bytes
    compressed: bytes
    kind: str
    mark: str


def _kind(path: Path) -> str:
    if path.suffix == ".webmanifest":
        return "application/manifest+json"
    if path.suffix == ".js":  # what the system says of it is not always what browsers run
        return "text/javascript"
    return guess_type(path.name)[0] or "application/octet-stream"


def _built_file(path: Path) -> BuiltFile:
    content = path.read_bytes()
    mark = f'"{sha256(content).hexdigest()[:20]}"'
    return BuiltFile(content, gzip.compress(content, mtime=0), _kind(path), mark)


class Page:
    """The built files by their names, read again when the page was built again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, BuiltFile] = {}
        self._built = 0

    def files(self) -> dict[str, BuiltFile]:
        """Return all files; none when the page was not built."""
        try:
            built = (self._folder / "index.html").stat().st_mtime_ns
        except OSError:
            return {}
        if built != self._built:
            self._files = {
                path.relative_to(self._folder).as_posix(): _built_file(path)
                for path in sorted(self._folder.rglob("*"))
                if path.is_file()
            }
            self._built = built
        return self._files


_page = Page(FOLDER)


async def index(request: Request) -> Response:
    """Send the index: the page's own script reads the address."""
    files = _page.files()
    if not files:
        return HTMLResponse(NOT_BUILT, 503, {"Cache-Control": "no-store"})
    return _sent(request, files["index.html"], ASK_FIRST)


for address in ADDRESSES:
    router.add_api_route(address, index, methods=["GET", "HEAD"])


@router.api_route("/assets/{name}", methods=["GET", "HEAD"])
async def asset(request: Request, name: str) -> Response:
    """Send a script, a style sheet or a picture that never changes."""
    return _named(request, f"assets/{name}", FOR_EVER)


@router.api_route("/{name}", methods=["GET", "HEAD"])
async def other(request: Request, name: str) -> Response:
    """Send the manifest, the service worker or an icon; people who are lost get the page."""
    found = _page.files()
    if found and name not in found and "text/html" in request.headers.get("accept", ""):
        return _sent(request, found["index.html"], ASK_FIRST, 404)
    return _named(request, name, ASK_FIRST)


def _named(request: Request, name: str, cache: str) -> Response:
    found = _page.files().get(name)
    if found is None or name == "index.html":
        raise not_found()
    return _sent(request, found, cache)


def _sent(request: Request, file: BuiltFile, cache: str, status: int = 200) -> Response:
    headers = {"Cache-Control": cache, "ETag": file.mark, "Vary": "Accept-Encoding"}
    if status == 200 and request.headers.get("if-none-match") == file.mark:
        return Response(status_code=304, headers=headers)
    if "gzip" in request.headers.get("accept-encoding", ""):
        headers["Content-Encoding"] = "gzip"
        return Response(file.compressed, status, headers, file.kind)
    return Response(file.content, status, headers, file.kind)
