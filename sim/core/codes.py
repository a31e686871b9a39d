"""The integer codes that facts, kernels, policies and traces share, each in one enum.

Kernels use the members directly (``Row.DAHAN``), the TOML compiler writes their values into tables, and the trace
turns them back into names.  No bare number stands for a piece, a terrain or a phase anywhere else.
"""

from __future__ import annotations

from enum import IntEnum

MAX_LANDS = 36
"""Lands a state has room for: four boards of eight and their oceans."""
MAX_SPIRITS = 4
MAX_POWERS = 192
"""Power cards and innate powers together."""
MAX_LEVELS = 4
"""Levels of an innate power, or thresholds of a card."""
ALL = 99
"""An amount that stands for every piece there is."""


class Element(IntEnum):
    """Elements in the order of the fact files."""

    SUN = 0
    MOON = 1
    FIRE = 2
    AIR = 3
    WATER = 4
    EARTH = 5
    PLANT = 6
    ANIMAL = 7


class Terrain(IntEnum):
    """Terrain of a land; ``OCEAN`` is never a land of the Horizons map."""

    MOUNTAIN = 0
    JUNGLE = 1
    SAND = 2
    WETLAND = 3
    OCEAN = 4


class Piece(IntEnum):
    """Kinds of piece; a set of kinds is a bit mask of ``1 << Piece``."""

    EXPLORER = 0
    TOWN = 1
    CITY = 2
    DAHAN = 3
    BLIGHT = 4
    PRESENCE = 5
    """presence of any spirit"""
    OWN_PRESENCE = 6
    """presence of the acting spirit"""


class Row(IntEnum):
    """Columns of ``State.land``: one row of signed bytes for each land.

    The first 18 columns count pieces by the damage they carry, e.g. ``TOWN_1`` towns with one damage.
    """

    EXPLORER = 0
    TOWN_0 = 1
    TOWN_1 = 2
    TOWN_2 = 3
    CITY_0 = 4
    CITY_1 = 5
    CITY_2 = 6
    CITY_3 = 7
    DAHAN_0 = 8
    DAHAN_1 = 9
    DAHAN_2 = 10
    DAHAN_3 = 11
    DAHAN_4 = 12
    DAHAN_5 = 13
    DAHAN_6 = 14
    DAHAN_7 = 15
    DAHAN_8 = 16
    DAHAN_9 = 17
    """as far as Infinite Vitality, used and repeated, lets a dahan live"""
    TOWN = 18
    """all towns, wounded ones included; kept by ``add_pieces``, as are the next two"""
    CITY = 19
    DAHAN = 20
    BLIGHT = 21
    DEFEND = 22
    SKIP = 23
    """bits of ``Action``: invader actions skipped here this turn"""
    SKIP_ONE = 24
    """how often one ravage or build, chosen when it is about to happen, may be skipped here"""
    EFFECT = 25
    """bits of ``LandEffect``"""
    VITALITY = 26
    """health that each dahan here has above its usual 2"""
    PUSHED_HERE = 27
    """pieces that the power now in use has pushed into this land"""
    PRESENCE = 28
    """presence of seat 0; seats 1, 2, 3 follow"""
    DREAD = 32
    """Vengeance of the Dead: damage that each piece destroyed here returns"""
    DREAD_WIDE = 33
    """the same, where the damage may also go to adjacent lands"""
    DREAD_KILLS = 34
    """pieces destroyed here that wait for that damage"""
    RAIDERS = 35
    """dahan that the action at hand has moved here, where each of them raids (Dahan Insurrection)"""
    APPARITION = 36
    """Defend that each fear made here by a power adds (Dread Apparitions)"""
    DREAMED = 37
    """invaders that the power in use has dreamed here, by the variant they really are: eight columns"""
    SCRATCH = 45
    """invaders that the power in use has wounded in a dream, by ``scratch_column``: nine columns"""
    RUINED_TOWNS = 54
    """towns that the action at hand has destroyed here (Dahan Insurrection)"""
    RUINED_CITIES = 55
    AFRAID = 56
    """explorers and towns dreamed here that are still to be pushed, by the variant they really are: four columns"""
    AFLOAT = 60
    """dahan added to an ocean in play: not moved there, they do not drown"""


N_ROW = 64
N_VARIANTS = 18
PAID_REPEAT = 16
"""Joined to the uses of a card this turn once it has been used again for its cost."""
MAX_VITALITY = 8
"""Health that dahan can have above their usual 2: one card, used twice; the columns of wounds end there."""
"""Leading columns of a land row that count pieces by kind and damage."""


class Action(IntEnum):
    """Invader actions, as bits."""

    RAVAGE = 1
    BUILD = 2
    EXPLORE = 4
    BUILD_CITY = 8
    """only a Build that would add a city"""


