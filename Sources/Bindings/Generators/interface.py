"""The interface from iap_api.json, with queries that several generators need."""

import json
import pathlib


class Interface:
    def __init__(self, file: pathlib.Path):
        api = json.loads(file.read_text(encoding="utf-8"))
        self.version: str = api["version"]
        self.header_version: int = api["headerVersion"]
        self.handles: dict[str, dict] = {handle["name"]: handle for handle in api["handles"]}
        self.enums: dict[str, dict] = {enum["name"]: enum for enum in api["enums"]}
        self.constants: dict[str, dict] = {constant["name"]: constant for constant in api["constants"]}
        self.structs: dict[str, dict] = {struct["name"]: struct for struct in api["structs"]}
        self.callbacks: dict[str, dict] = {callback["name"]: callback for callback in api["callbacks"]}
        self.functions: dict[str, dict] = {function["name"]: function for function in api["functions"]}
        #: The fields of each handle that has fields, in the form of getters: `function` returns the value for `constant`.
        self.fields: dict[str, list[dict]] = {
            enum["fieldsOf"]: [self._field(enum, value) for value in enum["values"]]
            for enum in self.enums.values() if "fieldsOf" in enum}
        self.parts: dict[str, str] = {header["name"].removeprefix("iap/"): header["part"] for header in api["headers"]}

    @staticmethod
    def _field(enum: dict, value: dict) -> dict:
        type_, stem = value["type"], enum["name"].removesuffix("_field_t")
        function = {"text": "text", "texts": "text_at", "uint64": "id"}.get(type_["kind"], "int64")
        returns = {"c": "const char *" if type_["kind"] in ("text", "texts") else "", "type": type_, "ownership": "borrows",
                   "description": "NULL if it is absent." if type_["kind"] == "text" else
                   "milliseconds since 1970; 0 if it is absent." if value["name"].endswith("_DATE_MS") else ""}
        handle = {"kind": "handle", "name": enum["fieldsOf"], "isConst": True}
        return {"name": value["name"].lower(), "header": enum["header"], "description": value["description"],
                "returns": returns, "parameters": [{"name": "handle", "type": handle}],
                "function": f"{stem}_{function}", "count": f"{stem}_count", "field": enum["name"],
                "constant": value["name"], "value": value["value"]}

    def part(self, declaration: dict) -> str:
        """Returns "client", "store" or "server"."""
        return self.parts[declaration["header"]]

    def inputs(self, function: dict) -> list[dict]:
        """Returns the parameters for callers in other languages: without lengths, results and the error."""
        return [parameter for parameter in function["parameters"]
                if "counts" not in parameter and parameter["type"]["kind"] != "out" and not self.is_error(parameter)]

    @staticmethod
    def is_flag(declaration: dict) -> bool:
        """Returns whether it is an int32_t with the meaning yes or no."""
        return declaration["type"].get("isFlag", False)

    @classmethod
    def may_be_status(cls, function: dict) -> bool:
        """Returns whether the result is a number or an enumeration value that is a status if it is negative."""
        returns = function["returns"]
        return (returns["type"]["kind"] in ("int32", "int64", "enum") and returns["type"].get("name") != "iap_status_t"
                and bool(returns.get("statuses")) and not cls.has_value_and_error(function))

    @classmethod
    def has_value_and_error(cls, function: dict) -> bool:
        """Returns whether the result is never a status: it is 0 on failure, and only the error has the status."""
        return (function["returns"]["type"]["kind"] in ("int32", "int64")
                and any(cls.is_error(parameter) for parameter in function["parameters"]))

    @staticmethod
    def is_error(parameter: dict) -> bool:
        """Returns whether the parameter is the error that the function fills."""
        type_ = parameter["type"]
        return type_["kind"] == "struct" and type_["name"] == "iap_error" and not type_.get("isConst")

    @staticmethod
    def title(name: str) -> str:
        """iap_product_type_t -> ProductType"""
        return "".join(word.capitalize() for word in name.removeprefix("iap_").removesuffix("_t").split("_"))
