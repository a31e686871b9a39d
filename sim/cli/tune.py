"""``spirit-sim tune``: searches better weights for the value function."""

from __future__ import annotations

import fnmatch
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sim.cli.options import COMMAND_LINE, ExperimentType, FactType, Flags, NameType, SetupType, load_everything, outside
from sim.core.codes import Policy
from sim.errors import BadInput, Fault, unknown

if TYPE_CHECKING:
    from sim.content.setup import Setup
    from sim.content.weights import Weights
    from sim.tune.plan import Plan
    from sim.tune.search import Search
    from sim.tune.space import Space
    from sim.tune.state import State, StateFile

GAMES = 640
"""Games of a candidate over all set-ups, unless a flag says how many in each."""
HELD_OUT = 20_000
"""The same for the verdict, before and after."""
LEAST_POPULATION = 4
MOST_SIGMA = 2.0
RANDOM = Policy.RANDOM.name.lower()
LOOKS_AHEAD = (Policy.PLANNER.name.lower(), Policy.EXPERT.name.lower())
NOTHING_TO_SEARCH = "plays without weights; there is nothing to search"


@click.command(name="tune", short_help="Search better weights for a policy; keep them if they win more.")
@click.argument("setups", nargs=-1, type=SetupType(), metavar="[SETUP]...")
@click.option(
    "--out", required=True, type=click.Path(path_type=Path), metavar="FILE", help="The weights file to write, new."
)
@click.option("--weights", type=click.Path(path_type=Path), metavar="FILE", help="Weights to start from (TOML).")
@click.option("--spirit", type=FactType("spirits"), metavar="ID", help="Search this spirit's own weights.")
@click.option("--shared", is_flag=True, help="Search factors common to [weights] and the tables of all spirits.")
@click.option(
    "--experiment", type=ExperimentType(), metavar="NAME", help="Play the cells of this experiment, file or name, too."
)
@click.option("--only", metavar="NAME,...", help="Search only these weights, by name or pattern, e.g. 'card_*'.")
@click.option("--generations", type=int, default=60, show_default=True, metavar="N", help="Generations of the search.")
@click.option("--population", type=int, default=24, show_default=True, metavar="N", help="Candidates in each of them.")
@click.option(
    "--games", type=int, metavar="N", help=f"Games of each candidate in each set-up. [default: {GAMES} in all]"
)
@click.option(
    "--sigma",
    type=float,
    default=0.3,
    show_default=True,
    metavar="S",
    help="First standard deviation of the logarithms of the weights.",
)
@click.option(
    "--held-out",
    type=int,
    metavar="N",
    help=f"Games of the verdict in each set-up, before and after. [default: {HELD_OUT:,} in all]",
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of all chance.")
@click.option(
    "--policy",
    type=NameType([policy.name.lower() for policy in Policy]),
    help="Who plays. [default: the set-ups']",
)
@click.option("--workers", type=int, metavar="N", help="Threads. [default: one for each processor]")
@click.option("--resume", is_flag=True, help="Go on with a search that was stopped; give its arguments again.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of tables.")
@click.option("--quiet", is_flag=True, help="No progress, nothing on standard error.")
def command(setups: tuple[str, ...], out: Path, resume: bool, **given: Any) -> None:
    """Search weights of the value function by which the policy wins more of the SETUPs, and write them to --out.

    An evolution strategy (CMA-ES) on the logarithms of the weights: all candidates of a generation play the same
    games, wins and a little of how clear they are count, and large changes cost a little. In the end what was found
    plays games that no candidate has seen against the start. It is kept if the 95% interval of its gain is above 0;
    else the file holds the start's weights. The file says how it came about.

    Without --spirit the table [weights] is searched, and everybody plays by it meanwhile; with --shared, what all
    spirits have in common: each keeps its own weights but for factors that are the same for all. Without a SETUP each
    spirit plays alone, alone against an adversary at level 1, and with another spirit; with --spirit, that one alone,
    against each adversary, and with two others. Of an experiment --spirit takes the cells in which it plays.

    The line of progress tells the gain of the search so far, measured now and then on other games.
    Ctrl-C stops; what is complete is kept in FILE.state.json, and --resume ends as if nothing had happened.
    """
    from sim.cli.screen import prepare_kernels
    from sim.tune.state import State, StateFile

    shared = ("weights", "seed", "games", "policy", "workers", "as_json", "quiet")
    flags = Flags(**{name: given[name] for name in shared})
    file = StateFile(out)
    plan = _plan(setups, flags, given, file.faults(resume))
    state = file.load(plan) if resume else State(settings=plan.settings())
    prepare_kernels(flags.quiet)
    search = _search(plan, state, file, flags)
    _finish(search, file, out, flags)


def _plan(setups: Sequence[str], flags: Flags, given: dict[str, Any], faults: list[Fault]) -> Plan:
    """The search that was asked for.

    Raises
    ------
    BadInput
        With everything that is wrong, ``faults`` included.
    """
    from sim.content.setup import Setup
    from sim.content.weights import load_weights
    from sim.tune.plan import Plan, usual_setups

    faults = [*faults, *flags.faults(), *_number_faults(given)]
    twice = sorted({setup for setup in setups if setups.count(setup) > 1})
    faults += [Fault(COMMAND_LINE, "SETUP", setup, "is given twice") for setup in twice]
    if flags.policy == RANDOM:
        faults.append(Fault(COMMAND_LINE, "--policy", RANDOM, NOTHING_TO_SEARCH))
    if given["shared"] and given["spirit"] is not None:
        faults.append(Fault(COMMAND_LINE, "--shared", None, "cannot be given together with --spirit"))
    loaders: list[Callable[[], Any]] = [lambda: _space(load_weights(flags.weights), given)]
    loaders += [_loader(setup, flags, given["spirit"]) for setup in dict.fromkeys(setups)]
    if given["experiment"] is not None:
        loaders.append(lambda: _cells(given["experiment"], flags, given["spirit"]))
    space, *loaded = load_everything(loaders, faults)
    played = {name: setup for part in loaded for name, setup in part.items()} or usual_setups(
        given["spirit"], flags.apply(Setup())
    )
    if given["only"] is None and not any(setup.policy in LOOKS_AHEAD for setup in played.values()):
        # nobody asks the outlook: its weights would drift
        space = replace(space, names=tuple(name for name in space.names if not name.startswith("outlook_")))
    return Plan(
        setups=played,
        space=space,
        generations=given["generations"],
        population=given["population"],
        games=given["games"] or math.ceil(GAMES / len(played)),
        sigma=given["sigma"],
        held_out=given["held_out"] or math.ceil(HELD_OUT / len(played)),
        seed=given["seed"],
    )


def _number_faults(given: dict[str, Any]) -> list[Fault]:
    limits = {
        "generations": (1, math.inf, "must be at least 1"),
        "population": (LEAST_POPULATION, math.inf, f"must be at least {LEAST_POPULATION}"),
        "held_out": (1, math.inf, "must be at least 1"),
        "sigma": (1e-6, MOST_SIGMA, f"must be more than 0 and at most {MOST_SIGMA:g}"),
    }
    return [
        Fault(COMMAND_LINE, f"--{name.replace('_', '-')}", given[name], message)
        for name, (low, high, message) in limits.items()
        if outside(given[name], low, high)
    ]


def _space(start: Weights, given: dict[str, Any]) -> Space:
    """The weights that are searched."""
    from sim.content.load import load_content
    from sim.tune.space import Space, searchable

    faults = []
    spirit, only = given["spirit"], given["only"]
    if spirit is not None and spirit not in load_content().spirits:
        faults.append(unknown(COMMAND_LINE, "--spirit", spirit, "spirit", load_content().spirits))
    space = Space(start, spirit, (), given["shared"])
    usual = searchable(space.origin)
    names, wrong = (usual, []) if only is None else _named(only, space.origin, usual)
    faults += wrong
    if not (names or faults):
        faults = [Fault(COMMAND_LINE, "--weights", None, f"every weight of [{space.table}] is 0 and would stay so")]
    if faults:
        raise BadInput(faults)
    return replace(space, names=names)


def _named(only: str, origin: Any, usual: Sequence[str]) -> tuple[tuple[str, ...], list[Fault]]:
    """The weights that ``--only`` names, and what is wrong with it."""
    from sim.content.weights import PLACES

    names: list[str] = []
    faults = []
    for word in map(str.strip, only.split(",")):
        fitting = fnmatch.filter(PLACES, word)
        # a pattern does not mean those that are left alone
        meant = [name for name in fitting if name in usual or (name == word and origin[PLACES[name]])]
        names += meant
        if not fitting:
            faults.append(unknown(COMMAND_LINE, "--only", word, "weight", PLACES))
        elif not meant:
            message = "is 0 at the start and would stay so: weights are searched by factors"
            faults.append(Fault(COMMAND_LINE, "--only", word, message))
    return tuple(dict.fromkeys(names)), faults


def _loader(name: str, flags: Flags, spirit: str | None) -> Callable[[], dict[str, Setup]]:
    """Loads a set-up in which there is something to search."""

    def load() -> dict[str, Setup]:
        setup = flags.load(name)
        _check_policy(name, setup, flags)
        if spirit is not None and spirit not in setup.spirits:
            message = f"{spirit}, whose weights are searched, does not play"
            raise BadInput([Fault(name, "spirits", list(setup.spirits), message)])
        return {name: setup}

    return load


def _cells(name: str, flags: Flags, spirit: str | None) -> dict[str, Setup]:
    """The cells of an experiment in which there is something to search."""
    from sim.content.experiment import load_experiment

    setups = load_experiment(name).setups
    cells = {cell: flags.apply(setup) for cell, setup in setups.items() if spirit is None or spirit in setup.spirits}
    if not cells:
        raise BadInput([Fault(name, "spirits", None, f"{spirit}, whose weights are searched, plays in no cell")])
    for setup in cells.values():
        _check_policy(name, setup, flags)
    return cells


def _check_policy(name: str, setup: Setup, flags: Flags) -> None:
    """Refuse a set-up that says "random" itself; a flag that says so is a fault of its own."""
    if setup.policy == RANDOM and flags.policy is None:
        raise BadInput([Fault(name, "policy", RANDOM, NOTHING_TO_SEARCH)])


def _search(plan: Plan, state: State, file: StateFile, flags: Flags) -> Search:
    """Search to the end; leaves the command when interrupted."""
    from sim.cli.screen import live_line
    from sim.run.interrupt import interruptible
    from sim.run.pool import Pool
    from sim.tune.arena import Arena, Stopped
    from sim.tune.search import Search

    with (
        interruptible() as stop,
        Pool(flags.worker_count) as pool,
        live_line(not (flags.quiet or flags.as_json)) as update,
    ):
        search = Search(plan, Arena(plan, pool, stop), state, file.save)
        try:
            for progress in search.run():
                update(*progress)
        except Stopped:
            if not flags.quiet:
                done = len(search.state.costs)
                message = f"Interrupted after {done} generations, kept in {file.path}; the same with --resume goes on."
                click.echo(message, err=True)
            click.get_current_context().exit(130)
    return search


def _finish(search: Search, file: StateFile, out: Path, flags: Flags) -> None:
    """Write the weights file and say what is in it."""
    from sim.cli.tune_output import print_tuning, tuning_json
    from sim.tune.verdict import file_text, outcome, record

    entry = record(search)
    file.finish(file_text(outcome(search, entry)))
    if flags.as_json:
        click.echo(tuning_json(search, entry, out))
    else:
        print_tuning(search, entry, out)