class LandEffect(IntEnum):
    """Effects on a land that last until Time passes."""

    PREVENT_BLIGHT = 1
    PROTECT_DAHAN = 2
    PROTECT_FROM_RAVAGE = 4
    """dahan take no damage from ravaging invaders"""
    SIMULTANEOUS = 8
    """dahan strike at the same time as the invaders"""


class Mask(IntEnum):
    """Entries of ``State.mask``: sets of lands as bits of an int64."""

    INVADERS = 0
    DAHAN = 1
    BLIGHT = 2
    TOUCHED = 3
    """lands changed in the innermost open trial"""
    STALE = 4
    """lands whose cached value no longer holds"""
    PUSHED_TO = 5
    """lands the power in use has pushed a piece into"""
    LANDS = 6
    """lands that powers and blight reach: all of the island, and the oceans that are in play"""
    DEFENDED = 7
    """lands to which the power in use has added Defend"""
    DAMAGED = 8
    """lands in which the power in use has damaged invaders"""
    TAKEN = 9
    """lands chosen so far where an effect asks for different ones"""
    TRIGGERED = 10
    """lands where a follow-up (Vengeance of the Dead) waits for the end of the action"""
    BUILDINGS = 11
    """lands with a town or a city"""
    PRESENCE = 12
    """lands with presence of seat 0; seats 1, 2, 3 follow"""
    SACRED = 16
    """lands that are a sacred site of seat 0; seats 1, 2, 3 follow"""
    CHANGED = 20
    """lands changed in any open trial"""
    RAVAGE_DUE = 21
    """lands whose ravage by the card in the slot is still to come"""
    BUILD_DUE = 22
    NEXT_RAVAGE = 23
    """lands that will ravage in the following round"""
    NEAR_BUILDS = 24
    """lands without invaders that the Build at hand reaches from next door (England)"""
    EXTRA_DUE = 25
    """lands where an extra Build before Ravage is still to come (England)"""
    DREAMING = 26
    """lands with pieces dreamed or wounded in a dream by the power in use"""
    AFRAID = 27
    """lands with dreamed pieces still to be pushed"""
    STIRRED = 28
    """lands where raiders or ruins wait for the end of the action"""
    DISTURBED = 29
    """lands that the use of a power has changed, other than in trials"""
    NEAR_DUE = 30
    """lands without invaders that a Build by the cards in the slots will reach from next door (England)"""


N_MASK = 31


class Counter(IntEnum):
    """Entries of ``State.counter``: the numbers of the island that a trial can undo."""

    ROUND = 0
    PHASE = 1
    TERROR = 2
    FEAR_GENERATED = 3
    """markers moved towards the next fear card"""
    FEAR_EARNED = 4
    FEAR_RESOLVED = 5
    """fear cards turned so far; those between this and ``FEAR_EARNED`` wait"""
    BLIGHT_POOL = 6
    EXPLORERS = 7
    """explorers on the island"""
    TOWNS = 8
    CITIES = 9
    DAHAN = 10
    OUTCOME = 11
    RAVAGE_CARD = 12
    """invader card in the slot, -1 for none"""
    BUILD_CARD = 13
    EXPLORE_CARD = 14
    INVADER_NEXT = 15
    """cards of the invader deck turned so far"""
    DEFEAT = 16
    """bits of ``DefeatCause`` met in the action now running"""
    TRIAL = 17
    """open trials; 0 means everything is for real"""
    POOL = 18
    """damage the power in use has still to deal in ``POOL_LAND``"""
    POOL_LAND = 19
    ADDED = 20
    """pieces the last line of the power in use added"""
    MOVED = 21
    """pieces the last line of the power in use moved"""
    THAT_LAND = 22
    BONUS = 24
    """damage bonus not yet dealt of the power in use (Territorial Aggression, Gift of Furious Might)"""
    BONUS_KINDS = 25
    """kinds of invader the bonus may still go to if it was not used with the damage"""
    FEAR_PER_KILL = 26
    """kinds whose destruction by the power in use makes one more fear"""
    FEAR_KILL_LEFT = 27
    FOLLOW_UP = 28
    """1 while a follow-up action runs, which never sets itself off again"""
    REPEAT = 29
    """the power in use asks to be repeated: 1 anywhere in range, 2 in an adjacent land"""
    PUSHED_DAHAN = 30
    ACTOR = 32
    """seat whose power is in use, -1 for none"""
    MINOR_TOP = 33
    """next card of the minor deck"""
    MINOR_SIZE = 34
    MINOR_DISCARDS = 35
    MAJOR_TOP = 36
    MAJOR_SIZE = 37
    MAJOR_DISCARDS = 38
    STANDING = 39
    """standing fear effects in force"""
    CASCADES = 40
    """cascades of the game so far"""
    REJECTED = 42
    """cards shown and not kept by the last gain"""
    CHOSEN_ELEMENTS = 43
    """bits of the elements the last line let a spirit choose"""
    PENDING_GAINS = 44
    """gains of power cards that the power in use has ordered and that come once its lines are done"""
    BLIGHT_FLIPPED = 45
    """1 once the blight card shows its back"""
    EXTRA_CARD = 46
    """invader card in the slot of an extra Build, -1 for none, -2 once the slot is gone"""
    DREAM = 47
    """1 while the power in use hurts nothing but dreams (To Dream a Thousand Deaths)"""
    KILLS = 48
    """pieces that the last line which destroys or damages has destroyed"""
    POWER = 49
    """power in use, -1 for none"""
    GAINED = 50
    """power card gained last, -1 for none"""
    RESCUE = 51
    """1: dahan that drown by the power in use may be brought to a coast instead (Tidal Boon)"""
    FEAR_NOW = 52
    """fear cards resolved in this invader phase"""
    REPEATS = 53
    """how often the power in use asks to be repeated"""
    AFTER_GAIN = 54
    """row of the block to be done once the gains of the power in use are, -1 for none"""
    AFTER_LAND = 55


