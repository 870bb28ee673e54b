"""Reads, changes and writes DER, also in ways that DER forbids."""

from dataclasses import dataclass

BOOLEAN, INTEGER, BIT_STRING, OCTET_STRING, NULL, OBJECT, UTF8_STRING = 0x01, 0x02, 0x03, 0x04, 0x05, 0x06, 0x0C
PRINTABLE_STRING, UTC_TIME, GENERALIZED_TIME, SEQUENCE, SET = 0x13, 0x17, 0x18, 0x30, 0x31
CONSTRUCTED = 0x20


@dataclass
class Element:
    """The content is a list of elements if the tag is constructed, otherwise bytes."""

    tag: int
    content: list | bytes
    # How its length is written: with this many bytes more than DER uses, or without a length.
    spare: int = 0
    is_indefinite: bool = False

    @property
    def der(self):
        content = self.content if isinstance(self.content, bytes) else b"".join(each.der for each in self.content)
        if self.is_indefinite:
            return bytes([self.tag, 0x80]) + content + b"\0\0"
        return bytes([self.tag]) + self._length(len(content)) + content

    def _length(self, count):
        if count < 0x80 and not self.spare:
            return bytes([count])
        needed = 0 if count < 0x80 else (count.bit_length() + 7) // 8
        return bytes([0x80 | needed + self.spare]) + count.to_bytes(needed + self.spare, "big")

    def __getitem__(self, index):
        return self.content[index]

    def walk(self):
        """The element and everything inside of it, with the path to it."""
        yield (), self
        if isinstance(self.content, list):
            for index, each in enumerate(self.content):
                for way, element in each.walk():
                    yield (index, *way), element


def read_all(data):
    elements = []
    while data:
        count, start = data[1], 2
        if count >= 0x80:
            start += count & 0x7F
            count = int.from_bytes(data[2:start], "big")
        content = data[start:start + count]
        elements.append(Element(data[0], read_all(content) if data[0] & CONSTRUCTED else content))
        data = data[start + count:]
    return elements


def read(data):
    (element,) = read_all(data)
    return element


def object_identifier(dotted):
    first, second, *rest = (int(part) for part in dotted.split("."))
    content = b""
    for number in (40 * first + second, *rest):
        digits = bytes([number & 0x7F])
        while number := number >> 7:
            digits = bytes([0x80 | number & 0x7F]) + digits
        content += digits
    return Element(OBJECT, content)
