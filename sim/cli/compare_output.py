"""What ``spirit-sim compare`` prints: a verdict and tables for people, one JSON object for programs."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.table import Table

from sim import RULES_VERSION
from sim.cli import screen
from sim.cli.play_output import CLOSENESS, outcome_words, setup_json, setup_words, speed_words
from sim.content.setup import Setup
from sim.run.compare import SIDES, Comparison, Mean, summary
from sim.run.tally import MEANS, WIN_NAMES
from sim.stats.paired_stopping import paired_half_width
from sim.stats.verdict import SMALL_DIFFERENCE, Verdict, correlation, unpaired_games

CLOSENESS_WORDS = CLOSENESS | {"score": "official score"}
INTERVAL = "95% interval"
TOGETHER = f"{INTERVAL}, all together"
"""Title of a column whose intervals hold all at once."""
MOST_NEEDED = 10**8
"""More games than this are not counted out."""


# For programs ---------------------------------------------------------------------------------------------------------
def compare_json(names: tuple[str, str], comparison: Comparison, workers: int) -> str:
    """The comparison as one JSON object.

    Parameters
    ----------
    names : tuple of str
        A and B as they were asked for.
    comparison : Comparison
        The games.
    workers : int
        Threads they were played on.
    """
    tally, verdict = comparison.tally, comparison.verdict
    games = tally.games
    result = {
        "a": _side_json(names[0], comparison, 0),
        "b": _side_json(names[1], comparison, 1),
        "seed": comparison.seed,
        "games": games,
        "complete": comparison.complete,
        "difference": verdict and verdict.gain,
        "interval": verdict and [verdict.low, verdict.high],
        "confidence": comparison.amount.confidence,
        "verdict": verdict and (verdict.winner or "too close to call"),
        "words": verdict and verdict_words(comparison, verdict),
        "games_needed": verdict and verdict.games_needed,
        "size_told": verdict and verdict.size,
        "pairs": summary(comparison),
        "correlation": correlation(tally.pairs) if games else None,
        "unpaired_games": unpaired_games(tally.pairs) if games else None,
        "outcomes": {name: _mean_json(mean) for name, mean in comparison.endings().items()},
        "flips": {"only_a_won": tally.losses_against(1), "only_b_won": tally.losses_against(0)},
        "closeness": {field: _mean_json(mean) for field, mean in comparison.closeness().items()},
        "seconds": round(comparison.seconds, 3),
        "games_per_second": round(2 * games / comparison.seconds, 1) if comparison.seconds else 0.0,
        "workers": workers,
        "rules_version": RULES_VERSION,
    }
    return json.dumps(result, indent=2, ensure_ascii=False, allow_nan=False)


def _side_json(name: str, comparison: Comparison, side: int) -> dict[str, Any]:
    """What is told of one side alone, with the keys of ``play --json``."""
    cell, tally = comparison.cells[side], comparison.tally.sides[side]
    return {
        "setup": setup_json(name, cell.setup),
        "policy": cell.setup.policy,
        "weights": cell.weights_hash,
        "wins": tally.wins,
        "win_rate": tally.wins / tally.games if tally.games else None,
        "interval": list(comparison.interval(side)),
        "outcomes": tally.outcomes,
        "mean_rounds": tally.mean("rounds"),
        "mean_score": tally.mean("score"),
        "digest": tally.digest,
    }


def _mean_json(mean: Mean) -> dict[str, Any]:
    """A mean on both sides; a boundless interval is none."""
    interval = [mean.low, mean.high] if math.isfinite(mean.low) else None
    return {"a": mean.a, "b": mean.b, "difference": mean.difference, "interval": interval}


# For people -----------------------------------------------------------------------------------------------------------
def print_compare(names: tuple[str, str], comparison: Comparison, workers: int, out: Path | None) -> None:
    """Print the comparison for people; arguments as for ``compare_json``, and the folder the rows went to."""
    console = screen.console()
    _print_sides(console, names, comparison)
    verdict, games = comparison.verdict, comparison.tally.games
    if verdict is None:
        console.print("No game was finished.")
        return
    console.print(f"[bold]{verdict_words(comparison, verdict)}[/bold]", soft_wrap=True)
    console.print()
    console.print(_rates(comparison, verdict))
    console.print()
    console.print(pairing_words(comparison), soft_wrap=True)
    console.print()
    tables = (
        {"How games end": _endings(comparison)} | _flips(comparison) | {"How close (means)": _closeness(comparison)}
    )
    for title, table in tables.items():
        console.print(f"[italic]{title}[/italic]")
        console.print(table)
    console.print(speed_words(2 * games, comparison.seconds, workers))
    for side, tally in zip(SIDES, comparison.tally.sides, strict=True):
        console.print(f"digest of {side} {tally.digest}")
    if out is not None:
        console.print(f"rows in {out}", soft_wrap=True, markup=False)


def _print_sides(console: Console, names: tuple[str, str], comparison: Comparison) -> None:
    """Who is compared, and how often they played."""
    setups = [cell.setup for cell in comparison.cells]
    same = _same_setup(*setups)
    for side, name, cell in zip(SIDES, names, comparison.cells, strict=True):
        setup = cell.setup
        who = f", played by {_player(comparison, setup, cell.weights_hash)}" if same else ""
        console.print(f"[bold]{side}: {escape((setup.title or name) + who)}[/bold]")
        if not same or side == SIDES[-1]:
            console.print(f"   {setup_words(setup)}", soft_wrap=True)
    players = list(dict.fromkeys(setup.player for setup in setups))
    words = f"policy {players[0]}" if len(players) == 1 else f"policies {players[0]} (A) and {players[1]} (B)"
    games = f"{comparison.tally.games:,} games each from seed {comparison.seed}, the same games on both sides"
    console.print(f"{games}{'' if same else f', played by {words}'}; rules version {RULES_VERSION}.")
    console.print()


def _player(comparison: Comparison, setup: Setup, weights: str) -> str:
    """Who plays one of two equal set-ups; the weights are told where they differ."""
    differ = len({cell.weights_hash for cell in comparison.cells}) > 1
    return f"{setup.player} with weights {weights}" if differ else setup.player


def _same_setup(a: Setup, b: Setup) -> bool:
    """Whether only the players differ."""
    apart = {"title", "description", "policy", "temperature", "games", "seed"}
    return a.model_dump(exclude=apart) == b.model_dump(exclude=apart)


def verdict_words(comparison: Comparison, verdict: Verdict) -> str:
    """The verdict as a sentence."""
    interval = f"({INTERVAL} {_points(verdict.low)} to {_points(verdict.high)})"
    if verdict.winner is not None:
        winner = verdict.winner.upper()
        size = verdict.gain if winner == SIDES[0] else -verdict.gain
        ends = sorted(abs(end) for end in (verdict.low, verdict.high))
        bounds = f"({INTERVAL} {_points(ends[0])} to {_points(ends[1])})"
        return f"{winner} {_better(comparison)}: {_points(size)} points {bounds}."
    start = f"Too close to call: A {_points(verdict.gain)} points {interval}"
    more = verdict.games_needed or 0
    if verdict.size != SMALL_DIFFERENCE:
        return f"{start}. About {_about(more)} more games each would tell a difference of this size."
    start += f", so they differ by {100 * verdict.most:.1f} points at most"
    told = f"about {_about(more)} more games each would tell a difference of 1 point"
    return f"{start}{f'; {told}' if more else ', if at all'}."


def _better(comparison: Comparison) -> str:
    """What it means to win more: an easier set-up, a better player, or both at once."""
    a, b = (cell.setup for cell in comparison.cells)
    if _same_setup(a, b):
        return "plays better"
    weights = {cell.weights_hash for cell in comparison.cells}
    return "is easier" if a.player == b.player and len(weights) == 1 else "wins more"


def pairing_words(comparison: Comparison) -> str:
    """How the pairs ended, and what it helped that both sides met the same games."""
    pairs = comparison.tally.pairs
    counts = summary(comparison)
    told = (
        f"Both won {counts['both_won']:,} games, only A {pairs.won:,}, only B {pairs.lost:,}, "
        f"neither {counts['neither_won']:,}."
    )
    together, apart = correlation(pairs), unpaired_games(pairs)
    if together is None or apart is None:
        return told
    helped = (
        f"to know as much without pairs takes {apart:,} games each" if apart > pairs.games else "pairs are of no help"
    )
    return f"{told} Correlation {round(together, 2) + 0.0:+.2f}: {helped}."


def live_words(comparison: Comparison) -> str:
    """The line shown while games are played."""
    pairs, seconds = comparison.tally.pairs, comparison.seconds
    if not pairs.games:
        return "the first games"
    half = paired_half_width(pairs, comparison.amount.confidence)
    return (
        f"{pairs.games:,} games each, {2 * pairs.games / seconds:,.0f}/s, "
        f"A {pairs.after:.1%}, B {pairs.before:.1%}, A - B {_points(pairs.after - pairs.before)} ± {100 * half:.1f}"
    )


def _points(share: float) -> str:
    """A difference of rates in points; what rounds to nothing has no sign."""
    return f"{round(100 * share, 1) + 0.0:+.1f}"


def _about(games: int) -> str:
    """A number of games, to two figures."""
    if games > MOST_NEEDED:
        return f"more than {MOST_NEEDED:,}"
    return f"{int(float(f'{games:.2g}')):,}"


def _table(*columns: str, words: int = 1) -> Table:
    """An empty table; the first ``words`` columns hold words, as do intervals, the others numbers."""
    table = Table(box=None, pad_edge=False)
    for place, column in enumerate(columns):
        table.add_column(column, justify="left" if place < words or INTERVAL in column else "right")
    return table


def _rates(comparison: Comparison, verdict: Verdict) -> Table:
    """Win rates of both sides and their difference."""
    table = _table("", "win rate", "won", INTERVAL)
    for side, tally in enumerate(comparison.tally.sides):
        low, high = comparison.interval(side)
        table.add_row(SIDES[side], f"{tally.wins / tally.games:.1%}", f"{tally.wins:,}", f"{low:.1%} to {high:.1%}")
    ends = f"{_points(verdict.low)} to {_points(verdict.high)}"
    table.add_row("A - B", _points(verdict.gain), "", ends)
    return table


def _endings(comparison: Comparison) -> Table:
    """Share of each ending on both sides."""
    table = _table("", "ending", *SIDES, "A - B", TOGETHER, words=2)
    words = [outcome_words(cell.setup) for cell in comparison.cells]
    for name, mean in comparison.endings().items():
        won = "[green]won[/green]" if name in WIN_NAMES else "[red]lost[/red]"
        # the rules of a side may make another thing of an ending
        ending = " / ".join(dict.fromkeys(words_of[name] for words_of in words))
        shares = (f"{mean.a:.1%}", f"{mean.b:.1%}", _points(mean.difference))
        table.add_row(won, ending, *shares, f"{_points(mean.low)} to {_points(mean.high)}")
    return table


def _flips(comparison: Comparison) -> dict[str, Table]:
    """Of the games that only one side won, how the other lost them; under their titles."""
    pairs, tables = comparison.tally.pairs, {}
    for winner, loser, games in ((0, 1, pairs.won), (1, 0, pairs.lost)):
        if not games:
            continue
        table = _table("ending", "games", "share")
        words_of = outcome_words(comparison.cells[loser].setup)
        losses = comparison.tally.losses_against(loser)
        for name in sorted(losses, key=lambda loss: -losses[loss]):
            if losses[name]:
                table.add_row(words_of[name], f"{losses[name]:,}", f"{losses[name] / games:.1%}")
        noun = "game" if games == 1 else "games"
        tables[f"{games:,} {noun} that only {SIDES[winner]} won: how {SIDES[loser]} lost"] = table
    return tables


def _closeness(comparison: Comparison) -> Table:
    """How close games were on both sides."""
    table = _table("", *SIDES, "A - B", TOGETHER)
    means = comparison.closeness()
    for field in sorted(MEANS, key=list(CLOSENESS_WORDS).index):
        mean = means[field]
        ends = f"{mean.low:+.2f} to {mean.high:+.2f}" if math.isfinite(mean.low) else "-"
        table.add_row(CLOSENESS_WORDS[field], f"{mean.a:.2f}", f"{mean.b:.2f}", f"{mean.difference:+.2f}", ends)
    return table
