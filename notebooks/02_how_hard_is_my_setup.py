# %% [markdown]
# # How hard is my set-up?
#
# You have a game in mind: these spirits, that adversary, perhaps an extra board or some blight more. Every level of
# an adversary has a number in print, its *official difficulty*, from 0 (nobody) to 11 (England 6). It knows nothing
# of your spirits or of your options. Here the set-up is played, and so are the same spirits against every level there
# is. Where its win rate falls among theirs is its *equivalent official difficulty*.
#
# In a terminal, `spirit-sim play my_game.toml --difficulty` does the first half of this page.

# %%
import os
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd

from sim.content.load import load_content
from sim.content.setup import difficulty, setup_from_dict
from sim.content.weights import load_weights
from sim.results import load_results, paired_difference, win_rates
from sim.results.strength import wins_of
from sim.run.amount import Amount
from sim.run.cells import Cell
from sim.run.difficulty import reference_cells
from sim.run.interrupt import interruptible
from sim.run.pool import Pool
from sim.run.skill import play_points, skill_points
from sim.run.sweep import play_cells
from sim.stats import games_needed
from sim.stats.difficulty import equivalent_difficulty

pd.set_option("display.float_format", "{:.3f}".format)

# %% [markdown]
# Games of each set-up; the tests of this page set `NOTEBOOK_GAMES` to play fewer.

# %%
GAMES = int(os.environ.get("NOTEBOOK_GAMES", 1000))

# %% [markdown]
# ## A set-up of one's own
#
# The keys are those of a set-up file, and faults are told all at once, each with the nearest right name.

# %%
mine = {
    "title": "Our Friday game",
    "box": "base",
    "spirits": ["lightnings_swift_strike", "vital_strength_of_the_earth"],
    "adversary": {"id": "sweden", "level": 2},
    "blight_card": "random",
}
setup = setup_from_dict(mine)
print(f"{setup.title}: official difficulty {difficulty(setup, load_content())}")

# %% [markdown]
# ## The same game, a little different
#
# Each of these changes one thing. Official difficulty, that of the level and the scenario together, is the same for
# all of them: Blitz counts as 0.

# %%
changes = {
    "as written": {},
    "1 blight more": {"options": {"extra_blight": 1}},
    "4 blight more": {"options": {"extra_blight": 4}},
    "an extra board": {"options": {"extra_board": True}},
    "no blight card": {"blight_card": "none"},
    "Downward Spiral": {"blight_card": "downward_spiral"},
    "Memory Fades to Dust": {"blight_card": "memory_fades_to_dust"},
    "boards B and C": {"boards": ["B", "C"]},
    "blitz": {"scenario": "blitz"},
}
variants = [Cell(setup_from_dict(mine | change), name=name) for name, change in changes.items()]

# %% [markdown]
# And these are what they are measured against: the same spirits against no adversary and each level of each of them.

# %%
levels = reference_cells(setup, load_weights())
[level.name for level in levels]

# %% [markdown]
# All of them go into one results folder. The cells are played in turns and under one seed: game 17 meets the same
# invader cards in every one of them, so that differences are not a matter of who drew better.

# %%
scratch = tempfile.TemporaryDirectory()
folder = Path(scratch.name, "friday")
play_cells([*variants, *levels], Amount(GAMES), folder, workers=2)

results = load_results(folder)
rates = win_rates(results, "cell")
rates.loc[list(changes)]

# %% [markdown]
# ## The curve, and where the set-up stands on it
#
# The curve goes through the levels, easy to hard. Levels of one official difficulty are not all won alike, and the
# curve says by how much they scatter about it, in points of difficulty: no set-up can be placed better than that.

# %%
wins = dict(zip(results.cells.index, wins_of(results), strict=True))
official = results.cells["difficulty"].astype(float)
names = [level.name for level in levels]
curve, found = equivalent_difficulty(official[names], np.array([wins[name] for name in names]), wins["as written"])
print(f"official difficulty              {official['as written']:g}")
print(f"equivalent official difficulty   {found.words}")
print(f"scatter of levels about it       {curve.scatter:.1f}")

