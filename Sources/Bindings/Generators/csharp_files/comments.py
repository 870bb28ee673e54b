"""The comments of members. They adapt the header's words about C functions to members of C#."""

import re

from csharp_files.names import comment, is_date, summary
from interface import Interface

# Words that the type of the member already expresses.
SAID_BY_TYPE = re.compile(
    r"how many|how often|1 or 0|true or false|the text|the word|the number|the quantity|an? IAP_\w+… value")
FILLING = {"the", "its", "it", "a", "an", "of", "id", "is", "as", "which"}


def member_comment(function: dict, *, is_property: bool = False, result: dict | None = None) -> list[str]:
    """Returns the comment of a property or a method; `result` is the parameter that a method returns."""
    returns = function["returns"]
    returned, errors = parts(function)
    if result:
        returned = without_ownership(result["description"])
    elif Interface.is_flag(returns):
        returned = re.sub(r"\b1\b", "true", re.sub(r"\b0\b", "false", returned))
    elif is_date(function["name"]):
        returned = returned.replace("milliseconds since 1970; 0", "null")
    if is_repeated(returned, function["description"]):
        returned = ""
    if not function["description"]:
        return summary(sentence(returned))
    return [*summary(re.sub(r"\bNULL\b", "null", function["description"])),
            *comment("value" if is_property else "returns", sentence(returned)),
            *comment("exception", sentence(errors), ' cref="IapException"')]


def parts(function: dict) -> tuple[str, str]:
    """Returns a function's result text and its error text."""
    returns = function["returns"]
    text = without_ownership(returns["description"])
    if returns["type"].get("name") != "iap_status_t":
        if Interface.has_value_and_error(function):
            error = next(parameter for parameter in function["parameters"] if parameter["name"] == "error")
            # The exception replaces the value of a failed call.
            returned = re.sub(r", never a negative value|; 0 if the call failed|, and if the call failed", "", text)
            return returned.rstrip("."), without_ownership(
                re.sub(r"^may be NULL; borrows it[:;] (IAP_OK, )?", "", error["description"]))
        returned, *errors = re.split(r"; or (?:a negative status )?(?=IAP_ERROR_|as )", text, maxsplit=1)
        return returned, "".join(errors)
    if text.startswith("the status of the error"):
        return text.replace("status of the error; IAP_OK", "error; null"), ""
    return "", re.sub(r"^IAP_OK( \([^)]*\))?, ", "", text).replace("IAP_OK", "no error")


def without_ownership(text: str) -> str:
    """Removes ownership: C# objects release given handles and keep borrowed ones. Nothing may be NULL."""
    text = re.sub(r"(\ba (handle|text) that|\bthat|, which) lives as long as [^;.]*|a handle, to be released", "", text)
    text = re.sub(r"for NULL(, | or )a closed", "for a closed", text)
    text = re.sub(r"; may be NULL|; \w+ for NULL\b", "", text)
    return re.sub(r" +(?=;)|^(gives|borrows|copies)\b[ ;]*|^; ", "", text).replace("NULL", "null").strip(" ;")


def is_repeated(returned: str, description: str) -> bool:
    """Returns whether the type or the description already contains the whole result text."""
    rest = re.sub(r"\W", "", SAID_BY_TYPE.sub("", returned))
    return not rest or set(words(returned)) - FILLING <= set(words(description))


def sentence(text: str) -> str:
    return text and text[0].upper() + text[1:].rstrip(".") + "."


def words(text: str) -> list[str]:
    return re.findall(r"\w+", text.lower())
