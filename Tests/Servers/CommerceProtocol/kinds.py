"""The kinds of JSON values of which a shape consists. Each returns what is wrong with a value."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

# A dictionary of named shapes; a shape can refer to another name.
Names = dict[str, object]


def problems(value, shape, names: Names, place: str = "$") -> Iterator[str]:
    """Every difference between the value and the shape. `place` is the value's place in the document."""
    while isinstance(shape, str):
        shape = names[shape]
    yield from shape.problems(value, names, place)


@dataclass
class Text:
    """A string. Lengths count characters, not bytes."""
    least: int = 0
    most: int | None = None
    pattern: str | None = None
    among: tuple[str, ...] | None = None

    def problems(self, value, names: Names, place: str) -> Iterator[str]:
        if not isinstance(value, str):
            yield f"{place} is {value!r}, not a string"
            return
        if len(value) < self.least:
            yield f"{place} has fewer than {self.least} characters"
        if self.most is not None and len(value) > self.most:
            yield f"{place} has more than {self.most} characters"
        if self.pattern is not None and not re.fullmatch(self.pattern, value):
            yield f"{place} is {value!r}, which does not match {self.pattern}"
        if self.among is not None and value not in self.among:
            yield f"{place} is {value!r}, which is not one of {', '.join(self.among)}"


@dataclass
class Whole:
    """An integer. A number with a decimal point is not an integer; true and false are not integers either."""
    least: int | None = None

    def problems(self, value, names: Names, place: str) -> Iterator[str]:
        if isinstance(value, bool) or not isinstance(value, int):
            yield f"{place} is {value!r}, not an integer"
        elif self.least is not None and value < self.least:
            yield f"{place} is {value}, less than {self.least}"


@dataclass
class Flag:
    """True or false."""

    def problems(self, value, names: Names, place: str) -> Iterator[str]:
        if not isinstance(value, bool):
            yield f"{place} is {value!r}, neither true nor false"


@dataclass
class Row:
    """An array whose elements have one shape."""
    of: object
    least: int = 0
    unique: bool = False

    def problems(self, value, names: Names, place: str) -> Iterator[str]:
        if not isinstance(value, list):
            yield f"{place} is not an array"
            return
        if len(value) < self.least:
            yield f"{place} has fewer than {self.least} elements"
        if self.unique and any(element in value[:index] for index, element in enumerate(value)):
            yield f"{place} has an element twice"
        for index, element in enumerate(value):
            yield from problems(element, self.of, names, f"{place}[{index}]")


@dataclass
class Record:
    """An object with named members. A closed one has no others."""
    required: dict[str, object] = field(default_factory=dict)
    optional: dict[str, object] = field(default_factory=dict)
    closed: bool = False

    def problems(self, value, names: Names, place: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{place} is not an object"
            return
        known = self.required | self.optional
        for name in self.required:
            if name not in value:
                yield f"{place} has no {name}"
        for name, member in value.items():
            if name in known:
                yield from problems(member, known[name], names, f"{place}.{name}")
            elif self.closed:
                yield f"{place} has the unknown member {name}"


@dataclass
class Map:
    """An object whose members all have one shape, under any names that match."""
    of: object
    name: Text = field(default_factory=Text)
    least: int = 0
    most: int | None = None

    def problems(self, value, names: Names, place: str) -> Iterator[str]:
        if not isinstance(value, dict):
            yield f"{place} is not an object"
            return
        if len(value) < self.least or self.most is not None and len(value) > self.most:
            yield f"{place} has {len(value)} members"
        for name, member in value.items():
            yield from self.name.problems(name, names, f"the name of {place}.{name}")
            yield from problems(member, self.of, names, f"{place}.{name}")
