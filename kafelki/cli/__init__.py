"""The command `kafelki`: a module a subject; here they come together, in the order of the help."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

import typer

from kafelki.cli import (
    admin,
    descriptions,
    moderating,
    playing,
    puzzles,
    records,
    reviewing,
    serving,
    simulating,
    speed,
    tournaments,
)
from kafelki.cli.ending import MISUSED, UNSOUND, stop
from kafelki.play.refusal import Refusal
from kafelki.rules.registry import UnknownGame

app = typer.Typer(
    name="kafelki",
    help="Five tile-laying board games by their printed rules.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for subject in descriptions, simulating, records, reviewing, playing, speed, tournaments, serving:
    app.add_typer(subject.commands)
app.add_typer(puzzles.commands)
admin.commands.add_typer(moderating.commands)
app.add_typer(admin.commands)


def main() -> None:
    """Run the command and turn a user's mistake into one sentence and an exit code."""
    for stream in sys.stdout, sys.stderr:
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows few characters shows "?"
    try:
        app()
    except BrokenPipeError:
        # The reader went away: not our mistake, nor one to talk about.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        sys.exit(UNSOUND)
    except UnknownGame as unknown:
        stop(str(unknown), MISUSED)
    except Refusal as refusal:
        stop(str(refusal))
    except OSError as wrong:
        name = f"{wrong.filename}: " if wrong.filename else ""
        stop(f"{name}{wrong.strerror or wrong}", MISUSED)
    except ModuleNotFoundError as missing:
        if missing.name is None or missing.name.startswith("kafelki"):
            raise
        needs_more = missing.name.partition(".")[0] in ("psycopg", "redis")
        install = f"pip install 'kafelki[{'postgresql' if needs_more else 'server'}]'"
        stop(f"{missing.name} is not installed, which this needs: {install}", MISUSED)
    except UnicodeEncodeError:
        stop("an argument is not UTF-8 text", MISUSED)
    except KeyboardInterrupt:
        stop("stopped", 130)
