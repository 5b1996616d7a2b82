"""The page that people play on: the built files, and one index for all of its addresses."""

from __future__ import annotations

import gzip
import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from hashlib import sha256
from itertools import product
from mimetypes import guess_type
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import HTMLResponse, Response

from kafelki.server.denial import not_found
from kafelki.server.web.preloading import as_data, game_shown, preloaded_answers
from kafelki.server.web.sharing import link_tags

router = APIRouter(include_in_schema=False)

FOLDER = Path(__file__).parents[1] / "page"
"""Where the package's build puts the page."""

ADDRESSES = {
    "/": "HomePage",
    "/t/{table}": "TablePage",
    "/t/{table}/from/{rest:path}": "AnalysisPage",
    "/t/{table}/{rest:path}": "ReplayPage",
    "/games/{game}": "GamePage",
    "/games/{game}/lesson": "LessonPage",
    "/games/{game}/{rest:path}": "RulesPage",
    "/profile": "ProfilePage",
    "/insights": "InsightsPage",
    "/mistakes": "MistakesPage",
    "/design": "DesignPage",
    "/puzzles": "PuzzlesPage",
    "/puzzles/{game}/{puzzle}": "PuzzlePage",
    "/people/{person}": "PersonPage",
}
"""What the page shows itself by its address, and the part of it that does: see App.svelte."""

LANGUAGES = ("en", "pl")
CHAPTERS = {
    "HomePage": ["home"],
    "GamePage": ["home"],
    "LessonPage": ["home"],
    "RulesPage": ["home"],
    "ReplayPage": ["table", "review"],
    "AnalysisPage": ["table", "review"],
    "ProfilePage": ["profile", "settings"],
    "InsightsPage": ["insights"],
    "MistakesPage": ["insights", "review"],
    "PersonPage": ["profile"],
    "PuzzlePage": ["table"],
}
"""The chapters of words that parts of the page bring with them: see pages/loading.ts."""

FOR_EVER = "public, max-age=31536000, immutable"  # assets have a hash of what they hold in the name
ASK_FIRST = "no-cache"
ONCE = "no-store"
INDEX_VARIES = "Accept-Encoding, Accept-Language, Sec-Fetch-Dest"

MANIFEST = "parts.json"
"""Which files belong to which part of the page, as its build writes it."""
KINDS = {".webmanifest": "application/manifest+json", ".js": "text/javascript"}
"""Of files of which systems do not always say what browsers want to hear."""
BROTLI = ".br"
"""What the build calls a file that it has packed."""

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
    packed: dict[str, bytes]
    """By the encoding's name, the one to be preferred first."""
    kind: str
    mark: str


def _ready(content: bytes, kind: str, packed: dict[str, bytes]) -> BuiltFile:
    mark = f'"{sha256(content).hexdigest()[:20]}"'
    return BuiltFile(content, packed | {"gzip": gzip.compress(content, mtime=0)}, kind, mark)


def _built_file(path: Path) -> BuiltFile:
    brotli = path.with_name(path.name + BROTLI)
    packed = {"br": brotli.read_bytes()} if brotli.exists() else {}
    kind = KINDS.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
    return _ready(path.read_bytes(), kind, packed)


def _linked(
    built_files: dict[str, BuiltFile], manifest: dict[str, Any], part: str, language: str
) -> BuiltFile:
    """Return the index with links to the files that a part of the page needs, and it has not yet.

    So none of them waits for another; browsers fetch six at a time, so the largest come first.
    """
    page = built_files["index.html"]
    index = page.content.decode()
    files: dict[str, str] = {}
    chapters = ["first", *CHAPTERS.get(part, ())]
    todo = [f"src/pages/{part}.svelte"]
    todo += [f"src/messages/{chapter}.{language}.ts" for chapter in chapters]
    for name in todo:
        built = manifest.get(name, {})
        if built:
            files |= dict.fromkeys(built.get("css", ()), "stylesheet")
            files[built["file"]] = "modulepreload"
        todo += [other for other in built.get("imports", ()) if other not in todo]

    def size(file: str) -> int:
        return len(built_files[file].content) if file in built_files else 0

    links = "".join(
        f'<link rel="{files[file]}" crossorigin href="/{file}">'
        for file in sorted(files, key=size, reverse=True)
        if f'"/{file}"' not in index
    )
    return _ready(index.replace("</head>", f"{links}</head>", 1).encode(), page.kind, {})


