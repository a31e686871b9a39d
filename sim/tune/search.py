"""The search: generations of candidates that play the same games, and held-out games for what comes of them."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from sim.content.weights import Weights
from sim.errors import BadInput, Fault
from sim.run.tally import won
from sim.stats.paired import Pairs, paired_gain
from sim.tune.arena import Arena
from sim.tune.objective import ridge, scores
from sim.tune.plan import CHECK_GAMES, Plan
from sim.tune.space import Point
from sim.tune.state import Check, State

Vector = npt.NDArray[np.float64]
SAME_MEAN = 1e-6
"""Rounding apart, the mean of a search that goes on is the one it had."""


class Progress(NamedTuple):
    """How far a search is: in words, and in games of all."""

    words: str
    games: int
    total: int


class Strategy:
    """CMA-ES with chance of its own: the same answers give the same candidates.

    Parameters
    ----------
    plan : Plan
        Gives dimensions, population, sigma and seed.
    """

    def __init__(self, plan: Plan) -> None:
        import cma

        chance = np.random.default_rng(plan.seeds("candidates")[0])
        options = {
            "popsize": plan.population,
            # leaves numpy's common chance alone
            "seed": np.nan,
            "randn": lambda *shape: chance.standard_normal(shape),
            "verbose": -9,
            "verb_log": 0,
        }
        self._strategy: Any = cma.CMAEvolutionStrategy(np.zeros(len(plan.space.names)), plan.sigma, options)

    def ask(self) -> list[Vector]:
        """Candidates of the next generation."""
        return list(self._strategy.ask())

    def tell(self, points: list[Vector], costs: Sequence[float]) -> None:
        """Learn what candidates are worth: the less, the better."""
        self._strategy.tell(points, list(costs))

    @property
    def mean(self) -> Vector:
        """Mean of the distribution, which is better than the luckiest candidate."""
        return np.array(self._strategy.mean, dtype=np.float64)


class Search:
    """A search, from its state on.

    Parameters
    ----------
    plan : Plan
        What it is.
    arena : Arena
        Where candidates play.
    state : State
        How far it has come.
    save : callable
        Given the state now and each later one.

    Attributes
    ----------
    state : State
        How far it has come by now.
    games : int
        Games played, those before ``state`` included.
    """

    def __init__(self, plan: Plan, arena: Arena, state: State, save: Callable[[State], None]) -> None:
        self.plan = plan
        self.state = state
        self.games = 0
        self._arena = arena
        self._save = save
        self._known = len(state.costs)

    def run(self) -> Iterator[Progress]:
        """Search, and play the held-out games.

        Yields
        ------
        Progress
            After every few games.

        Raises
        ------
        Stopped
            If the user wants to stop; all that is complete was saved.
        BadInput
            If the state is not that of this search.
        """
        self._save(self.state)
        strategy = Strategy(self.plan)
        for generation in range(self.plan.generations):
            points = strategy.ask()
            if generation >= self._known:
                costs = yield from self._costs(points, generation)
                strategy.tell(points, costs)
                self._keep(costs=(*self.state.costs, costs), mean=tuple(strategy.mean.tolist()))
            else:
                strategy.tell(points, self.state.costs[generation])
                self.games += self._games_of(len(points))
            if generation == self._known - 1:
                self._compare_mean(strategy.mean)
            yield from self._check(generation, strategy.mean)
        yield from self._hold_out()

    @property
    def found(self) -> npt.NDArray[np.float64]:
        """The numbers of the table at the mean of the search."""
        return self.plan.space.numbers(self.state.mean)

    def _costs(self, points: list[Vector], generation: int) -> Generator[Progress, None, tuple[float, ...]]:
        """What each candidate is worth, negative: all of them play the same games."""
        space, margin_weight = self.plan.space, self.plan.margin_weight(generation)
        worth = np.zeros((len(points), len(self.plan.setups), self.plan.games))
        players = [space.played(point) for point in points]
        seeds = self.plan.seeds("generation", generation)
        for match, rows in self._arena.play(players, seeds, self.plan.games):
            part = slice(match.first, match.first + len(rows))
            worth[match.player, match.setup, part] = scores(rows, self._arena.scales[match.setup], margin_weight)
            yield self._played(len(rows), f"generation {generation + 1} of {self.plan.generations}")
        means = worth.mean(axis=(1, 2))
        return tuple(ridge(point) - float(mean) for point, mean in zip(points, means, strict=True))

    def _check(self, generation: int, mean: Vector) -> Iterator[Progress]:
        """Compare the mean with the start now and then, for people to see; nothing depends on it."""
        if not self.plan.checked_after(generation):
            return
        games = CHECK_GAMES * self.plan.games
        last = self.state.check.generation if self.state.check else 0
        if generation < self._known - 1 or last > generation:
            self.games += self._games_of(2 * CHECK_GAMES)
            return
        seeds = self.plan.seeds("check", generation)
        words = f"mean after generation {generation + 1}"
        pairs = yield from self._pairs(mean, seeds, games, None, words)
        self._keep(check=Check(generation=generation + 1, gain=paired_gain(pairs)))

    def _hold_out(self) -> Iterator[Progress]:
        """Start and mean on games that no candidate has played."""
        games = self.plan.held_out
        self.games += 2 * games * len(self.state.held_out)
        seeds = self.plan.seeds("held out")
        for setup in range(len(self.state.held_out), len(self.plan.setups)):
            words = f"verdict: set-up {setup + 1} of {len(self.plan.setups)}"
            (pairs,) = yield from self._pairs(self.state.mean, seeds, games, [setup], words)
            counts = (pairs.games, pairs.both, pairs.lost, pairs.won)
            self._keep(held_out=(*self.state.held_out, counts))

    def _pairs(
        self, point: Point, seeds: Sequence[int], games: int, setups: Sequence[int] | None, words: str
    ) -> Generator[Progress, None, list[Pairs]]:
        """Games of some set-ups played by the start and by the weights at a point."""
        space = self.plan.space
        players: list[Weights] = [space.played(np.zeros(len(space.names))), space.played(point)]
        wins: dict[int, npt.NDArray[np.bool_]] = {}
        for match, rows in self._arena.play(players, seeds, games, setups):
            of_setup = wins.setdefault(match.setup, np.zeros((2, games), dtype=bool))
            of_setup[match.player, match.first : match.first + len(rows)] = won(rows)
            yield self._played(len(rows), words)
        return [
            Pairs(games, int((before & after).sum()), int((before & ~after).sum()), int((after & ~before).sum()))
            for before, after in wins.values()
        ]

    def _played(self, games: int, words: str) -> Progress:
        """Count games, and say how far the search is."""
        self.games += games
        words = f"{words}, {self.games:,} games"
        if self.state.check is not None:
            gain, low, high = self.state.check.gain
            words += f", gain {gain:+.1%} ± {(high - low) / 2:.1%} after {self.state.check.generation}"
        return Progress(words, self.games, self.plan.total_games)

    def _games_of(self, players: int) -> int:
        return players * self.plan.games * len(self.plan.setups)

    def _keep(self, **changed: Any) -> None:
        self.state = self.state.model_copy(update=changed)
        self._save(self.state)

    def _compare_mean(self, mean: Vector) -> None:
        """Make sure that the search that was made again is the one whose candidates were played."""
        if len(mean) != len(self.state.mean) or not np.allclose(mean, self.state.mean, SAME_MEAN, SAME_MEAN):
            message = "does not follow from the costs: a search goes on with the cma and numpy it began with"
            raise BadInput([Fault("state of the search", "mean", None, message)])
