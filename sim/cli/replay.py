"""``spirit-sim replay``: tells one game turn by turn."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.options import COMMAND_LINE, Flags, NameType, SetupType, load_everything, setup_flags
from sim.core.codes import Policy
from sim.errors import BadInput, Fault

if TYPE_CHECKING:
    from sim.content.setup import Setup
    from sim.content.weights import Weights


@click.command(name="replay", short_help="Tell one game turn by turn.")
@click.argument("setup", type=SetupType(), metavar="SETUP")
@click.option("--game", type=int, default=0, show_default=True, metavar="N", help="Number of the game, from 0.")
@click.option("--lost", is_flag=True, help="The first lost game from that number on.")
@click.option("--won", is_flag=True, help="The first game won from that number on.")
@click.option(
    "--decisions", is_flag=True, help="Every decision too, with the three best other answers and their scores."
)
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
def command(setup: str, game: int, lost: bool, won: bool, decisions: bool, **given: Any) -> None:
    """Tell game N of SETUP turn by turn.

    With the same seed and flags it is the game that "spirit-sim play" counted under that number.

    A decision is told as: the answer taken with its score, "over" the best others, each with its score and how much
    less (or, at a temperature above 0, more) that is.
    """
    flags = Flags(**given)
    from sim.cli.screen import prepare_kernels
    from sim.content.weights import load_weights

    faults = flags.faults()
    if game < 0:
        faults.append(Fault(COMMAND_LINE, "--game", game, "must be 0 or more"))
    if lost and won:
        faults.append(Fault(COMMAND_LINE, "--lost", None, "cannot be given together with --won"))
    loaded, weights = load_everything([lambda: flags.load(setup), lambda: load_weights(flags.weights)], faults)
    prepare_kernels(flags.quiet)
    from sim.trace.narrate import story_json, story_text, tell_game

    if lost or won:
        game = _find(loaded, weights, game, won, flags)
    story = tell_game(loaded, loaded.seed, game, weights)
    if flags.as_json:
        click.echo(json.dumps(story_json(story), indent=2, ensure_ascii=False))
    else:
        click.echo(story_text(story, decisions))


def _find(setup: Setup, weights: Weights, first: int, won: bool, flags: Flags) -> int:
    """Number of the first game from ``first`` on that is won, or lost.

    Raises
    ------
    BadInput
        If none of the many games looked at is.
    """
    from sim.cli.screen import live_line
    from sim.content.tables import build_tables
    from sim.run.pool import Pool
    from sim.run.search import MOST_SEARCHED, first_game

    flag, word = ("--won", "won") if won else ("--lost", "lost")
    with Pool(flags.worker_count) as pool, live_line(not (flags.quiet or flags.as_json)) as update:

        def said(looked: int) -> None:
            update(f"{looked:,} games, none {word}", looked, MOST_SEARCHED)

        found = first_game(build_tables(setup, weights), setup.seed, first, won, pool, said)
    if found is None:
        message = f"none of the {MOST_SEARCHED:,} games from game {first:,} on is {word} by policy {setup.player}"
        raise BadInput([Fault(COMMAND_LINE, flag, None, message)])
    return found
