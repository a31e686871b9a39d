"""The value function: what a position is worth to the players, in units of one explorer.

Most of it is a sum over lands of ``price_land``, which reads one row and nothing else, so that a trial is scored by
the few lands it touched.  Features and their weights are named in ``codes.Weight``; ``S.worth[0]`` collects what a
trial did off the board (energy, cards, elements), ``S.worth[1]`` holds the price of a blight token.
"""

from __future__ import annotations

from sim.core.bits import lowest, size
from sim.core.codes import Action, Counter, Hook, LandEffect, Mask, Piece, Row, Rule, Spirit, Weight
from sim.core.jit import kernel
from sim.kernels.pieces import near_builds, neighbours

EARTHS_VITALITY = 3
"""Defend of each sacred site of a spirit with the hook ``PASSIVE_DEFEND``."""
MANY_TOKENS = 99
"""Tokens of a cascade that never ends."""
MOST_SURPLUS = 6
"""Damage beyond what blights a land that counts."""
THIS_TURN = 64
"""Joined to bits of ``LandEffect``: what holds until the end of the turn holds."""


@kernel
def rounds_left(S, T):
    """Rounds ahead that matter: those the invader deck still has, at most ``Weight.HORIZON``."""
    left = T.deck_size - S.counter[Counter.INVADER_NEXT]
    return max(0.0, min(T.weight[Weight.HORIZON], left * 1.0))


@kernel
def blight_left(S, T):
    """Blight left until the game is lost: what is in the pool, and on the back of a healthy card."""
    left = S.counter[Counter.BLIGHT_POOL]
    if S.counter[Counter.BLIGHT_FLIPPED] == 0:
        left += T.blight_back
    return left


@kernel
def presence_price(S, T, seat):
    """What the loss of one presence of a seat costs; steep for the last ones."""
    n = max(1, S.spirit[seat, Spirit.ON_ISLAND])
    price = T.weight[Weight.PRESENCE] + T.weight[Weight.PRESENCE_FEW] / (n * n)
    if n == 1:
        price += T.weight[Weight.DEFEAT]
    return price


@kernel
def price_token(S, T, land):
    """Cost of one blight added to a land apart from where it cascades: the token and the presence lost."""
    price = S.worth[1]
    for seat in range(T.n_spirits):
        if S.land[land, Row.PRESENCE + seat] > 0:
            price += presence_price(S, T, seat)
            if S.land[land, Row.PRESENCE + seat] == T.sacred_need[seat, land]:
                price += T.weight[Weight.SACRED_SITE]
    return price


@kernel
def price_cascade(S, T, land):
    """Bring down the cost of a cascade out of a blighted land to that of the best land next to it.

    Changes ``S.cascade_price`` and ``S.cascade_tokens``.

    Returns
    -------
    bool
        Whether it came down.
    """
    cheaper = False
    lands = neighbours(S, T, land)
    while lands != 0:
        other = lowest(lands)
        lands &= lands - 1
        price = 0.0
        tokens = 0
        if S.land[other, Row.EFFECT] & LandEffect.PREVENT_BLIGHT == 0:
            price = price_token(S, T, other)
            tokens = 1
            if S.land[other, Row.BLIGHT] > 0:
                price += S.cascade_price[other]
                tokens += S.cascade_tokens[other]
        if price < S.cascade_price[land]:
            S.cascade_price[land] = price
            S.cascade_tokens[land] = tokens
            cheaper = True
    return cheaper


@kernel
def price_cascades(S, T):
    """Find what a cascade out of each blighted land costs where it goes the cheapest way to a land without blight.

    Changes ``S.cascade_price`` and ``S.cascade_tokens``; out of a land blighted later one more token is expected.
    """
    blighted = S.mask[Mask.BLIGHT] & S.mask[Mask.LANDS]
    for land in range(T.n_lands):
        S.cascade_price[land] = S.worth[1]
        S.cascade_tokens[land] = 1
        if blighted >> land & 1 == 1:
            S.cascade_price[land] = T.weight[Weight.DEFEAT]
            S.cascade_tokens[land] = MANY_TOKENS
    cheaper = blighted != 0
    while cheaper:
        cheaper = False
        lands = blighted
        while lands != 0:
            if price_cascade(S, T, lowest(lands)):
                cheaper = True
            lands &= lands - 1