N_COUNTER = 56


class Spirit(IntEnum):
    """Entries of ``State.spirit``: the numbers of each seat that a trial can undo."""

    ENERGY = 0
    ENERGY_TAKEN = 1
    """discs taken from the energy track"""
    CARDS_TAKEN = 2
    """discs taken from the card-plays track"""
    INCOME = 3
    PLAYS = 4
    ON_ISLAND = 5
    DESTROYED = 6
    OWNED = 7
    """length of the seat's list in ``State.owned``"""
    RANGE = 8
    """bonus to the range of all powers this turn"""
    WARD = 9
    """Defend in every land with the seat's presence this turn (Encompassing Ward)"""
    DAMAGE_BONUS = 10
    """Gift of Furious Might: damage one power of this turn may add"""
    KEEP = 11
    """cards in play that return to the hand at the end of the turn"""
    REPEATS = 12
    """cards in play that may be used once more this turn for their cost"""
    SHARE = 13
    """bits of seats whose presence counts as an origin for targeting this turn"""
    EXTRA_PLAYS = 14
    PLAYED = 15
    """cards played this turn"""
    TRACK_ELEMENT = 16
    """elements from the tracks, eight entries"""
    ELEMENT = 24
    """elements this turn, those of the tracks included, eight entries"""
    LEVEL_USED = 32
    """levels of innate powers used over the game, by level, four entries"""
    RECLAIMS = 36
    GAINED_MINOR = 37
    GAINED_MAJOR = 38
    PROGRESS = 39
    """cards taken from the printed power progression"""
    MAY_SPEED = 40
    """slow powers that may be used as fast ones this turn"""
    SPED = 41
    """slow powers so used this turn"""
    FREE_REPEATS = 42
    """cards in play that may be used once more this turn for nothing"""
    FREE_COST = 43
    """greatest printed cost of such a card"""
    RECLAIMED = 44
    """cards taken back by a space of a track this turn"""
    ANY_CHOSEN = 45
    """elements chosen this turn for spaces that give any"""
    RECLAIM_SPACES = 46
    """spaces uncovered that take back a card each turn"""
    ANY_SPACES = 47
    """spaces uncovered that give any element each turn"""
    DROWNED = 48
    """drowned health not yet turned into energy"""


N_SPIRIT = 50


class Phase(IntEnum):
    """Where in the round the game stands."""

    SETUP = 0
    SPIRIT = 1
    FAST = 2
    FEAR = 3
    RAVAGE = 4
    BUILD = 5
    EXPLORE = 6
    SLOW = 7
    TIME_PASSES = 8


class Outcome(IntEnum):
    """How a game ended."""

    NONE = 0
    VICTORY_TERROR_1 = 1
    VICTORY_TERROR_2 = 2
    VICTORY_TERROR_3 = 3
    VICTORY_FEAR = 4
    SACRIFICE = 5
    DEFEAT_BLIGHT = 6
    DEFEAT_PRESENCE = 7
    DEFEAT_TIME = 8
    DEFEAT_ADVERSARY = 9
    DEFEAT_SCENARIO = 10


class DefeatCause(IntEnum):
    """Defeats met within one action, as bits."""

    BLIGHT = 1
    PRESENCE = 2
    TIME = 4
    ADVERSARY = 8
    SCENARIO = 16


class Place(IntEnum):
    """Where a power card is; every card is in exactly one place.

    A place of a spirit is ``HAND + 4 * seat`` and so on.
    """

    BOX = 0
    """not in this game"""
    MINOR_DECK = 1
    MAJOR_DECK = 2
    MINOR_DISCARD = 3
    MAJOR_DISCARD = 4
    FORGOTTEN = 5
    """a unique power out of the game"""
    REVEALED = 6
    """drawn by a gain that is being decided"""
    HAND = 8
    PLAY = 9
    DISCARD = 10


