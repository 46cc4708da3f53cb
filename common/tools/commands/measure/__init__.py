"""Commands that measure solvers and players."""
