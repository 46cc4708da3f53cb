"""Everything that uses the steps: the command line, tests, benchmarks, players, the site."""