class Deck(IntEnum):
    """Rows of ``State.deck``; a gain may ask for minor, major, or either."""

    MINOR = 0
    MAJOR = 1
    FEAR = 2
    INVADER = 3


class Stream(IntEnum):
    """Streams of chance, one per purpose, so that a changed policy leaves the shuffles alone."""

    INVADER = 0
    FEAR = 1
    MINOR = 2
    MAJOR = 3
    POLICY = 4
    ISLAND = 5
    """boards and blight card, where they are drawn"""


class Policy(IntEnum):
    """Who answers a decision."""

    RANDOM = 0
    GREEDY = 1
    PLANNER = 2
    """greedy, but growth and cards are chosen by playing the round to its end on a copy"""
    EXPERT = 3
    """the planner's best plans compared by games played on from them"""


class Speed(IntEnum):
    """When a power may be used."""

    FAST = 0
    SLOW = 1


class TargetKind(IntEnum):
    """What a power is aimed at."""

    NONE = 0
    LAND = 1
    SPIRIT = 2


class Who(IntEnum):
    """Which spirit may be targeted, or which one a line speaks of."""

    SELF = 0
    ANY = 1
    ANOTHER = 2
    TARGET = 3
    """the targeted spirit"""
    EACH = 4
    """each spirit in turn"""


class Level(IntEnum):
    """How a threshold or an innate level joins what comes before it."""

    ALSO = 0
    INSTEAD = 1


class Hook(IntEnum):
    """Special rules of spirits that the notation cannot say; each is one small kernel."""

    NONE = 0
    POWER_DAMAGE_BONUS = 1
    AFTER_POWER_DEFEND = 2
    BUILD_UNIT_FILTER = 3
    INVADER_HEALTH_MODIFIER = 4
    AFTER_GROWTH_PRESENCE = 5
    SPEED_OVERRIDE = 6
    """Swiftness of Lightning: a slow power may be used as a fast one for each air"""
    SACRED_SITE_TEST = 7
    """River's Domain: one presence makes a wetland a sacred site"""
    TARGET_OVERRIDE_PAID = 8
    """Shadows of the Dahan: for 1 energy a power reaches any land with dahan"""
    PASSIVE_DEFEND = 9
    """Earth's Vitality: Defend 3 in own sacred sites"""
    INVADER_ACTION_VETO = 10
    """Choke the Land with Green: presence of a sacred site given for a ravage or a build"""
    GROWTH_PRESENCE_SOURCE = 11
    """Steady Regeneration: growth may use destroyed presence"""
    DAHAN_MOVE_FOLLOW = 12
    """Ally of the Dahan: presence moves along with dahan"""
    AFTER_RAVAGE = 13
    """Sworn to Victory: presence lost for each dahan that a ravage destroys"""
    POWER_DAMAGE_FILTER = 14
    """To Dream a Thousand Deaths: powers frighten instead of hurting"""
    OCEAN_LAND = 15
    """Ocean in Play: the ocean of a board with own presence is a land"""
    PRESENCE_PLACEMENT_FILTER = 16
    """Ocean in Play: own presence only in oceans and coastal lands"""
    AFTER_MOVE = 17
    """Ocean in Play: what is moved into an ocean drowns"""
    DROWNED_POOL = 18
    """Drowning: energy for drowned health"""


class Rule(IntEnum):
    """Entries of ``Tables.rule``: what adversaries and scenarios change, by the lower-case name in fact files."""

    TOWN_HEALTH = 0
    """2 unless said; likewise the next three: 3, 2, 3"""
    CITY_HEALTH = 1
    TOWN_DAMAGE = 2
    CITY_DAMAGE = 3
    BUILDING_LIMIT = 4
    """towns and cities in one land that lose the game, 0 for none"""
    BUILD_NEAR = 5
    """towns and cities next to a land without invaders that let it build, 0 for never"""
    EXTRA_BUILD = 6
    """a Build before Ravage: 1 until a stage II card would come onto its slot, 2 always"""
    EXTRA_BUILD_TWICE = 7
    """1: that Build is done twice in an invader phase without a fear card"""
    FEAR_PER_PLAYER = 8
    """fear markers per player besides the usual ones"""
    HEAVY_MINING = 9
    """damage of a Ravage that adds a second blight, 0 for none"""
    MINING_RUSH = 10
    """1: a Ravage that adds blight adds a town next to it"""
    ROYAL_BACKING = 11
    """1: a card of the earliest stage is discarded after the set-up Explore, its terrain gets a town on each board"""
    ESCALATION_EACH = 12
    """1: the escalation is done in each land explored, after its Explore"""
    HEALTHY_BLIGHT = 13
    """blight per board besides the usual one on the healthy side"""
    FLIPPED_BLIGHT = 14
    """blight per board that the flipped card has less"""
    ALL_FAST = 15
    """1: every power is fast, and one that was fast anyway costs 1 less or gives 1 energy"""
    EXPLORE_MORE = 16
    """explorers besides the usual ones in one explored land of each board"""
    EXTRA_START = 17
    """1: the invaders take one more set of actions at the end of the set-up"""
    INNER_LANDS = 18
    """1: the inner lands are settled by spirits, and lost if built on after round 1"""
    GIVEN_POWERS = 19
    """1: each spirit starts with a minor and a major power from the top of the decks"""
    RITUALS = 20
    """1: the terror level rises by rituals only"""
    RAIDING = 21
    """1: dahan that have moved do 1 damage each"""
    RESPONSE = 22
    """1: destroyed cities and towns bring towns and explorers to the dahan"""
    OUTNUMBER = 23
    """1: victory when dahan outnumber the buildings"""
    DAHAN_LEAST = 24
    """dahan per player whose lack loses the game, 0 for none"""


