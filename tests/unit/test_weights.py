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
    shipped = load_weights()
    assert {"thunderspeaker", "lightnings_swift_strike"} <= shipped.spirits.keys()
    for weights in (shipped.default, *shipped.spirits.values()):
        assert weights.shape == (N_WEIGHTS,)
        assert np.isfinite(weights).all()
        assert weights[Weight.VICTORY] > 0
        assert not weights[len(Weight) :].any()


def test_each_name_fills_its_own_entry(tmp_path):
    path = tmp_path / "mine.toml"
    lines = [f"{name} = {value}" for name, value in NUMBERS.items()]
    path.write_text("\n".join(['title = "mine"', "[weights]", *lines]), encoding="utf-8")
    weights = load_weights(path).default
    assert [weights[weight] for weight in Weight] == [weight + 0.5 for weight in Weight]
    assert len(NAMES) == len(set(NAMES)) <= N_WEIGHTS


def test_whole_numbers_are_numbers():
    assert weights_from_dict({"weights": {**NUMBERS, "dahan": 2}}).default[Weight.DAHAN] == 2.0


def test_a_spirit_has_the_weights_of_all_but_those_of_its_own():
    weights = weights_from_dict({"weights": NUMBERS, "spirit": {"thunderspeaker": {"dahan": 9.0}}})
    own = weights.of("thunderspeaker")
    assert own[Weight.DAHAN] == 9.0
    assert np.array_equal(np.delete(own, Weight.DAHAN), np.delete(weights.default, Weight.DAHAN))
    assert weights.of("fathomless_mud_of_the_swamp") is weights.default


def test_the_digest_tells_weights_apart():
    plain = weights_from_dict({"weights": NUMBERS})
    own = weights_from_dict({"weights": NUMBERS, "spirit": {"thunderspeaker": {"dahan": 9.0}}})
    assert plain.digest == weights_from_dict({"weights": NUMBERS}).digest != own.digest


def test_faults_of_spirits_are_told_with_the_others():
    spirits = {
        "thunderspeeker": {"dahan": 1.0},
        "thunderspeaker": {"dahn": 1.0, "town": "two"},
        "oceans_hungry_grasp": 4,
    }
    faults = faults_of({"weights": {}, "spirit": spirits})
    assert faults["spirit.thunderspeeker"].nearest == "thunderspeaker"
    assert faults["spirit.thunderspeaker.dahn"].nearest == "dahan"
    assert faults["spirit.thunderspeaker.town"].message == "must be a finite number"
    assert "must be a table" in faults["spirit.oceans_hungry_grasp"].message
    assert faults["weights.dahan"].message == "is required"


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
