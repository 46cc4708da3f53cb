"""Figures in words, for sentences that are made from a record and have to read well whatever it holds."""

LESS = {"time": "less", "nodes": "fewer"}
"""What can be compared, with the word for a smaller amount."""


def describe_share(share: float, noun: str) -> str:
    """Say how much of something is needed, as a share of what another needs, after a verb: "it takes ...".

    >>> [describe_share(share, "nodes") for share in (0.0057, 0.43, 1.05, 2.53)]
    ['0.57% of the nodes', '57% fewer nodes', '5% more nodes', '2.5 times the nodes']
    """
    if share < 0.1:
        return f"{100 * share:.2g}% of the {noun}"
    if share >= 2:
        return f"{share:,.1f} times the {noun}"
    percent = round(100 * (share - 1))
    if not percent:
        return f"as {'much' if noun == 'time' else 'many'} {noun}"
    return f"{abs(percent)}% {'more' if percent > 0 else LESS[noun]} {noun}"