N_RULES = 32


class Op(IntEnum):
    """Operations of the effect programs (``sim.content.compile``); one row of ``Tables.code`` each."""

    LANDS = 0
    """block: do the body in every land of the scope that fulfils the condition ``b``; ``a`` = range of WITHIN_RANGE"""
    ONE_LAND = 1
    """block: one such land is chosen and remembered as "that land", do the body there"""
    PLAYERS = 2
    """block: do the body for every player"""
    CHOOSE = 3
    """block of options, one of which is chosen"""
    OPTION = 4
    """block: one option of a choice"""
    AFTER_GAIN = 5
    """block: done once the gains that the power has ordered are"""
    FEAR = 6
    DAMAGE = 7
    DAMAGE_EACH = 8
    DAMAGE_DIFFERENT = 9
    DESTROY = 10
    REMOVE = 11
    REMOVE_HEALTH = 12
    REPLACE = 13
    """``a`` pieces of kind ``b`` for each"""
    DOWNGRADE = 14
    PUSH = 15
    GATHER = 16
    MOVE_FROM_ORIGIN = 17
    MOVE_TO_ONE_LAND = 18
    DEFEND = 19
    SKIP = 20
    """``a`` = bits of Action; with the UPTO flag one of them, chosen when it is about to happen"""
    ADD = 21
    """add pieces of kind ``b``"""
    ADD_BLIGHT = 22
    ADD_PRESENCE = 23
    """``a`` = PresenceFrom"""
    ENERGY = 24
    KEEP = 25
    GAIN = 26
    """``a`` = Gain"""
    REPEAT_CARD = 27
    GIFT_CARD = 28
    SHARE_PRESENCE = 29
    ELEMENT = 30
    """``a`` = an Element, or ANY_DIFFERENT / SAME_AS_TARGET of ElementChoice"""
    RANGE = 31
    MAKE_FAST = 32
    """``a`` = bits of PowerTrait the power must have, 0 for any"""
    DAMAGE_BONUS = 33
    FEAR_ON_DESTROY = 34
    FIGHT = 35
    HEALTH = 36
    PREVENT_BLIGHT = 37
    PROTECT = 38
    TRIGGER = 39
    """``a`` = 1: the damage may also go to adjacent lands"""
    MOVE_DEFEND = 40
    REPEAT_POWER = 41
    """``a`` = 1 anywhere in range, 2 in an adjacent land"""
    STANDING_SKIP = 42
    """``a`` = bits of Action, ``b`` = condition read when the action would happen"""
    RECLAIM = 43
    PLACE_PRESENCE = 44
    """growth: ``a`` = range, ``b`` = condition of the land, -1 for any"""
    WARD = 45
    """Defend in every land with the spirit's presence, wherever that is until the end of the turn"""
    LOSE_PRESENCE = 46
    FORGET = 47
    DROWN = 48
    BUILD = 49
    ADD_PRESENCE_NEAR = 50
    """``a`` = range from presence of the spirit that adds it"""
    MAY_SPEED = 51
    FREE_REPEAT = 52
    """``a`` = greatest cost"""
    PROTECT_FROM_RAVAGE = 53
    SIMULTANEOUS = 54
    APPARITION = 55
    RESCUE = 56
    REVEAL = 57
    PLAY_GAINED = 58
    RECLAIM_ONE = 59
    CARD_PLAYS = 60
    ADD_TO_OCEAN = 61
    """growth: presence into any ocean"""
    GATHER_TO_OCEANS = 62
    """growth: one presence into each ocean, each an action of its own"""
    PUSH_FROM_OCEANS = 63


class Col(IntEnum):
    """Columns of ``Tables.code``, the effect programs."""

    OP = 0
    COND = 1
    """index into ``Tables.cond_start``, -1 for none: the row (and its block) is done only if it holds"""
    AMOUNT = 2
    PER = 3
    PIECES = 4
    FLAGS = 5
    WHO = 6
    A = 7
    B = 8
    SCOPE = 9
    END = 10
    """block: the row just after its body"""
    EVERY = 11
    """how many of what the amount is counted by make one"""


