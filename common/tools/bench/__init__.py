"""What solvers make of the test sets: accuracy, time and explored nodes."""
