# %% [markdown]
# # Spirit strength and pairs
#
# Which spirit has the easier life, by how much, and with whom? Six spirits play alone and in every pair, against
# nobody and against three levels of Sweden. From the same games come a ranking with honest ties, strengths in
# *adversary levels*, a unit that players know, and a matrix of who plays well together.

# %%
import os
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd

from sim.content.experiment import experiment_from_dict
from sim.report.names import short_names
from sim.results import load_results, paired_difference, rank_spirits, spirit_pairs, win_rates
from sim.results.strength import strength_model
from sim.run.amount import Amount
from sim.run.cells import Cell
from sim.run.sweep import play_cells
from sim.stats.verdict import judge

pd.set_option("display.float_format", "{:.3f}".format)

# %% [markdown]
# Games of each cell; the tests of this page set `NOTEBOOK_GAMES` to play fewer.

# %%
GAMES = int(os.environ.get("NOTEBOOK_GAMES", 400))

# %% [markdown]
# ## The sweep
#
# An experiment is a grid, here as a dictionary; in a file it has the same keys. `spirit-sim sweep pairs` plays the
# shipped one, with all 13 spirits and a player that looks further ahead and takes its time.

# %%
spirits = [
    "lightnings_swift_strike",
    "river_surges_in_sunlight",
    "shadows_flicker_like_flame",
    "vital_strength_of_the_earth",
    "thunderspeaker",
    "fathomless_mud_of_the_swamp",
]
experiment = experiment_from_dict(
    {
        "title": "Six spirits and their pairs against Sweden",
        "setup": {"box": "base", "blight_card": "random"},
        "grid": {
            "spirits": {"choose": [1, 2], "of": spirits},
            "adversary": ["none", {"id": "sweden", "level": [0, 2, 4]}],
        },
    }
)
print(f"{len(experiment.setups)} cells, the first ones: {', '.join(list(experiment.setups)[:3])}")

# %%
scratch = tempfile.TemporaryDirectory()
folder = Path(scratch.name, "six")
cells = [Cell(setup, name=name) for name, setup in experiment.setups.items()]
play_cells(cells, Amount(GAMES), folder, workers=2)

results = load_results(folder)
alone = results.only(results.cells[results.cells["players"] == 1])
win_rates(results, ["players", "difficulty", "adversary", "level"])

# %% [markdown]
# ## A ranking with ties
#
# Six spirits make fifteen comparisons, and one of them would look like a difference by luck more often than one
# thinks. The chance that *any* two spirits below are told apart wrongly is at most 5%. Spirits that share a letter
# are tied: the games do not tell them apart. `rank_low` and `rank_high` are the best and the worst rank that a spirit
# may have.

# %%
rank_spirits(alone)

# %% [markdown]
# The same within pairs: each spirit by the pairs it is in.

# %%
rank_spirits(results.only(results.cells[results.cells["players"] == 2]))

# %% [markdown]
# ## Too close to call
#
# The comparisons behind the letters that are not decided. `p_value` is that of the two alone, `adjusted` takes
# account of how many are compared.

# %%
pairs = spirit_pairs(alone)
pairs[~pairs["decided"]]

# %% [markdown]
# How many more games would tell? Of the games against nobody, take the two spirits that come closest to each other.
# Both met the same invader cards, game by game, so that the games that only one of them won say it all.

# %%
peaceful = alone.only(alone.cells[alone.cells["adversary"] == "none"])
better, worse = spirit_pairs(peaceful)["points"].idxmin()
gap = paired_difference(peaceful, {"spirit": better}, {"spirit": worse})
print(f"{better}: {gap.one.rate:.1%}, {worse}: {gap.other.rate:.1%}")
print(f"difference {gap.points:+.1%} (95% interval {gap.low:+.1%} to {gap.high:+.1%}), p = {gap.p_value:.2f}")
print(f"both won {gap.pairs.both} games, only the first {gap.pairs.won}, only the second {gap.pairs.lost}")

verdict = judge(gap.pairs)
if verdict.winner is None:
    print(f"Too close to call; {verdict.games_needed:,} more games each would tell a difference of {verdict.size:.1%}.")

# %% [markdown]
# `spirit-sim compare` does this for any two set-ups, and with `--until-clear` plays on until it is decided.
#
# ## Strength in adversary levels
#
# One model for all cells: the logit of a win is what the opponent costs, plus the mean strength of the spirits, plus
# what differs otherwise. A strength of +1 level means that the spirit, in every seat, fares as the mean of these
# spirits do against one level less.

# %%
model = strength_model(results)
model.spirits.sort_values("logit", ascending=False)

# %% alt="Strength of each spirit in adversary levels, with 95% intervals, strongest on top."
names = short_names(spirits)
table = model.spirits.sort_values("levels")
figure, axes = plt.subplots(figsize=(7, 3.2), layout="constrained")
ends = [table["levels"] - table["levels_low"], table["levels_high"] - table["levels"]]
axes.errorbar(table["levels"], [names[spirit] for spirit in table.index], xerr=ends, fmt="o", linewidth=1.5)
axes.axvline(0, color="0.6", linewidth=1, zorder=0)
axes.set(xlabel="strength in adversary levels, against the mean of these spirits")
plt.show()

# %% [markdown]
# What a level costs, and what one point of official difficulty does, as logits of a win (of an even game, 0.4 takes
# about ten points of win rate); and what the terms are measured against, in words.

# %%
print("one level of Sweden:               {:.2f} ({:.2f} to {:.2f})".format(*model.level_step))
print("one point of official difficulty:  {:.2f} ({:.2f} to {:.2f})".format(*model.notch))
print(*model.notes, sep="\n")

# %% [markdown]
# The official difficulty of each level, beside the one that fits these games best:

# %%
model.levels[["games", "rate", "official", "fitted", "low", "high"]]

# %% [markdown]
# ## Who plays well together?
#
# Two strong spirits win more. *Synergy* is what a pair wins beyond that: the logit of a win, less what both strengths
# let expect, drawn towards 0 by as much as chance could have made. Intervals tell which cells of the matrix mean
# something.

# %% alt="Synergy of each pair of spirits as a matrix of colours and numbers, blue for better than expected."
synergy = model.pairs["synergy"].unstack().reindex(index=spirits, columns=spirits)
synergy = synergy.fillna(synergy.T)
limit = max(synergy.abs().max().max(), 0.1)
figure, axes = plt.subplots(figsize=(7, 5), layout="constrained")
image = axes.imshow(synergy, cmap="RdBu", vmin=-limit, vmax=limit)
for row, column in zip(*synergy.notna().to_numpy().nonzero(), strict=True):
    value = synergy.iloc[row, column]
    ink = "white" if abs(value) > 0.6 * limit else "black"
    axes.text(column, row, f"{value:+.2f}", ha="center", va="center", color=ink)
axes.set_xticks(range(len(spirits)), [names[spirit] for spirit in spirits], rotation=35, ha="right")
axes.set_yticks(range(len(spirits)), [names[spirit] for spirit in spirits])
figure.colorbar(image, label="synergy (logit of a win)")
plt.show()

# %%
model.pairs.sort_values("synergy", ascending=False)

# %% [markdown]
# ## What this does not say
#
# A program plays here, and a spirit whose ways it does not understand looks weak. Strengths are those of this player,
# on random boards, against the levels above; `planner` in place of `greedy` (`"policy": "planner"` in the set-up) is
# a second opinion, and the [next notebook](04_against_peoples_data.py) asks people for a third.
