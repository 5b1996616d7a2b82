"""Bits: dominoes that slide down a ramp, areas of exactly four squares, everyone at once.

6 |  .  .  .  .      Each seat has a ramp of its own, squares named a1, b1, … from the
5 |  .  .  .  .      lower left corner. A tile enters at the top, standing in a column
4 |  .  .  .  .      or lying across two, and comes to rest on the bottom edge or on
3 |  B  .  .  .      what lies there: a gap that is covered, like b2 here, stays a gap.
2 |  B  .  Y  .
1 |  O  V  Y  .      Square number k is bit k of a set of squares: a1 0, b1 1, … d6 23.
     a  b  c  d
"""

from __future__ import annotations

from typing import Any, NamedTuple

from kafelki.kernels.language import Fields, Layout, Position, count_ones, kernel, table
from kafelki.kernels.randomness import random_below, random_index
from kafelki.rules.contract import CHANCE, MOST_SEATS, THREE_ROUNDS
from kafelki.rules.dominoes import Placements, domino_list, domino_numbers
from kafelki.rules.geometry import square_board

COLUMNS, ROWS = 4, 6  # D (BI-1; 24 squares: P)
COLOURS = "OBVY"  # D (BI-2)
ROUNDS = 3  # R (BI-9)
EXACT_SIZE = 4  # R (BI-5)

TILES = domino_list(COLOURS)
TILE_KINDS = len(TILES)
CARD_COUNTS = table([2 if tile[0] == tile[1] else 1 for tile in TILES], "int8")  # D (BI-3)
START_COUNTS = table([0 if tile[0] == tile[1] else 1 for tile in TILES], "int8")  # D (BI-4)
TILE_COLOURS = table([[COLOURS.index(letter) for letter in tile] for tile in TILES], "int8")
TILE_NUMBERS = table(domino_numbers(COLOURS), "int8")
COLOUR_COUNT = len(COLOURS)
STARTING_TILES = sum(START_COUNTS)


class Task(NamedTuple):
    """A task card: what each area that fits it exactly brings (BI-5)."""

    name: str
    stack: int
    points: int
    shape: str
    """Its rows of squares, one after another; empty: any shape of four squares."""


TASKS = (  # R: the stacks and what they ask for; D: which shapes there are and who costs 2
    Task("four", 1, +1, ""),
    Task("I", 2, +1, "####"),
    Task("O", 2, +1, "##/##"),
    Task("L", 2, +1, "###/#"),
    Task("T", 2, +1, "###/.#"),
    Task("single", 3, -1, "#"),
    Task("pair", 3, -1, "##"),
    Task("straight", 3, -2, "###"),
    Task("corner", 3, -2, "##/#"),
)
FOUR = 0
TASK_POINTS = table([task.points for task in TASKS], "int8")
STACKS = table([0, 1, 5, len(TASKS)], "int8")
"""[round]: the first task of the stack that its card comes from; then the end of the list."""

BOARD = square_board(COLUMNS, ROWS)
PLACEMENTS = Placements(COLOURS, BOARD, rule="BI-6", polish_tile="kafelek")
PAIRS = PLACEMENTS.pairs
CELLS = len(BOARD.names)
TABLES = BOARD.tables

LANE_COLUMNS = [(k, k) for k in range(COLUMNS)] + [(k, k + 1) for k in range(COLUMNS - 1)]
LANES = table(LANE_COLUMNS, "int8")
"""[lane, 0 or 1]: the columns that a tile slides down: one when it stands, two when it lies."""
LANE_COUNT = len(LANE_COLUMNS)


def _landings() -> list[list[int]]:
    def pair(left: int, right: int, row: int) -> int:
        first = row * COLUMNS + left
        second = first + COLUMNS if left == right else first + 1
        return BOARD.pair_numbers.get((first, second), -1) if row < ROWS else -1

    return [[pair(*lane, row) for row in range(ROWS + 1)] for lane in LANE_COLUMNS]


LANDINGS = table(_landings(), "int8")
"""[lane, row]: the pair of squares that a tile whose lowest row this is covers; −1: no room."""

LEFT_COLUMN = sum(1 << cell for cell in range(0, CELLS, COLUMNS))
RIGHT_COLUMN = LEFT_COLUMN << (COLUMNS - 1)
BOTTOM_ROW = (1 << COLUMNS) - 1


