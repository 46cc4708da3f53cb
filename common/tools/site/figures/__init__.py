"""Charts, tables and boards of the steps and the records, for the pages."""