class Page:
    """The built files by their names, read again when the page was built again."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, BuiltFile] = {}
        self._indexes: dict[tuple[str, str], BuiltFile] = {}
        self._parts: dict[str, str] = {}
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
                if path.is_file() and path.name != MANIFEST and path.suffix != BROTLI
            }
            manifest = self._folder / MANIFEST
            names = json.loads(manifest.read_text("utf-8")) if manifest.exists() else {}
            self._indexes = {
                each: _linked(self._files, names, *each)
                for each in product(ADDRESSES.values(), LANGUAGES)
            }
            self._parts = {name: built["file"] for name, built in names.items()}
            self._built = built
        return self._files

    def index(self, part: str, language: str) -> BuiltFile:
        """Return the index, with links to what a part of the page needs in a language."""
        return self._indexes[part, language]

    def link_of(self, game: str | None) -> str:
        """Return a link to what only one game shows; nothing where there is no such part."""
        file = self._parts.get(f"src/games/{game}/part.ts")
        return f'<link rel="modulepreload" crossorigin href="/{file}">' if file else ""


_page = Page(FOLDER)


def index(part: str) -> Callable[[Request], Awaitable[Response]]:
    """Return what answers an address with the index: the page's own script reads the address."""

    async def sent(request: Request) -> Response:
        if not _page.files():
            return HTMLResponse(NOT_BUILT, 503, {"Cache-Control": ONCE})
        language = _language(request)
        file = _page.index(part, language)
        tags = await link_tags(request, language)
        if request.headers.get("sec-fetch-dest") == "document":
            return await _with_answers(request, file, tags)
        tagged = file.content.replace(b"</head>", tags + b"</head>", 1)
        return _sent(request, _ready(tagged, file.kind, {}), ASK_FIRST, INDEX_VARIES)

    return sent


async def _with_answers(request: Request, file: BuiltFile, tags: bytes) -> Response:
    """Send somebody the index with what their page will need first."""
    answers = await preloaded_answers(request)
    link = _page.link_of(game_shown(answers)).encode()
    content = file.content.replace(b"</head>", tags + link + b"</head>", 1)
    content = content.replace(b"</body>", as_data(answers) + b"</body>", 1)
    headers = {"Cache-Control": ONCE, "Vary": INDEX_VARIES + ", Cookie"}
    if "gzip" in _accepted(request):
        headers["Content-Encoding"] = "gzip"
        content = gzip.compress(content, 6, mtime=0)
    return Response(content, 200, headers, file.kind)


for address, part in ADDRESSES.items():
    router.add_api_route(address, index(part), methods=["GET", "HEAD"])


@router.api_route("/assets/{name}", methods=["GET", "HEAD"])
async def asset(request: Request, name: str) -> Response:
    """Send a script, a style sheet or a picture that never changes."""
    return _named(request, f"assets/{name}", FOR_EVER)


@router.api_route("/{name}", methods=["GET", "HEAD"])
async def other(request: Request, name: str) -> Response:
    """Send the manifest, the service worker or an icon."""
    return for_the_lost(request) or _named(request, name, ASK_FIRST)


def for_the_lost(request: Request) -> Response | None:
    """Return the page, which says so, for people at an address where nothing is."""
    files = _page.files()
    asks_for_a_page = "text/html" in request.headers.get("accept", "")
    path = request.url.path.lstrip("/")
    if not asks_for_a_page or not files or path in files or path.startswith("api/"):
        return None
    return _sent(request, files["index.html"], ASK_FIRST, status=404)


def _named(request: Request, name: str, cache: str) -> Response:
    found = _page.files().get(name)
    if found is None or name == "index.html":
        raise not_found()
    return _sent(request, found, cache)


def _sent(
    request: Request, file: BuiltFile, cache: str, vary: str = "Accept-Encoding", status: int = 200
) -> Response:
    headers = {"Cache-Control": cache, "ETag": file.mark, "Vary": vary}
    if status == 200 and request.headers.get("if-none-match") == file.mark:
        return Response(status_code=304, headers=headers)
    accepted = _accepted(request)
    for encoding, content in file.packed.items():
        if encoding in accepted:
            return Response(content, status, headers | {"Content-Encoding": encoding}, file.kind)
    return Response(file.content, status, headers, file.kind)


def _language(request: Request) -> str:
    """Return the first of a browser's languages that we speak, as the page itself does."""
    asked = request.headers.get("accept-language", "").split(",")
    found = (language.strip()[:2].lower() for language in asked)
    return next((language for language in found if language in LANGUAGES), "en")


def _accepted(request: Request) -> set[str]:
    """Return the names of the encodings that a browser unpacks."""
    names = request.headers.get("accept-encoding", "").split(",")
    return {name.partition(";")[0].strip() for name in names}
