"""`kafelki serve` and `loadtest`: the server that people play on, and how much it holds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from kafelki.cli.ending import MISUSED, stop
from kafelki.cli.parameters import DatabaseUrl, DataFolder

if TYPE_CHECKING:
    from kafelki.server.settings import Settings

commands = typer.Typer()


def settings_of(**given: Any) -> Settings:
    """Return the settings of a command; exit with a word about one that cannot be."""
    from kafelki.server.settings import Settings

    try:
        return Settings.from_environment(**given)
    except ValueError as wrong:
        stop(str(wrong), MISUSED)


@commands.command(epilog="Example: kafelki serve --port 8000 --data ./data")
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
    proxies: Annotated[
        int | None, typer.Option(min=0, help="Proxies of yours that people come through.")
    ] = None,
    bot_workers: Annotated[int | None, typer.Option(min=1, help="Processes for bots.")] = None,
    ray: Annotated[
        str | None, typer.Option("--ray", metavar="ADDRESS", help="Let bots think on Ray.")
    ] = None,
    rate_limits: Annotated[
        float | None, typer.Option(min=0, help="Multiplies all rate limits; 0 turns them off.")
    ] = None,
    log_level: Annotated[str, typer.Option(help="DEBUG, INFO, WARNING or ERROR.")] = "INFO",
    open_page: Annotated[
        bool, typer.Option("--open", help="Open the page in the browser.")
    ] = False,
) -> None:
    """Start the server that people play on."""
    from kafelki.server.running import run_server

    settings = settings_of(
        database_url=database_url,
        redis_url=redis_url,
        data_folder=data,
        host=host,
        port=port,
        public_url=public_url,
        proxies=proxies,
        bot_workers=bot_workers,
        ray_address=ray,
        rate_limits=rate_limits,
    )
    run_server(settings, log_level, open_page)


@commands.command(epilog="Example: kafelki loadtest --tables 500 --seconds 60")
def loadtest(
    tables: Annotated[int, typer.Option(min=1, help="Tables with two players each.")] = 500,
    spectators: Annotated[int, typer.Option(min=0, help="Spectators at each table.")] = 1,
    interval: Annotated[float, typer.Option(min=0.01, help="Seconds a move at a table.")] = 2.0,
    seconds: Annotated[float, typer.Option(min=1, help="How long to measure.")] = 60.0,
    processes: Annotated[int, typer.Option(min=1, help="Server processes to start.")] = 1,
    database_url: DatabaseUrl = None,
    redis_url: Annotated[str | None, typer.Option("--redis-url", metavar="URL")] = None,
    url: Annotated[
        list[str] | None, typer.Option(help="Test a server that runs, instead of starting one.")
    ] = None,
    climb: Annotated[
        bool, typer.Option(help="More and more tables, until the server does not hold them.")
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON lines.")] = False,
) -> None:
    """Put real sockets and real games on a server of this machine, and print what it held."""
    from kafelki.server.load.report import measure
    from kafelki.server.load.testing import Load

    load = Load(tables, spectators, interval, seconds)
    measure(url or [], processes, database_url or "", redis_url or "", load, climb, as_json)
