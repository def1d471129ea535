"""`pincite schema`: the JSON Schema of a record, for editors and for other programs."""

from __future__ import annotations

import json

import click

from pincite.errors import ConfigError


@click.command(
    epilog="\b\nExamples:\n  pincite schema answer\n  pincite schema finding > finding.schema.json",
    short_help="Print the JSON Schema of an input or output record.",
)
@click.argument("name", required=False)
def command(name: str | None) -> None:
    """Print the JSON Schema of one record; without NAME, list the names."""
    from pincite.io.schema import SCHEMAS, schema
    from pincite.io.suggestions import nearest

    if name is None:
        for known in SCHEMAS:
            click.echo(known)
        return
    if name not in SCHEMAS:
        close = nearest(name, SCHEMAS)
        hint = f"did you mean {close}?" if close else f"one of {', '.join(SCHEMAS)}"
        raise ConfigError(f"there is no schema {name!r}", where="NAME", hint=hint)
    click.echo(json.dumps(schema(name), indent=2, ensure_ascii=False))