@kernel
def price_pieces(S, T):
    """Set the price of a blight token, of cascades and of each kind of invader for the island as it stands.

    Changes ``S.worth`` (1: blight, 2 to 4: explorer, town, city, 5: fear), notes the lands that build without invaders
    and marks every land's value stale.
    """
    margin = blight_left(S, T) / T.n_spirits
    S.worth[1] = T.weight[Weight.BLIGHT] + T.weight[Weight.BLIGHT_MARGIN] / (margin + 0.5)
    terror = S.counter[Counter.TERROR]
    explorer = T.weight[Weight.EXPLORER]
    town = T.weight[Weight.TOWN]
    city = T.weight[Weight.CITY]
    fear = T.weight[Weight.FEAR_TERROR_1]
    if terror == 2:
        explorer *= T.weight[Weight.EXPLORER_TERROR_2]
        fear = T.weight[Weight.FEAR_TERROR_2]
    elif terror >= 3:
        explorer *= T.weight[Weight.EXPLORER_TERROR_3]
        town *= T.weight[Weight.TOWN_TERROR_3]
        city *= T.weight[Weight.CITY_TERROR_3]
        fear = T.weight[Weight.FEAR_TERROR_3]
    if S.counter[Counter.FEAR_EARNED] >= T.fear_deck_size - 2:
        fear *= T.weight[Weight.FEAR_LATE]
    S.worth[2] = explorer
    S.worth[3] = town
    S.worth[4] = city
    S.worth[5] = fear / T.n_spirits
    price_cascades(S, T)
    S.mask[Mask.NEAR_DUE] = near_builds(S, T, S.mask[Mask.BUILD_DUE] | S.mask[Mask.EXTRA_DUE])
    S.mask[Mask.STALE] = T.all_lands | T.oceans


@kernel
def blight_price(S, T, land):
    """Cost of one blight added to a land: the token, the presence lost, the cascade."""
    price = price_token(S, T, land)
    tokens = 1
    if S.land[land, Row.BLIGHT] > 0:
        price += T.weight[Weight.CASCADE] * S.cascade_price[land]
        tokens += S.cascade_tokens[land]
    if blight_left(S, T) <= tokens:
        price += T.weight[Weight.DEFEAT]
    return price


