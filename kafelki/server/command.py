"""The commands `kafelki serve` and `kafelki admin`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

DatabaseUrl = Annotated[
    str | None,
    typer.Option("--database-url", metavar="URL", help="By default SQLite in the data folder."),
]
DataFolder = Annotated[
    Path | None, typer.Option("--data", metavar="FOLDER", help="Where data is kept.")
]


def serve(
    database_url: DatabaseUrl = None,
    redis_url: Annotated[
        str | None, typer.Option("--redis-url", metavar="URL", help="For several processes.")
    ] = None,
    data: DataFolder = None,
    host: Annotated[str | None, typer.Option(help="By default this machine only.")] = None,
    port: Annotated[int | None, typer.Option(min=0, max=65535, help="By default 8000.")] = None,
    public_url: Annotated[
        str | None, typer.Option(metavar="URL", help="What people type to get here.")
    ] = None,
    bot_workers: Annotated[int | None, typer.Option(min=1, help="Processes for bots.")] = None,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="Let bots think on Ray.")
    ] = None,
    rate_limits: Annotated[
        float | None, typer.Option(min=0, help="Multiplies all rate limits; 0 turns them off.")
    ] = None,
    log_level: Annotated[str, typer.Option(help="DEBUG, INFO, WARNING or ERROR.")] = "INFO",
) -> None:
    """Start the server that people play on."""
    from kafelki.server.running import run_server
    from kafelki.server.settings import Settings

    settings = Settings.from_environment(
        database_url=database_url,
        redis_url=redis_url,
        data_folder=data,
        host=host,
        port=port,
        public_url=public_url,
        bot_workers=bot_workers,
        ray_address=ray,
        rate_limits=rate_limits,
    )
    run_server(settings, log_level)


SERVE_EPILOG = "Example: kafelki serve --port 8000 --data ./data"
