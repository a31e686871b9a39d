"""Results folders as pandas tables: win rates by any grouping, how games end, how close they are, who is stronger.

``load_results`` opens a folder and checks it; the wide columns of its games are read only when asked for.  All
functions take what it returns, and group by columns of ``cells.csv`` (``players``, ``adversary``, ``level`` ...), by
``spirit``, by ``group`` of spirits or by ``cell``:

- ``win_rates``, ``outcome_breakdown``, ``closeness`` and ``innate_tiers`` describe each group;
- ``paired_difference`` and ``bootstrap_difference`` compare two of them;
- ``rank_spirits`` and ``spirit_pairs`` compare all spirits at once.

Each cell counts the same, and rates of different policies are never averaged.  All cells of a folder are played under
one seed and so meet the same decks; every interval reckons with that.

Examples
--------
Two spirits alone, 200 games each (such tables come from ``load_results(folder)``):

>>> from pathlib import Path
>>> import pandas as pd
>>> from sim.results import paired_difference, rank_spirits, win_rates
>>> from sim.results.load import check_results
>>> cells = pd.DataFrame({"cell": ["sun", "mud"], "spirits": ["sun", "mud"], "players": 1})
>>> games = pd.DataFrame({"cell": ["sun"] * 200 + ["mud"] * 200, "game": [*range(200)] * 2})
>>> games["outcome"] = ["victory_fear"] * 130 + ["defeat_blight"] * 170 + ["victory_fear"] * 100
>>> rest = ("rounds", "terror", "fear_cards", "invader_cards", "blight_pool", "blight", "cascades", "dahan", "score")
>>> results = check_results(games.assign(**dict.fromkeys(rest, 0)), cells, {}, Path("results"))
>>> win_rates(results, "spirit")[["win_rate", "low", "high"]].round(3).loc["sun"].to_dict()
{'win_rate': 0.65, 'low': 0.582, 'high': 0.713}
>>> gap = paired_difference(results, "sun", {"spirit": "mud"})
>>> round(gap.points, 3), round(gap.p_value, 3), gap.open
(0.15, 0.026, False)
>>> rank_spirits(results)["ties"].to_dict()
{'sun': 'a', 'mud': 'b'}
"""

from sim.results.compare import PairedDifference, bootstrap_difference, paired_difference
from sim.results.endings import closeness, innate_tiers, outcome_breakdown
from sim.results.load import Results, load_results
from sim.results.order import rank_spirits, spirit_pairs
from sim.results.rates import Rate, WinRates, by_policy, win_rates

__all__ = [
    "PairedDifference",
    "Rate",
    "Results",
    "WinRates",
    "bootstrap_difference",
    "by_policy",
    "closeness",
    "innate_tiers",
    "load_results",
    "outcome_breakdown",
    "paired_difference",
    "rank_spirits",
    "spirit_pairs",
    "win_rates",
]
