"""Methods, properties and functions."""

import re
import textwrap

from interface import Interface
from python_files.call import Call
from python_files.text import documentation, members, safe
from python_files.values import Value, is_status


#: The beginning of a result's description that the summary or the type already contains.
SAID = re.compile(
    r"(borrows )?a handle that lives as long as [^;]*|borrows\b|an IAP_\w+_… value|the \w+|its id|how many|1 or 0"
)
#: The beginning of a description of special values.
VALUES = re.compile(r"-?\d|None\b|True\b|False\b|IAP_[A-Z]|[A-Z]+\b|empty\b|none\b|unknown\b|\"")


class Functions:
    def pointer(self, handle: dict) -> str:
        return "self._open_pointer" if handle["isNumber"] else "self._pointer"

    def is_filled(self, parameter: dict) -> bool:
        """Returns whether the parameter is a struct that the function writes."""
        type_ = parameter["type"]
        return (
            type_["kind"] == "struct"
            and type_["isPointer"]
            and not type_.get("isConst")
            and not self.api.is_error(parameter)
        )

    def out(self, parameter: dict) -> tuple[str, str, Value]:
        """Returns the line that prepares a result, the argument for it, and its value."""
        name, type_ = safe(parameter["name"]), parameter["type"]
        if type_["kind"] == "struct":
            title = self.api.title(type_["name"])
            value = (
                Value("bytes", f"to_data({name})")
                if type_["name"] == "iap_bytes"
                else Value(title, f"{title}._of({name})")
            )
            return f"{name} = prepared(_floor.{title})", f"byref({name})", value
        of = type_["of"]
        if of["kind"] == "handle":
            null = "NULL" if re.search(r"else NULL|if it is valid", parameter["description"]) else ""
            return f"{name} = c_void_p()", f"byref({name})", self.value(of, f"{name}.value", null, owner="")
        ctype = {"size": "c_size_t", "enum": "c_int32"}.get(of["kind"], f"c_{of['kind']}")
        return f"{name} = {ctype}()", f"byref({name})", self.value(of, f"{name}.value", "", parameter["name"])

    def function(self, function: dict, handle: dict | None, makes: bool = False) -> list[str]:
        parameters = function["parameters"][1 if handle and not makes else 0 :]
        is_method = handle is not None and not makes
        name = self.name(function, handle)
        kinds = [parameter["type"]["kind"] for parameter in parameters]
        if is_method and self.is_error_getter(function, handle):
            return [
                "@property",
                f"def {name}(self) -> Optional[IapError]:",
                *documentation(function["description"]),
                "    error = new_error()",
                f"    lib.{function['name']}(self._pointer, byref(error))",
                "    return error_or_none(error)",
            ]
        if is_method and not parameters and not is_status(function) and not Interface.may_be_status(function):
            return self.getter(function, handle, name)
        if any(parameter["type"].get("name") in self.observers for parameter in parameters):
            return self.observer_call(function, name)
        call = Call(self, function, handle, parameters, makes)
        lines = [
            *(["@classmethod"] if makes else []),
            f"def {name}({call.signature()}) -> {call.hint}:",
            *documentation(function["description"] + self.notes(parameters)),
            *(f"    {line}" for line in call.body()),
        ]
        if call.is_verdict and is_method:
            lines += ["", *self.verifying(name, call)]
        return lines

    def is_error_getter(self, function: dict, handle: dict) -> bool:
        """Returns whether the function returns the error of a snapshot."""
        return (
            not handle["isNumber"]
            and len(function["parameters"]) == 2
            and is_status(function)
            and self.api.is_error(function["parameters"][1])
        )

    def field_of_handle(self, field: dict, handle: dict) -> list[str]:
        """Returns the property for a field that a function of the library returns by its number."""
        numbers = {number: member for member, number in members(self.api.enums[field["field"]]).items()}
        number = f"{self.api.title(field['field'])}.{numbers[field['value']]}"
        name, given = self.name(field, handle), f"{self.pointer(handle)}, {number}"
        if field["returns"]["type"]["kind"] != "texts":
            return self.getter(field, handle, name, f"lib.{field['function']}({given})")
        return [
            "@property",
            f"def {name}(self) -> Tuple[str, ...]:",
            *documentation(field["description"]),
            f"    count = lib.{field['count']}({given})",
            f"    return tuple(to_str(lib.{field['function']}({given}, index)) for index in range(count))",
        ]

    def getter(self, function: dict, handle: dict, name: str, expression: str = "") -> list[str]:
        about = function["returns"]
        expression = expression or f"lib.{function['name']}({self.pointer(handle)})"
        value = self.value(about["type"], expression, about["description"], name)
        lines = [
            "@property",
            f"def {name}(self) -> {value.hint}:",
            *documentation(function["description"].replace("NULL", "None") + self.note_on(function)),
            f"    return {value.expression}",
        ]
        return (
            lines
            + textwrap.dedent(
                "\n".join(self.companion(name, f"self.{name}", about["description"], about["type"]))
            ).splitlines()
        )

    def note_on(self, function: dict) -> str:
        """Returns a sentence about the values of a property, if the summary and the type do not contain all of it."""
        about = function["returns"]
        if function["description"].startswith(f"Returns {about['description'].rstrip('.')}"):
            return ""
        # No handle of Python is NULL.
        text = re.sub(r"(; )?\w+ for NULL\b", "", about["description"].rstrip(".")).replace("NULL", "None")
        if Interface.is_flag(about):
            text = re.sub(r"^1 or 0, ", "", text)
            text = re.sub(r"\b1\b(?! or 0)", "True", re.sub(r"(?<!or )\b0\b", "False", text))
        first, _, rest = text.partition("; ")
        if SAID.fullmatch(first):
            text = rest
        if not text:
            return ""
        is_sentence = not VALUES.match(text) and SAID.fullmatch(first)
        return f" {text}." if is_sentence else f" The value is {text}."

    def observer_call(self, function: dict, name: str) -> list[str]:
        title = self.api.title(
            next(
                parameter["type"]["name"]
                for parameter in function["parameters"]
                if parameter["type"].get("name") in self.observers
            )
        )
        return [
            f"def {name}(self, {title.lower()}: {title}) -> int:",
            *documentation(function["description"]),
            f"    return self._add_observer({title.lower()}, _{title.upper()}_FUNCTIONS)",
        ]

    def verifying(self, name: str, call: "Call") -> list[str]:
        """Returns the variant that raises an exception."""
        other, hint = name.replace("check", "verify"), re.search(r"Optional\[(\w+)\]", call.hint).group(1)
        arguments = ", ".join(f"{safe(parameter['name'])}" for parameter in call.inputs)
        return [
            f"def {other}({call.signature()}) -> {hint}:",
            f'    """Does the same as {name}(), but raises NotVerified for every verdict except VALID."""',
            f"    return verified(*self.{name}({arguments}))",
        ]

    def notes(self, parameters: list[dict]) -> str:
        reported = [
            f"{safe(parameter['name'])}: {parameter['description']}"
            for parameter in self.inputs(parameters)
            if parameter["type"]["kind"] not in ("callback", "handle")
            and parameter["description"] not in ("copies it.", "borrows it.")
        ]
        return "\n" + "\n".join(reported) if reported else ""

    def inputs(self, parameters: list[dict]) -> list[dict]:
        given = self.api.inputs({"parameters": parameters})
        return [
            parameter
            for parameter in given
            if not self.is_filled(parameter)
            and parameter["name"] != "user_data"
            and parameter["type"]["kind"] != "buffer"
            and not self.is_completion(parameter)
        ]

    def is_completion(self, parameter: dict) -> bool:
        return parameter["type"]["kind"] == "callback" and self.completes(self.api.callbacks[parameter["type"]["name"]])
