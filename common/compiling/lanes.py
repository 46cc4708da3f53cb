"""Lanes, which are an LLVM vector in compiled code.

Processors have instructions for vectors. Where a processor has none, LLVM
writes one for each lane.
"""
# Numba's extension interface has no types.
# pyright: basic, reportCallIssue=false, reportOptionalCall=false

import operator
from functools import partial
from itertools import product

from llvmlite import ir
from numba import types
from numba.extending import (
    intrinsic,
    lower_builtin,
    models,
    overload_method,
    register_model,
    type_callable,
    typeof_impl,
)

INT32, INT64 = ir.IntType(32), ir.IntType(64)
OPERATORS = {  # in Python and in LLVM
    operator.and_: "and_",
    operator.or_: "or_",
    operator.ior: "or_",
    operator.lshift: "shl",
    operator.rshift: "lshr",
    operator.mul: "mul",
}


class LanesType(types.Type):
    """The Numba type of lanes of a given number."""

    def __init__(self, count):
        super().__init__(f"Lanes({count})")
        self.vector = ir.VectorType(INT64, count)


class ConstantLanesType(types.Dummy):
    """The Numba type of lanes that are a global of a module.

    They are part of the type.
    """

    def __init__(self, numbers):
        super().__init__(f"Lanes{numbers}")
        self.numbers = numbers


@register_model(LanesType)
def make_model(manager, lanes):
    """Return how lanes are represented in compiled code."""
    return models.PrimitiveModel(manager, lanes, lanes.vector)


register_model(ConstantLanesType)(models.OpaqueModel)


def register_lanes(cls: type) -> None:
    """Let compiled code use lanes of a class that are a global of a module."""
    typeof_impl.register(cls)(
        lambda lanes, _context: ConstantLanesType(lanes.numbers)
    )


def find_result_type(*sides):
    """Return the type of a result: lanes if a side is lanes, else None."""
    for side in sides:
        if isinstance(side, LanesType):
            return side
        if isinstance(side, ConstantLanesType):
            return LanesType(len(side.numbers))
    return None


def spread_over_lanes(builder, side, kind, vector):
    """Return a side as lanes: for an integer, lanes that all hold it."""
    if isinstance(kind, LanesType):
        return side
    if isinstance(kind, ConstantLanesType):
        return ir.Constant(vector, kind.numbers)
    empty, zero = ir.Constant(vector, ir.Undefined), ir.Constant(INT32, 0)
    first = builder.insert_element(empty, side, zero)
    zeros = ir.Constant(ir.VectorType(INT32, vector.count), None)
    return builder.shuffle_vector(first, first, zeros)


def lower(name, _context, builder, types_of, sides):
    """Return the result of an operator of LLVM on lanes."""
    vector = types_of.return_type.vector
    pairs = zip(sides, types_of.args, strict=True)
    both = [spread_over_lanes(builder, *side, vector) for side in pairs]
    return getattr(builder, name)(*both)


for function, name in OPERATORS.items():
    type_callable(function)(lambda _context: find_result_type)
    kinds = LanesType, ConstantLanesType, types.Integer
    for pair in product(kinds, repeat=2):
        if pair != (types.Integer, types.Integer):
            lower_builtin(function, *pair)(partial(lower, name))


@intrinsic
def unite_lanes(_typing, lanes):
    """Return the bits that are set in any lane."""

    def codegen(_context, builder, types_of, arguments):
        vector = types_of.args[0].vector
        name = f"llvm.vector.reduce.or.v{vector.count}i64"
        kind = ir.FunctionType(INT64, [vector])
        reduce = builder.module.globals.get(name)
        reduce = reduce or ir.Function(builder.module, kind, name)
        return builder.call(reduce, arguments)

    return types.int64(lanes), codegen


@overload_method(LanesType, "union")
def overload_union(_lanes):
    """Return the bits that are set in any lane."""
    return lambda _lanes: unite_lanes(_lanes)
