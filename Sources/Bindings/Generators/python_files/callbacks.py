"""The callbacks: completions of requests, observers, and plain functions."""

from python_files.text import documentation
from python_files.values import Value


class Callbacks:
    @staticmethod
    def completes(callback: dict) -> bool:
        names = [parameter["name"] for parameter in callback["parameters"]]
        return names[:3] == ["user_data", "client", "request_id"] and names[-1] == "error"

    def thunk(self, name: str) -> str:
        return "_" + name.removeprefix("iap_").upper()

    def callable(self, callback: dict) -> str:
        hints = [
            self.value(parameter["type"], "", parameter["description"], parameter["name"]).hint
            for parameter in callback["parameters"][1:]
        ]
        returned = callback["returns"]["type"]
        return f"Callable[[{', '.join(hints)}], {'object' if returned['kind'] == 'void' else 'int'}]"

    def response_values(self, callback: dict) -> list[tuple[str, Value]]:
        """Returns the results of a successful request, by name."""
        values = []
        for parameter in callback["parameters"][3:-1]:
            name, text = parameter["name"], parameter["description"].replace("NULL if the request failed", "")
            values.append((name, self.value(parameter["type"], name, text, name, owner="None")))
        return values

    def answer(self, callback: dict) -> Value:
        values = [value for _, value in self.response_values(callback)]
        if not values:
            return Value("None", "None")
        if len(values) == 1:
            return values[0]
        title = self.api.title(callback["name"].removesuffix("_function"))
        return Value(title, f"{title}({', '.join(value.expression for value in values)})")

    def callbacks(self) -> list[str]:
        lines = []
        for name, callback in self.api.callbacks.items():
            lines += self.completion(callback) if self.completes(callback) else self.direct(callback)
        for struct in self.api.structs.values():
            if struct["name"] in self.observers:
                lines += self.observer(struct)
        return lines

    def completion(self, callback: dict) -> list[str]:
        values, answer = self.response_values(callback), self.answer(callback)
        lines = []
        if len(values) > 1:
            self.exported.append(answer.hint)
            lines = ["", "", f"class {answer.hint}(NamedTuple):", f'    """The result of a request, for {callback["name"]}."""', ""]
            lines += [*(f"    {name}: {value.hint}" for name, value in values), "", ""]
        names = ", ".join(name for name, _ in values)
        return [
            *lines,
            f"{self.thunk(callback['name'])} = completion(_floor.{self.api.title(callback['name'])}, "
            f"lambda{' ' if names else ''}{names}: {answer.expression})",
        ]

    def direct(self, callback: dict) -> list[str]:
        parameters = callback["parameters"][1:]
        values = [
            self.value(parameter["type"], parameter["name"], "", parameter["name"]).expression
            for parameter in parameters
        ]
        names = ", ".join(["number", *(parameter["name"] for parameter in parameters)])
        default = "" if callback["returns"]["type"]["kind"] == "void" else ", default=0"
        return [
            f"{self.thunk(callback['name'])} = plain(_floor.{self.api.title(callback['name'])}, "
            f"lambda {names}: given(number)({', '.join(values)}){default})"
        ]

    def observer(self, struct: dict) -> list[str]:
        title = self.api.title(struct["name"])
        self.exported.append(title)
        fields = [field_ for field_ in struct["fields"] if field_["type"]["kind"] == "callback"]
        lines = [
            "",
            "",
            f"class {title}:",
            *documentation("Receives the events of a client. Override the methods you need, or pass functions by name."),
            "",
        ]
        hints = [f"{field_['name']}: Optional[{self.heard_hint(field_)}] = None" for field_ in fields]
        lines += [f"    def __init__(self, *, {', '.join(hints)}) -> None:"]
        for field_ in fields:
            lines += [
                f"        if {field_['name']} is not None:",
                f"            setattr(self, \"{field_['name']}\", {field_['name']})",
            ]
        table = []
        for field_ in fields:
            values = self.heard_values(field_)
            given = "".join(f", {name}: {value.hint}" for name, value in values)
            lines += [
                "",
                f"    def {field_['name']}(self{given}) -> None:",
                *documentation(field_["description"], "        "),
            ]
            names = ", ".join(name for name, _ in values)
            converted = "".join(f"{value.expression}, " for _, value in values)
            table += [
                f'    "{field_["name"]}": heard(_floor.{self.api.title(struct["name"] + "_" + field_["name"])}, '
                f'"{field_["name"]}", lambda {names}: ({converted.strip()})),'
            ]
        return [*lines, "", "", f"_{title.upper()}_FUNCTIONS = {{", *table, "}"]

    def heard_values(self, field_: dict) -> list[tuple[str, Value]]:
        values = []
        for parameter in field_["type"]["parameters"][2:]:
            name, type_ = parameter["name"], parameter["type"]
            if type_["kind"] == "struct":
                values.append((name, Value("IapError", f"IapError._of({name}.contents)")))
            else:
                values.append((name, self.value(type_, name, "", name, owner="None")))
        return values

    def heard_hint(self, field_: dict) -> str:
        return f"Callable[[{', '.join(value.hint for _, value in self.heard_values(field_))}], object]"
