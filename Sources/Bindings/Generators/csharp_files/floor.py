"""The C interface: every enumeration, constant, struct, callback and function. Only enumerations have C# names."""

from csharp_files.names import Names, block, camel, namespace, pascal, summary

NATIVE = "IAPBridge.Native"


def enums(names: Names) -> str:
    lines = []
    for enum in names.api.enums.values():
        members = []
        for name, value in names.enum_members(enum):
            members += [*summary(value["description"]), f"{name} = {value['value']},"]
        lines += [*summary(enum["description"] or f"{enum['name']} of the headers."),
                  *block(f"public enum {names.type(enum['name'])}", members), ""]
    return namespace(lines[:-1])


def constants(names: Names) -> str:
    lines = []
    for constant in names.api.constants.values():
        value = constant["value"]
        type_ = "string" if isinstance(value, str) else "uint" if constant["name"] == "IAP_HEADER_VERSION" else (
            "int" if abs(value) < 2**31 else "long")
        text = f'"{value}"' if isinstance(value, str) else value
        lines += [*summary(constant["description"]),
                  f"public const {type_} {pascal(constant['name'].removeprefix('IAP_'))} = {text};"]
    return namespace(block("public static class IapConstants", lines))


def structs(names: Names, part: str) -> str:
    lines = []
    for struct in names.api.structs.values():
        if names.api.part(struct) == part:
            lines += ["[StructLayout(LayoutKind.Sequential, Pack = 8)]",
                      *block(f"public unsafe struct {struct['name']}", struct_body(names, struct)), ""]
    return namespace(lines[:-1], "System", "System.Runtime.InteropServices", name=NATIVE)


def struct_body(names: Names, struct: dict) -> list[str]:
    name, lines = struct["name"], []
    for field in struct["fields"]:
        if field["type"]["kind"] == "chars":
            lines.append(f"public fixed byte {field['name']}[{field['type']['count']}];")
        else:
            lines.append(f"public {names.field(field['type'])} {camel_field(field['name'])};")
    if "init" in struct:
        lines += [
            "", "private static object initial;", "",
            "/// <summary>Returns the value of the header's ..._INIT macro, with its size.</summary>",
            *block(f"public static {name} Create()", [
                f"return ({name})(initial ?? (initial = Initial()));"]),
            "", *block(f"private static {name} Initial()", [
                f'int known = (int)C.iap_struct_size(Utf8.Bytes("{name}", "name"));',
                f"byte* memory = stackalloc byte[Math.Max(known, sizeof({name}))];",
                f"{name}* made = ({name}*)memory;",
                f"*made = default({name});",
                f"C.{struct['init']}({'ref *made' if name == 'iap_error' else 'made'});",
                f"made->struct_size = (uint)Math.Min(known, sizeof({name}));",
                "return *made;"])]
    return lines


def camel_field(name: str) -> str:
    """Returns the C name, or another one if it is a C# keyword."""
    return camel(name) if camel(name).startswith("@") else name


def callbacks(names: Names) -> str:
    declared = [(callback["name"], callback) for callback in names.api.callbacks.values()]
    for struct in names.api.structs.values():
        declared += [(f"{struct['name']}_{field['name']}", field["type"]) for field in struct["fields"]
                     if field["type"]["kind"] == "callback" and "name" not in field["type"]]
    lines = []
    for name, callback in declared:
        parameters = ", ".join(f"{names.field(parameter['type'])} {camel(parameter['name'])}"
                               for parameter in callback["parameters"])
        lines += ["[UnmanagedFunctionPointer(CallingConvention.Cdecl)]",
                  f"public unsafe delegate {names.field(callback['returns']['type'])} {name}({parameters});", ""]
    return namespace(lines[:-1], "System", "System.Runtime.InteropServices", name=NATIVE)


def functions(names: Names, part: str) -> str:
    lines = []
    for function in names.api.functions.values():
        if names.api.part(function) == part:
            lines += [*(inline(names, function) if function["isInline"] else extern(names, function)), ""]
    return namespace(block("public static unsafe partial class C", lines[:-1]),
                     "System", "System.Runtime.InteropServices", name=NATIVE)


def signature(names: Names, function: dict) -> str:
    is_retain = function["returns"]["type"]["kind"] == "handle" and function["returns"].get("ownership") == "gives"
    parameters = ", ".join(
        f"{'IntPtr' if is_retain else names.argument(parameter)} {camel(parameter['name'])}"
        for parameter in function["parameters"])
    return f"{names.field(function['returns']['type'])} {function['name']}({parameters})"


def extern(names: Names, function: dict) -> list[str]:
    return ["[DllImport(Library.Name, CallingConvention = CallingConvention.Cdecl)]",
            f"public static extern {signature(names, function)};"]


def inline(names: Names, function: dict) -> list[str]:
    """Returns an inline function of the header, which passes the header's version."""
    versioned = function["name"] + "_version"
    if versioned not in names.api.functions:
        raise ValueError(f"{function['name']} is inline and there is no {versioned}: tell floor.inline() what it does")
    arguments = ", ".join(word + camel(parameter["name"]) for parameter in function["parameters"]
                          for word in [names.argument(parameter).split(" ")[0] + " "
                                       if names.argument(parameter).startswith(("ref ", "out ")) else ""])
    return block(f"public static {signature(names, function)}",
                 [f"return {versioned}(IapConstants.HeaderVersion, {arguments});"])
