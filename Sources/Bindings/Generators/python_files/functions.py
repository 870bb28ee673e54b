"""Methods, properties and functions."""

import re
import textwrap

from interface import Interface
from python_files.call import Call
from python_files.text import documentation, safe
from python_files.values import Value, is_status


#: What a header says of a result that its summary has described. A bool needs no "1 or 0".
REPEATS = re.compile(r"the \w+\.|how many\.|1 or 0\.")


class Functions:
    def pointer(self, handle: dict) -> str:
        return "self._open_pointer" if handle["isNumber"] else "self._pointer"

    def is_filled(self, parameter: dict) -> bool:
        """A struct that the function writes."""
        type_ = parameter["type"]
        return (
            type_["kind"] == "struct"
            and type_["isPointer"]
            and not type_.get("isConst")
            and not self.api.is_error(parameter)
        )

    def out(self, parameter: dict) -> tuple[str, str, Value]:
        """The line that prepares a result, the argument for it, and the value that it gives."""
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
        """A snapshot's own error."""
        return (
            not handle["isNumber"]
            and len(function["parameters"]) == 2
            and is_status(function)
            and self.api.is_error(function["parameters"][1])
        )

    def getter(self, function: dict, handle: dict, name: str) -> list[str]:
        about = function["returns"]
        expression = f"lib.{function['name']}({self.pointer(handle)})"
        value = self.value(about["type"], expression, about["description"], name)
        lines = [
            "@property",
            f"def {name}(self) -> {value.hint}:",
            *documentation(function["description"] + self.gives(about["description"])),
            f"    return {value.expression}",
        ]
        return (
            lines
            + textwrap.dedent(
                "\n".join(self.companion(name, f"self.{name}", about["description"], about["type"]))
            ).splitlines()
        )

    def gives(self, description: str) -> str:
        return "" if REPEATS.fullmatch(description) else f" Gives {description}"

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
        """The same for those who want an exception."""
        other, hint = name.replace("check", "verify"), re.search(r"Optional\[(\w+)\]", call.hint).group(1)
        arguments = ", ".join(f"{safe(parameter['name'])}" for parameter in call.inputs)
        return [
            f"def {other}({call.signature()}) -> {hint}:",
            f'    """As {name}(), with NotVerified for every verdict but VALID."""',
            f"    return verified(*self.{name}({arguments}))",
        ]

    def notes(self, parameters: list[dict]) -> str:
        told = [
            f"{safe(parameter['name'])}: {parameter['description']}"
            for parameter in self.inputs(parameters)
            if parameter["type"]["kind"] not in ("callback", "handle")
            and parameter["description"] not in ("copies it.", "borrows it.")
        ]
        return "\n" + "\n".join(told) if told else ""

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
