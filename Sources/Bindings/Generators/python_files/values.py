"""Python values for the values of C."""

import re

from python_files.text import safe


def says_null(text: str) -> bool:
    return re.search(r"\bNULL\b", text) is not None


def is_status(function: dict) -> bool:
    return function["returns"]["c"] == "iap_status_t"


class Value:
    """The Python type and expression of a C value."""

    def __init__(self, hint: str, expression: str):
        self.hint, self.expression = hint, expression


class Values:
    def value(self, type_: dict, expression: str, text: str, name: str = "", owner: str = "self") -> Value:
        kind = type_["kind"]
        if type_.get("isFlag"):
            return Value("bool", f"{expression} == 1")
        if kind in ("int32", "uint32", "int64", "uint64", "size", "uint8", "pointer"):
            return Value("int", expression)
        if kind == "double":
            return Value("float", expression)
        if kind == "void":
            return Value("None", expression)
        if kind == "enum":
            title = self.api.title(type_["name"])
            return Value(title, f"{title}({expression})")
        if kind == "text":
            return (
                Value("Optional[str]", f"to_str_or_none({expression})")
                if says_null(text)
                else Value("str", f"to_str({expression})")
            )
        if kind == "chars":
            return Value("str", f"cut({expression})")
        if kind == "handle":
            title = self.api.title(type_["name"])
            given = "borrowed" if owner else "given"
            arguments = f"{expression}, {owner}" if owner else expression
            return (
                Value(f"Optional[{title}]", f"{title}._{given}_or_none({arguments})")
                if says_null(text)
                else Value(title, f"{title}._{given}({arguments})")
            )
        raise ValueError(f"the Python generator cannot return a {kind}")

    def given(self, type_: dict, name: str, text: str, optional: bool) -> Value:
        """Returns the C value for a parameter or field; its expression converts the Python value."""
        kind, quoted = type_["kind"], f'"{name}"'
        end = "_or_none" if optional else ""
        wrap = "Optional[{}]" if optional else "{}"
        if type_.get("isFlag"):
            return Value("bool", f"to_flag({safe(name)}, {quoted})")
        if kind in ("int32", "uint32", "int64", "uint64"):
            return Value("int", f"to_{kind}({safe(name)}, {quoted})")
        if kind == "size":
            return Value("int", f"to_uint64({safe(name)}, {quoted})")
        if kind == "double":
            return Value("float", f"to_double({safe(name)}, {quoted})")
        if kind == "enum":
            return Value(self.api.title(type_["name"]), f"to_int32({safe(name)}, {quoted})")
        if kind == "text":
            return Value(wrap.format("str"), f"to_text{end}({safe(name)}, {quoted})")
        if kind == "texts":
            return Value(wrap.format("Sequence[str]"), f"to_texts({safe(name)}, {quoted})")
        if kind == "bytes":
            return Value(wrap.format("Union[str, Data]"), f"to_bytes{end}({safe(name)}, {quoted})")
        if kind == "pointer":
            return Value("Optional[int]", f"to_address({safe(name)}, {quoted})")
        if kind == "handle":
            title = self.api.title(type_["name"])
            return Value(wrap.format(title), f"to_handle{end}({safe(name)}, {title}, {quoted})")
        raise ValueError(f"the Python generator cannot pass a {kind}")

    @staticmethod
    def companion(name: str, expression: str, text: str, type_: dict) -> list[str]:
        """Returns a property with the date or the amount of money for a number."""
        if type_["kind"] != "int64":
            return []
        if name.endswith("_milliunits"):
            hint, convert, text = "Decimal", "to_money", "as a number of the currency's units"
        elif name.endswith("_ms") and ("1970" in text or name.endswith("_date_ms")):
            hint, convert, text = "Optional[datetime]", "to_date", "as a date; None for 0"
        else:
            return []
        stem = name.removesuffix("_milliunits").removesuffix("_ms")
        return [
            "",
            "    @property",
            f"    def {stem}(self) -> {hint}:",
            f'        """{name}, {text}."""',
            f"        return {convert}({expression})",
        ]
