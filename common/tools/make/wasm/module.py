"""Turn an object file of LLVM into a WebAssembly module, without a linker.

The object of a module that calls no outside functions can be run unchanged; it only lacks exports.
https://webassembly.github.io/spec/core/binary/modules.html
"""

from collections.abc import Iterator

HEADER = b"\0asm\x01\0\0\0"
CUSTOM, EXPORT = 0, 7
LATER = (8, 9, 12, 10, 11)  # sections that come after the exports
FUNCTION = 0  # kind of an export


def export_function(binary: bytes, name: str, index: int) -> bytes:
    """Return the module of an object file, exporting the function at an index by a name."""
    module, is_exported = HEADER, False
    text = encode_number(len(name)) + name.encode()
    export = encode_number(1) + text + bytes([FUNCTION]) + encode_number(index)
    for kind, content in read_sections(binary):
        if kind in LATER and not is_exported:
            module += encode_section(EXPORT, export)
            is_exported = True
        if kind != CUSTOM:
            module += encode_section(kind, content)
    return module


def read_sections(binary: bytes) -> Iterator[tuple[int, bytes]]:
    """Yield the kind and content of each section."""
    at = len(HEADER)
    while at < len(binary):
        kind = binary[at]
        size, at = read_number(binary, at + 1)
        yield kind, binary[at : at + size]
        at += size


def encode_section(kind: int, content: bytes) -> bytes:
    """Return a section with its size."""
    return bytes([kind]) + encode_number(len(content)) + content


def encode_number(value: int) -> bytes:
    """Return a number in LEB128: seven bits per byte, the lowest first, the top bit set if more follow."""
    low, rest = value & 127, value >> 7
    return bytes([low | 128]) + encode_number(rest) if rest else bytes([low])


def read_number(binary: bytes, at: int) -> tuple[int, int]:
    """Return a number in LEB128 and the index of its end."""
    value = shift = 0
    while binary[at] & 128:
        value |= (binary[at] & 127) << shift
        at, shift = at + 1, shift + 7
    return value | binary[at] << shift, at + 1
