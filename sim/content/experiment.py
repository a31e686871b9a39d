"""Experiments: grids of set-ups, from a TOML file or a shipped name, each cell of which is played alike."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import BeforeValidator, Discriminator, Field, Tag, ValidationError

from sim.content.fields import BASE, HORIZONS, Count, Items, Strict
from sim.content.groups import all_groups, rings
from sim.content.load import load_content
from sim.content.setup import NONE, RANDOM, Options, Setup, scenario_folder, setup_from_dict
from sim.errors import BadInput, Fault, nearest, read_toml, unknown, validation_faults

ALL = "all"
MOST_CELLS = 20_000
"""More are taken for a mistake in the grid."""
WIDEST, NARROWEST = 0.5, 0.0001
BUDGET = ("games", "title", "description")
"""Keys of a set-up that an experiment has at the top of its file."""


def _one_as_list(value: Any) -> Any:
    """A single entry as a list of one."""
    return value if isinstance(value, (list, tuple)) else [value]


def _share(value: Any) -> Any:
    """A share written ``"1%"`` as a number."""
    if isinstance(value, str) and value.strip().endswith("%"):
        try:
            return float(value.strip().removesuffix("%")) / 100
        except ValueError:
            return value
    return value


def _kind(value: Any) -> str:
    """Which form a value has, so that only the faults of that one are told."""
    return "table" if isinstance(value, dict) else "other"


def _word_or_list(value: Any) -> str:
    """The same of a value that is a word or a list of words."""
    return "list" if isinstance(value, (list, tuple)) else "other"


OneOrList = Annotated[Annotated[Items[str], Tag("list")] | Annotated[str, Tag("other")], Discriminator(_word_or_list)]
OneOrMore = Annotated[tuple[Annotated[int, Field(ge=1, le=4)], ...], Field(min_length=1), BeforeValidator(_one_as_list)]


class Groups(Strict):
    """Groups of spirits to be chosen.

    Attributes
    ----------
    choose : tuple of int
        Numbers of spirits in a group.
    of : str or tuple of str
        Spirits to choose from: "all", those of a box, or their ids.
    rings : int
        0 for every group there is; else the number of cyclic designs, in each of which every spirit has as many groups
        as there are seats (``sim.content.groups``). Spirits alone are all chosen.
    """

    choose: Annotated[OneOrMore, Field(strict=False)]
    of: OneOrList = ALL
    rings: Count = 0


class Levels(Strict):
    """An adversary and the levels it is met at."""

    id: str
    level: Annotated[tuple[Count, ...], Field(strict=False, min_length=1), BeforeValidator(_one_as_list)]


class Grid(Strict):
    """What the cells differ in: every combination of the entries is a cell.

    Attributes
    ----------
    spirits : Groups or tuple of tuple of str
        Groups of spirits in seat order.
    adversary : tuple
        "none", or an adversary with one or more levels.
    boards, arrangement, scenario, blight_card, policy, temperature : tuple
        Values of the key of that name of a set-up.
    options : dict of str to tuple
        Options of a set-up, each with its values.
    """

    spirits: (
        Annotated[Annotated[Groups, Tag("table")] | Annotated[Items[Items[str]], Tag("other")], Discriminator(_kind)]
        | None
    ) = None
    adversary: (
        Items[Annotated[Annotated[Levels, Tag("table")] | Annotated[str, Tag("other")], Discriminator(_kind)]] | None
    ) = None
    boards: Items[OneOrList] | None = None
    arrangement: Items[str] | None = None
    scenario: Items[str] | None = None
    blight_card: Items[str] | None = None
    policy: Items[str] | None = None
    temperature: Items[float] | None = None
    options: dict[str, Items[bool | int]] = {}


class File(Strict):
    """An experiment as it stands in its file."""

    title: str = ""
    description: str = ""
    games: Annotated[int, Field(ge=1)] | None = None
    within: Annotated[float, Field(ge=NARROWEST, lt=WIDEST), BeforeValidator(_share)] | None = None
    setup: dict[str, Any] = {}
    grid: Grid = Grid()


@dataclass(frozen=True)
class Axis:
    """A key in which cells differ.

    Attributes
    ----------
    key : str
        Key of a set-up, or an option.
    values : tuple
        Its values, as they stand in a set-up file.
    """

    key: str
    values: tuple[Any, ...]


@dataclass(frozen=True)
class Experiment:
    """A grid of set-ups.

    Attributes
    ----------
    name : str
        As it was asked for.
    title, description : str
        For people.
    games : int
        Games of a cell; where ``within`` is given, the first look at the result does not wait for them.
    within : float or None
        Wanted half-width of the interval of each cell's win rate.
    axes : tuple of Axis
        What the cells differ in.
    setups : dict of str to Setup
        The cells by name.
    """

    name: str
    title: str
    description: str
    games: int
    within: float | None
    axes: tuple[Axis, ...]
    setups: Mapping[str, Setup]


def shipped_experiments() -> dict[str, Path]:
    """The files of the experiments that come with the program, by name."""
    return {path.stem: path for path in sorted(scenario_folder("experiments").glob("*.toml"))}


def load_experiment(path_or_name: str | Path, said: Mapping[str, Any] | None = None) -> Experiment:
    """The experiment of a TOML file, or a shipped one by its name.

    Parameters
    ----------
    path_or_name : str or Path
        A file, or a name, e.g. ``horizons``.
    said : mapping, optional
        Keys of a set-up that come before those of the file.

    Raises
    ------
    BadInput
        With all its faults.
    """
    name = str(path_or_name)
    shipped = shipped_experiments()
    if name in shipped:
        return experiment_from_dict(read_toml(shipped[name], shipped[name].name), name, said)
    path = Path(path_or_name)
    if len(path.parts) == 1 and not path.suffix and not path.exists():
        raise BadInput([Fault(name, "", None, "is neither a shipped experiment nor a file", nearest(name, shipped))])
    return experiment_from_dict(read_toml(path), name, said)


def experiment_from_dict(
    data: Mapping[str, Any], file: str = "experiment", said: Mapping[str, Any] | None = None
) -> Experiment:
    """The experiment that a mapping describes, as it would stand in a file.

    Raises
    ------
    BadInput
        With all its faults.

    Examples
    --------
    >>> found = experiment_from_dict(
    ...     {
    ...         "setup": {"box": "base"},
    ...         "grid": {"spirits": [["thunderspeaker"]], "adversary": ["none", {"id": "sweden", "level": [0, 1]}]},
    ...     }
    ... )
    >>> list(found.setups)
    ['thunderspeaker', 'thunderspeaker against sweden 0', 'thunderspeaker against sweden 1']
    """
    try:
        content = File.model_validate(data)
    except ValidationError as error:
        raise BadInput(validation_faults(error, File, data, file)) from None
    faults = _key_faults(content, said or {}, file)
    axes = tuple(_axes(content.grid, faults, file))
    count = 1
    for axis in axes:
        count *= len(axis.values)
    if count > MOST_CELLS:
        faults.append(Fault(file, "grid", None, f"makes {count:,} cells; at most {MOST_CELLS:,} are played"))
    if faults:
        raise BadInput(faults)
    games = content.games or Setup.model_fields["games"].default
    setups = _cells(axes, {**content.setup, **(said or {}), "games": games}, file)
    return Experiment(file, content.title, content.description, games, content.within, axes, setups)


def _key_faults(content: File, said: Mapping[str, Any], file: str) -> list[Fault]:
    """Keys that stand in two places, or in the wrong one."""
    faults = []
    if content.games is not None and content.within is not None:
        faults.append(Fault(file, "games", content.games, "cannot be given together with within"))
    for key in BUDGET:
        if key in content.setup:
            faults.append(Fault(file, f"setup.{key}", content.setup[key], "belongs at the top of the file"))
    varied = content.grid.model_fields_set
    for key in sorted(varied & set(content.setup)):
        if key != "options":
            faults.append(Fault(file, f"setup.{key}", content.setup[key], "is in the grid too"))
    options = content.setup.get("options", {})
    if not isinstance(options, Mapping):
        faults.append(Fault(file, "setup.options", options, "must be a table"))
        options = {}
    for key in sorted(set(content.grid.options) & set(options)):
        faults.append(Fault(file, f"setup.options.{key}", options[key], "is in the grid too"))
    for key in sorted(varied & set(said)):
        faults.append(Fault("command line", f"--{key.replace('_', '-')}", said[key], f"{file} has it in its grid"))
    return faults


def _axes(grid: Grid, faults: list[Fault], file: str) -> Iterator[Axis]:
    """The axes of a grid, in the order in which cells are counted through, the last quickest."""
    if isinstance(grid.spirits, Groups):
        yield Axis("spirits", tuple(_chosen(grid.spirits, faults, file)))
    elif grid.spirits is not None:
        yield Axis("spirits", tuple(list(group) for group in grid.spirits))
    for key in ("boards", "arrangement", "scenario", "blight_card"):
        values = getattr(grid, key)
        if values is not None:
            yield Axis(key, tuple(list(value) if isinstance(value, tuple) else value for value in values))
    if grid.adversary is not None:
        yield Axis("adversary", tuple(_opponents(grid.adversary, faults, file)))
    for key, values in grid.options.items():
        if key not in Options.model_fields:
            hint = nearest(key, Options.model_fields)
            faults.append(Fault(file, f"grid.options.{key}", list(values), "unknown option", hint))
        yield Axis(f"options.{key}", tuple(values))
    for key in ("policy", "temperature"):
        if getattr(grid, key) is not None:
            yield Axis(key, tuple(getattr(grid, key)))
    entries = {key: getattr(grid, key) for key in sorted(grid.model_fields_set - {"options"})}
    entries |= {f"options.{key}": values for key, values in grid.options.items()}
    for key, values in entries.items():
        if not values:
            faults.append(Fault(file, f"grid.{key}", [], "must have at least one entry"))


def _chosen(groups: Groups, faults: list[Fault], file: str) -> Iterator[list[str]]:
    """The groups of spirits, small ones first."""
    spirits = load_content().spirits
    boxes = {ALL: (HORIZONS, BASE), HORIZONS: (HORIZONS,), BASE: (BASE,)}
    if isinstance(groups.of, str):
        if groups.of not in boxes:
            faults.append(Fault(file, "grid.spirits.of", groups.of, "unknown group", nearest(groups.of, boxes)))
            return
        pool = [spirit.id for spirit in spirits.values() if spirit.set in boxes[groups.of]]
    else:
        pool = list(groups.of)
        for place, spirit in enumerate(pool):
            if spirit not in spirits:
                faults.append(unknown(file, f"grid.spirits.of[{place}]", spirit, "spirit", spirits))
            elif spirit in pool[:place]:
                faults.append(Fault(file, f"grid.spirits.of[{place}]", spirit, "stands there twice"))
    for size in groups.choose:
        if size > len(pool):
            faults.append(Fault(file, "grid.spirits.choose", size, f"there are only {len(pool)} to choose from"))
            continue
        chosen = rings(pool, size, groups.rings) if groups.rings else all_groups(pool, size)
        yield from (list(group) for group in chosen)


def _opponents(entries: Sequence[Levels | str], faults: list[Fault], file: str) -> Iterator[dict[str, Any]]:
    """The adversaries with their levels, as they stand in a set-up file."""
    adversaries = load_content().adversaries
    for place, entry in enumerate(entries):
        if isinstance(entry, str):
            if entry != NONE:
                message = "is no entry; write none, or { id = ..., level = [...] }"
                faults.append(Fault(file, f"grid.adversary[{place}]", entry, message, NONE))
            yield {"id": NONE, "level": 0}
            continue
        if entry.id not in adversaries:
            faults.append(unknown(file, f"grid.adversary[{place}].id", entry.id, "adversary", adversaries))
        yield from ({"id": entry.id, "level": level} for level in entry.level)


def _cells(axes: Sequence[Axis], shared: Mapping[str, Any], file: str) -> dict[str, Setup]:
    """Every combination by its name.

    Raises
    ------
    BadInput
        With the faults of all cells, each told once.
    """
    setups: dict[str, Setup] = {}
    faults: dict[str, Fault] = {}
    for values in itertools.product(*(axis.values for axis in axes)):
        data = dict(shared)
        for axis, value in zip(axes, values, strict=True):
            table, _, key = axis.key.rpartition(".")
            data |= {table: data.get(table, {}) | {key: value}} if table else {key: value}
        name = _name(data, [axis.key for axis in axes if len(axis.values) > 1])
        if name in setups:
            fault = Fault(file, "grid", name, "is a cell twice")
            faults[str(fault)] = fault
        try:
            setups[name] = setup_from_dict(data, file)
        except BadInput as error:
            faults |= {str(fault): fault for fault in error.faults}
    if faults:
        raise BadInput(list(faults.values()))
    return setups


def _name(data: Mapping[str, Any], varied: Sequence[str]) -> str:
    """What tells a cell from the others of its grid: its spirits, its adversary, and the keys that are varied."""
    spirits = data.get("spirits")
    name = "+".join(map(str, spirits)) if isinstance(spirits, (list, tuple)) else str(spirits)
    opponent = data.get("adversary")
    if isinstance(opponent, Mapping) and opponent.get("id", NONE) != NONE:
        name += f" against {opponent['id']} {opponent.get('level', 0)}"
    for key in varied:
        if key not in ("spirits", "adversary"):
            table, _, last = key.rpartition(".")
            value = (data[table] if table else data)[last]
            words = "+".join(value) if isinstance(value, list) else str(value).lower()
            name += f", {last.replace('_', ' ')} {words or RANDOM}"
    return name