N_COL = 12


class Flag(IntEnum):
    """Bits of ``Col.FLAGS``."""

    UPTO = 1
    SPREAD = 2
    MAY = 4
    """the player may decline"""
    DIFFERENT = 8
    """no two players may choose the same land"""
    UPHILL = 16
    """push only into a land with more towns and cities than the one left (Seek Safety)"""
    PAY_COST = 32
    MOST = 64
    """only lands with the most towns and cities"""


class Per(IntEnum):
    """What an amount is multiplied by."""

    ONE = 0
    DAHAN = 1
    BLIGHT = 2
    OWN_PRESENCE = 3
    PRESENCE = 4
    """presence of all spirits"""
    ADJACENT_BLIGHT = 5
    TOWN = 6
    CITY = 7
    EXPLORER = 8
    OWN_SACRED_WITH_INVADERS = 9
    """own sacred sites in lands with invaders"""
    PUSHED_HERE = 10
    """pieces the power in use has pushed into the land"""
    DAHAN_PUSHED = 11
    CARD_PLAYED = 12
    """cards the spirit has played this turn"""
    DESTROYED = 13
    """pieces that the line before has destroyed"""
    DAHAN_TIMES_PRESENCE = 14
    """dahan times own presence"""
    ELEMENT = 15
    """``ELEMENT + Element``: eight codes"""


class Scope(IntEnum):
    """Which lands a block speaks of."""

    TARGET = 0
    """the land the power is aimed at (also: the land at hand)"""
    ADJACENT = 1
    OWN = 2
    """lands with presence of the acting spirit"""
    TARGET_SPIRIT = 3
    """lands with presence of the targeted spirit"""
    PUSHED_TO = 4
    THAT_LAND = 5
    ISLAND = 6
    """every land"""
    WITHIN_RANGE = 7
    """lands within ``a`` of the acting spirit's presence"""
    TARGET_OR_ADJACENT = 8
    OTHER_COASTAL_ON_BOARD = 9
    BOARDS = 10
    """block ONE_LAND only: once for each board, a land of that board"""


class Cond(IntEnum):
    """Kinds of condition; a row of ``Tables.cond`` is kind, left, relation, right, negate."""

    COUNT = 0
    """pieces of the kinds in ``left``, compared with the number ``right``"""
    COUNT_AGAINST = 1
    """pieces of the kinds in ``left``, compared with those of the kinds in ``right``"""
    TERRAIN = 2
    """terrain bits in ``left``"""
    COASTAL = 3
    SACRED_SITE = 4
    """a sacred site of any spirit"""
    OWN_SACRED_SITES = 5
    """sacred sites of the acting spirit on the island, compared with ``right``"""
    TARGET_ANOTHER = 6
    PAY = 7
    """the spirit named by ``left`` (a Who) decides whether to pay ``right`` energy"""
    ADDED = 8
    MOVED = 9
    PUSHED_INTO = 10
    """the power in use has pushed something into a land with pieces of the kinds in ``left``"""
    OWN_CARDS = 11
    """the acting spirit has a power card"""
    FORGOT_THIS = 12
    """the card in use has been forgotten"""


N_COND = 5


class Relation(IntEnum):
    """Comparisons of a condition."""

    AT_LEAST = 0
    AT_MOST = 1
    EQUAL = 2
    MORE_THAN = 3


class Gain(IntEnum):
    """Which deck a gained power card comes from."""

    ANY = 0
    MINOR = 1
    MAJOR = 2
    REJECTED = 3


class PresenceFrom(IntEnum):
    """Where an added presence comes from."""

    SUPPLY = 0
    """a track, or another land"""
    DESTROYED = 1


class ElementChoice(IntEnum):
    """Elements a line leaves open (``Op.ELEMENT``, column A)."""

    ANY = 8
    ANY_DIFFERENT = 9
    SAME_AS_TARGET = 10
    OWNED = 11
    """one the spirit already has"""


class PowerTrait(IntEnum):
    """What a power does, as bits of ``Tables.power_traits``."""

    PUSH_OR_GATHER = 1
    DAMAGE = 2
    DEFEND = 4
    DRAWBACK = 8
    """has a line that may hurt the player, so that fewer levels can be better"""
    REPLACES = 16
    """a level replaces lines: fewer levels is another power"""


class Useful(IntEnum):
    """Where a power can do any good: lands a policy looks at (``Tables.power_useful``)."""

    INVADERS = 1
    RAVAGE = 2
    """lands that will ravage or build"""
    DAHAN = 4
    BLIGHT = 8
    NEAR_INVADERS = 16
    NEAR_DAHAN = 32
    ANYWHERE = 64
    ONE = 128
    """the land does not matter: one is enough"""
    NEAR_PRESENCE = 256


