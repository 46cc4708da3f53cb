"""Charts, tables and boards of the steps and their benchmarks, for the pages."""
