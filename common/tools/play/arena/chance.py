"""What chance does: exact tests of wins and losses, and an interval.

Checked against SciPy in the tests. To install it for these few lines would make the first page wait.
"""

from math import exp, lgamma, log, sqrt
from statistics import NormalDist

ROUNDING = 1e-7  # logarithms that differ by less are of equal chances


def compute_binomial_p(wins: int, losses: int) -> float:
    """Return how often fair coins fall at least as unevenly."""
    coins = wins + losses
    tail = sum(exp(log_choose(coins, heads) - coins * log(2)) for heads in range(min(wins, losses) + 1))
    return min(1.0, 2 * tail)


def compute_fisher_p(one: tuple[int, int], other: tuple[int, int]) -> float:
    """Return how often two pairs of counts are at least as unlike by chance, given their sums.

    It is Fisher's exact test, two-sided: all pairs of counts with these sums that are at most as likely.
    """
    wins, size, other_size = one[0] + other[0], sum(one), sum(other)
    possible = range(max(0, wins - other_size), min(size, wins) + 1)
    chances = {won: log_choose(size, won) + log_choose(other_size, wins - won) for won in possible}
    unlikely = (chance for chance in chances.values() if chance <= chances[one[0]] + ROUNDING)
    return min(1.0, sum(exp(chance - log_choose(size + other_size, wins)) for chance in unlikely))


def log_choose(size: int, chosen: int) -> float:
    """Return the logarithm of the number of ways to choose some of a size."""
    return lgamma(size + 1) - lgamma(chosen + 1) - lgamma(size - chosen + 1)


def compute_wilson_interval(wins: int, games: int, confidence: float) -> tuple[float, float]:
    """Return where the win rate lies with a confidence, after Wilson 1927."""
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    rate, widening = wins / games, z * z / games
    middle, half = rate + widening / 2, sqrt(widening * (rate * (1 - rate) + widening / 4))
    return max(0.0, (middle - half) / (1 + widening)), min(1.0, (middle + half) / (1 + widening))