class Decision(IntEnum):
    """Kinds of decision; the answer's code is told for each."""

    GROWTH = 0
    """option of the growth panel, from 0"""
    GROWTH_ACTION = 1
    """which action of the option comes next: its number"""
    TRACK = 2
    """0 energy, 1 card plays, 2 destroyed ones, 16 + land: a disc already there"""
    LAND = 3
    """a land: where presence goes, or an effect is done"""
    PLAY = 4
    """a card to play, -1 to stop"""
    POWER = 5
    """a power to use next (power + 256 * seat), -1 to stop"""
    TARGET = 6
    """a land or a seat"""
    LEVELS = 7
    """bits of the levels used"""
    OPTION = 8
    """branch of an "or", from 1"""
    PUSH = 9
    """variant * 64 + land the piece goes to; -1 to stop"""
    GATHER = 10
    """variant * 64 + land the piece comes from; -1 to stop"""
    TO = 11
    """a land all pieces go to, -1 for none"""
    PIECES = 12
    """variant of the piece removed, destroyed, replaced; -1 to stop"""
    DAMAGE = 13
    """variant of the invader hit next"""
    CASCADE = 14
    CARD = 15
    """a card kept, reclaimed, forgotten, handed over; -1 for none"""
    DECK = 16
    """0 minor, 1 major"""
    ORDER = 17
    """the land of an invader action that comes next"""
    DECLINE = 18
    """1 declines, 0 does it"""
    ELEMENT = 19
    SKIP = 20
    """1 uses the skip on the action about to happen, 0 keeps it"""
    BONUS = 21
    """1 adds the damage bonus here, 0 keeps it"""
    AMOUNT = 22
    """amount of an "up to" that moves nothing"""
    LOSE = 23
    """land that presence is taken from"""
    DREAD = 24
    """variant * 64 + land of the invader hit next by damage that may go to several lands"""
    PAYER = 25
    """a seat that gives an energy or a presence"""


class Event(IntEnum):
    """Kinds of trace row."""

    PHASE = 0
    """a: Phase, b: round"""
    DECISION = 1
    """a: Decision, b: seat, c: chosen code; CANDIDATE rows follow"""
    CANDIDATE = 2
    """a: code; value: score"""
    USE = 3
    """a: power, b: seat, c: target, d: levels"""
    FEAR = 4
    """a: amount"""
    FEAR_CARD_EARNED = 5
    FEAR_CARD = 6
    """a: card, b: terror level"""
    TERROR = 7
    """a: new level"""
    DESTROYED = 8
    """a: variant, b: land"""
    REMOVED = 9
    MOVED = 10
    """a: variant, b: from, c: to"""
    ADDED = 11
    """a: piece, b: land, c: number"""
    BLIGHT = 12
    """a: land, b: 1 if cascaded"""
    BLIGHT_REMOVED = 13
    PRESENCE_ADDED = 14
    """a: seat, b: land, c: where it came from (Decision.TRACK code)"""
    PRESENCE_LOST = 15
    """a: seat, b: land"""
    PRESENCE_MOVED = 16
    """a: seat, b: from, c: to"""
    DEFEND = 17
    """a: land, b: amount"""
    DAMAGE = 18
    """a: land, b: variant, c: damage"""
    RAVAGE = 19
    """a: land, b: damage after defend, c: damage before it"""
    RAVAGE_SKIPPED = 20
    BUILD = 21
    """a: land, b: piece"""
    BUILD_SKIPPED = 22
    EXPLORE = 23
    """a: land"""
    EXPLORE_SKIPPED = 24
    INVADER_CARD = 25
    """a: card"""
    GAIN_CARD = 26
    """a: card, b: seat"""
    FORGET = 27
    RECLAIM = 28
    """a: card, b: seat"""
    PLAY = 29
    """a: card, b: seat"""
    ENERGY = 30
    """a: seat, b: change"""
    RESHUFFLE = 31
    """a: Deck"""
    OUTCOME = 32
    """a: Outcome"""
    GROWTH = 33
    """a: seat, b: option"""
    ELEMENT = 34
    """a: seat, b: element"""
    FLIP = 35
    """the blight card shows its back; a: blight on it"""
    DREAMED = 36
    """a: variant, b: land"""
    VETO = 37
    """a: seat, b: land, c: Action"""
    DROWNED = 38
    """a: variant, b: land"""
    RITUAL = 39
    """a: land"""
    EXTRA_BUILD = 40
    """a: card"""
    BLIGHTED_ISLAND = 41
    DISCARDED = 42
    """a: invader card discarded unused"""
    REVEALED = 43
    """a: fear card that the players look at before it is earned"""


class Where(IntEnum):
    """Target conditions that change during a game, as bits of ``Tables.power_needs``; all must hold."""

    DAHAN = 1
    INVADERS = 2
    NO_INVADERS = 4
    BLIGHT = 8
    NO_BLIGHT = 16
    OWN_PRESENCE = 32
    BUILDINGS = 64


