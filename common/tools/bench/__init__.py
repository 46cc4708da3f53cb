"""Benchmarks of solvers on the test sets: accuracy, time and explored nodes."""
