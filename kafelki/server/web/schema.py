"""Prints the server's OpenAPI description, from which the page's types are generated.

python -m kafelki.server.web.schema > web/openapi.json
"""

from __future__ import annotations

import json

from kafelki.server.settings import Settings
from kafelki.server.web.app import make_app


def schema() -> str:
    """Return the description without its paths, as JSON: what is sent, not where to."""
    return json.dumps(make_app(Settings()).openapi() | {"paths": {}}, indent=2)


if __name__ == "__main__":
    print(schema())
