"""What each subcommand of `c4` does, a module each; `common.tools.cli` says how they are called."""