# %% alt="Win rates of all adversary levels against their official difficulty, the fitted curve, and the set-up on it."
figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
for adversary, marker in zip(("none", "england", "brandenburg_prussia", "sweden"), "os^D", strict=True):
    own = [name for name in names if results.cells["adversary"][name] == adversary]
    table = rates.loc[own]
    ends = [table["win_rate"] - table["low"], table["high"] - table["win_rate"]]
    label = adversary.replace("_", "-").title()
    axes.errorbar(official[own], table["win_rate"], ends, fmt=marker, linewidth=1, markersize=5, label=label)
scale = np.linspace(0, 11, 111)
axes.plot(scale, curve.rate(scale), color="0.4", zorder=0)
axes.axhline(rates["win_rate"]["as written"], color="black", linewidth=1, linestyle="--")
axes.text(11, rates["win_rate"]["as written"], setup.title, ha="right", va="bottom")
axes.set(xlabel="official difficulty", ylabel="win rate", ylim=(0, 1))
axes.legend(frameon=False)
plt.show()

# %% [markdown]
# ## What each change is worth
#
# In points of win rate, game by game against the set-up as written. An interval that holds zero means that it is too
# close to call.

# %%
rows = {}
for name in list(changes)[1:]:
    gap = paired_difference(results, name, "as written")
    _, place = equivalent_difficulty(official[names], np.array([wins[level] for level in names]), wins[name])
    rows[name] = {
        "points": gap.points,
        "low": gap.low,
        "high": gap.high,
        "too close to call": gap.open,
        "official": int(official[name]),
        "equivalent official difficulty": place.words,
    }
pd.DataFrame.from_dict(rows, orient="index")

# %% [markdown]
# A change may make a game easier than no adversary at all, or harder than England 6: then the scale has no number for
# it, and the words say so.
#
# ## How much does skill matter?
#
# A *temperature* makes the player pick lesser answers now and then, the more the higher: 0 always plays what it
# thinks best, 1.5 is a casual player, 5 a beginner. `random` picks any legal answer and is the floor. The planner
# looks further ahead and takes its time, so it plays a tenth of the games.

# %%
points = [
    point
    for policy, games in {"random": GAMES, "greedy": GAMES, "planner": max(GAMES // 10, 10)}.items()
    for point in skill_points(setup, load_weights(), games, None)
    if point.policy == policy
]
with Pool(workers=2) as pool, interruptible() as stop:
    for _ in play_points(points, pool, stop):
        pass

skill = pd.DataFrame(
    [[p.policy, p.temperature, p.run.tally.games, p.run.win_rate, *p.run.interval] for p in points],
    columns=["policy", "temperature", "games", "win_rate", "low", "high"],
)
skill.set_index(["policy", "temperature"])

# %% alt="Win rate against temperature, a line for greedy and one for planner, with 95% intervals."
figure, axes = plt.subplots(figsize=(7, 3.5), layout="constrained")
for (policy, table), marker in zip(skill[skill["policy"] != "random"].groupby("policy"), "os", strict=True):
    ends = [table["win_rate"] - table["low"], table["high"] - table["win_rate"]]
    axes.errorbar(table["temperature"], table["win_rate"], ends, fmt=marker + "-", linewidth=1, label=policy)
axes.set(xlabel="temperature: from always the best answer to a beginner's", ylabel="win rate", ylim=(0, 1))
axes.legend(frameon=False)
plt.show()

# %% [markdown]
# ## How many games does one need?
#
# For an interval of the win rate that reaches so far to either side. Rates near a half need the most, and half the
# width costs four times the games. `Amount(GAMES, within=0.02)` in place of `Amount(GAMES)`, or `--within 2%` in a
# terminal, plays until the interval is that narrow, and the interval stays honest in spite of the looking.

# %%
widths = (0.05, 0.02, 0.01, 0.005)
pd.DataFrame(
    {f"within {width:.1%}": [games_needed(rate, width) for rate in (0.05, 0.2, 0.5, 0.8, 0.95)] for width in widths},
    index=pd.Index([0.05, 0.2, 0.5, 0.8, 0.95], name="win rate"),
)
