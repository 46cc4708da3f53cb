"""Compiled functions as WebAssembly modules, and their arguments.

kernel      such a function, a step's root or one of the cards: it alone is exported, under its name
arguments   of a kernel, in order: the name of a whole number such as "position.moves", or of an array and
            its length. A kernel takes the address of an array. Before all others come the addresses of
            the result and of an exception that is never raised; whole numbers have 64 bits, addresses 32.

Numba must be set not to compile for this processor before it is imported.
"""

# llvmlite's binding and Numba's dispatchers have no types.
# pyright: basic, reportAttributeAccessIssue=false

import inspect
import re
from typing import Any

import llvmlite.binding as llvm
from numba import typeof

from c4.engine import Step
from common.compiling.arrays import find_passed_type
from common.tools.make.wasm.module import export_function

TRIPLE = "wasm32-unknown-unknown"

Argument = str | tuple[str, int]


def build_step(step: Step) -> tuple[bytes, list[Argument], int]:
    """Return a step's root as a WebAssembly module, its arguments and the size of its table."""
    step = step.with_options(use_book=False)
    root, memory = step.search, step.memory
    window = [0] * (len(inspect.signature(root).parameters) - 1 - len(memory))
    size = memory["table"].size if "table" in memory else 0
    return *build_kernel(root, step.Position.start(), *window, *memory.values()), size


def build_kernel(function: Any, *values: Any) -> tuple[bytes, list[Argument]]:
    """Return a compiled function as a WebAssembly module, and its arguments, of the types of these values."""
    signature = tuple(find_passed_type(typeof(value)) for value in values)
    function.dispatcher.compile(signature)
    name = function.dispatcher.overloads[signature].fndesc.llvm_func_name
    names = inspect.signature(function).parameters
    arguments = [argument for pair in zip(names, values, strict=True) for argument in flatten_argument(*pair)]
    return translate_to_wasm(function.dispatcher.inspect_llvm(signature), name, function.__name__), arguments


def flatten_argument(name: str, value: Any) -> list[Argument]:
    """Return an argument for the kernel: a NamedTuple as its fields."""
    if isinstance(value, tuple):
        fields = zip(value._fields, value, strict=True)
        return [argument for field, part in fields for argument in flatten_argument(f"{name}.{field}", part)]
    return [name if isinstance(value, int) else (name, len(value))]


def translate_to_wasm(code: str, name: str, exported: str) -> bytes:
    """Return LLVM code for this machine as a WebAssembly module that exports a named function."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static")
    code = re.sub(
        r"^target datalayout = .*", f'target datalayout = "{machine.target_data}"', code, flags=re.MULTILINE
    )
    code = re.sub(r"^target triple = .*", f'target triple = "{TRIPLE}"', code, flags=re.MULTILINE)
    # Arrays are plain memory here, without reference counts.
    counting = re.compile(
        r"^(define [^\n]*@NRT_(?:incref|decref)\([^\n]*\{\n).*?^\}", re.MULTILINE | re.DOTALL
    )
    module = llvm.parse_assembly(counting.sub(r"\1  ret void\n}", code))
    for definition in (*module.functions, *module.global_variables):
        if not definition.is_declaration and definition.name != name:
            definition.linkage = "internal"
    passes = llvm.create_pass_builder(machine, llvm.create_pipeline_tuning_options(speed_level=3))
    unused = llvm.create_new_module_pass_manager()
    unused.add_global_dead_code_eliminate_pass()
    unused.run(module, passes)
    passes.getModulePassManager().run(module, passes)
    defined = [function.name for function in module.functions if not function.is_declaration]
    return export_function(machine.emit_object(module), exported, defined.index(name))
