"""The subcommands of `c4`, one module per command."""
