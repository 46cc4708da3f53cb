"""What each lesson shows in frames."""
