"""Errors that the user can put right."""

import errno


class UserError(Exception):
    """Say what is wrong with what the user asked for, and what to do instead."""

    status = 2
    """The exit status of a command that ends by it."""


def describe_os_error(error: OSError) -> str:
    """Return what the system refused, where, and what to do if a disk is full."""
    reason = error.strerror or f"{error}"
    if error.filename is None:
        return reason
    advice = ". Make room there, then run this command again"
    return f"{error.filename}: {reason}{advice if error.errno in (errno.ENOSPC, errno.EDQUOT) else ''}"