def _turned_and_mirrored(shape: str) -> set[int]:
    """Return the sets of squares that show a shape in the lower left corner (BI-15)."""
    rows = enumerate(shape.split("/"))
    squares = [(r, c) for r, row in rows for c, mark in enumerate(row) if mark == "#"]
    shown = set()
    for _ in range(4):
        squares = [(c, -r) for r, c in squares]
        for turned in squares, [(r, -c) for r, c in squares]:
            lowest, leftmost = (min(numbers) for numbers in zip(*turned, strict=True))
            shown.add(sum(1 << ((r - lowest) * COLUMNS + c - leftmost) for r, c in turned))
    return shown


SHAPE_LIST = [
    (squares, task)
    for task, card in enumerate(TASKS)
    if card.shape
    for squares in sorted(_turned_and_mirrored(card.shape))
]
SHAPES = table(SHAPE_LIST, "int32")
"""[k]: squares in the lower left corner, and the task whose shape they have."""
SHAPE_COUNT = len(SHAPE_LIST)

see = Layout(
    squares=("int32", (MOST_SEATS, len(COLOURS))),  # a ramp's squares of each colour, as a set
    heights=("int8", (MOST_SEATS, COLUMNS)),  # the row above the highest tile of each column
    tiles=("int8", MOST_SEATS),  # the tile to place until all have placed, + 1; 0: none
    pending=("int16", MOST_SEATS),  # the move made with it, + 1; 0: not placed yet
    owing=("int8", ()),  # the seats that have yet to place, a bit each
    due=("int8", ()),  # what comes once nobody owes a placement: a chance event or OVER
    cards=("int8", TILE_KINDS),  # the building cards of this round not yet seen, by kind
    tasks=("int8", ROUNDS),  # the task cards on the table, as many as rounds have begun
    round=("int8", ()),  # 1 to 3; 0 before the first task
    points=("int8", (MOST_SEATS, ROUNDS)),  # of the rounds scored so far
    players=("int8", ()),
)

TASK, START, CARD, OVER = 0, 1, 2, 3
OUTCOMES = 64
"""The number of a chance outcome is its kind · 64 + the number of the task or tile."""

WRONG_TILE, WRONG_START, TAKEN, COVERED, SLIDES_ON, SITS_OUT, HAS_PLACED = range(1, 8)


@kernel
def set_up(position: Position, players: int, variant: int, option: int) -> None:
    """Write empty ramps and the full stack of building cards; a task comes first (BI-9)."""
    s = see(position)
    s.players = players
    shuffle_cards(s)


@kernel
def shuffle_cards(s: Fields) -> None:
    """Put all building cards back into the stack (BI-3, BI-13)."""
    for tile in range(TILE_KINDS):
        s.cards[tile] = CARD_COUNTS[tile]


@kernel
def acting(position: Position) -> int:
    """Return all seats that have yet to place, in whatever order they like (BI-11)."""
    s = see(position)
    if s.owing:
        return s.owing
    return 0 if s.due == OVER else CHANCE


@kernel
def landing(s: Fields, seat: int, lane: int) -> int:
    """Return the pair of squares where a tile comes to rest, −1 if it sticks out (BI-6, BI-7)."""
    return LANDINGS[lane, resting_row(s, seat, lane)]


@kernel
def resting_row(s: Fields, seat: int, lane: int) -> int:
    """Return the row in which a tile that slides down stops: the higher column's (BI-6)."""
    return max(s.heights[seat, LANES[lane, 0]], s.heights[seat, LANES[lane, 1]])


@kernel
def count_landings(s: Fields, seat: int) -> int:
    """Return how many pairs of squares a tile can come to rest on."""
    count = 0
    for lane in range(LANE_COUNT):
        if landing(s, seat, lane) >= 0:
            count += 1
    return count


@kernel
def has_room(s: Fields, seat: int) -> bool:
    """Return whether some tile, and so every tile, still fits on the ramp (BI-8)."""
    for lane in range(LANE_COUNT):
        if landing(s, seat, lane) >= 0:
            return True
    return False


@kernel
def placement(tile: int, way: int, pair: int) -> int:
    """Return the move that lays a tile on a pair of squares, one way round or the other."""
    first, second = TILE_COLOURS[tile, way], TILE_COLOURS[tile, 1 - way]
    return (first * COLOUR_COUNT + second) * PAIRS + pair


