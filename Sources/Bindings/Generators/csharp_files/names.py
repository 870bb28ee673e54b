"""C# names and types for the names and types of C."""

import os.path
import textwrap

from interface import Interface

NUMBERS = {"int32": "int", "uint32": "uint", "int64": "long", "uint64": "ulong", "size": "UIntPtr", "double": "double",
           "uint8": "byte"}
KEYWORDS = {"event", "object", "string", "ref", "out", "in", "is", "as", "lock", "params", "checked", "fixed"}
# Many files of a game use System.Environment and UnityEngine.Event.
RENAMED = {"iap_environment_t": "StoreEnvironment", "iap_event": "QueuedEvent"}


class Names:
    def __init__(self, api: Interface):
        self.api = api

    # Names

    def type(self, name: str) -> str:
        """iap_product_type_t -> ProductType; iap_client, which has a close function -> IapClient"""
        if name in RENAMED:
            return RENAMED[name]
        is_number = self.api.handles.get(name, {}).get("isNumber", False)
        return ("Iap" if is_number else "") + self.api.title(name)

    def member(self, function: str, prefix: str) -> str:
        """iap_product_display_name of iap_product -> DisplayName"""
        words, first = function.split("_"), prefix.split("_")
        shared = len(os.path.commonprefix([words, first]))
        return pascal("_".join(words[shared:]))

    def enum_members(self, enum: dict) -> list[tuple[str, dict]]:
        """IAP_PRODUCT_TYPE_CONSUMABLE -> Consumable"""
        values = enum["values"]
        words = [value["name"].split("_") for value in values]
        if enum["name"] == "iap_status_t":
            shared = [1 if word[1] == "OK" else 2 for word in words]
        else:
            # The prefix never includes the last word.
            length = len(os.path.commonprefix([word[:-1] for word in words]))
            shared = [length] * len(words)
            # IAP_SIGNED_KIND_NONE next to IAP_SIGNED_TRANSACTION
            rest = enum["name"].upper().removesuffix("_T").split("_")[length:]
            shared = [length + len(rest) if rest and word[length:-1][:len(rest)] == rest else length for word in words]
        return [(pascal("_".join(word[count:])), value) for count, word, value in zip(shared, words, values)]

    # Types of the C interface

    def field(self, type_: dict) -> str:
        """Returns the type in structs and callbacks, which need no conversion."""
        kind = type_["kind"]
        if kind in NUMBERS:
            return NUMBERS[kind]
        if kind == "enum":
            return self.type(type_["name"])
        if kind == "struct":
            return type_["name"] + ("*" if type_["isPointer"] else "")
        return "void" if kind == "void" else "IntPtr"

    def argument(self, parameter: dict) -> str:
        """Returns the type of a function's parameter."""
        type_, kind = parameter["type"], parameter["type"]["kind"]
        if kind in ("text", "bytes", "buffer"):
            return "[Out] byte[]" if kind == "buffer" else "byte[]"
        if kind == "texts":
            return "IntPtr[]"
        if kind == "callback":
            return type_["name"]
        if self.api.is_error(parameter):
            return "ref iap_error"
        if kind == "handle" and self.is_snapshot(type_["name"]) and parameter.get("ownership") != "takes":
            return self.type(type_["name"])
        if kind == "out":
            of = self.field(type_["of"])
            return f"[Out] {of}[]" if parameter.get("ownership") == "borrows" else f"out {of}"
        return self.field(type_)

    def is_snapshot(self, handle: str) -> bool:
        return not self.api.handles[handle]["isNumber"]


def pascal(name: str) -> str:
    return "".join(word[:1].upper() + word[1:].lower() for word in name.split("_"))


def camel(name: str) -> str:
    first, *rest = name.split("_")
    word = first + pascal("_".join(rest)) if rest else first
    return "@" + word if word in KEYWORDS else word


def is_date(function: str) -> bool:
    return function.endswith("_date_ms")


def summary(text: str) -> list[str]:
    """Returns the lines of an XML comment."""
    return comment("summary", text)


def comment(tag: str, text: str, attributes: str = "") -> list[str]:
    if not text:
        return []
    text = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    lines = textwrap.wrap(f"<{tag}{attributes}>{text}</{tag}>", 116, break_long_words=False, break_on_hyphens=False)
    return [f"/// {line}" for line in lines]


def block(head: str, lines: list[str]) -> list[str]:
    return [head, "{", *[f"    {line}".rstrip() for line in lines], "}"]


def namespace(lines: list[str], *usings: str, name: str = "IAPBridge") -> str:
    head = [f"using {using};" for using in usings]
    return "\n".join([*head, *([""] if head else []), *block(f"namespace {name}", lines)]) + "\n"
