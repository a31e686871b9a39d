"""Weights of the value function: a TOML file that gives each ``Weight`` by its lower-case name.

The weight of a feature of ``Outlook`` is named after it, with ``outlook_`` in front.

A spirit may have weights of its own: a table ``[spirit.SPIRIT]`` with those that differ from ``[weights]``.  Searches
that the weights come from are told in tables ``[[history]]``.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.content.history import Tuning, history_from
from sim.content.load import load_content
from sim.core.codes import Weight
from sim.core.features import FIRST_OUTLOOK, Outlook
from sim.core.state import N_WEIGHTS
from sim.errors import BadInput, Fault, nearest, read_toml, toml_value, unknown

DEFAULT = "sim/policies/weights/default.toml"
PLACES = {weight.name.lower(): weight.value for weight in Weight} | {
    f"outlook_{feature.name.lower()}": FIRST_OUTLOOK + feature for feature in Outlook
}
"""Place of each weight in an array of them, by its name in a file."""
TEXTS = ("title", "description")
"""Other keys of a weights file; both are for people."""


@dataclass(frozen=True)
class Weights:
    """The weights of a file.

    Attributes
    ----------
    default : ndarray of float64, shape (N_WEIGHTS,)
        By ``Weight``.
    spirits : dict of str to ndarray
        The same for spirits that have weights of their own, by id.
    history : tuple of Tuning
        Searches that they come from, oldest first.
    texts : dict of str to str
        What the file says to people, by key.
    """

    default: npt.NDArray[np.float64]
    spirits: dict[str, npt.NDArray[np.float64]]
    history: tuple[Tuning, ...] = ()
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """Hash of all the weights."""
        state = hashlib.blake2b(self.default.tobytes(), digest_size=8)
        for spirit, own in sorted(self.spirits.items()):
            state.update(spirit.encode())
            state.update(own.tobytes())
        return state.hexdigest()

    def of(self, spirit: str) -> npt.NDArray[np.float64]:
        """The weights a spirit plays by."""
        return self.spirits.get(spirit, self.default)

    def toml(self) -> str:
        """The text of a file that gives exactly these weights."""
        lines = [f"{key} = {toml_value(text)}" for key, text in self.texts.items()]
        lines += ["", "[weights]", *_weight_lines(self.default)]
        for spirit, own in self.spirits.items():
            lines += ["", f"[spirit.{spirit}]", *_weight_lines(own, self.default)]
        for entry in self.history:
            lines += ["", *entry.lines()]
        return "\n".join(lines).lstrip() + "\n"


def load_weights(path: str | Path | None = None) -> Weights:
    """The weights of a file.

    Parameters
    ----------
    path : str or Path, optional
        A file with a table ``[weights]``; by default the shipped weights.

    Raises
    ------
    BadInput
        With every weight that is missing, unknown or no finite number, every unknown spirit, and all that is wrong
        with the history.
    """
    if path is None:
        source = files("sim").joinpath("policies", "weights", "default.toml")
        return weights_from_dict(read_toml(source, DEFAULT), DEFAULT)
    return weights_from_dict(read_toml(Path(path)), str(path))


def weights_from_dict(data: Mapping[str, Any], file: str = "weights") -> Weights:
    """The weights that a mapping gives, as it would stand in a file; see ``load_weights``."""
    keys = ("weights", "spirit", "history", *TEXTS)
    faults = [Fault(file, key, data[key], "unknown key", nearest(key, keys)) for key in data if key not in keys]
    faults += [Fault(file, key, data[key], "must be text") for key in TEXTS if not isinstance(data.get(key, ""), str)]
    table, spirits = data.get("weights"), data.get("spirit", {})
    if not isinstance(table, Mapping):
        faults.append(Fault(file, "weights", table, "must be a table of all weights"))
        table = None
    else:
        faults += _number_faults(file, "weights", table)
        faults += [Fault(file, f"weights.{name}", None, "is required") for name in PLACES if name not in table]
    if not isinstance(spirits, Mapping):
        faults.append(Fault(file, "spirit", spirits, "must hold a table for each spirit with weights of its own"))
        spirits = {}
    for spirit, own in spirits.items():
        if spirit not in load_content().spirits:
            faults.append(unknown(file, f"spirit.{spirit}", spirit, "spirit", load_content().spirits))
        if not isinstance(own, Mapping):
            faults.append(Fault(file, f"spirit.{spirit}", own, "must be a table of weights"))
        else:
            faults += _number_faults(file, f"spirit.{spirit}", own)
    history: tuple[Tuning, ...] = ()
    try:
        history = history_from(data.get("history", ()), file)
    except BadInput as error:
        faults += error.faults
    if faults or table is None:
        raise BadInput(faults)
    own_weights = {spirit: _numbers({**table, **own}) for spirit, own in spirits.items()}
    return Weights(_numbers(table), own_weights, history, {key: data[key] for key in TEXTS if key in data})


def _number_faults(file: str, key: str, table: Mapping[str, Any]) -> Iterator[Fault]:
    """Names in a table that are no weights, and values that are no numbers."""
    for name, value in table.items():
        if name not in PLACES:
            yield Fault(file, f"{key}.{name}", value, "unknown weight", nearest(name, PLACES))
        elif isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            yield Fault(file, f"{key}.{name}", value, "must be a finite number")


def _numbers(table: Mapping[str, Any]) -> npt.NDArray[np.float64]:
    """All weights of a table, each in its place."""
    weights = np.zeros(N_WEIGHTS)
    for name, place in PLACES.items():
        weights[place] = table[name]
    return weights


def _weight_lines(weights: npt.NDArray[np.float64], default: npt.NDArray[np.float64] | None = None) -> Iterator[str]:
    """Lines of a table of weights: all of them, or those that are not as in ``default``."""
    for name, place in PLACES.items():
        if default is None or weights[place] != default[place]:
            yield f"{name} = {toml_value(float(weights[place]))}"