class Option(IntEnum):
    """Entries of ``Tables.option``: rules that a set-up switches."""

    STAGE_2_ACTION = 0
    POWER_PROGRESSION = 1


class Cards(IntEnum):
    """Values of ``Tables.power_deck``."""

    MINOR = 0
    MAJOR = 1
    UNIQUE = 2
    INNATE = 3


class Answer(IntEnum):
    """Kinds of scripted answer (``State.script``), named as in position files."""

    DAMAGE = 0
    """a Piece"""
    CASCADE = 1
    """a land, as for the next three"""
    PUSH = 2
    GATHER = 3
    TO = 4
    PIECES = 5
    """a Piece"""
    OPTION = 6
    """branch, from 1"""
    AMOUNT = 7
    TRACK = 8
    """0 energy, 1 card plays"""
    LAND = 9
    CARD = 10
    """a power"""
    ORDER = 11
    """a land"""
    LEVELS = 12
    """how many"""
    DECLINE = 13
    """1 declines"""


class Weight(IntEnum):
    """Weights of the value function, in units of one explorer; a weights file gives each by its lower-case name."""

    EXPLORER = 0
    """an explorer on the island, at terror level 1; the next two likewise"""
    TOWN = 1
    CITY = 2
    EXPLORER_TERROR_2 = 3
    """factor at terror level 2; and so on"""
    EXPLORER_TERROR_3 = 4
    TOWN_TERROR_3 = 5
    CITY_TERROR_3 = 6
    DAHAN = 7
    BLIGHT = 8
    """a blight token with a wide margin"""
    BLIGHT_MARGIN = 9
    """added to it, divided by the blight per spirit left until defeat, plus one"""
    CASCADE = 10
    """share of what a cascade costs where it goes the cheapest way to a land without blight"""
    RAVAGE = 11
    """certainty of the coming ravage"""
    NEXT_RAVAGE = 12
    """the same for the ravage after it, which can still be answered"""
    BUILD = 13
    """certainty of the coming build"""
    PRESENCE = 14
    PRESENCE_FEW = 15
    """added for losing one, divided by the square of the presence left"""
    SACRED_SITE = 16
    """each of the first two sacred sites"""
    FEAR_TERROR_1 = 17
    """a fear at terror level 1; the next two likewise"""
    FEAR_TERROR_2 = 18
    FEAR_TERROR_3 = 19
    FEAR_LATE = 20
    """factor from the seventh fear card on"""
    ENERGY = 21
    ENERGY_SPARE = 22
    """an energy beyond what next round's cards cost"""
    PLAY = 23
    """a card play for each round left"""
    INCOME = 24
    """an energy of income for each round left"""
    ELEMENT = 25
    """an element of a track for each round left, if the innate powers need it most"""
    ELEMENT_OTHER = 26
    TRACK_AHEAD = 27
    """share of the space after the one uncovered"""
    REACH = 28
    """a land with invaders that comes within range 1"""
    FRONT = 29
    """presence in a land with invaders"""
    GAIN_MINOR = 30
    GAIN_MAJOR = 31
    MAJOR_PAYABLE = 32
    """added for each energy in hand and two rounds' income over 4, up to 4"""
    CARD_HAND = 33
    CARD_PLAY_EMPTY = 34
    """a card play the hand cannot fill"""
    CARD_ELEMENT = 35
    """an element of a card, if the innate powers need it most"""
    CARD_COST = 36
    CARD_UNIQUE = 37
    CARD_MAJOR = 38
    SLOW = 39
    """share of a slow power's value on today's board that is left when it is used"""
    SAME_LAND = 40
    """share left of a second power's value in the same land"""
    VICTORY = 41
    DEFEAT = 42
    RANGE = 43
    """one more range this turn"""
    FAST = 44
    """a slow power made fast"""
    BONUS_DAMAGE = 45
    """a damage bonus kept for a later power"""
    HORIZON = 46
    """rounds ahead that count at most"""
    GAIN_NOW = 47
    """share of a gained card's value on today's board"""
    INCOME_SPARE = 48
    """share of the worth of income beyond one more than the card plays"""
    PLAY_UNPAID = 49
    """share of the worth of a card play that income and a quarter of the bank do not pay"""
    PLAY_UNFILLED = 50
    """share of the worth of a card play beyond half of the cards owned"""
    INLAND_SOURCE = 51
    """a town or city in a land that is not coastal, which lets explorers in"""
    EXPLORER_BUILDS = 52
    """an explorer alone in a land without buildings that will be built on in a later round"""
    HAND_EMPTY = 53
    """cost of a round in which there is no card to play"""
    SURPLUS = 54
    """share of a token for each damage of a ravage beyond what blights"""
    FINISH = 55
    """shared by the buildings that stand between the players and victory, plus one"""
