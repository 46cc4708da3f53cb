"""The ledger of the generated files, and what makes them: kernels, labs, books, test sets, pictures."""
