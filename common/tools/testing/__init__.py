"""What every step is held to, and what pytest learns here."""
