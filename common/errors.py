"""What a user can mend."""


class UserError(Exception):
    """Say what is wrong with what the user asked for, and what would be right."""