@kernel
def ways_round(tile: int) -> int:
    """Return how many ways round a tile can lie on two squares: one for a double."""
    return 1 if TILE_COLOURS[tile, 0] == TILE_COLOURS[tile, 1] else 2


@kernel
def list_moves(position: Position, seat: int, moves: Any) -> int:
    """Write all ways to let the tile slide down; there is no passing (BI-6, BI-8)."""
    s = see(position)
    if not (s.owing >> seat) & 1:
        return 0
    tile = s.tiles[seat] - 1
    count = 0
    for lane in range(LANE_COUNT):
        pair = landing(s, seat, lane)
        if pair >= 0:
            for way in range(ways_round(tile)):
                moves[count] = placement(tile, way, pair)
                count += 1
    return count


@kernel
def sample_move(position: Position, seat: int, random: Any) -> int:
    """Return a random legal move."""
    s = see(position)
    tile = s.tiles[seat] - 1
    ways = ways_round(tile)
    chosen = random_below(random, count_landings(s, seat) * ways)
    left = chosen // ways
    lane = 0
    pair = landing(s, seat, lane)
    while pair < 0 or left > 0:
        if pair >= 0:
            left -= 1
        lane += 1
        pair = landing(s, seat, lane)
    return placement(tile, chosen % ways, pair)


