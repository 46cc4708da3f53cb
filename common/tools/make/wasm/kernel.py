"""A step's `search` as a WebAssembly module, and how to call it.

kernel      the compiled `search` of a step: it alone is exported, under that name
arguments   of a kernel, in order: the name of a whole number such as "position.moves", or of an array and
            its length. A kernel takes an array as Numba does, in seven arguments: two pointers that it
            never follows, the number of integers, the bytes of one, the address of the first, and the
            number and the bytes once more. Before all others come the addresses of the result and of an
            exception that is never raised; all whole numbers are of 64 bits, all addresses of 32.

Numba must be told not to compile for the processor at hand, before it is imported.
"""

# llvmlite's binding and Numba's dispatchers have no types.
# pyright: basic, reportAttributeAccessIssue=false

import inspect
import re
from typing import Any

import llvmlite.binding as llvm
from numba import typeof

from common.tools.course import Step
from common.tools.make.wasm.module import export_function

TRIPLE = "wasm32-unknown-unknown"

Argument = str | tuple[str, int]


def build_kernel(step: Step) -> tuple[bytes, list[Argument]]:
    """Return a step's kernel as a WebAssembly module, and its arguments."""
    search = step.module.solver.search
    names = inspect.signature(search.py_func).parameters
    solver: Any = step.solver(use_book=False)
    window = [0] * (len(names) - 1 - len(solver.memory))
    values = step.Position.start(), *window, *solver.memory
    signature = tuple(typeof(value) for value in values)
    search.compile(signature)
    name = search.overloads[signature].fndesc.llvm_func_name
    arguments = [argument for pair in zip(names, values, strict=True) for argument in flatten_argument(*pair)]
    return translate_to_wasm(search.inspect_llvm(signature), name), arguments


def flatten_argument(name: str, value: Any) -> list[Argument]:
    """Return an argument as the kernel takes it: of a NamedTuple, its fields."""
    if isinstance(value, tuple):
        fields = zip(value._fields, value, strict=True)
        return [
            argument
            for field, field_value in fields
            for argument in flatten_argument(f"{name}.{field}", field_value)
        ]
    return [name if isinstance(value, int) else (name, len(value))]


def translate_to_wasm(code: str, name: str) -> bytes:
    """Return LLVM code for this machine as a WebAssembly module that exports the function of a name."""
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    machine = llvm.Target.from_triple(TRIPLE).create_target_machine(opt=3, reloc="static")
    code = re.sub(
        r"^target datalayout = .*", f'target datalayout = "{machine.target_data}"', code, flags=re.MULTILINE
    )
    code = re.sub(r"^target triple = .*", f'target triple = "{TRIPLE}"', code, flags=re.MULTILINE)
    # Arrays are plain memory here, nobody counts who refers to them.
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
    return export_function(machine.emit_object(module), "search", defined.index(name))
