"""Functions with an index, as lists."""

import re

from python_files.text import documentation


#: Lists whose names have no regular plural.
PLURALS = {"invalid": "invalid_ids", "latest": "latest"}


def plural(name: str) -> str:
    if name in PLURALS:
        return PLURALS[name]
    return f"{name[:-1]}ies" if name.endswith("y") else f"{name}s"


class Lists:
    def lists(self, functions: list[dict], handle: dict) -> tuple[list[tuple[str, dict]], set[str]]:
        """Returns the lists: functions with an index and their count functions; and the names of all these functions."""
        names = {function["name"] for function in functions}
        listed, taken = [], set()
        for function in functions:
            if [parameter["name"] for parameter in function["parameters"][1:2]] != ["index"]:
                continue
            stem = function["name"].removesuffix("_at")
            counts = [f"{stem}_count", f"{stem.removesuffix('_id')}_count", f"{handle['name']}_count"]
            count = next(name for name in counts if name in names)
            item = "" if stem == handle["name"] else self.name({"name": stem}, handle)
            listed.append((item and plural(item), {**function, "count": count}))
            taken |= {function["name"], count}
        return listed, taken

    def list_(self, name: str, function: dict, handle: dict) -> list[str]:
        pointer = self.pointer(handle)
        outs = function["parameters"][2:]
        if outs:
            return self.list_of_tuples(name, function, handle, outs)
        text = function["returns"]["description"].split(";")[0]
        value = self.value(
            function["returns"]["type"],
            f"lib.{function['name']}({pointer}, index)",
            "" if handle["isNumber"] or "NULL" in function["returns"]["description"] else text,
        )
        if name:
            return [
                "",
                "    @property",
                f"    def {name}(self) -> Tuple[{value.hint}, ...]:",
                *documentation(self.about_list(function, handle), "        "),
                f"        count = lib.{function['count']}({pointer})",
                f"        return tuple({value.expression} for index in range(count))",
            ]
        return [
            "",
            "    def __len__(self) -> int:",
            f"        return lib.{function['count']}({pointer})",
            "",
            "    @overload",
            f"    def __getitem__(self, index: int) -> {value.hint}: ...",
            "",
            "    @overload",
            f"    def __getitem__(self, index: slice) -> List[{value.hint}]: ...",
            "",
            f"    def __getitem__(self, index: Union[int, slice]) -> Union[{value.hint}, List[{value.hint}]]:",
            "        if isinstance(index, slice):",
            "            return [self[each] for each in range(len(self))[index]]",
            "        index = to_index(index, len(self))",
            f"        return {value.expression}",
            "",
            f"    def __iter__(self) -> Iterator[{value.hint}]:",
            "        return (self[index] for index in range(len(self)))",
        ]

    def about_list(self, function: dict, handle: dict) -> str:
        """Lists that share a count are described by what they list."""
        shares = function["count"] == f"{handle['name']}_count"
        text = function["description"] if shares else self.api.functions[function["count"]]["description"]
        # The header describes the number, a property has the list.
        return re.sub(r"^Returns the number of ", "The ", text)

    def list_of_tuples(self, name: str, function: dict, handle: dict, outs: list[dict]) -> list[str]:
        made = [self.out(parameter) for parameter in outs]
        arguments = ", ".join(argument for _, argument, _ in made)
        hints = ", ".join(value.hint for _, _, value in made)
        lines = [
            "",
            "    @property",
            f"    def {name}(self) -> Tuple[Tuple[{hints}], ...]:",
            *documentation(
                f"{self.about_list(function, handle)} Each has {', '.join(parameter['name'] for parameter in outs)}.",
                "        ",
            ),
            "        found = []",
            f"        for index in range(lib.{function['count']}(self._pointer)):",
        ]
        lines += [f"            {setup}" for setup, _, _ in made]
        lines += [
            f"            lib.{function['name']}(self._pointer, index, {arguments})",
            f"            found.append(({', '.join(value.expression for _, _, value in made)}))",
            "        return tuple(found)",
        ]
        return lines
