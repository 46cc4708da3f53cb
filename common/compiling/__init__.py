"""The Numba side of `common.jit`: what happens when Python calls a function.

Say `search(position, low, high, table)`, which a step marks as `compiled`:

1. `typeof` finds the type of each argument. A class that Numba does not know
   has a function in `typeof_impl`. The types are the call's signature, and
   each signature of a function has machine code of its own.
2. Code that this process has, or an earlier one has left in the cache
   (`cache.py`), is called at once. What follows happens only without it.
3. Numba reads the function's bytecode and infers from the signature the type
   of every variable. It meets `position.play(column)`, and asks what is
   registered as `overload_method` for this name: a function that takes types
   and returns the Python function to compile there (`methods.py`).
4. Lowering turns each operation into instructions of LLVM, a compiler. An
   `intrinsic` or a `lower_builtin` writes these itself (`arrays.py` for the
   addresses of arrays, `lanes.py`); a `model` says what a value consists of.
5. LLVM takes the methods' code into that of their callers, simplifies it, and
   makes machine code of it for this processor. The cache keeps that.
"""
