"""A call of a C function: its arguments and its results."""

from interface import Interface
from python_files.text import safe
from python_files.values import Value, is_status, says_null


class Call:
    """The body of a method: the arguments that it passes, and the conversion of the results."""

    def __init__(self, layer: "Layer", function: dict, handle: dict | None, parameters: list[dict], makes: bool):
        self.layer, self.function, self.handle, self.makes, self.parameters = layer, function, handle, makes, parameters
        self.inputs = layer.inputs(parameters)
        self.setup: list[str] = []
        self.arguments: list[str] = []
        self.results: list[Value] = []
        self.reader = ""
        self.completion: dict | None = None
        self.setting = False
        self.is_verdict = any(parameter["type"].get("name") == "iap_verify_result" for parameter in parameters)
        if handle and not makes:
            # A function whose status reports a closed handle gets the handle without a check.
            tells = handle["isNumber"] and not is_status(function) and not Interface.may_be_status(function)
            tells = tells and not Interface.has_value_and_error(function)
            self.arguments.append("self._open_pointer" if tells else "self._pointer")
        self.optional = self.optionals()
        for parameter in parameters:
            self.add(parameter)
        self.hint = self.result_hint()

    def optionals(self) -> set[str]:
        return {
            parameter["name"]
            for parameter in self.inputs
            if parameter["type"]["kind"] == "pointer"
            or parameter.get("mayBeNull")
            or (
                parameter["type"]["kind"] in ("text", "texts", "bytes", "struct", "handle", "callback")
                and says_null(parameter["description"])
            )
        }

    def signature(self) -> str:
        words = [] if self.handle is None else ["cls" if self.makes else "self"]
        for index, parameter in enumerate(self.inputs):
            hint = self.input_hint(parameter)
            ends = all(later["name"] in self.optional for later in self.inputs[index:])
            words.append(f"{safe(parameter['name'])}: {hint}{' = None' if ends else ''}")
        return ", ".join(words)

    def input_hint(self, parameter: dict) -> str:
        type_, optional = parameter["type"], parameter["name"] in self.optional
        wrap = "Optional[{}]" if optional else "{}"
        if type_["kind"] == "struct":
            return wrap.format(self.layer.api.title(type_["name"]))
        if type_["kind"] == "callback":
            return wrap.format(self.layer.callable(self.layer.api.callbacks[type_["name"]]))
        if type_["kind"] == "text" and self.is_counted(parameter):
            return wrap.format("Union[str, Data]")
        return self.layer.given(type_, parameter["name"], parameter["description"], optional).hint

    def is_counted(self, parameter: dict) -> bool:
        return any(other.get("counts") == parameter["name"] for other in self.parameters)

    def add(self, parameter: dict) -> None:
        name, type_ = safe(parameter["name"]), parameter["type"]
        kind, optional = type_["kind"], parameter["name"] in self.optional
        if self.reader and not self.layer.api.is_error(parameter):
            return  # The reader passes the capacity and the length.
        if "counts" in parameter:
            counted = safe(parameter["counts"]) + "_"
            self.arguments.append(
                f"len({counted} or ())" if parameter["counts"] in self.optional else f"len({counted})"
            )
        elif self.layer.api.is_error(parameter):
            self.arguments.append("error" if self.reader else "byref(error)")
        elif kind == "buffer" or (kind == "out" and self.is_counted(parameter)):
            has_length = any(other["type"] == {"kind": "out", "of": {"kind": "size"}} for other in self.parameters)
            self.reader = (
                "read_ids"
                if kind == "out"
                else "read_bytes"
                if type_["of"] == "uint8"
                else ("read_text" if has_length else "read_unsized_text")
            )
            self.arguments += ["buffer", "capacity", *(["length"] if has_length else [])]
        elif kind == "out" or self.layer.is_filled(parameter):
            if self.completion is None:
                setup, argument, value = self.layer.out(parameter)
                self.setup.append(setup)
                self.arguments.append(argument)
                self.results.append(value)
        elif kind == "callback" and self.layer.is_completion(parameter):
            self.completion = self.layer.api.callbacks[type_["name"]]
        elif kind == "callback":
            self.setting = True
            self.setup.append(f'kept = None if {name} is None else to_kept({name}, "{name}")')
            self.arguments.append(
                f"_floor.{self.layer.api.title(type_['name'])}() if kept is None else {self.layer.thunk(type_['name'])}"
            )
        elif parameter["name"] == "user_data":
            if self.completion is None:
                self.arguments.append("None if kept is None else kept.number")
        elif kind == "struct":
            self.setup += ["keeps: List[object] = []"]
            given = f'to_struct({name}, {self.layer.api.title(type_["name"])}, keeps, "{name}")'
            self.setup.append(f"{name}_ = {f'None if {name} is None else ' if optional else ''}{given}")
            self.arguments.append(f"{name}_ and byref({name}_)" if optional else f"byref({name}_)")
        elif self.is_counted(parameter):
            expression = self.layer.given(type_, parameter["name"], parameter["description"], optional).expression
            if kind == "text":
                expression = f"to_bytes{'_or_none' if optional else ''}({name}, \"{parameter['name']}\")"
            elif kind == "texts" and optional:
                expression = f"None if {name} is None else {expression}"
            self.setup.append(f"{name}_ = {expression}")
            self.arguments.append(f"{name}_")
        else:
            self.arguments.append(
                self.layer.given(type_, parameter["name"], parameter["description"], optional).expression
            )

    def result_hint(self) -> str:
        if self.reader:
            return {"read_ids": "List[int]", "read_bytes": "bytes"}.get(self.reader, "str")
        if self.completion is not None:
            return f"Request[{self.layer.answer(self.completion).hint}]"
        if is_status(self.function):
            hints = [result.hint for result in self.results]
            return "None" if not hints else hints[0] if len(hints) == 1 else f"Tuple[{', '.join(hints)}]"
        if self.results:
            return f"Optional[{self.results[0].hint}]"
        return self.returned("").hint

    def returned(self, expression: str) -> Value:
        about = self.function["returns"]
        if Interface.may_be_status(self.function):
            expression = f"check_count({expression}, \"{self.function['name']}\")"
        return self.layer.value(
            about["type"], expression, about["description"], self.layer.name(self.function, self.handle)
        )

    def body(self) -> list[str]:
        name = self.function["name"]
        if self.reader:
            length = "length, " if "length" in self.arguments else ""
            call = f"lib.{name}({', '.join(self.arguments)})"
            return [*self.setup, f"return {self.reader}(lambda buffer, capacity, {length}error: {call})"]
        if self.completion is not None:
            arguments = "".join(f", {argument}" for argument in self.arguments[1:] if argument != "byref(error)")
            return [
                *self.setup,
                f'return self._request("{name}", lib.{name}, {self.layer.thunk(self.completion["name"])}{arguments})',
            ]
        call = f"lib.{name}({', '.join(self.arguments)})"
        if Interface.has_value_and_error(self.function):
            value = self.returned("value").expression
            return [*self.setup, "error = new_error()", f"value = {call}", "check(error.status, error)", f"return {value}"]
        if not is_status(self.function):
            if self.results:
                return [*self.setup, f"return {self.results[0].expression} if {call} == 1 else None"]
            value = self.returned(call)
            return [*self.setup, value.expression if value.hint == "None" else f"return {value.expression}"]
        lines = [*self.setup, "error = new_error()", f"check({call}, error)"]
        if self.setting:
            lines.append(f'keep_setting("{name}", kept)')
        if self.results:
            values = [result.expression for result in self.results]
            lines.append(f"return {values[0] if len(values) == 1 else '(' + ', '.join(values) + ')'}")
        return lines
