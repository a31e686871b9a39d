"""What ``spirit-sim play`` prints: tables for people, one JSON object for programs."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from sim import RULES_VERSION
from sim.cli import screen
from sim.content.fields import BASE, HORIZONS
from sim.content.load import load_content
from sim.content.names import level_title
from sim.content.setup import NONE, RANDOM, Setup, difficulty, rules, setup_island
from sim.run.play import Run
from sim.run.tally import OUTCOMES, WINS

OUTCOME_WORDS = {
    "victory_terror_1": "no invaders left, terror level 1",
    "victory_terror_2": "no towns or cities left, terror level 2",
    "victory_terror_3": "no cities left, terror level 3",
    "victory_fear": "all fear cards earned",
    "sacrifice": "won and lost at once: sacrifice victory",
    "defeat_blight": "blight pool empty",
    "defeat_presence": "a spirit lost all presence",
    "defeat_time": "no invader card left",
    "defeat_adversary": "loss condition of the adversary",
    "defeat_scenario": "loss condition of the scenario",
}
WORDS_OF_RULES = {
    "rituals": {"victory_fear": "third Ritual performed"},
    "outnumber": {
        "victory_terror_2": "no land with more buildings than dahan, terror level 2",
        "victory_terror_3": "nearly no land with more buildings than dahan, terror level 3",
        "victory_fear": "nearly no land with more buildings than dahan, terror victory",
    },
}
"""Outcomes that rules of scenarios make something else of."""
CLOSENESS = {
    "rounds": "round it ended in",
    "blight_pool": "blight left in the pool",
    "invader_cards": "invader cards left",
    "fear_cards": "fear cards earned",
    "terror": "terror level",
}
"""Means that tell how close games were, with their words."""


def play_json(name: str, setup: Setup, run: Run, workers: int) -> str:
    """The result as one JSON object.

    Parameters
    ----------
    name : str
        The set-up as it was asked for.
    setup : Setup
        What was played.
    run : Run
        The games.
    workers : int
        Threads they were played on.
    """
    result = {
        "setup": setup_json(name, setup),
        "policy": setup.policy,
        "seed": setup.seed,
        "games": run.tally.games,
        "wins": run.tally.wins,
        "win_rate": run.win_rate,
        "interval": list(run.interval),
        "outcomes": run.tally.outcomes,
        "mean_rounds": run.tally.mean("rounds"),
        "mean_score": run.tally.mean("score"),
        "seconds": round(run.seconds, 3),
        "games_per_second": round(run.games_per_second, 1),
        "workers": workers,
        "rules_version": RULES_VERSION,
        "digest": run.tally.digest,
    }
    return json.dumps(result, indent=2, ensure_ascii=False)


def setup_json(name: str, setup: Setup, *apart: str) -> dict[str, Any]:
    """The set-up for programs, under the name it was asked for by; without the keys in ``apart``, told elsewhere."""
    told = {"policy", "games", "seed", "title", "description", *apart}
    return {
        "name": name,
        **setup.model_dump(mode="json", exclude=told),
        "difficulty": difficulty(setup, load_content()),
    }


def print_play(name: str, setup: Setup, run: Run, workers: int, out: Path | None) -> None:
    """Print the result for people; arguments as for ``play_json``, and the folder the rows went to."""
    console = screen.console()
    tally = run.tally
    console.print(f"[bold]{escape(setup.title or name)}[/bold]")
    console.print(setup_words(setup))
    console.print(f"{tally.games:,} games from seed {setup.seed}, played by policy {setup.player}.")
    console.print()
    if tally.games == 0:
        console.print("No game was finished.")
        return
    console.print(f"[bold]Win rate {rate_words(run)}[/bold]  ({tally.wins:,} won; rules version {RULES_VERSION})")
    console.print()
    console.print(_endings(setup, run))
    console.print(_closeness(run))
    console.print(speed_words(tally.games, run.seconds, workers))
    console.print(f"digest {tally.digest}")
    if out is not None:
        console.print(f"rows in {out}", soft_wrap=True, markup=False)


def speed_words(games: int, seconds: float, workers: int) -> str:
    """How fast games were played: ``1,838 games/s on 2 workers, 0.5 s``."""
    threads = "1 worker" if workers == 1 else f"{workers} workers"
    return f"{games / seconds if seconds else 0:,.0f} games/s on {threads}, {seconds:.1f} s"


def rate_words(run: Run) -> str:
    """The win rate with its interval: ``62.0% (95% interval 61.0% to 63.0%)``."""
    low, high = run.interval
    return f"{run.win_rate or 0:.1%} (95% interval {low:.1%} to {high:.1%})"


def live_words(run: Run) -> str:
    """The line shown while games are played."""
    low, high = run.interval
    half = (high - low) / 2
    return f"{run.tally.games:,} games, {run.games_per_second:,.0f}/s, won {run.win_rate or 0:.1%} ± {half:.1%}"


def setup_words(setup: Setup) -> str:
    """The set-up as one sentence."""
    spirits = [load_content().spirits[spirit].name for spirit in setup.spirits]
    boards = () if setup.draws_boards else setup_island(setup).boards
    seats = [f"{spirit} on board {board}" for spirit, board in zip(spirits, boards)] or spirits
    parts = [" and ".join([", ".join(seats[:-1]), seats[-1]] if len(seats) > 1 else seats)]
    parts += ["boards drawn for each game"] if setup.draws_boards else []
    if setup.options.extra_board:
        parts.append(f"with the extra board {boards[-1]}" if boards else "with an extra board")
    parts += [f"laid as {setup.arrangement}"] if setup.arrangement else []
    parts += [*_opposition(setup), *_options(setup)]
    return ", ".join(parts) + "."


def _opposition(setup: Setup) -> list[str]:
    """Adversary, scenario with their official difficulty, and the blight card."""
    content = load_content()
    found = []
    if setup.adversary.id != NONE:
        found.append(f"against {level_title(setup.adversary.id, setup.adversary.level)}")
    if setup.scenario != NONE:
        found.append(f"scenario {content.scenarios[setup.scenario].name}")
    if found:
        found.append(f"official difficulty {difficulty(setup, content)}")
    if setup.blight_card == RANDOM:
        found.append("blight card drawn for each game")
    elif setup.blight_card != NONE:
        found.append(f"blight card {content.blight_cards[setup.blight_card].name}")
    elif setup.box == BASE:
        found.append("without blight card")
    return found


def _options(setup: Setup) -> list[str]:
    """Options that are not as printed."""
    options = ["without the stage II action"] if setup.box == HORIZONS and not setup.options.stage_2_action else []
    options += ["with power progressions"] if setup.options.power_progression else []
    extra = setup.options.extra_blight
    options += [f"with {abs(extra)} {'more' if extra > 0 else 'less'} blight in the pool"] if extra else []
    return options


def outcome_words(setup: Setup) -> dict[str, str]:
    """Every way a game of a set-up may end, in words."""
    words = dict(OUTCOME_WORDS)
    if setup.blight_card != NONE:
        words["defeat_blight"] = "blighted island: blight card empty"
    for rule in rules(setup, load_content()):
        words |= WORDS_OF_RULES.get(rule, {})
    return words


def _endings(setup: Setup, run: Run) -> Table:
    """Why games end: each way with its share."""
    table = Table(title="How games end", title_justify="left", box=None, pad_edge=False)
    for words, justify in (("", "left"), ("ending", "left"), ("games", "right"), ("share", "right")):
        table.add_column(words, justify=justify)  # type: ignore[arg-type]
    counts, words_of = run.tally.outcomes, outcome_words(setup)
    for outcome, name in OUTCOMES.items():
        if counts[name]:
            won = "[green]won[/green]" if outcome in WINS else "[red]lost[/red]"
            table.add_row(won, words_of[name], f"{counts[name]:,}", f"{counts[name] / run.tally.games:.1%}")
    return table


def _closeness(run: Run) -> Table:
    """How close games were: means over all, those won and those lost."""
    table = Table(title="How close (means)", title_justify="left", box=None, pad_edge=False)
    table.add_column("")
    for words in ("all", "won", "lost"):
        table.add_column(words, justify="right")
    for field, words in CLOSENESS.items():
        means = [run.tally.mean(field, won) for won in (None, True, False)]
        table.add_row(words, *("-" if mean is None else f"{mean:.2f}" for mean in means))
    return table
