"""Players, who choose columns, from random to perfect, and the arena where they meet."""
