"""Data classes for the structs."""

import textwrap

from python_files.floor import ctype
from python_files.text import documentation, safe


class Structs:
    def fields(self, struct: dict) -> list[dict]:
        """Returns the fields for Python. Counts and user data belong to other fields."""
        shown: list[dict] = []
        before: dict = {}
        for field_ in struct["fields"]:
            kind, name = field_["type"]["kind"], field_["name"]
            counts = kind == "size" and before.get("type", {}).get("kind") in ("text", "texts", "bytes", "struct")
            if counts:
                shown[-1] = {**shown[-1], "count": name}
            elif name != "struct_size" and not name.startswith("reserved") and not name.endswith("_user_data"):
                shown.append(field_)
            before = field_
        return shown

    def struct(self, struct: dict) -> list[str]:
        title = self.api.title(struct["name"])
        self.exported.append(title)
        lines = ["", "", "@dataclass", f"class {title}:", *documentation(struct["description"] or struct["name"]), ""]
        if struct["name"] in self.written_structs:
            return lines + self.filled_struct(struct, title)
        for field_ in self.fields(struct):
            lines += self.field(field_)
        lines += [
            "",
            f"    def _c(self, keeps: List[object]) -> _floor.{title}:",
            f"        values = prepared(_floor.{title})",
        ]
        for field_ in self.fields(struct):
            lines += [
                f"        if self.{safe(field_['name'])} is not None:",
                *textwrap.indent("\n".join(self.fill(field_)), " " * 12).splitlines(),
            ]
        return [*lines, "        return values"]

    def field(self, field_: dict) -> list[str]:
        type_, name = field_["type"], safe(field_["name"])
        lines = [f"    #: {line}" for line in textwrap.wrap(field_["description"], 112)]
        if type_["kind"] == "callback":
            return [*lines, f"    {name}: Optional[{self.callable(self.api.callbacks[type_['name']])}] = None"]
        if type_["kind"] == "struct" and type_["name"] == "iap_bytes":
            return [*lines, f"    {name}: Optional[Sequence[Union[str, Data]]] = None"]
        if type_["kind"] == "struct":
            title = self.api.title(type_["name"])
            return [*lines, f"    {name}: Optional[{f'Sequence[{title}]' if 'count' in field_ else title}] = None"]
        hint = self.given(type_, field_["name"], field_["description"], optional=False).hint
        if type_["kind"] == "text" and "count" in field_:
            hint = "Union[str, Data]"
        return [*lines, f"    {name}: {hint if hint.startswith('Optional') else f'Optional[{hint}]'} = None"]

    def fill(self, field_: dict) -> list[str]:
        """Returns lines that write a field. Messages contain the Python names."""
        type_, name, own = field_["type"], field_["name"], f"self.{safe(field_['name'])}"
        kind, count = type_["kind"], field_.get("count")
        if kind == "callback":
            return [
                f'kept = to_kept({own}, "{name}")',
                "keeps.append(kept)",
                f"values.{name} = {self.thunk(type_['name'])}",
                f"values.{name}_user_data = kept.number",
            ]
        if kind == "struct" and not type_["isPointer"]:
            return [f'values.{name} = to_struct({own}, {self.api.title(type_["name"])}, keeps, "{name}")']
        if kind == "struct" and count is None:
            return [f'values.{name} = pointer(to_struct({own}, {self.api.title(type_["name"])}, keeps, "{name}"))']
        if count is not None and kind in ("struct", "texts"):
            return [
                f"{name} = {self.array(field_, own)}",
                f"keeps.append({name})",
                f"values.{name}, values.{count} = cast({name}, {self.pointer_type(type_)}), len({name})",
            ]
        if count is not None:
            data = [f'data = to_bytes({own}, "{name}")']
            if kind == "text":
                return [*data, f"values.{name}, values.{count} = data, len(data)"]
            return [
                *data,
                "buffer = create_string_buffer(data, len(data))",
                "keeps.append(buffer)",
                f"values.{name}, values.{count} = cast(buffer, c_void_p).value, len(data)",
            ]
        expression = self.given(type_, name, field_["description"], optional=False).expression
        return [f"values.{name} = {expression.replace(f'({safe(name)},', f'({own},') if '(' in expression else own}"]

    def pointer_type(self, type_: dict) -> str:
        return ctype(type_) if type_["kind"] == "texts" else f"POINTER(_floor.{self.api.title(type_['name'])})"

    def array(self, field_: dict, own: str) -> str:
        type_, name = field_["type"], field_["name"]
        if type_["kind"] == "texts":
            return f'to_texts({own}, "{name}")'
        if type_["name"] == "iap_bytes":
            return f'to_bytes_array({own}, keeps, "{name}")'
        title = self.api.title(type_["name"])
        return f'to_array({own}, {title}, _floor.{title}, keeps, "{name}")'

    def filled_struct(self, struct: dict, title: str) -> list[str]:
        """Returns the class of a struct that the library fills."""
        values = [
            (field_, self.value(field_["type"], f"values.{field_['name']}", field_["description"], field_["name"]))
            for field_ in self.fields(struct)
        ]
        lines = []
        for field_, value in values:
            lines += [f"    #: {line}" for line in textwrap.wrap(field_["description"], 112)]
            lines += [f"    {safe(field_['name'])}: {value.hint}"]
        for field_, value in values:
            lines += self.companion(field_["name"], f"self.{field_['name']}", field_["description"], field_["type"])
        lines += [
            "",
            "    @classmethod",
            f"    def _of(cls, values: _floor.{title}) -> {title}:",
            f"        return cls({', '.join(value.expression for _, value in values)})",
        ]
        return lines
