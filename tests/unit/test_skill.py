"""The skill curve: its points, its table, and its figure, about games drawn at random."""

from __future__ import annotations

import re
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from sim.cli.main import main
from sim.cli.play_skill import print_skill, skill_csv, skill_json, skill_svg
from sim.content.setup import POLICIES, load_setup
from sim.content.weights import load_weights
from sim.report.figures_skill import skill_lines
from sim.report.style import COLOURS, NARROW, WIDE, Frame, picture
from sim.results.rates import Rate
from sim.run.skill import FLOOR, GAMES, TEMPERATURES, Point, ladder, skill_points
from sim.stats.intervals import wilson_interval
from tests.unit.run_rows import random_rows

SETUP = load_setup("pair_mud_teeth")
SVG = "{http://www.w3.org/2000/svg}"
HOSTILE = '</title><script>alert("x")</script> $\\frac{1}{2}$ & #a00001'


def points_played(games: int = 40) -> list[Point]:
    """The points of a set-up, each with other games."""
    points = skill_points(SETUP, load_weights(), games, None)
    for number, point in enumerate(points):
        point.run.tally.add(random_rows(games, seed=number))
    return points


def test_every_policy_is_played_at_every_temperature_and_chance_once() -> None:
    rungs = [(setup.policy, setup.temperature) for setup in ladder(SETUP)]
    assert rungs == [
        (policy, temperature)
        for policy in POLICIES
        for temperature in ((0.0,) if policy == FLOOR else tuple(TEMPERATURES))
    ]
    assert list(TEMPERATURES) == sorted(TEMPERATURES)
    assert next(iter(TEMPERATURES)) == 0.0


def test_points_differ_in_who_plays_alone() -> None:
    like = SETUP.model_copy(update={"policy": "random", "temperature": 7.0, "seed": 5})
    apart = {"policy", "temperature", "games"}
    assert all(setup.model_dump(exclude=apart) == like.model_dump(exclude=apart) for setup in ladder(like))
    points = skill_points(like, load_weights(), None, None)
    assert {point.run.seed for point in points} == {5}
    assert [point.run.amount.games for point in points] == [GAMES[point.policy] for point in points]
    assert {point.run.amount.games for point in skill_points(like, load_weights(), 17, None)} == {17}
    assert len({point.cell.name for point in points}) == len(points)


def test_the_help_tells_how_many_games_a_point_has() -> None:
    said = " ".join(CliRunner().invoke(main, ["play", "--help"]).stdout.split())
    assert set(POLICIES) <= set(GAMES)
    assert all(
        f"{games:,} of {policy}" in said or f"{games:,} games of {policy}" in said for policy, games in GAMES.items()
    )


def test_the_csv_has_a_row_for_each_point() -> None:
    points = points_played()
    head, *rows = skill_csv(points).splitlines()
    assert head == "policy,temperature,games,wins,win_rate,low,high,seed,rules_version,digest"
    assert len(rows) == len(points)
    low, high = wilson_interval(points[1].run.tally.wins, 40)
    ends = f"{points[1].run.win_rate:.6f},{low:.6f},{high:.6f}"
    assert rows[1].startswith(f"greedy,0.0,40,{points[1].run.tally.wins},{ends},1,")


def test_the_table_names_policy_temperature_games_rate_and_interval(capsys: pytest.CaptureFixture[str]) -> None:
    points = points_played()
    print_skill("mine", SETUP, points, 2, Path("curve"))
    shown = [" ".join(line.split()) for line in capsys.readouterr().out.splitlines()]
    low, high = points[2].run.interval
    rate = f"{points[2].run.win_rate:.1%} {low:.1%} to {high:.1%}"
    assert f"{points[2].policy} {points[2].temperature:g} 40 {rate} {TEMPERATURES[points[2].temperature]}" in shown
    assert any(line.startswith("random any 40 ") and line.endswith("the floor") for line in shown)
    assert shown[-1] == "skill.csv, skill.svg and rows in curve"


def test_no_game_played_is_told() -> None:
    assert '"points": []' in skill_json("mine", SETUP, [], 1)
    assert len(skill_csv([]).splitlines()) == 1


def test_the_picture_stands_alone_and_says_what_it_shows() -> None:
    points = points_played()
    text = skill_svg("mine", SETUP.model_copy(update={"title": HOSTILE}), points)
    tree = ElementTree.fromstring(text)
    title, description = tree.find(f"{SVG}title"), tree.find(f"{SVG}desc")
    assert title is not None and description is not None
    assert tree.get("aria-labelledby") == f"{title.get('id')} {description.get('id')}"
    assert tree.get("role") == "img"
    assert title.text == f"Win rate against skill: {HOSTILE}"
    for point in points:
        low, high = point.run.interval
        told = f"{point.cell.setup.player}: {point.run.win_rate:.1%} ({low:.1%} to {high:.1%})"
        assert description.text is not None and told in description.text
    assert not tree.findall(f".//{SVG}script")
    assert "var(--" not in text
    tags = "".join(re.findall(r"<[^<>]+>", text))
    assert not re.search(r"#a0[0-9a-f]{4}", tags)
    assert {COLOURS[role][0] for role in ("page", "players-1", "muted")} <= set(re.findall(r"#[0-9a-f]{6}", tags))
    assert text == skill_svg("mine", SETUP.model_copy(update={"title": HOSTILE}), points_played())


@pytest.mark.parametrize("frame", [WIDE, NARROW])
def test_the_figure_has_a_line_with_a_band_for_each_policy_and_a_level_one_for_chance(frame: Frame) -> None:
    def rate(wins: int) -> Rate:
        low, high = wilson_interval(wins, 100)
        return Rate(wins / 100, low, high, 100, 1)

    curves = {
        name: {temperature: rate(wins - 5 * place) for place, temperature in enumerate(TEMPERATURES)}
        for name, wins in (("greedy", 40), ("planner", 60), ("expert", 80))
    }
    curves["expert"] = dict(list(curves["expert"].items())[:2])
    floors = {"random": rate(3)}

    text = picture(
        lambda room: skill_lines(room, "Mine", list(TEMPERATURES.items()), curves, floors, "games"), frame, "t", "d"
    )
    words = ElementTree.fromstring(text).iter(f"{SVG}text")
    assert {"greedy", "planner", "expert", "random, the floor: 3.0%", "careful", "casual"} <= {w.text for w in words}
    for role in ("players-1", "players-2", "players-3"):
        assert f"fill: {COLOURS[role][0]}; fill-opacity: 0.22" in text
