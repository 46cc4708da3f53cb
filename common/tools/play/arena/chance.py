"""What chance does: exact tests of wins and losses, and an interval.

Checked against SciPy in the tests. Installing it for these few lines would delay the first page.
"""

from math import comb, sqrt
from statistics import NormalDist


def compute_binomial_p(wins: int, losses: int) -> float:
    """Return how often fair coins fall at least as unevenly."""
    coins, ways, tail = wins + losses, 1, 0
    for heads in range(min(wins, losses) + 1):
        tail += ways
        ways = ways * (coins - heads) // (heads + 1)
    return min(1.0, 2 * tail / 2**coins)


def compute_fisher_p(one: tuple[int, int], other: tuple[int, int]) -> float:
    """Return how often two pairs of counts are at least as unlike by chance, given their sums.

    It is Fisher's exact test, two-sided: all pairs of counts with these sums that are at most as likely.
    """
    wins, size, other_size = one[0] + other[0], sum(one), sum(other)
    possible = range(max(0, wins - other_size), min(size, wins) + 1)
    ways = {won: comb(size, won) * comb(other_size, wins - won) for won in possible}
    return sum(count for count in ways.values() if count <= ways[one[0]]) / sum(ways.values())


def compute_wilson_interval(wins: int, games: int, confidence: float) -> tuple[float, float]:
    """Return where the win rate lies with a confidence, after Wilson 1927."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, widening = wins / games, z * z / games
    middle, half = rate + widening / 2, sqrt(widening * (rate * (1 - rate) + widening / 4))
    return max(0.0, (middle - half) / (1 + widening)), min(1.0, (middle + half) / (1 + widening))
