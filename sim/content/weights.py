"""Weights of the value function: a TOML file that gives each ``Weight`` by its lower-case name."""

from __future__ import annotations

import math
from collections.abc import Mapping
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from sim.core.codes import Weight
from sim.core.state import N_WEIGHTS
from sim.errors import BadInput, Fault, nearest, read_toml

DEFAULT = "sim/policies/weights/default.toml"
NAMES = tuple(weight.name.lower() for weight in Weight)
TEXTS = ("title", "description")
"""Other keys of a weights file; both are for people."""


def load_weights(path: str | Path | None = None) -> npt.NDArray[np.float64]:
    """The weights of a file.

    Parameters
    ----------
    path : str or Path, optional
        A file with a table ``[weights]``; by default the shipped weights.

    Returns
    -------
    numpy.ndarray of float64, shape (N_WEIGHTS,)
        By ``Weight``; for ``Tables.weight``.

    Raises
    ------
    BadInput
        With every weight that is missing, unknown or no finite number.
    """
    if path is None:
        source = files("sim").joinpath("policies", "weights", "default.toml")
        return weights_from_dict(read_toml(source, DEFAULT), DEFAULT)
    return weights_from_dict(read_toml(Path(path)), str(path))


def weights_from_dict(data: Mapping[str, Any], file: str = "weights") -> npt.NDArray[np.float64]:
    """The weights that a mapping gives, as it would stand in a file; see ``load_weights``."""
    keys = ("weights", *TEXTS)
    faults = [Fault(file, key, data[key], "unknown key", nearest(key, keys)) for key in data if key not in keys]
    faults += [Fault(file, key, data[key], "must be text") for key in TEXTS if not isinstance(data.get(key, ""), str)]
    table = data.get("weights")
    if not isinstance(table, Mapping):
        raise BadInput([*faults, Fault(file, "weights", table, "must be a table of all weights")])
    for name, value in table.items():
        if name not in NAMES:
            faults.append(Fault(file, f"weights.{name}", value, "unknown weight", nearest(name, NAMES)))
        elif isinstance(value, bool) or not isinstance(value, (int, float)) or not math.isfinite(value):
            faults.append(Fault(file, f"weights.{name}", value, "must be a finite number"))
    faults += [Fault(file, f"weights.{name}", None, "is required") for name in NAMES if name not in table]
    if faults:
        raise BadInput(faults)
    weights = np.zeros(N_WEIGHTS)
    for weight in Weight:
        weights[weight] = table[weight.name.lower()]
    return weights
