"""What results mean: intervals, how many games are enough, paired gains, and rankings with ties.

Pure statistics on counts and arrays; results folders are read and grouped by ``sim.results``.

Examples
--------
>>> from sim.stats import Pairs, paired_gain, wilson_interval
>>> [round(end, 3) for end in wilson_interval(62, 100)]
[0.522, 0.709]
>>> [round(end, 3) for end in paired_gain([Pairs(games=1000, both=400, lost=50, won=90)])]
[0.04, 0.017, 0.063]
"""

from sim.stats.intervals import CONFIDENCE, half_width, wilson_interval
from sim.stats.paired import Pairs, exact_p_value, paired_bootstrap, paired_gain
from sim.stats.ranking import compare_rates, comparisons, ranking, ranks, too_close
from sim.stats.stopping import games_needed, next_look

__all__ = [
    "CONFIDENCE",
    "Pairs",
    "compare_rates",
    "comparisons",
    "exact_p_value",
    "games_needed",
    "half_width",
    "next_look",
    "paired_bootstrap",
    "paired_gain",
    "ranking",
    "ranks",
    "too_close",
    "wilson_interval",
]
