"""Integers side by side, for one operation on all of them.

It takes the processor the time of one. The integers' places are called lanes,
and such instructions SIMD: single instruction, multiple data.
"""


class Lanes:
    """Some integers; an operator acts on each of them, lane by lane."""

    def __init__(self, *numbers: int) -> None:
        self.numbers = numbers

    def __and__(self, other: "Lanes | int") -> "Lanes":
        """Return the bits that are set in both."""
        return Lanes(
            *(mine & theirs for mine, theirs in self._pair_with(other))
        )

    __rand__ = __and__

    def __or__(self, other: "Lanes | int") -> "Lanes":
        """Return the bits that are set in either."""
        return Lanes(
            *(mine | theirs for mine, theirs in self._pair_with(other))
        )

    def __lshift__(self, other: "Lanes | int") -> "Lanes":
        """Shift to the left."""
        return Lanes(
            *(mine << theirs for mine, theirs in self._pair_with(other))
        )

    def __rshift__(self, other: "Lanes | int") -> "Lanes":
        """Shift to the right; no lane may be negative."""
        return Lanes(
            *(mine >> theirs for mine, theirs in self._pair_with(other))
        )

    def __rlshift__(self, other: int) -> "Lanes":
        """Shift an integer to the left by each lane."""
        return Lanes(*(other << mine for mine in self.numbers))

    def __rrshift__(self, other: int) -> "Lanes":
        """Shift an integer that is not negative to the right by each lane."""
        return Lanes(*(other >> mine for mine in self.numbers))

    def __rmul__(self, other: int) -> "Lanes":
        """Multiply by an integer."""
        return Lanes(*(other * mine for mine in self.numbers))

    def _pair_with(self, other: "Lanes | int") -> list[tuple[int, int]]:
        """Combine each lane with the other's, or with an integer."""
        others = (
            other.numbers
            if isinstance(other, Lanes)
            else (other,) * len(self.numbers)
        )
        return list(zip(self.numbers, others, strict=True))

    def union(self) -> int:
        """Return the bits that are set in any lane."""
        bits = 0
        for number in self.numbers:
            bits |= number
        return bits
