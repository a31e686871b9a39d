"""``spirit-sim check``: says what files are, and everything wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import click

from sim.errors import BadInput, Fault, read_toml

POSITION_KEYS = {"setup", "lands", "island", "do", "expect"}
WEIGHT_KEYS = {"weights"}
EXPERIMENT_KEYS = {"grid"}
FOR_PEOPLE = {"title", "description"}
"""Keys that any file may have."""


@click.command(name="check", short_help="Validate set-ups, experiments, position files and weights.")
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE...")
def command(files: tuple[Path, ...]) -> None:
    """Validate each FILE, a set-up, an experiment, a position file or the weights of a policy, and say which it is.

    Every fault of every file is listed, with its key, its value and the nearest valid name.
    """
    faults: list[Fault] = []
    for file in files:
        try:
            click.echo(f"{file}: {describe(file)}")
        except BadInput as error:
            faults += error.faults
    if faults:
        raise BadInput(faults)


def describe(file: Path) -> str:
    """What a file is, in words, once it has passed every check.

    Raises
    ------
    BadInput
        With all its faults, or if it is none of the kinds of file there are.
    """
    from sim.content.setup import Setup

    keys = set(read_toml(file)) - FOR_PEOPLE
    kinds: list[tuple[set[str], Callable[[Path], str]]] = [
        (EXPERIMENT_KEYS, _experiment),
        (POSITION_KEYS, _position),
        (WEIGHT_KEYS, _weights),
        (set(Setup.model_fields), _setup),
    ]
    for own, check in kinds:
        if keys & own:
            return check(file)
    message = "is neither a set-up (spirits), an experiment (grid), a position (setup) nor weights (weights)"
    raise BadInput([Fault(str(file), "", None, message)])


def _setup(file: Path) -> str:
    from sim.cli.play_output import setup_words
    from sim.content.setup import load_setup

    return f"a set-up: {setup_words(load_setup(file))}"


def _experiment(file: Path) -> str:
    from sim.content.experiment import load_experiment

    experiment = load_experiment(file)
    cells = len(experiment.setups)
    return f"an experiment: {experiment.title or experiment.name}, {cells:,} {'cell' if cells == 1 else 'cells'}"


def _position(file: Path) -> str:
    from sim.trace.positions import load_position

    position = load_position(file)
    return f"a position: {position.title}"


def _weights(file: Path) -> str:
    from sim.content.weights import load_weights

    history = load_weights(file).history
    if not history:
        return "weights of a policy"
    times = "once" if len(history) == 1 else f"{len(history)} times, last"
    return f"weights of a policy, tuned {times}: {history[-1].words}"
