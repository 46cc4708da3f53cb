"""Charts, tables and boards: what pages show of the steps and the records."""
