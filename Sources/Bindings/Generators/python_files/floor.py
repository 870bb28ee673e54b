"""The ctypes declarations of the headers, and their stub for type checkers."""

from interface import Interface
from python_files.text import HEAD, are_flags, comment, docstring, fields_of_callbacks, fold, members, safe, short


NUMBERS = {
    "int32": "c_int32",
    "uint32": "c_uint32",
    "int64": "c_int64",
    "uint64": "c_uint64",
    "size": "c_size_t",
    "double": "c_double",
    "uint8": "c_uint8",
    "enum": "c_int32",
}
POINTERS = {
    "text": "c_char_p",
    "texts": "POINTER(c_char_p)",
    "bytes": "c_void_p",
    "pointer": "c_void_p",
    "handle": "c_void_p",
}
BUFFERS = {"char": "POINTER(c_char)", "uint8": "POINTER(c_uint8)"}


# Types


def ctype(type_: dict) -> str:
    kind = type_["kind"]
    if kind in NUMBERS:
        return NUMBERS[kind]
    if kind in POINTERS:
        return POINTERS[kind]
    if kind == "chars":
        return f"c_char * {type_['count']}"
    if kind == "void":
        return "None"
    if kind == "buffer":
        return BUFFERS[type_["of"]]
    if kind == "callback":
        return Interface.title(type_["name"])
    if kind == "struct":
        name = Interface.title(type_["name"])
        return f"POINTER({name})" if type_["isPointer"] else name
    if kind == "out":
        return f"POINTER({ctype(type_['of'])})"
    raise ValueError(f"the Python generator does not know the kind {kind}")


def hint(type_: dict) -> str:
    """Returns the Python type that ctypes uses for it."""
    kind = type_["kind"]
    if kind == "double":
        return "float"
    if kind in NUMBERS:
        return "int"
    if kind == "void":
        return "None"
    if kind == "chars":
        return "bytes"
    if kind == "text":
        return "Optional[bytes]"
    if kind in ("handle", "pointer"):
        return "Optional[int]"
    if kind == "struct" and not type_["isPointer"]:
        return Interface.title(type_["name"])
    return "Any"


def prototype(callback: dict) -> str:
    types = [ctype(callback["returns"]["type"]), *(ctype(parameter["type"]) for parameter in callback["parameters"])]
    return f"CFUNCTYPE({', '.join(types)})"


# The module


def floor(api: Interface) -> str:
    lines = [
        "from ctypes import (CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double, c_int32, c_int64, c_size_t,",
        "                    c_uint8, c_uint32, c_uint64, c_void_p)",
        "from enum import IntEnum, IntFlag",
        "",
        "# Constants",
        "",
    ]
    lines += [f"{short(name)} = {constant['value']!r}" for name, constant in api.constants.items()]
    lines += ["", "# Enumerations", "", OPEN_ENUM]
    for enum in api.enums.values():
        lines += ["", *enumeration(enum)]
    lines += ["", "# Structs", "", "class Struct(Structure):", "    c_name = ''", "    c_init = None", "", ""]
    for name, struct in api.structs.items():
        lines += [
            f"class {api.title(name)}(Struct):",
            f"    c_name = {name!r}",
            f"    c_init = {struct.get('init')!r}",
            "",
            "",
        ]
    lines += ["# Callbacks", ""]
    callbacks = {api.title(name): callback for name, callback in api.callbacks.items()} | fields_of_callbacks(api)
    lines += [f"{name} = {prototype(callback)}" for name, callback in callbacks.items()]
    lines += ["", "# Fields", ""]
    for struct in in_order(api):
        lines += [f"{api.title(struct['name'])}._fields_ = ["]
        lines += [f"    ({field['name']!r}, {field_type(api, struct, field)})," for field in struct["fields"]]
        lines += ["]"]
    lines += [
        "",
        "# Functions",
        "",
        "#: The result, the parameters and the part of the library, by function name.",
        "PROTOTYPES = {",
    ]
    for name, function in api.functions.items():
        if not function["isInline"]:
            parameters = ", ".join(ctype(parameter["type"]) for parameter in function["parameters"])
            comma = "," if len(function["parameters"]) == 1 else ""
            lines += [
                f"    {name!r}: ({ctype(function['returns']['type'])}, ({parameters}{comma}), {api.part(function)!r}),"
            ]
    lines += ["}", "", "", "class Functions:", '    """The functions by name; the stub has their types."""', ""]
    return HEAD.format("The declarations of the headers for ctypes.") + "\n".join(fold(line) for line in lines) + "\n"