@kernel
def refusal(position: Position, seat: int, move: int) -> int:
    """Return 0 when the tile comes to rest there, else the objection (BI-6 to BI-8, BI-11)."""
    s = see(position)
    if not (s.owing >> seat) & 1:
        return HAS_PLACED if s.pending[seat] else SITS_OUT
    colours = move // PAIRS
    if TILE_NUMBERS[colours // COLOUR_COUNT, colours % COLOUR_COUNT] + 1 != s.tiles[seat]:
        return WRONG_START if taken_squares(s, seat) == 0 else WRONG_TILE
    return objection_to_pair(s, seat, move % PAIRS)


@kernel
def objection_to_pair(s: Fields, seat: int, pair: int) -> int:
    """Return 0 when a tile that slides down stops on the pair, else the objection (BI-6)."""
    first, second = TABLES.pairs[pair, 0], TABLES.pairs[pair, 1]
    lies = second == first + 1
    lane = first % COLUMNS + (COLUMNS if lies else 0)
    row = resting_row(s, seat, lane)
    if first // COLUMNS > row:
        return SLIDES_ON
    if first // COLUMNS < row:
        taken = taken_squares(s, seat)
        return TAKEN if taken & ((1 << first) | (1 << second)) else COVERED
    return 0


@kernel
def taken_squares(s: Fields, seat: int) -> int:
    """Return the set of squares of a ramp that are not empty."""
    taken = 0
    for colour in range(COLOUR_COUNT):
        taken |= s.squares[seat, colour]
    return taken


@kernel
def play(position: Position, seat: int, move: int) -> None:
    """Place a tile; when everybody has, the next card comes or the round ends (BI-11, BI-12)."""
    s = see(position)
    lay(s, seat, move)
    s.pending[seat] = move + 1
    s.owing &= ~(1 << seat)
    if s.owing == 0:
        show_placements(s)
        if not somebody_has_room(s):
            end_round(s)


@kernel
def lay(s: Fields, seat: int, move: int) -> None:
    """Put a tile on its two squares."""
    colours = move // PAIRS
    first, second = TABLES.pairs[move % PAIRS, 0], TABLES.pairs[move % PAIRS, 1]
    s.squares[seat, colours // COLOUR_COUNT] |= 1 << first
    s.squares[seat, colours % COLOUR_COUNT] |= 1 << second
    s.heights[seat, first % COLUMNS] = first // COLUMNS + 1
    s.heights[seat, second % COLUMNS] = second // COLUMNS + 1


@kernel
def show_placements(s: Fields) -> None:
    """Forget who placed what last: from now on everybody sees it (BI-11)."""
    for seat in range(s.players):
        s.pending[seat] = 0
        s.tiles[seat] = 0


@kernel
def somebody_has_room(s: Fields) -> bool:
    """Return whether the round goes on (BI-12)."""
    for seat in range(s.players):
        if has_room(s, seat):
            return True
    return False


@kernel
def end_round(s: Fields) -> None:
    """Score every ramp; the third round ends the game (BI-12, BI-16, BI-17)."""
    for seat in range(s.players):
        s.points[seat, s.round - 1] = ramp_points(s, seat)
    s.due = OVER if s.round == ROUNDS else TASK


@kernel
def ramp_points(s: Fields, seat: int) -> int:
    """Return what a ramp scores as it stands for the task cards on the table (BI-16)."""
    points = 0
    for colour in range(COLOUR_COUNT):
        left = s.squares[seat, colour]
        while left:
            area = area_around(left, left & -left)
            points += area_points(s, area)
            left ^= area
    return points


@kernel
def area_around(squares: int, start: int) -> int:
    """Return the squares that connect to `start` side by side; diagonals do not (BI-14)."""
    area = 0
    grown = start
    while grown != area:
        area = grown
        sideways = ((area & ~RIGHT_COLUMN) << 1) | ((area & ~LEFT_COLUMN) >> 1)
        grown = squares & (area | sideways | (area << COLUMNS) | (area >> COLUMNS))
    return area


@kernel
def area_points(s: Fields, area: int) -> int:
    """Return what an area brings: a task only counts what fits it exactly (BI-5, BI-15)."""
    size = count_ones(area)
    if size > EXACT_SIZE:
        return 0
    points = 0
    shape = shape_of(area)
    for k in range(s.round):
        task = s.tasks[k]
        if task == shape or (task == FOUR and size == EXACT_SIZE):
            points += TASK_POINTS[task]
    return points


@kernel
def shape_of(area: int) -> int:
    """Return the task whose shape an area has, turned and mirrored or not; −1: none (BI-15)."""
    while not area & BOTTOM_ROW:
        area >>= COLUMNS
    while not area & LEFT_COLUMN:
        area >>= 1
    for k in range(SHAPE_COUNT):
        if SHAPES[k, 0] == area:
            return SHAPES[k, 1]
    return -1


@kernel
def chance_seat(position: Position) -> int:
    """Return who draws a starting tile now; a task or a building card is for all (BI-10)."""
    s = see(position)
    if s.due != START:
        return -1
    seat = 0
    while s.tiles[seat]:
        seat += 1
    return seat


@kernel
def is_starting_tile(s: Fields, tile: int) -> bool:
    """Return whether a tile is one of the starting tiles that nobody has drawn (BI-4, BI-10)."""
    if START_COUNTS[tile] == 0:
        return False
    for seat in range(s.players):
        if s.tiles[seat] == tile + 1:
            return False
    return True


@kernel
def list_outcomes(position: Position, outcomes: Any, weights: Any) -> int:
    """Write the task cards of the stack, or the starting tiles or building cards left."""
    s = see(position)
    count = 0
    if s.due == TASK:
        for task in range(STACKS[s.round], STACKS[s.round + 1]):
            outcomes[count] = task
            weights[count] = 1
            count += 1
        return count
    for tile in range(TILE_KINDS):
        weight = s.cards[tile] if s.due == CARD else int(is_starting_tile(s, tile))
        if weight > 0:
            outcomes[count] = s.due * OUTCOMES + tile
            weights[count] = weight
            count += 1
    return count


@kernel
def sample_outcome(position: Position, random: Any) -> int:
    """Return a random outcome of the chance event due."""
    s = see(position)
    if s.due == TASK:
        first = STACKS[s.round]
        return first + random_below(random, STACKS[s.round + 1] - first)
    if s.due == CARD:
        return CARD * OUTCOMES + random_index(random, s.cards, TILE_KINDS)
    left = random_below(random, STARTING_TILES - chance_seat(position))
    tile = 0
    while left > 0 or not is_starting_tile(s, tile):
        if is_starting_tile(s, tile):
            left -= 1
        tile += 1
    return START * OUTCOMES + tile


@kernel
def play_outcome(position: Position, outcome: int) -> None:
    """Reveal a task, give a seat its starting tile, or reveal a building card (BI-9 to BI-11)."""
    s = see(position)
    kind, item = outcome // OUTCOMES, outcome % OUTCOMES
    if kind == TASK:
        begin_round(s, item)
    elif kind == START:
        s.tiles[chance_seat(position)] = item + 1
        if s.tiles[s.players - 1]:
            s.owing = (1 << s.players) - 1
            s.due = CARD
    else:
        s.cards[item] -= 1
        for seat in range(s.players):
            if has_room(s, seat):
                s.tiles[seat] = item + 1
                s.owing |= 1 << seat


@kernel
def begin_round(s: Fields, task: int) -> None:
    """Add a task card, clear the ramps and shuffle tiles and cards anew (BI-9, BI-13)."""
    s.tasks[s.round] = task
    s.round += 1
    s.due = START
    for seat in range(s.players):
        for k in range(COLUMNS):
            s.heights[seat, k] = 0
        for k in range(COLOUR_COUNT):
            s.squares[seat, k] = 0
    shuffle_cards(s)


@kernel
def total_points(s: Fields, seat: int) -> int:
    """Return a seat's points of all rounds (BI-17)."""
    total = 0
    for k in range(ROUNDS):
        total += s.points[seat, k]
    return total


@kernel
def result(position: Position, places: Any) -> int:
    """Write the places by all points, equal points share; over after three rounds (BI-17)."""
    s = see(position)
    for seat in range(s.players):
        places[seat] = 1
        for other in range(s.players):
            if total_points(s, other) > total_points(s, seat):
                places[seat] += 1
    return THREE_ROUNDS if s.due == OVER else 0


@kernel
def conceal(position: Position, viewer: int) -> None:
    """Take back the placements that a viewer cannot see yet: those seats owe them again (BI-11)."""
    s = see(position)
    for seat in range(s.players):
        if seat != viewer and s.pending[seat]:
            lift(s, seat, s.pending[seat] - 1)
            measure_heights(s, seat)
            s.pending[seat] = 0
            s.owing |= 1 << seat


@kernel
def measure_heights(s: Fields, seat: int) -> None:
    """Find out again how high the tiles of each column reach."""
    taken = taken_squares(s, seat)
    for column in range(COLUMNS):
        s.heights[seat, column] = 0
        for row in range(ROWS):
            if (taken >> (row * COLUMNS + column)) & 1:
                s.heights[seat, column] = row + 1


@kernel
def consequences(position: Position, seat: int, moves: Any, count: int, rows: Any) -> None:
    """Write for each move what the ramp then scores, the change, its fours and its gaps."""
    s = see(position)
    before = ramp_points(s, seat)
    for k in range(count):
        heights = heights_below(s, seat, moves[k])
        lay(s, seat, moves[k])
        rows[k, 0] = ramp_points(s, seat)
        rows[k, 1] = rows[k, 0] - before
        rows[k, 2] = count_fours(s, seat)
        rows[k, 3] = count_gaps(s, seat)
        take_back(s, seat, moves[k], heights)


@kernel
def heights_below(s: Fields, seat: int, move: int) -> int:
    """Return how high the columns of a move are: 8 times the first half's and the second's."""
    first, second = TABLES.pairs[move % PAIRS, 0], TABLES.pairs[move % PAIRS, 1]
    return 8 * s.heights[seat, first % COLUMNS] + s.heights[seat, second % COLUMNS]


@kernel
def take_back(s: Fields, seat: int, move: int, heights: int) -> None:
    """Make a ramp what it was before a move, when its columns had these heights."""
    lift(s, seat, move)
    first, second = TABLES.pairs[move % PAIRS, 0], TABLES.pairs[move % PAIRS, 1]
    s.heights[seat, first % COLUMNS] = heights // 8
    s.heights[seat, second % COLUMNS] = heights % 8


@kernel
def lift(s: Fields, seat: int, move: int) -> None:
    """Take a tile off its two squares; the heights of its columns are the caller's business."""
    colours = move // PAIRS
    first, second = TABLES.pairs[move % PAIRS, 0], TABLES.pairs[move % PAIRS, 1]
    s.squares[seat, colours // COLOUR_COUNT] &= ~(1 << first)
    s.squares[seat, colours % COLOUR_COUNT] &= ~(1 << second)


@kernel
def count_fours(s: Fields, seat: int) -> int:
    """Return how many areas of exactly four squares a ramp has (BI-5)."""
    count = 0
    for colour in range(COLOUR_COUNT):
        left = s.squares[seat, colour]
        while left:
            area = area_around(left, left & -left)
            if count_ones(area) == EXACT_SIZE:
                count += 1
            left ^= area
    return count


@kernel
def count_gaps(s: Fields, seat: int) -> int:
    """Return how many empty squares are covered, so that no tile can reach them (BI-6)."""
    below = 0
    for column in range(COLUMNS):
        below += s.heights[seat, column]
    return below - count_ones(taken_squares(s, seat))
