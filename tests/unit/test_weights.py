"""Weights files: every weight by name, and nothing else."""

from __future__ import annotations

import math

import numpy as np
import pytest

from sim.content.weights import NAMES, load_weights, weights_from_dict
from sim.core.codes import Weight
from sim.core.state import N_WEIGHTS
from sim.errors import BadInput

NUMBERS = {weight.name.lower(): weight + 0.5 for weight in Weight}


def faults_of(data):
    with pytest.raises(BadInput) as caught:
        weights_from_dict(data, "w.toml")
    return {fault.key: fault for fault in caught.value.faults}


def test_shipped_weights_are_whole():
    weights = load_weights()
    assert weights.shape == (N_WEIGHTS,)
    assert np.isfinite(weights).all()
    assert weights[Weight.VICTORY] > 0
    assert not weights[len(Weight) :].any()


def test_each_name_fills_its_own_entry(tmp_path):
    path = tmp_path / "mine.toml"
    lines = [f"{name} = {value}" for name, value in NUMBERS.items()]
    path.write_text("\n".join(['title = "mine"', "[weights]", *lines]), encoding="utf-8")
    weights = load_weights(path)
    assert [weights[weight] for weight in Weight] == [weight + 0.5 for weight in Weight]
    assert len(NAMES) == len(set(NAMES)) <= N_WEIGHTS


def test_whole_numbers_are_numbers():
    assert weights_from_dict({"weights": {**NUMBERS, "dahan": 2}})[Weight.DAHAN] == 2.0


def test_all_faults_are_told_at_once():
    numbers = {**NUMBERS, "explorr": 1.0, "town": math.inf, "city": "big", "dahan": True}
    del numbers["explorer"]
    faults = faults_of({"weights": numbers, "weight": {}, "title": 3})
    assert faults.keys() == {
        "weights.explorr",
        "weights.town",
        "weights.city",
        "weights.dahan",
        "weights.explorer",
        "weight",
        "title",
    }
    assert faults["weights.explorr"].nearest == "explorer"
    assert faults["weights.explorer"].message == "is required"
    assert faults["weight"].nearest == "weights"


def test_file_without_a_table_of_weights():
    assert "must be a table" in faults_of({"weights": 3})["weights"].message
    assert "must be a table" in faults_of({})["weights"].message


def test_missing_file_is_told():
    with pytest.raises(BadInput, match="no such file"):
        load_weights("nowhere/w.toml")
