"""The steps as WebAssembly: their own Python, by way of Numba's LLVM code, for the boards in the pages."""
