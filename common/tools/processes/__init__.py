"""Work in other processes: pools that share it out, workers that answer, children that end with us."""
