# %% [markdown]
# # Against people's data
#
# Players of the digital game have published how they fare: with which spirits, in what company, against whom. Their
# win rates are no target. People choose their levels and partners, take moves back, and play better than a program
# does. But if this program sees the game as it is, then what is easier for people should be easier for it. So what is
# compared here are *orders*: is this spirit above that one, are more spirits easier, which adversary is the harder.

# %%
import os
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import pandas as pd

from sim.content.experiment import experiment_from_dict
from sim.report.names import short_names
from sim.report.people import agreement, load_people
from sim.results import WinRates, load_results, win_rates
from sim.run.amount import Amount
from sim.run.cells import Cell
from sim.run.sweep import play_cells
from sim.stats import wilson_interval

pd.set_option("display.float_format", "{:.3f}".format)

# %% [markdown]
# Games of each cell; the tests of this page set `NOTEBOOK_GAMES` to play fewer.

# %%
GAMES = int(os.environ.get("NOTEBOOK_GAMES", 200))

# %% [markdown]
# ## What was published
#
# Each list says where it comes from, and what it cannot tell.

# %%
published = {order.id: order for order in load_people()}
for name in ("spirits", "players", "adversaries"):
    order = published[name]
    print(f"{order.title}: {order.source}.\n    {order.caution}\n")

# %% [markdown]
# ## Our games
#
# Two sweeps: every spirit alone against nobody and two levels of each adversary, and games of one to four spirits in
# which each of the thirteen plays equally often.

# %%
experiments = {
    "alone": {
        "setup": {"box": "base", "blight_card": "random"},
        "grid": {
            "spirits": {"choose": 1},
            "adversary": [
                "none",
                {"id": "brandenburg_prussia", "level": [1, 2]},
                {"id": "england", "level": [1, 2]},
                {"id": "sweden", "level": [1, 2]},
            ],
        },
    },
    "players": {
        "setup": {"box": "base", "blight_card": "random", "adversary": {"id": "brandenburg_prussia", "level": 1}},
        "grid": {"spirits": {"choose": [1, 2, 3, 4], "rings": 1}},
    },
}
scratch = tempfile.TemporaryDirectory()
for name, data in experiments.items():
    setups = experiment_from_dict(data).setups
    cells = [Cell(setup, name=cell) for cell, setup in setups.items()]
    sweep = play_cells(cells, Amount(GAMES), Path(scratch.name, name), workers=2)
    print(f"{name}: {sweep.games:,} games of {len(setups)} cells")

alone = load_results(Path(scratch.name, "alone"))
together = load_results(Path(scratch.name, "players"))

# %% [markdown]
# ## Spirits
#
# People's share of games won beside ours, each with its 95% interval. Theirs rest on 30 to 199 games, so their order
# is far from certain by itself.

# %%
theirs = pd.DataFrame(
    [[entry.id, entry.games, entry.share] for entry in published["spirits"].entries],
    columns=["spirit", "games", "share"],
).set_index("spirit")
theirs["low"], theirs["high"] = wilson_interval(theirs["share"] * theirs["games"], theirs["games"])
ours = win_rates(alone, "spirit")[["win_rate", "low", "high"]]
both = theirs.join(ours.add_prefix("our_")).sort_values("share", ascending=False)
both

# %% alt="Each spirit as a point: people's win rate to the right, ours upwards, with the 95% intervals of both."
names = short_names(list(theirs.index))
figure, axes = plt.subplots(figsize=(7, 5), layout="constrained")
across = [both["share"] - both["low"], both["high"] - both["share"]]
up = [both["our_win_rate"] - both["our_low"], both["our_high"] - both["our_win_rate"]]
axes.errorbar(both["share"], both["our_win_rate"], up, across, fmt="o", linewidth=0.7, color="tab:blue", ecolor="0.7")
for spirit, row in both.iterrows():
    axes.annotate(" " + names[spirit], (row["share"], row["our_win_rate"]), va="bottom", fontsize=8)
axes.set(xlabel="people's win rate", ylabel="ours, alone, mean over opponents")
plt.show()

# %% [markdown]
# `agreement` sets the two orders beside each other: pairs of spirits that both put the same way, those of them that
# our games tell apart beyond chance, and Spearman's rank correlation with an interval that reckons with the chance in
# both samples. It is 1 for the same order, 0 for orders that have nothing to do with each other.

# %%
found = agreement(published["spirits"].entries, WinRates(alone).spirit_cells(players=1), alone)
print(f"{found.same} of {found.pairs} pairs of spirits in the same order")
print(f"{found.sure_same} of the {found.sure} that our games tell apart")
print(f"rank correlation {found.correlation:.2f} (95% interval {found.low:.2f} to {found.high:.2f})")

# %% [markdown]
# An interval that holds 0 says that these figures cannot tell whether the orders have anything in common. Where a
# spirit stands far from the others' trend, the player is the first suspect, and the choice of levels by people the
# second.
#
# ## How many spirits, and which adversary
#
# Lists of four are too short for a correlation. There are six pairs, and what tells is how many of them are in the
# same order: of all, and of the *sure* ones, which our games tell apart beyond chance. If the two disagree, remember
# who made these lists: people who take on four spirits at once are not those who play their first game alone.

# %%
cells_of = {
    "players": (together, {str(count): list(own) for count, own in together.cells.groupby("players").groups.items()}),
    "adversaries": (alone, {name: list(own) for name, own in alone.cells.groupby("adversary").groups.items()}),
}
rows = {}
for name, (results, cells) in cells_of.items():
    found = agreement(published[name].entries, cells, results)
    rows[published[name].title] = [found.same, found.pairs, found.sure_same, found.sure]
pd.DataFrame.from_dict(rows, orient="index", columns=["in the same order", "pairs", "of the sure ones", "sure"])

# %% [markdown]
# The rates behind it. For people, levels are pooled, and nobody wrote down which they were; ours are of the levels
# above.

# %%
ours = win_rates(together, "players")["win_rate"]
pd.DataFrame(
    [[entry.id, entry.games, entry.share, ours[int(entry.id)]] for entry in published["players"].entries],
    columns=["spirits in the game", "people's games", "people's win rate", "ours"],
).set_index("spirits in the game")

# %%
against = win_rates(alone, "adversary")["win_rate"]
pd.DataFrame(
    [[entry.id, entry.games, entry.share, against[entry.id]] for entry in published["adversaries"].entries],
    columns=["adversary", "people's games", "people's win rate", "ours"],
).set_index("adversary")

# %% [markdown]
# ## How to read this
#
# - Equal orders are evidence that the rules are right and the player sensible; they are no proof of either.
# - Different orders have a reason: in the player, in people's choices, or in chance. Intervals speak of chance only.
# - No weight of the player was fitted to people's figures. They were looked at afterwards, and only their order counts.
