"""What a position file may say, what it may not, and what it is told then."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from sim.errors import BadInput
from sim.trace.positions import position_from_dict
from sim.trace.resolve import Resolution, resolve

TEETH, MUD, EYES = "devouring_teeth_lurk_underfoot", "fathomless_mud_of_the_swamp", "eyes_watch_from_the_trees"

SOUND: dict[str, Any] = {
    "title": "A sound position",
    "setup": {"spirits": [TEETH], "boards": ["G"], "empty": True},
    "lands": {"G7": {"explorer": 2, "town": 1}, "G5": {"presence": {TEETH: 1}}},
}


def position(**tables: Any) -> dict[str, Any]:
    """The sound position with other tables."""
    return {**copy.deepcopy(SOUND), **tables}


def faults(data: dict[str, Any]) -> list[str]:
    """The faults of a position, played if it loads."""
    with pytest.raises(BadInput) as caught:
        resolve(position_from_dict(data, "file.toml"))
    return [str(fault) for fault in caught.value.faults]


def play(data: dict[str, Any]) -> Resolution:
    """What comes of a position."""
    return resolve(position_from_dict(data, "file.toml"))


WRONG = {
    "unknown land": (position(lands={"G9": {"town": 1}}), ['lands.G9 = "G9": unknown land', "nearest: G"]),
    "unknown piece": (position(lands={"G1": {"twon": 1}}), ["lands.G1.twon = 1: unknown key; nearest: town"]),
    "negative pieces": (position(lands={"G1": {"town": -1}}), ["lands.G1.town = -1: must be at least 0"]),
    "too many wounded": (position(lands={"G1": {"wounded": {"town": [1]}}}), ["more wounded than the 0"]),
    "dead of its wounds": (
        position(lands={"G1": {"city": 1, "wounded": {"city": [3]}}}),
        ["lands.G1.wounded.city = [3]: a city is destroyed by 3 damage"],
    ),
    "a spirit of another game": (position(lands={"G1": {"presence": {MUD: 1}}}), ["unknown spirit of this game"]),
    "unknown spirit table": (position(spirit={"teeth": {}}), ['spirit.teeth = "teeth"', f"nearest: {TEETH}"]),
    "unknown invader card": (position(island={"ravage": "jungel"}), ["unknown invader card; nearest: "]),
    "a card of two stages": (position(island={"invader_deck": ["sand"]}), ["must say its stage: I sand or II sand"]),
    "an invader card twice": (
        position(island={"ravage": "II sand", "invader_deck": ["II sand"]}),
        ["there is only one such invader card"],
    ),
    "unknown fear card": (position(island={"fear_pending": ["retret"]}), ["unknown fear card; nearest: retreat"]),
    "more pending than earned": (position(island={"fear_pending": ["retreat"]}), ["more cards than the 0 earned"]),
    "a game won by fear": (position(island={"fear_cards_earned": 9}), ["9 fear cards win the game"]),
    "enough fear for a card": (position(island={"fear_generated": 4}), ["4 fear earn a card"]),
    "an empty pool": (position(island={"blight_pool": 0}), ["an empty pool has lost the game"]),
    "a flipped blight card": (position(island={"blight_flipped": True}), ["there is no blight card in this game"]),
    "an adversary's slot": (
        position(island={"high_immigration": "sand"}),
        ["there is no extra Build slot in this game"],
    ),
    "another spirit's card": (
        position(spirit={TEETH: {"hand": ["mysterious_abductions"]}}),
        [f"is a unique power of {EYES}"],
    ),
    "a card in two places": (
        position(spirit={TEETH: {"hand": ["drought"], "discard": ["drought"]}}),
        ['spirit = "drought": lies in two places'],
    ),
    "a major in the minor deck": (position(island={"minor_deck": ["tsunami"]}), ["unknown minor power"]),
    "too many discs": (position(spirit={TEETH: {"taken": {"energy": 7}}}), ["the track has 6 discs"]),
    "no verb": (position(do=[{"choices": {"land": "G1"}}]), ["do[0]: must say exactly one of ravage, build"]),
    "two verbs": (position(do=[{"fear": 1, "ravage": "G7"}]), ["it says ravage, fear"]),
    "unknown verb": (position(do=[{"ravge": "G7"}]), ['do[0].ravge = "G7": unknown key; nearest: ravage']),
    "nobody does it": (position(do=[{"reclaim": "all"}]), ["do[0].by: is required with reclaim"]),
    "somebody ravages": (position(do=[{"ravage": "G7", "by": TEETH}]), ["do[0].by", "goes with power, innate"]),
    "a target of a Ravage": (position(do=[{"ravage": "G7", "target": "G7"}]), ["goes with power or innate"]),
    "unknown land or card": (position(do=[{"build": "G10"}]), ["unknown land or invader card; nearest: G1"]),
    "no stage II card": (position(do=[{"escalation": "coastal"}]), ["unknown stage II card with an action"]),
    "another spirit's innate": (
        position(do=[{"innate": "mischief_and_sabotage", "by": TEETH}]),
        ["unknown innate power of this spirit"],
    ),
    "no fourth growth option": (position(do=[{"growth": 4, "by": TEETH}]), ["the panel has 3 growth options"]),
    "five cards shown": (
        position(do=[{"gain": "minor", "by": TEETH, "offered": ["drought", "steam_vents", "gift_of_power", "x", "y"]}]),
        ["unknown minor power", "a gain shows 4 cards"],
    ),
    "unknown choice": (position(do=[{"ravage": "G7", "choices": {"oder": "G7"}}]), ["nearest: order"]),
    "a choice of no land": (position(do=[{"ravage": "G7", "choices": {"order": "town"}}]), ["unknown land"]),
    "a victory with a cause": (position(expect={"outcome": "victory", "cause": "time"}), ["goes with a defeat"]),
    "unknown outcome": (position(expect={"outcome": "win"}), ["expect.outcome", "nearest: "]),
    "unknown expectation": (position(expect={"land": {}}), ["expect.land", "nearest: lands"]),
    "empty in words": (position(setup={"spirits": [TEETH], "empty": "yes"}), ["setup.empty", "must be true or false"]),
    "unknown spirit": (position(setup={"spirits": ["teeth"]}), ['setup.spirits[0] = "teeth"', f"nearest: {TEETH}"]),
}

REFUSED = {
    "more pieces than there are": ({"destroy": {"land": "G7", "what": {"city": 1}}}, "only 0 are in G7"),
    "a card not in hand": ({"play": ["drought"], "by": TEETH}, "is not in the hand"),
    "a card too dear": ({"play": ["ferocious_rampage"], "by": TEETH}, "costs 2 energy; 0 is left"),
    "a target out of range": (
        {"power": "ferocious_rampage", "by": TEETH, "target": "G7"},
        'do[0].target = "G7": is not a legal target; legal: G5',
    ),
    "no level reached": (
        {"innate": "death_approaches_from_beneath_the_surface", "by": TEETH, "target": "G7"},
        "no level is reached; the lowest needs 1 fire 1 animal",
    ),
    "an illegal answer": (
        {"growth": 2, "by": TEETH, "choices": {"track": "energy", "land": "G1"}},
        'do[0].choices.land = "G1": is not a legal answer; legal: G2, G4, G5, G6, G7, G8',
    ),
    "no such piece": (
        {"ravage": "G7", "choices": {"damage": "city"}},
        'do[0].choices.damage = "city": is not a legal answer; legal: explorer, town',
    ),
    "a card that a spirit holds": (
        {"gain": "minor", "by": TEETH, "offered": ["drought"]},
        "is neither in its deck nor in its discard pile",
    ),
}


@pytest.mark.parametrize("kind", WRONG)
def test_a_wrong_file_is_told_key_value_and_nearest_name(kind: str) -> None:
    data, expected = WRONG[kind]
    told = "\n".join(faults(data))
    for words in expected:
        assert words in told, told
    assert all(line.startswith("file.toml: ") for line in told.splitlines())


def test_all_faults_come_at_once() -> None:
    data = position(
        setup={"spirits": ["teeth"], "boards": ["X"]},
        lands={"G1": {"town": "two"}},
        do=[{"ravage": "G7", "by": 5}],
        expect={"outcome": "won"},
    )
    assert len(faults(data)) == 5


@pytest.mark.parametrize("kind", REFUSED)
def test_a_step_against_the_rules_is_an_error_unless_it_is_said_to_be_illegal(kind: str, kernels: None) -> None:
    step, expected = REFUSED[kind]
    ravaged = {"town": 1, "explorer": 1, "dahan": 1, "defend": 3}
    tables = {"lands": {"G5": {"presence": {TEETH: 1}}, "G7": ravaged}}
    if "offered" in step:
        tables["spirit"] = {TEETH: {"discard": ["drought"]}}
    (fault,) = faults(position(do=[step], **tables))
    assert expected in fault
    before = play(position(**tables)).state
    result = play(position(do=[{**step, "illegal": True}], **tables))
    assert result.holds
    assert result.state == before


def test_a_legal_step_is_not_illegal_and_then_changes_nothing(kernels: None) -> None:
    result = play(position(do=[{"ravage": "G7", "illegal": True}]))
    assert [difference.what for difference in result.differences] == ["do[0].illegal"]
    assert result.state["lands"]["G7"]["blight"] == 0


def test_a_step_after_the_end_is_an_error(kernels: None) -> None:
    steps = [{"destroy": {"land": "G7", "what": {"town": 1, "explorer": 2}}}, {"fear": 1}]
    assert faults(position(do=steps)) == ["file.toml: do[1]: comes after the end of the game: victory"]


def test_answers_to_decisions_that_are_not_met_are_told(kernels: None) -> None:
    result = play(position(do=[{"ravage": "G7", "choices": {"cascade": ["G8", "G4"]}}]))
    assert result.holds
    assert result.unmet == [("do[0].choices.cascade", "G8"), ("do[0].choices.cascade", "G4")]


def test_legal_answers_are_compared_as_a_set(kernels: None) -> None:
    tables = {"lands": {"G1": {"blight": 1, "presence": {TEETH: 1}}, "G5": {"explorer": 1, "presence": {TEETH: 1}}}}
    step = {"growth": 3, "by": TEETH, "legal": {"track": ["cards", "energy", "G1", "G5"]}}
    assert play(position(do=[step], **tables)).holds
    step["legal"] = {"track": ["energy", "cards"]}
    (difference,) = play(position(do=[step], **tables)).differences
    assert str(difference) == "do[0].legal.track: expected [cards, energy], got [G1, G5, cards, energy]"


def test_whole_rounds_and_single_phases(kernels: None) -> None:
    setup = {"spirits": [TEETH], "boards": ["G"], "policy": "random"}
    state = play({"setup": setup, "do": [{"round": 2}]}).state
    assert state["island"]["round"] == 3
    assert state["island"]["ravage"] != "none"
    assert len(state["island"]["invader_deck"]) == 11 - 2
    phases = [{"phase": phase} for phase in ("spirit", "fast", "invader", "slow", "time_passes")]
    assert play({"setup": setup, "do": phases * 2}).state == state


def test_a_question_about_a_power_does_not_end_a_game(kernels: None) -> None:
    tables = {"lands": {"G5": {"presence": {TEETH: 1}}}}
    asked = {"power": "ferocious_rampage", "by": TEETH, "legal": {"target": ["G5"]}}
    cards = {"play": ["gift_of_furious_might"], "by": TEETH}
    assert play(position(do=[asked, cards], spirit={TEETH: {"energy": 1}}, expect={"outcome": "none"}, **tables)).holds
    fear = {"fear": 1}
    assert play(position(do=[asked, fear], expect={"outcome": "victory"}, **tables)).holds


def test_what_a_file_leaves_out_has_its_default(kernels: None) -> None:
    state = play({"setup": {"spirits": [EYES, TEETH]}}).state
    assert state["lands"]["G2"]["city"] == 1
    assert state["lands"]["G7"]["presence"] == {EYES: 2}
    assert state["lands"]["H5"]["presence"] == {TEETH: 1}
    assert all(land["explorer"] == 0 for land in state["lands"].values())
    island = state["island"]
    assert (island["round"], island["terror_level"], island["blight_pool"]) == (1, 1, 11)
    assert (island["ravage"], island["build"], len(island["invader_deck"])) == ("none", "none", 11)
    assert (len(island["minor_deck"]), len(island["major_deck"]), island["minor_discard"]) == (36, 22, [])
    assert len(state["spirit"][TEETH]["hand"]) == 4


def test_the_state_of_a_position_is_a_position(kernels: None) -> None:
    spirit = {
        "energy": 5,
        "hand": ["ferocious_rampage"],
        "in_play": ["drought"],
        "discard": ["rain_of_blood"],
        "elements": "1 sun 2 water",
        "taken": {"energy": 2, "cards": 1},
        "destroyed": 1,
    }
    island = {
        "round": 3,
        "terror_level": 2,
        "fear_cards_earned": 4,
        "fear_pending": ["retreat", "isolation"],
        "fear_deck": ["scapegoats", "dahan_raid", "seek_safety", "trade_suffers", "avoid_the_dahan"],
        "fear_generated": 3,
        "blight_pool": 4,
        "ravage": "II sand",
        "build": "III jungle+sand",
        "invader_deck": ["II coastal", "III mountain+sand"],
        "minor_deck": ["steam_vents", "gift_of_power"],
        "minor_discard": ["reaching_grasp"],
    }
    land = {
        "explorer": 1,
        "town": 2,
        "city": 2,
        "dahan": 3,
        "wounded": {"town": [1], "city": [1, 2], "dahan": [1]},
        "blight": 2,
        "defend": 5,
        "skip": ["ravage", "build"],
        "presence": {TEETH: 1},
    }
    first = play(position(lands={"G5": land}, island=island, spirit={TEETH: spirit}))
    assert first.state["lands"]["G5"] == land
    assert first.state["spirit"][TEETH] == spirit
    assert {key: first.state["island"][key] for key in island} == island
    told = {key: first.state[key] for key in ("lands", "island", "spirit")}
    again = play(position(**told, expect={"outcome": "none", **told}))
    assert again.holds, again.differences
    assert again.state == first.state
