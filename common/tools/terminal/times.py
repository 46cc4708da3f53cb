"""Times as people read them."""


def format_time(seconds: float) -> str:
    """Return a time in the unit that suits it.

    >>> format_time(0.0000123), format_time(0.25), format_time(75)
    ('12.3 µs', '250.0 ms', '75.0 s')
    """
    for unit, size in (("s", 1.0), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}" if seconds / size < 10 else f"{seconds / size:.1f} {unit}"
    return f"{seconds * 1e6:.1f} µs"
