"""A class for each handle that is released, with a property or a method for each getter."""

from csharp_files.comments import member_comment
from csharp_files.names import Names, block, camel, is_date, namespace, summary
from interface import Interface


def snapshots(names: Names, part: str) -> str:
    lines = []
    for handle in names.api.handles.values():
        if names.is_snapshot(handle["name"]) and names.api.part(handle) == part:
            lines += [*snapshot(names, handle), ""]
    return namespace(lines[:-1], "System", "IAPBridge.Native") if lines else ""


def snapshot(names: Names, handle: dict) -> list[str]:
    name, type_ = handle["name"], names.type(handle["name"])
    getters = [function for function in names.api.functions.values() if is_getter(function, name)]
    list_of = next((getter["returns"]["type"]["name"] for getter in getters if getter["name"] == f"{name}_at"), None)
    base = f"SnapshotList<{names.type(list_of)}>" if list_of else "Snapshot"
    body = [*lifetime(handle, type_)]
    for function in getters:
        about = member_comment(function, is_property=not names.api.inputs(function)[1:])
        body += ["", *about, *getter_lines(names, function, name, bool(list_of))]
    for field in names.api.fields.get(name, []):
        body += ["", *member_comment(field, is_property=True), *field_lines(names, field, name)]
    about = handle["description"] or f"{name} of the headers: a snapshot that any thread may read."
    return [*summary(about), *block(f"public sealed partial class {type_} : {base}", body)]


def is_getter(function: dict, handle: str) -> bool:
    first, *rest = function["parameters"] or [{"type": {"kind": "none"}}]
    if first["type"].get("name") != handle or first["type"]["kind"] != "handle":
        return False
    if function["returns"]["type"].get("name") == "iap_status_t":
        return [parameter["name"] for parameter in rest] == ["error"]
    return (function["returns"]["type"]["kind"] != "void" and not function["name"].endswith("_retain")
            and all(parameter["type"]["kind"] in ("text", "bytes", "size", "enum", "int32") for parameter in rest))


def lifetime(handle: dict, type_: str) -> list[str]:
    name = handle["name"]
    if "release" not in handle:
        return [
            f"private {type_}(IntPtr handle, Snapshot owner) : base(handle, owner) {{ }}", "",
            *block(f"internal static {type_} From(IntPtr handle, Snapshot owner)", [
                f"return handle == IntPtr.Zero ? null : new {type_}(handle, owner);"]),
            "", *block("protected override bool ReleaseHandle()", ["return ReleaseOwner();"])]
    lines = [
        f"private {type_}(IntPtr handle) : base(handle, null) {{ }}", "",
        "/// <summary>Takes ownership of a handle from a function of IAPBridge.Native. The object releases it.</summary>",
        *block(f"public static {type_} Given(IntPtr handle)", [
            f"return handle == IntPtr.Zero ? null : new {type_}(handle);"]),
        "", *block("protected override bool ReleaseHandle()", [f"C.{handle['release']}(handle);", "return true;"])]
    if "retain" in handle:
        lines += ["", *block(f"internal static {type_} From(IntPtr handle, Snapshot owner)", [
            f"{type_} retained = Given(C.{handle['retain']}(handle));",
            "GC.KeepAlive(owner);",
            "return retained;"])]
    return lines


def getter_lines(names: Names, function: dict, handle: str, is_list: bool) -> list[str]:
    member, inputs = names.member(function["name"], handle), function["parameters"][1:]
    call = f"C.{function['name']}"
    if function["returns"]["type"].get("name") == "iap_status_t":
        return block(f"public IapError {member}", block("get", [
            "iap_error error = iap_error.Create();",
            f"return {call}(this, ref error) == Status.Ok ? null : new IapError(ref error);"]))
    if is_list and function["name"] == f"{handle}_count":
        return [f"public override int Count {{ get {{ return (int){call}(this); }} }}"]
    if is_list and function["name"] == f"{handle}_at":
        of = names.type(function["returns"]["type"]["name"])
        return [f"protected override {of} At(int index) {{ return {of}.From({call}(this, (UIntPtr)index), this); }}"]
    type_, expression = result(names, function, f"{call}({', '.join(['this', *map(pass_on, inputs)])})")
    if is_date(function["name"]):
        member = member.removesuffix("Ms")
    if not inputs:
        return [f"public {type_} {member} {{ get {{ return {expression}; }} }}"]
    parameters = ", ".join(f"{input_type(names, parameter)} {camel(parameter['name'])}" for parameter in inputs
                           if "counts" not in parameter)
    return block(f"public {type_} {member}({parameters})", [f"return {expression};"])


def field_lines(names: Names, field: dict, handle: str) -> list[str]:
    """Returns the property for a field that a function of the library returns by its number."""
    member, kind = names.member(field["name"], handle), field["returns"]["type"]["kind"]
    given = f"this, {names.type(field['field'])}.{names.member(field['name'], field['field'].removesuffix('_field_t'))}"
    if kind == "texts":
        return block(f"public string[] {member}", block("get", [
            f"string[] texts = new string[(int)C.{field['count']}({given})];",
            "for (int index = 0; index < texts.Length; index++)",
            f"    texts[index] = Utf8.Text(C.{field['function']}({given}, (UIntPtr)index), this);",
            "return texts;"]))
    type_, expression = result(names, field, f"C.{field['function']}({given})")
    if kind in ("int32", "enum") and type_ != "bool":
        expression = f"({type_}){expression}"
    return [f"public {type_} {member.removesuffix('Ms') if is_date(field['name']) else member} {{ get {{ return {expression}; }} }}"]


def result(names: Names, function: dict, call: str) -> tuple[str, str]:
    """Returns the C# type of a getter, and its call."""
    returns = function["returns"]
    kind = returns["type"]["kind"]
    if kind == "text":
        return "string", f"Utf8.Text({call}, this)"
    if kind == "handle":
        type_ = names.type(returns["type"]["name"])
        return type_, f"{type_}.From({call}, this)"
    if kind == "size":
        return "int", f"(int){call}"
    if Interface.is_flag(returns):
        return "bool", f"{call} == 1"
    if is_date(function["name"]):
        return "DateTimeOffset?", f"Dates.FromMilliseconds({call})"
    return names.field(returns["type"]), call


def input_type(names: Names, parameter: dict) -> str:
    kind = parameter["type"]["kind"]
    return {"text": "string", "bytes": "byte[]", "size": "int"}.get(kind) or names.field(parameter["type"])


def pass_on(parameter: dict) -> str:
    name, kind = camel(parameter["name"]), parameter["type"]["kind"]
    if "counts" in parameter:
        counted = camel(parameter["counts"])
        return f"(UIntPtr)({counted} == null ? 0 : {counted}.Length)"
    if kind == "text":
        return f'Utf8.Bytes({name}, "{name}")'
    return f"(UIntPtr){name}" if kind == "size" else name
