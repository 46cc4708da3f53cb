"""Test sets, and what solvers make of them: accuracy, time and explored nodes."""
