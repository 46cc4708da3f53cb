"""Errors that the user can put right."""


class UserError(Exception):
    """Say what is wrong with what the user asked for, and what to do instead."""

    status = 2
    """The exit status of a command that ends by it."""
