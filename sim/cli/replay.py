"""``spirit-sim replay``: tells one game turn by turn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click

from sim.cli.options import COMMAND_LINE, Flags, NameType, SetupType, load_everything, setup_flags
from sim.core.codes import Policy
from sim.errors import Fault


@click.command(name="replay", short_help="Tell one game turn by turn.")
@click.argument("setup", type=SetupType(), metavar="SETUP")
@click.option("--game", type=int, default=0, show_default=True, metavar="N", help="Number of the game, from 0.")
@click.option("--decisions", is_flag=True, help="Every decision too, with the best other answers and their scores.")
@setup_flags
@click.option("--seed", type=int, help="Seed of all chance. [default: the set-up's]")
@click.option(
    "--policy",
    type=NameType([policy.name.lower() for policy in Policy]),
    help="Who plays. [default: the set-up's]",
)
@click.option("--temperature", type=float, metavar="T", help="0: always the best answer; larger: more chance.")
@click.option("--weights", type=click.Path(path_type=Path), metavar="FILE", help="Weights of the policy (TOML).")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object, decisions included.")
@click.option("--quiet", is_flag=True, help="Nothing on standard error.")
def command(setup: str, game: int, decisions: bool, **given: Any) -> None:
    """Tell game N of SETUP turn by turn.

    With the same seed and flags it is the game that "spirit-sim play" counted under that number.
    """
    flags = Flags(**given)
    from sim.cli.screen import prepare_kernels
    from sim.content.weights import load_weights

    faults = flags.faults()
    if game < 0:
        faults.append(Fault(COMMAND_LINE, "--game", game, "must be 0 or more"))
    loaded, weights = load_everything([lambda: flags.load(setup), lambda: load_weights(flags.weights)], faults)
    prepare_kernels(flags.quiet)
    from sim.trace.narrate import story_json, story_text, tell_game

    story = tell_game(loaded, loaded.seed, game, weights)
    if flags.as_json:
        click.echo(json.dumps(story_json(story), indent=2, ensure_ascii=False))
    else:
        click.echo(story_text(story, decisions))
