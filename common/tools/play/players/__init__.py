"""Players, who choose columns, from random to perfect."""