OPEN_ENUM = '''
class OpenEnum(IntEnum):
    """An enumeration that accepts values unknown to this version."""

    @classmethod
    def _missing_(cls, value):
        if not isinstance(value, int):
            return None
        member = int.__new__(cls, value)
        member._name_ = f"UNKNOWN_{value}"
        member._value_ = value
        return member

    def __str__(self):
        return f"{type(self).__name__}.{self.name}"
'''


def enumeration(enum: dict) -> list[str]:
    lines = ["", f"class {Interface.title(enum['name'])}({'IntFlag' if are_flags(enum) else 'OpenEnum'}):"]
    if enum["description"]:
        lines += [*docstring(enum["description"]), ""]
    for (name, value), about in zip(members(enum).items(), enum["values"]):
        lines += [*comment(about["description"], "    "), f"    {name} = {value}"]
    return lines


def in_order(api: Interface) -> list[dict]:
    """Returns the structs, each one after the structs that it contains."""
    ordered: list[dict] = []

    def add(struct: dict) -> None:
        for field in struct["fields"]:
            if field["type"]["kind"] == "struct" and not field["type"]["isPointer"]:
                add(api.structs[field["type"]["name"]])
        if struct not in ordered:
            ordered.append(struct)

    for struct in api.structs.values():
        add(struct)
    return ordered


def field_type(api: Interface, struct: dict, field: dict) -> str:
    if field["type"]["kind"] == "callback" and "name" not in field["type"]:
        return api.title(f"{struct['name']}_{field['name']}")
    return ctype(field["type"])


# The stub


def stub(api: Interface) -> str:
    lines = [
        "from ctypes import Structure",
        "from enum import IntEnum, IntFlag",
        "from typing import Any, Callable, Dict, Optional, Tuple",
        "",
    ]
    lines += [f"{short(name)}: {type(constant['value']).__name__}" for name, constant in api.constants.items()]
    lines += ["", "class OpenEnum(IntEnum): ..."]
    for enum in api.enums.values():
        lines += ["", f"class {api.title(enum['name'])}({'IntFlag' if are_flags(enum) else 'OpenEnum'}):"]
        lines += [f"    {name} = {value}" for name, value in members(enum).items()]
    lines += ["", "class Struct(Structure):", "    c_name: str", "    c_init: Optional[str]"]
    for name, struct in api.structs.items():
        lines += ["", f"class {api.title(name)}(Struct):"]
        lines += [f"    {field['name']}: {hint(field['type'])}" for field in struct["fields"]]
    lines += [""]
    for name in [*(api.title(name) for name in api.callbacks), *fields_of_callbacks(api)]:
        lines += [f"{name}: Any"]
    lines += ["", "PROTOTYPES: Dict[str, Tuple[Any, Tuple[Any, ...], str]]", "", "class Functions:"]
    for name, function in api.functions.items():
        if not function["isInline"]:
            parameters = "".join(
                f", {safe(parameter['name'])}: {hint(parameter['type'])}" for parameter in function["parameters"]
            )
            lines += [f"    def {name}(self{parameters}) -> {hint(function['returns']['type'])}: ..."]
    return HEAD.format("The declarations of the headers for type checkers.") + "\n".join(fold(line) for line in lines) + "\n"
