"""What each subcommand of `c4` does: a folder a group, a module a command."""