@kernel(inline=True)
def strike_back(S, T, pool, explorers, towns, cities, heat):
    """Worth of what a pool of damage destroys, cities first; ``heat`` 1 where invaders have one health less."""
    health = T.health[Piece.CITY] - heat
    n = min(cities, pool // health)
    pool -= health * n
    health = T.health[Piece.TOWN] - heat
    m = min(towns, pool // health)
    pool -= health * m
    killed = n * (S.worth[4] + 2.0 * S.worth[5]) + m * (S.worth[3] + S.worth[5])
    return killed + min(explorers, pool) * S.worth[2]


@kernel
def price_ravage(S, T, land, explorers, towns, cities, defend, effect):
    """Cost of a ravage with these invaders: blight and dahan lost, less what the surviving dahan destroy.

    Parameters
    ----------
    defend : int
        Defend that holds then.
    effect : int
        Bits of ``LandEffect`` that hold then, ``THIS_TURN`` for health that dahan have until the end of the turn.
    """
    damage = max(0, explorers + T.damage[Piece.TOWN] * towns + T.damage[Piece.CITY] * cities - defend)
    dahan = S.land[land, Row.DAHAN]
    cost = 0.0
    if damage >= 2 and effect & LandEffect.PREVENT_BLIGHT == 0:
        cost += blight_price(S, T, land)
        cost += T.weight[Weight.SURPLUS] * S.worth[1] * min(MOST_SURPLUS, damage - 2)
        if T.rule[Rule.HEAVY_MINING] > 0 and damage >= T.rule[Rule.HEAVY_MINING]:
            cost += S.worth[1]
        if T.rule[Rule.MINING_RUSH] != 0:
            cost += S.worth[3]
    if dahan > 0:
        fighters = dahan
        if effect & (LandEffect.PROTECT_DAHAN | LandEffect.PROTECT_FROM_RAVAGE) == 0:
            killed = damage >> 1
            if S.land[land, Row.VITALITY] > 0 and effect & THIS_TURN != 0:
                killed = damage // (2 + S.land[land, Row.VITALITY])
            killed = min(dahan, killed)
            cost += killed * T.weight[Weight.DAHAN]
            if effect & LandEffect.SIMULTANEOUS == 0:
                fighters -= killed
            for seat in range(T.n_spirits):
                if T.hooks[seat] >> Hook.AFTER_RAVAGE & 1 == 1 and S.land[land, Row.PRESENCE + seat] > 0:
                    cost += killed * presence_price(S, T, seat)
        heat = 0
        if T.heat_seat >= 0 and S.land[land, Row.PRESENCE + T.heat_seat] >= 2:
            heat = 1
        cost -= strike_back(S, T, 2 * fighters, explorers, towns, cities, heat)
    return cost


@kernel
def price_losses(S, T, land, buildings):
    """Cost of towns and cities in a land where too many of them lose the game (England, Guard the Isle's Heart)."""
    cost = 0.0
    limit = T.rule[Rule.BUILDING_LIMIT]
    if limit > 0 and buildings >= limit - 2:
        cost += T.weight[Weight.DEFEAT] / (1.0 + 3.0 * max(0, limit - buildings))
    if T.inner >> land & 1 == 1 and buildings > 0:
        cost += T.weight[Weight.DEFEAT] / 2.0
    return cost


@kernel
def price_land(S, T, land):
    """Value of one land to the players: its pieces, and the ravages and the build that are known to come."""
    bit = 1 << land
    explorers = S.land[land, Row.EXPLORER]
    towns = S.land[land, Row.TOWN]
    cities = S.land[land, Row.CITY]
    value = S.land[land, Row.DAHAN] * T.weight[Weight.DAHAN] - S.land[land, Row.BLIGHT] * S.worth[1]
    defend = S.land[land, Row.DEFEND]
    standing = 0
    mud = False
    for seat in range(T.n_spirits):
        n = S.land[land, Row.PRESENCE + seat]
        if n > 0:
            value += n * T.weight[Weight.PRESENCE]
            defend += S.spirit[seat, Spirit.WARD]
            if n >= T.sacred_need[seat, land]:
                if T.hooks[seat] >> Hook.BUILD_UNIT_FILTER & 1 == 1:
                    mud = True
                if T.hooks[seat] >> Hook.PASSIVE_DEFEND & 1 == 1:
                    defend += EARTHS_VITALITY
                    standing += EARTHS_VITALITY
    if explorers + towns + cities == 0 and S.mask[Mask.NEAR_DUE] & bit == 0:
        return value
    value -= explorers * S.worth[2] + towns * S.worth[3] + cities * S.worth[4]
    if towns + cities > 0:
        if T.coastal & bit == 0:
            value -= T.weight[Weight.INLAND_SOURCE]
    elif explorers > 0 and S.mask[Mask.BUILD_DUE] & bit == 0:
        value -= T.weight[Weight.EXPLORER_BUILDS]
    skip = S.land[land, Row.SKIP]
    skip_one = S.land[land, Row.SKIP_ONE]
    if S.mask[Mask.EXTRA_DUE] & bit != 0 and skip & Action.BUILD == 0:
        if towns > cities:
            cities += 1
            value -= T.weight[Weight.BUILD] * S.worth[4]
        else:
            towns += 1
            value -= T.weight[Weight.BUILD] * S.worth[3]
    if S.mask[Mask.RAVAGE_DUE] & bit != 0 and skip & Action.RAVAGE == 0:
        cost = price_ravage(S, T, land, explorers, towns, cities, defend, S.land[land, Row.EFFECT] | THIS_TURN)
        if skip_one > 0 and cost > 0.0:
            skip_one -= 1
        else:
            value -= T.weight[Weight.RAVAGE] * cost
    if S.mask[Mask.BUILD_DUE] & bit != 0 and skip & Action.BUILD == 0 and skip_one == 0:
        if mud:
            explorers += 1
            value -= T.weight[Weight.BUILD] * S.worth[2]
        elif towns > cities:
            cities += 1
            value -= T.weight[Weight.BUILD] * S.worth[4]
        else:
            towns += 1
            value -= T.weight[Weight.BUILD] * S.worth[3]
    if S.mask[Mask.NEXT_RAVAGE] & bit != 0:
        value -= T.weight[Weight.NEXT_RAVAGE] * price_ravage(S, T, land, explorers, towns, cities, standing, 0)
    if T.losing_lands != 0:
        value -= price_losses(S, T, land, towns + cities)
    return value


@kernel
def price_potential(S, T, land):
    """What destroying all invaders of a land would gain: the most that a power confined to the land can."""
    if S.mask[Mask.INVADERS] >> land & 1 == 0:
        return 0.0
    value = S.land[land, Row.DAHAN] * T.weight[Weight.DAHAN] - S.land[land, Row.BLIGHT] * S.worth[1]
    for seat in range(T.n_spirits):
        value += S.land[land, Row.PRESENCE + seat] * T.weight[Weight.PRESENCE]
    fear = (S.land[land, Row.TOWN] + 2 * S.land[land, Row.CITY]) * S.worth[5]
    return value + fear - S.land_value[land]


@kernel
def refresh_values(S, T):
    """Bring ``S.land_value`` up to date for all stale lands. Outside trials only."""
    stale = S.mask[Mask.STALE]
    while stale != 0:
        land = lowest(stale)
        stale &= stale - 1
        S.land_value[land] = price_land(S, T, land)
        S.potential[land] = price_potential(S, T, land)
        S.move_known[land] = 0
    S.mask[Mask.STALE] = 0


@kernel
def outnumbered(S, T):
    """Whether dahan outnumber buildings as Dahan Insurrection asks at the terror level in force.

    Level 1 takes an island without invaders, level 2 no land with more towns and cities than dahan, level 3 and
    terror victory fewer such lands than players.
    """
    terror = S.counter[Counter.TERROR]
    if terror == 1:
        return S.mask[Mask.INVADERS] == 0
    held = 0
    lands = S.mask[Mask.BUILDINGS]
    while lands != 0:
        land = lowest(lands)
        lands &= lands - 1
        if S.land[land, Row.TOWN] + S.land[land, Row.CITY] > S.land[land, Row.DAHAN]:
            held += 1
    if terror == 2:
        return held == 0
    return held < T.n_spirits


@kernel
def victory_holds(S, T):
    """Whether the victory condition of the terror level in force is met (RULES 9)."""
    if T.rule[Rule.OUTNUMBER] != 0:
        return outnumbered(S, T)
    terror = S.counter[Counter.TERROR]
    if terror >= 4:
        return True
    if S.counter[Counter.CITIES] > 0:
        return False
    if terror >= 3:
        return True
    if S.counter[Counter.TOWNS] > 0:
        return False
    return terror == 2 or S.counter[Counter.EXPLORERS] == 0


@kernel
def in_the_way(terror, towns, cities):
    """Buildings that stand between the players and victory at a terror level (at the first, explorers do too)."""
    if terror >= 3:
        return cities
    return towns + cities


@kernel
def price_sacred_sites(S, T, seat, lands):
    """Value of a number of sacred sites: the first two count."""
    return min(2, size(lands)) * T.weight[Weight.SACRED_SITE]


@kernel
def trial_gain(S, T):
    """What the innermost open trial has gained over the state it was opened on."""
    depth = S.counter[Counter.TRIAL] - 1
    gain = S.worth[0] - S.frame_worth[depth]
    touched = S.mask[Mask.TOUCHED]
    while touched != 0:
        land = lowest(touched)
        touched &= touched - 1
        gain += price_land(S, T, land) - S.land_value[land]
    earned = S.counter[Counter.FEAR_EARNED] - S.frame_counter[depth, Counter.FEAR_EARNED]
    markers = S.counter[Counter.FEAR_GENERATED] - S.frame_counter[depth, Counter.FEAR_GENERATED]
    gain += (earned * T.fear_pool + markers) * S.worth[5]
    if S.counter[Counter.DEFEAT] != 0:
        gain -= T.weight[Weight.DEFEAT]
    for seat in range(T.n_spirits):
        if S.spirit[seat, Spirit.ON_ISLAND] <= 0:
            gain -= T.weight[Weight.DEFEAT]
        sites = S.mask[Mask.SACRED + seat]
        before = S.frame_mask[depth, Mask.SACRED + seat]
        if sites != before:
            gain += price_sacred_sites(S, T, seat, sites) - price_sacred_sites(S, T, seat, before)
    if victory_holds(S, T):
        gain += T.weight[Weight.VICTORY]
    elif S.counter[Counter.TERROR] > 1:
        terror = S.counter[Counter.TERROR]
        before = in_the_way(terror, S.frame_counter[depth, Counter.TOWNS], S.frame_counter[depth, Counter.CITIES])
        after = in_the_way(terror, S.counter[Counter.TOWNS], S.counter[Counter.CITIES])
        gain += T.weight[Weight.FINISH] * (1.0 / (1.0 + after) - 1.0 / (1.0 + before))
    return gain


@kernel
def value_now(S, T, land):
    """Value of a land as it stands, from ``S.land_value`` if nothing has touched it since that was filled."""
    doubtful = S.mask[Mask.CHANGED]
    if S.counter[Counter.TRIAL] == 0:
        doubtful = S.mask[Mask.STALE]
    if doubtful >> land & 1 == 1:
        return price_land(S, T, land)
    return S.land_value[land]


@kernel
def price_after(S, T, land, kind, n):
    """Value of a land if it had ``n`` more pieces of a kind; changes the row for the time of the look only."""
    total = Row.EXPLORER
    if kind > 0:
        total = Row.TOWN + kind - 1
    S.land[land, total] += n
    after = price_land(S, T, land)
    S.land[land, total] -= n
    return after


@kernel
def same_prices(S, T):
    """Whether the numbers of the island that the price of a land follows are those before any open trial."""
    if S.counter[Counter.TRIAL] == 0:
        return True
    if S.counter[Counter.BLIGHT_POOL] != S.frame_counter[0, Counter.BLIGHT_POOL]:
        return False
    for seat in range(T.n_spirits):
        if S.spirit[seat, Spirit.ON_ISLAND] != S.frame_spirit[0, seat, Spirit.ON_ISLAND]:
            return False
        if S.spirit[seat, Spirit.WARD] != S.frame_spirit[0, seat, Spirit.WARD]:
            return False
    return True


@kernel
def price_with(S, T, land, kind, n):
    """Change of a land's value if it had one piece of a kind more (``n`` = 1) or less (-1).

    Remembered in ``S.move_value`` for lands as they really stand; those that a trial has changed, itself or in the
    numbers of the island that prices follow, are priced anew.
    """
    doubtful = S.mask[Mask.CHANGED]
    if S.counter[Counter.TRIAL] == 0:
        doubtful = S.mask[Mask.STALE]
    if doubtful >> land & 1 == 1 or not same_prices(S, T):
        return price_after(S, T, land, kind, n) - price_land(S, T, land)
    entry = kind
    if n < 0:
        entry = kind + 4
    if S.move_known[land] >> entry & 1 == 0:
        S.move_value[land, entry] = price_after(S, T, land, kind, n) - S.land_value[land]
        S.move_known[land] |= 1 << entry
    return S.move_value[land, entry]
