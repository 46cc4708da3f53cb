"""What chance does: an exact test of wins and losses, and an interval.

Checked against SciPy in the tests. Installing it for these few lines would delay the first page.
"""

from math import sqrt
from statistics import NormalDist


def compute_binomial_p(wins: int, losses: int) -> float:
    """Return how often fair coins fall at least as unevenly."""
    coins, ways, tail = wins + losses, 1, 0
    for heads in range(min(wins, losses) + 1):
        tail += ways
        ways = ways * (coins - heads) // (heads + 1)
    return min(1.0, 2 * tail / 2**coins)


def compute_wilson_interval(wins: int, games: int, confidence: float) -> tuple[float, float]:
    """Return where the win rate lies with a confidence, after Wilson 1927."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, widening = wins / games, z * z / games
    middle, half = rate + widening / 2, sqrt(widening * (rate * (1 - rate) + widening / 4))
    return max(0.0, (middle - half) / (1 + widening)), min(1.0, (middle + half) / (1 + widening))
