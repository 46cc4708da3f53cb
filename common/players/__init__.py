"""Players that choose a column, from random to perfect, and the arena where they meet."""
