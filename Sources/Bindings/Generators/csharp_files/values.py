"""A class for each input or output struct. Texts are strings, and numbers are properties."""

from csharp_files.names import Names, block, namespace, pascal, summary
from interface import Interface

# C# keeps the arguments of their functions alive; IapError is written by hand.
BY_HAND = {"iap_error", "iap_observer"}


def values(names: Names, part: str) -> str:
    lines = []
    for struct in names.api.structs.values():
        if struct["name"] not in BY_HAND and names.api.part(struct) == part:
            body = output(names, struct) if is_output(names, struct) else value(names, struct)
            lines += [*summary(struct["description"]),
                      *block(f"public sealed unsafe partial class {names.type(struct['name'])}", body), ""]
    return namespace(lines[:-1], "System", "System.Collections.Generic", "IAPBridge.Native")


def is_output(names: Names, struct: dict) -> bool:
    """Returns whether functions only fill the struct and never read it."""
    return is_used(names, struct, False) and not is_used(names, struct, True) and not is_listed(names, struct)


def is_used(names: Names, struct: dict, is_const: bool) -> bool:
    return any(parameter["type"] == {"kind": "struct", "name": struct["name"], "isPointer": True, "isConst": is_const}
               for function in names.api.functions.values() if function["name"] != struct.get("init")
               for parameter in function["parameters"])


class Field:
    """A field with its property."""

    def __init__(self, names: Names, struct: dict, index: int):
        field = struct["fields"][index]
        follows = struct["fields"][index + 1] if index + 1 < len(struct["fields"]) else None
        type_ = field["type"]
        self.c, self.kind, self.description = field["name"], type_["kind"], field["description"]
        self.name = pascal(field["name"])
        if self.name == names.type(struct["name"]):
            self.name = "Value"
        self.length = follows["name"] if follows and follows["type"]["kind"] == "size" and (
            self.kind in ("texts", "bytes", "text", "struct")) else None
        self.of = names.type(type_["name"]) if "name" in type_ else ""
        self.is_flag = Interface.is_flag(field)
        if self.kind == "struct" and type_["isPointer"]:
            self.kind = "list" if self.length else "reference"
        self.is_plain = self.kind not in ("texts", "bytes", "text", "list", "reference", "struct", "handle", "chars")
        self.type = "bool" if self.is_flag else {
            "text": "string", "chars": "string", "texts": "IReadOnlyList<string>", "bytes": "byte[]",
            "list": f"IReadOnlyList<{self.of}>", "reference": self.of, "struct": self.of, "handle": self.of,
        }.get(self.kind) or names.field(type_)

    def write(self) -> str:
        if self.is_flag:
            return f"place->{self.c} = {self.name} ? 1 : 0;"
        if self.kind == "struct":
            return f"if ({self.name} != null) {self.name}.Fill(&place->{self.c}, arena);"
        source = {
            "text": f'arena.Text({self.name}, "{self.name}")', "texts": f'arena.Texts({self.name}, "{self.name}")',
            "bytes": f"arena.Bytes({self.name})", "handle": f"{self.name} == null ? IntPtr.Zero : {self.name}.Handle",
            "reference": f"{self.of}.Write({self.name}, arena)", "list": f"{self.of}.Write({self.name}, arena)",
        }.get(self.kind, self.name)
        return f"place->{self.c} = {source};"

    def write_length(self) -> str:
        count = f'Utf8.Length({self.name}, "{self.name}")' if self.kind == "text" else (
            f"{self.name} == null ? 0 : {self.name}.{'Length' if self.kind == 'bytes' else 'Count'}")
        return f"place->{self.length} = (UIntPtr)({count});"

    def read(self) -> str:
        if self.is_flag:
            return f"{self.name} = from->{self.c} == 1;"
        if self.kind == "chars":
            return f"{self.name} = Utf8.Text((IntPtr)from->{self.c}, null);"
        return f"{self.name} = from->{self.c};"


def fields(names: Names, struct: dict) -> list[Field]:
    found = [Field(names, struct, index) for index in range(len(struct["fields"]))]
    lengths = {field.length for field in found}
    return [field for field in found
            if field.c not in lengths and field.c != "struct_size" and not field.c.startswith("reserved")
            and field.kind != "callback" and not field.c.endswith("user_data")]


def value(names: Names, struct: dict) -> list[str]:
    name, type_, has = struct["name"], names.type(struct["name"]), fields(names, struct)
    lines: list[str] = []
    for field in has:
        lines += [*summary(field.description), f"public {field.type} {field.name} {{ get; set; }}", ""]
    if "init" in struct:
        plain = [f"{field.name} = initial.{field.c}{' == 1' if field.is_flag else ''};"
                 for field in has if field.is_plain]
        if plain:
            lines += [*block(f"public {type_}()", [f"{name} initial = {name}.Create();", *plain]), ""]
    start = f"{name}.Create()" if "init" in struct else f"default({name})"
    fill = [f"*place = {start};"]
    for field in has:
        fill += [field.write(), *([field.write_length()] if field.length else [])]
    lines += [*block(f"internal void Fill({name}* place, Arena arena)", fill), "",
              *block(f"public static {name}* Write({type_} value, Arena arena)", [
                  "if (value == null) return null;",
                  f"{name}* place = ({name}*)arena.Allocate(sizeof({name}));",
                  "value.Fill(place, arena);", "return place;"])]
    if is_listed(names, struct):
        lines += ["", *block(f"internal static {name}* Write(IReadOnlyList<{type_}> values, Arena arena)", [
            "if (values == null) return null;",
            f"{name}* place = ({name}*)arena.Allocate(sizeof({name}) * values.Count);",
            "for (int i = 0; i < values.Count; i++) values[i].Fill(place + i, arena);", "return place;"])]
    return lines


def is_listed(names: Names, struct: dict) -> bool:
    return any(field["type"].get("name") == struct["name"] and field["type"].get("isPointer")
               for other in names.api.structs.values() for field in other["fields"])


def output(names: Names, struct: dict) -> list[str]:
    has = fields(names, struct)
    lines: list[str] = []
    for field in has:
        lines += [*summary(field.description), f"public {field.type} {field.name} {{ get; private set; }}", ""]
    head = f"internal {names.type(struct['name'])}({struct['name']}* from)"
    return [*lines, *block(head, [field.read() for field in has])]
