"""Errors that the user can correct."""


class UserError(Exception):
    """A request cannot be carried out; the message says why, and what to do instead."""

    status = 2
    """The exit status of a command that ends with this error."""
