# %% [markdown]
# # Getting started
#
# `spirit-sim` plays Spirit Island, or Horizons of Spirit Island, many hundred times and tells how often a set-up is
# won. This page plays a set-up from Python, then a few dozen of them by the command line, and looks at the results:
# win rates with their uncertainty, how games end, and how close they were.
#
# The page is a notebook: a Python file that Jupyter opens with [jupytext](https://jupytext.readthedocs.io), and that
# runs as it is with `python notebooks/01_getting_started.py`. Nothing in it is random: the same games are played
# wherever it runs.

# %%
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd

from sim.content.setup import load_setup
from sim.report.names import short_names
from sim.results import closeness, innate_tiers, load_results, outcome_breakdown, win_rates
from sim.run.amount import Amount
from sim.run.cells import Cell
from sim.run.interrupt import interruptible
from sim.run.pool import Pool

pd.set_option("display.float_format", "{:.3f}".format)

# %% [markdown]
# How many games each set-up is played. More games make narrower intervals, and nothing else changes; the environment
# variable `NOTEBOOK_GAMES` is there so that the tests can run this page quickly.

# %%
GAMES = int(os.environ.get("NOTEBOOK_GAMES", 500))

# %% [markdown]
# ## One set-up, from Python
#
# Set-ups that come with the program have names (`spirit-sim list setups`); a set-up of your own is a file, or a
# dictionary as in the [next notebook](02_how_hard_is_my_setup.py).

# %%
setup = load_setup("england_0")
print(setup.title)
print("spirits:", ", ".join(setup.spirits))
print("against:", setup.adversary.id, setup.adversary.level)
print("played by:", setup.player)

# %% [markdown]
# A `Cell` is a set-up that is ready to be played, a `Run` is some games of it, and a `Pool` is the threads that play
# them. The loop gets on with the games; the stop button of the notebook ends it early, and what was played by then
# counts.

# %%
run = Cell(setup).run(Amount(GAMES))
with Pool(workers=2) as pool, interruptible() as stop:
    for _ in run.play(pool, stop):
        pass

low, high = run.interval
print(f"{run.tally.wins} of {run.tally.games} games won: {run.win_rate:.1%} (95% interval {low:.1%} to {high:.1%})")

# %% [markdown]
# `spirit-sim play england_0` with as many games says the same, and its digest, a fingerprint of every game, is the
# same too. It depends on the set-up, the seed and the rules, not on the machine.

# %%
run.tally.digest

# %% [markdown]
# ## Many set-ups, by the command line
#
# An experiment is a grid of set-ups in a file. This one lets four spirits of the core box play alone and in pairs,
# against nobody and against three levels of two adversaries: ten groups of spirits, four opponents, forty cells.

# %%
experiment = f"""
title = "Four spirits of the core box, alone and in pairs"
games = {GAMES}

[setup]
box = "base"
blight_card = "random"

[grid.spirits]
choose = [1, 2]
of = [
    "river_surges_in_sunlight",
    "lightnings_swift_strike",
    "shadows_flicker_like_flame",
    "vital_strength_of_the_earth",
]

[grid]
adversary = ["none", {{ id = "england", level = 1 }}, {{ id = "sweden", level = [1, 2] }}]
"""
scratch = tempfile.TemporaryDirectory()
file = Path(scratch.name, "four.toml")
file.write_text(experiment, encoding="utf-8")
folder = Path(scratch.name, "four")

# %% [markdown]
# In a terminal this is `spirit-sim sweep four.toml --out four`. It leaves a folder with a row for each game, a row
# for each cell, and a manifest that vouches for both.

# %%
command = [sys.executable, "-m", "sim", "sweep", str(file), "--out", str(folder), "--quiet"]
subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
sorted(path.name for path in folder.iterdir())

# %% [markdown]
# ## What is in a results folder
#
# `load_results` checks the folder, refuses it by name if a file is torn or foreign, and gives two tables: `cells`,
# the set-ups, and `games`. Columns of games are read only when something asks for them, so that a million games open
# in an instant.

# %%
results = load_results(folder)
print(f"{len(results):,} games of {len(results.cells)} cells")
results.cells[["spirits", "players", "adversary", "level", "difficulty", "boards", "policy"]].head(8)

# %%
results.columns("cell", "game", "outcome", "rounds", "blight_pool", "score").head()

# %% [markdown]
# ## Win rates
#
# `win_rates` groups the cells by whatever you name: columns of `cells`, or `spirit`, `group` (of spirits, whatever
# their seats) or `cell`. Every cell of a group counts the same. The interval, `low` to `high`, is of 95%: it knows
# that game 17 meets the same invader cards in every cell, so that forty cells are not forty times the evidence.

# %%
win_rates(results, ["players", "adversary", "level"])

# %% [markdown]
# With pandas the table takes any shape. Here each spirit alone:

# %%
alone = results.only(results.cells[results.cells["players"] == 1])
win_rates(alone, ["spirit", "adversary", "level"])["win_rate"].unstack(["adversary", "level"])

# %% [markdown]
# The same as a figure, with the intervals.

# %% alt="Win rate of four spirits alone against four opponents, a point with its 95% interval for each."
rates = win_rates(alone, ["spirit", "difficulty", "adversary", "level"]).reset_index()
names = short_names(sorted(rates["spirit"].unique()))
figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
for place, (spirit, table) in enumerate(rates.groupby("spirit")):
    where = [n + 0.12 * (place - 1.5) for n in range(len(table))]
    ends = [table["win_rate"] - table["low"], table["high"] - table["win_rate"]]
    axes.errorbar(where, table["win_rate"], ends, fmt="os^D"[place] + "-", linewidth=1, label=names[spirit])
axes.set_xticks(range(len(table)), [f"{row.adversary} {row.level}" for row in table.itertuples()])
axes.set(xlabel="adversary and level, by official difficulty", ylabel="win rate", ylim=(0, 1))
axes.legend(frameon=False)
plt.show()

# %% [markdown]
# ## How games end
#
# Shares of all games, by adversary, wins first. Each cell counts the same here too, and a way to end that was never
# met is left out.

# %%
outcome_breakdown(results, "adversary")["share"].unstack("adversary", sort=False).fillna(0.0)

# %% [markdown]
# ## How close it was
#
# `closeness` tells what was left at the end: blight in the pool, invader cards in the deck, fear cards to go.
# Quartiles say more than the mean: a quarter of the games had at most the `lower_quartile` left.

# %%
closeness(results, "players")[["games", "mean", "low", "high", "lower_quartile", "median", "upper_quartile"]]

# %% [markdown]
# And how far each spirit's innate powers got: the highest level that it used in a game, 0 if none.

# %%
innate_tiers(alone)["share"].unstack("tier")

# %% [markdown]
# ## One game, told
#
# Behind every row is a game that can be told turn by turn. This is where a lost one begins; print all of `told` and
# it goes on to the end, add `--decisions` to the command and it says what else was thought of.

# %%
command = [sys.executable, "-m", "sim", "replay", "england_0", "--lost"]
told = subprocess.run(command, check=True, capture_output=True, text=True).stdout
print(told.partition("\nRound 2")[0])

# %% [markdown]
# ## Before you quote a number
#
# The player here is a program. It loses hard games that people win, and its win rate is not yours. What carries over
# are comparisons: which of two set-ups is harder, which spirit copes better, and by how much. The [fourth
# notebook](04_against_peoples_data.py) looks at how well even that holds.
