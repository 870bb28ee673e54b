"""Writes expected.lua, with which the tests of the Lua binding compare.

    expected.py IAP_API_JSON FOLDER
"""

import json
import pathlib
import sys


def literal(value: int | str) -> str:
    return f'"{value}"' if isinstance(value, str) else f"{value}"


def uses(api: dict) -> dict[str, str]:
    """A Lua expression for each struct that a game fills: a call with `value` as that struct."""
    found: dict[str, str] = {}
    for function in api["functions"]:
        arguments = [parameter for parameter in function["parameters"]
                     if "counts" not in parameter and parameter["type"]["kind"] != "out" and not is_out(parameter)]
        for parameter in arguments:
            if parameter["type"]["kind"] == "struct" and parameter["type"]["name"] not in found:
                before = [sample(other) for other in arguments[:arguments.index(parameter)]]
                found[parameter["type"]["name"]] = f"raw.{function['name']}({', '.join([*before, '%s'])})"
    for _ in range(3):  # structs inside of structs
        for struct in api["structs"]:
            for field in struct["fields"]:
                type_ = field["type"]
                if type_["kind"] == "struct" and struct["name"] in found and type_["name"] not in found:
                    index = struct["fields"].index(field)
                    after = struct["fields"][index + 1] if index + 1 < len(struct["fields"]) else {"type": {"kind": ""}}
                    is_list = type_.get("isPointer") and after["type"]["kind"] == "size"
                    inner = "{%s}" if is_list else "%s"
                    found[type_["name"]] = found[struct["name"]] % f"{{{field['name']} = {inner}}}"
    return found


def is_out(parameter: dict) -> bool:
    return parameter["type"]["kind"] == "struct" and not parameter["type"]["isConst"]


def sample(parameter: dict) -> str:
    """An argument of the right type."""
    type_ = parameter["type"]
    if type_["kind"] == "handle":
        return f"handles.{type_['name']}"
    return '"text"' if type_["kind"] in ("text", "bytes") else "{}" if type_["kind"] == "texts" else "1"


def is_set_by_binding(struct: dict, field: dict) -> bool:
    """The size of a struct, a number of elements, and what a callback receives."""
    index = struct["fields"].index(field)
    before = struct["fields"][index - 1]["type"]["kind"] if index else ""
    return (field["name"] in ("struct_size", "user_data", "clock_user_data")
            or field["type"]["kind"] == "size" and before in ("text", "texts", "bytes", "struct"))


def outs(api: dict) -> set[str]:
    return {parameter["type"]["name"] for function in api["functions"] for parameter in function["parameters"]
            if is_out(parameter)} | {"iap_error"}


def lists(api: dict) -> dict[str, list[str]]:
    """The stems of the lists of each handle: "offer" of iap_product for iap_product_offer_count and iap_product_offer_at."""
    names = {function["name"] for function in api["functions"]}
    found: dict[str, list[str]] = {}
    for function in api["functions"]:
        stem = function["name"].removesuffix("_count")
        # A list that the library returns without a handle belongs to no handle.
        if stem == function["name"] or f"{stem}_at" not in names or not function["parameters"]:
            continue
        handle = function["parameters"][0]["type"]["name"]
        words, of_handle = stem.split("_"), handle.split("_")
        same = next((index for index, pair in enumerate(zip(words, of_handle)) if pair[0] != pair[1]), len(of_handle))
        if words[same:]:
            found.setdefault(handle, []).append("_".join(words[same:]))
    return found


def expected(api: dict) -> str:
    parts = {header["name"].removeprefix("iap/"): header["part"] for header in api["headers"]}
    lines = ["return {", "functions = {"]
    lines += [f'    {function["name"]} = "{parts[function["header"]]}",' for function in api["functions"]]
    lines += ["}, constants = {"]
    constants = [value for enum in api["enums"] for value in enum["values"]] + api["constants"]
    lines += [f"    {constant['name']} = {literal(constant['value'])}," for constant in constants]
    lines += ["}, structs = {"]
    fills, gives = uses(api), outs(api)
    for struct in api["structs"]:
        names = "".join(f'"{field["name"]}", ' for field in struct["fields"] if not is_set_by_binding(struct, field))
        use = "nil"
        if struct["name"] in fills:
            use = f'function(raw, handles, value) return {fills[struct["name"]] % "value"} end'
        init = f'"{struct["init"]}"' if "init" in struct else "nil"
        lines.append(f"    {struct['name']} = {{fields = {{{names}}}, use = {use}, init = {init}, "
                     f"is_given = {'true' if struct['name'] in gives else 'false'}, all = {len(struct['fields'])}}},")
    lines += ["}, lists = {"]
    for handle, stems in lists(api).items():
        names = ", ".join(literal(stem) for stem in stems)
        lines.append(f"    {handle} = {{{names}}},")
    return "\n".join([*lines, "}}", ""])


def main() -> None:
    api = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
    folder = pathlib.Path(sys.argv[2])
    (folder / "expected.lua").write_text(expected(api), encoding="utf-8")


main()
