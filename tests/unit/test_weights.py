"""Weights files: every weight by name, and nothing else."""

from __future__ import annotations

import datetime
import math
import tomllib

import numpy as np
import pytest

from sim.content.weights import PLACES, load_weights, weights_from_dict
from sim.core.codes import Weight
from sim.core.state import N_WEIGHTS
from sim.errors import BadInput

HISTORY = {
    "table": "weights",
    "verdict": "kept",
    "date": datetime.date(2026, 7, 30),
    "start": "0123",
    "found": "4567",
    "rules_version": "2",
    "policy": "greedy",
    "seed": 1,
    "generations": 60,
    "population": 24,
    "games": 16,
    "held_out": 500,
    "sigma": 0.3,
    "searched": ["town", "city"],
    "before": 0.5,
    "after": 0.525,
    "gain": 0.025,
    "interval": [0.01, 0.04],
    "cells": [{"setup": 'our "game"', "before": 0.5, "after": 0.525, "gain": 0.025, "interval": [0.01, 0.04]}],
}
NUMBERS = {name: place + 0.5 for name, place in PLACES.items()}


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
        assert not np.delete(weights, list(PLACES.values())).any()


def test_each_name_fills_its_own_entry(tmp_path):
    path = tmp_path / "mine.toml"
    lines = [f"{name} = {value}" for name, value in NUMBERS.items()]
    path.write_text("\n".join(['title = "mine"', "[weights]", *lines]), encoding="utf-8")
    weights = load_weights(path).default
    assert {name: weights[place] for name, place in PLACES.items()} == NUMBERS
    assert len(PLACES) == len(set(PLACES.values())) <= N_WEIGHTS


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


def test_a_file_written_gives_the_same_weights():
    own = {"thunderspeaker": {"dahan": 9.25, "town": 1e-5}, "oceans_hungry_grasp": {}}
    texts = {"title": 'the "best"', "description": "two\nlines"}
    weights = weights_from_dict({"weights": NUMBERS, "spirit": own, "history": [HISTORY, HISTORY], **texts})
    again = weights_from_dict(tomllib.loads(weights.toml()))
    assert again.digest == weights.digest
    assert again.spirits.keys() == own.keys()
    assert (again.history, again.texts) == (weights.history, texts)
    # a spirit's table holds no more than what is its own
    assert tomllib.loads(weights.toml())["spirit"] == own
    shipped = load_weights()
    assert weights_from_dict(tomllib.loads(shipped.toml())).digest == shipped.digest


def test_the_history_is_told_in_words():
    (entry,) = weights_from_dict({"weights": NUMBERS, "history": [HISTORY]}).history
    words = "[weights] kept, +2.5% (95% interval +1.0% to +4.0%) in 1 set-up, policy greedy"
    assert entry.words == words


def test_faults_of_the_history_are_told_with_the_others():
    entry = {**HISTORY, "verdict": "good", "sigmma": 0.3, "seed": -1, "before": 2.0, "cells": [{"setup": ""}]}
    del entry["sigma"]
    faults = faults_of({"weights": {}, "history": [HISTORY, entry]})
    assert faults["weights.dahan"].message == "is required"
    assert faults["history[1].verdict"].nearest == "not kept"
    assert faults["history[1].sigmma"].nearest == "sigma"
    assert {"history[1].sigma", "history[1].seed", "history[1].before", "history[1].cells[0].setup"} <= faults.keys()
    assert faults_of({"weights": NUMBERS, "history": "long"})["history"].message == "must be a list"


def test_a_verdict_must_follow_from_the_interval():
    for change in ({"verdict": "not kept"}, {"interval": [-0.01, 0.06]}):
        faults = faults_of({"weights": NUMBERS, "history": [{**HISTORY, **change}]})
        assert "kept if the whole interval is above 0" in faults["history[0]"].message
