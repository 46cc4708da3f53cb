"""Errors that the user can correct."""


class Error(ValueError):
    """A request cannot be carried out.

    The message says why, and what to do instead.
    """

    status = 2
    """The exit status of a command that ends with this error."""

    def __reduce__(self) -> tuple[object, ...]:
        """Copy and pickle all of the error.

        Python would make it anew, from its message alone.
        """
        return ValueError.__new__, (type(self), *self.args), vars(self)
