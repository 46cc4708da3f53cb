"""Why a position is won, lost or drawn: reasons, lines of best play, their words, reviews of games."""
