"""Classes for the handles."""

import textwrap

from python_files.text import documentation, safe


#: Base classes that are written by hand.
BASES = {"iap_client": "ClientBase", "iap_store": "StoreBase"}


SHOWN = ("id", "state", "type", "kind", "name", "product_id")


class Handles:
    def handle(self, handle: dict) -> list[str]:
        title = self.api.title(handle["name"])
        self.exported.append(title)
        functions = [function for function in self.api.functions.values() if self.receiver(function) == handle["name"]]
        fields = self.api.fields.get(handle["name"], [])
        listed, lists = self.lists(functions, handle)
        bases = BASES.get(handle["name"], "Closable" if handle["isNumber"] else "Snapshot")
        itself = next((item for name, item in listed if name == ""), None)
        lines = ["", "", f"class {title}({bases}):"]
        if handle["name"] not in BASES:
            lines += [*documentation(handle["description"] or f"The handle {handle['name']} of C."), ""]
        lines += [] if handle["isNumber"] else ["    __slots__ = ()"]
        lines += [f'    _{key} = "{handle[key]}"' for key in ("retain", "release", "close") if key in handle]
        plain_functions = [function for function in functions if function["name"] not in lists | self.special]
        getters = [function for function in plain_functions if len(function["parameters"]) == 1]
        names = [self.name(getter, handle) for getter in [*getters, *fields]]
        shown = [name for name in SHOWN if name in names and not handle["isNumber"]]
        lines += [f"    _shows = ({', '.join(repr(name) for name in shown)},)"] if shown else []
        lines += self.opening(handle)
        for name, item in listed:
            lines += self.list_(name, item, handle)
        for field_ in fields:
            lines += ["", *textwrap.indent("\n".join(self.field_of_handle(field_, handle)), "    ").splitlines()]
        for function in plain_functions:
            lines += ["", *textwrap.indent("\n".join(self.function(function, handle)), "    ").splitlines()]
        for function in self.makers(handle):
            lines += ["", *textwrap.indent("\n".join(self.function(function, handle, makes=True)), "    ").splitlines()]
        return lines

    def receiver(self, function: dict) -> str | None:
        """Returns the handle whose method the function is."""
        first = function["parameters"][0]["type"] if function["parameters"] else {}
        return first["name"] if first.get("kind") == "handle" else None

    def makers(self, handle: dict) -> list[dict]:
        """Returns the functions without a receiver that return such a handle, except the one that opens it."""
        return [
            function
            for function in self.api.functions.values()
            if self.receiver(function) is None
            and function["name"] not in self.special | {f"{handle['name']}_open"}
            and self.made(function) == handle["name"]
        ]

    def made(self, function: dict) -> str | None:
        return next(
            (
                parameter["type"]["of"]["name"]
                for parameter in function["parameters"]
                if parameter["type"]["kind"] == "out" and parameter["type"]["of"]["kind"] == "handle"
            ),
            None,
        )

    def free_functions(self) -> list[dict]:
        return [
            function
            for function in self.api.functions.values()
            if function["name"] not in self.special and self.receiver(function) is None and self.made(function) is None
        ]

    def name(self, function: dict, handle: dict | None) -> str:
        name = function["name"].removeprefix("iap_")
        if handle:
            words = handle["name"].removeprefix("iap_").split("_")
            prefixes = ["_".join(words[:count]) + "_" for count in range(len(words), 0, -1)]
            name = next((name.removeprefix(prefix) for prefix in prefixes if name.startswith(prefix)), name)
        return safe(name)

    def opening(self, handle: dict) -> list[str]:
        """Returns the constructor, with the options as keywords."""
        function = self.api.functions.get(f"{handle['name']}_open")
        if not function:
            return []
        options = function["parameters"][0]["type"]["name"]
        title, struct = self.api.title(options), self.api.structs[options]
        fields = self.fields(struct)
        hints = [
            next(line for line in self.field(field_) if not line.lstrip().startswith("#")).strip() for field_ in fields
        ]
        lines = [
            "",
            f"    def __init__(self, *, {', '.join(hints)}) -> None:",
            *documentation(function["description"], "        "),
            f"        self._open({title}({', '.join(safe(field_['name']) for field_ in fields)}))",
        ]
        if BASES.get(handle["name"]) == "ClientBase":
            return lines
        keep = (
            "self._take(handle.value, keeps)"
            if handle["isNumber"]
            else "self._pointer, self._keeps = handle.value or 0, keeps"
        )
        return [
            *lines,
            "",
            f"    def _open(self, options: {title}) -> None:",
            "        keeps: List[object] = [options]",
            "        values = options._c(keeps)",
            "        handle, error = c_void_p(), new_error()",
            f"        check(lib.{function['name']}(byref(values), byref(handle), byref(error)), error)",
            f"        {keep}",
        ]
