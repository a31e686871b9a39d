"""``spirit-sim compare``: two set-ups, spirits, policies or weights met by the same games; which wins more."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.options import COMMAND_LINE, Flags, NameType, SetupType, load_everything, play_flags, setup_flags
from sim.core.codes import Policy
from sim.errors import BadInput, Fault, nearest

if TYPE_CHECKING:
    from sim.content.setup import Setup
    from sim.run.cells import Cell
    from sim.run.compare import Comparison, PairedAmount

MOST_GAMES = 20_000
"""Games that ``--until-clear`` plays at most where no flag says."""
RANDOM = Policy.RANDOM.name.lower()


class SideType(SetupType):
    """A set-up file, the name of a shipped set-up or the id of a spirit; a shell completes all three."""

    name = "side"

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[click.shell_completion.CompletionItem]:
        """Names that begin so, and files."""
        from click.shell_completion import CompletionItem

        from sim.content.load import load_content

        spirits = [CompletionItem(name) for name in load_content().spirits if name.startswith(incomplete)]
        return [*spirits, *super().shell_complete(ctx, param, incomplete)]


@click.command(name="compare", short_help="Which of two set-ups, spirits or policies wins more, and why.")
@click.argument("a", type=SideType(), metavar="A")
@click.argument("b", type=SideType(), metavar="B")
@click.option(
    "--like",
    type=SetupType(),
    metavar="SETUP",
    help="What a spirit is to play, in the place of the first one. [default: alone, core box, no adversary]",
)
@click.option(
    "--policy-b", type=NameType([policy.name.lower() for policy in Policy]), help="Who plays B. [default: as for A]"
)
@click.option(
    "--weights-b",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Weights of B's policy (TOML). [default: as for A]",
)
@click.option(
    "--until-clear",
    is_flag=True,
    help=f"Play until one of them wins more beyond doubt, or --games are played. [default: {MOST_GAMES:,}]",
)
@setup_flags
@play_flags
def command(
    a: str,
    b: str,
    like: str | None,
    policy_b: str | None,
    weights_b: Path | None,
    until_clear: bool,
    **given: Any,
) -> None:
    """Play A and B under the same seed and say which wins more, or how many more games would tell.

    A and B are set-ups, files or shipped names, or ids of spirits. Game 17 meets the same decks on both sides, so that
    part of the luck is common to both and the difference is known better than either win rate. Seed and games are those
    of A unless flags say otherwise; flags of the set-up hold for both sides.

    To compare policies or weights, give one set-up twice, with --policy-b or --weights-b.

    --within 1% plays until the difference is known to one point to either side. --until-clear looks six times, with
    intervals that allow for it, so that two equal sides are told apart by mistake in at most 5% of such comparisons.
    """
    from sim.cli.screen import live_line, prepare_kernels

    flags = Flags(**given)
    cells, amount = _load((a, b), like, flags, (policy_b, weights_b), until_clear)
    prepare_kernels(flags.quiet)
    from sim.cli.compare_output import compare_json, live_words, print_compare
    from sim.run.cells import results_writer
    from sim.run.compare import Comparison
    from sim.run.interrupt import interruptible
    from sim.run.pool import Pool

    comparison = Comparison(cells, amount)
    writer = results_writer(flags.out, cells) if flags.out else None
    with (
        interruptible() as stop,
        Pool(flags.worker_count) as pool,
        live_line(not (flags.quiet or flags.as_json)) as update,
    ):
        for tally in comparison.play(pool, stop, writer.add if writer else None):
            update(live_words(comparison), tally.games, amount.expected(tally.pairs))
    if writer is not None:
        writer.close(comparison.complete)
    if flags.as_json:
        click.echo(compare_json((a, b), comparison, flags.worker_count))
    else:
        print_compare((a, b), comparison, flags.worker_count, flags.out)
    _leave_if_interrupted(comparison, flags.quiet)


def _leave_if_interrupted(comparison: Comparison, quiet: bool) -> None:
    if not comparison.complete:
        if not quiet:
            click.echo(f"Interrupted after {comparison.tally.games:,} games of each.", err=True)
        click.get_current_context().exit(130)


def _load(
    names: tuple[str, str],
    like: str | None,
    flags: Flags,
    of_b: tuple[str | None, Path | None],
    until_clear: bool,
) -> tuple[tuple[Cell, Cell], PairedAmount]:
    """Both sides, and how much they play.

    Raises
    ------
    BadInput
        With everything that is wrong, or if there is nothing to compare.
    """
    from sim.content.weights import load_weights
    from sim.run.cells import Cell
    from sim.run.compare import SIDES, PairedAmount, same_games

    policy_b, weights_b = of_b
    flags_b = replace(flags, policy=policy_b or flags.policy, weights=weights_b or flags.weights)
    loaders: list[Any] = [partial(load_weights, side.weights) for side in (flags, flags_b)]
    loaders += [partial(_side, name, like, side) for name, side in zip(names, (flags, flags_b), strict=True)]
    faults = [*flags.faults(), *_flag_faults(names, like, flags, of_b, until_clear)]
    try:
        *weights, a, b = load_everything(loaders, faults)
    except BadInput as error:
        # what both sides have in common is wrong once
        raise BadInput(list({str(fault): fault for fault in error.faults}.values())) from None
    if weights_b is not None and b.policy == RANDOM:
        raise BadInput([Fault(COMMAND_LINE, "--weights-b", str(weights_b), "random plays without weights")])
    setups = (a, b.model_copy(update={"seed": a.seed, "games": a.games}))
    one, other = (Cell(*side) for side in zip(setups, weights, SIDES, strict=True))
    if same_games((one, other)):
        message = "would play the very same games as A; give another set-up, --policy-b or --weights-b"
        raise BadInput([Fault(COMMAND_LINE, "B", names[1], message)])
    games = flags.games or (MOST_GAMES if until_clear else a.games)
    return (one, other), PairedAmount(games, flags.within, until_clear)


def _flag_faults(
    names: tuple[str, str],
    like: str | None,
    flags: Flags,
    of_b: tuple[str | None, Path | None],
    until_clear: bool,
) -> list[Fault]:
    """Flags that do not go together."""
    from sim.content.load import load_content

    faults = []
    if until_clear and flags.within is not None:
        faults.append(Fault(COMMAND_LINE, "--until-clear", None, "cannot be given together with --within"))
    if like is not None and not any(name in load_content().spirits for name in names):
        faults.append(Fault(COMMAND_LINE, "--like", like, "goes with a spirit as A or B"))
    if names[0] == names[1] and of_b == (None, None):
        message = "is the same as A; give another set-up, --policy-b or --weights-b"
        faults.append(Fault(COMMAND_LINE, "B", names[1], message))
    return faults


def _side(name: str, like: str | None, flags: Flags) -> Setup:
    """The set-up of one side.

    Raises
    ------
    BadInput
        With everything that is wrong with it.
    """
    from sim.content.fields import BASE
    from sim.content.load import load_content
    from sim.content.setup import RANDOM as DRAWN
    from sim.content.setup import Setup, load_setup, shipped_setups

    spirits = load_content().spirits
    if name not in spirits:
        path = Path(name)
        known = [*spirits, *shipped_setups()]
        if name not in known and len(path.parts) == 1 and not path.suffix and not path.exists():
            message = "is neither a spirit, a shipped set-up nor a file"
            raise BadInput([Fault(name, "", None, message, nearest(name, known))])
        return flags.load(name)
    if like is None:
        alone = Setup(title=f"{spirits[name].name}, alone", box=BASE, spirits=(name,), blight_card=DRAWN)
        return flags.changed(alone, name)
    base = load_setup(like)
    # not the title of the set-up, which may name the spirit that is replaced
    title = f"{spirits[name].name}, as in {like}"
    return flags.changed(base.model_copy(update={"title": title, "spirits": (name, *base.spirits[1:])}), name)
