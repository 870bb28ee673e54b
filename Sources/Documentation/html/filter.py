#!/usr/bin/env python3
"""A header as Doxygen reads it: with the structure that the header gives in plain comments. Doxygen runs it.

    filter.py HEADER

- The comment at the head of the file becomes the description of the header, with its titles in capitals as headings.
- A banner (/* ---- products */) begins a topic in a C header, and a group of functions in a class of C++.
- A function that retains or releases a handle, or initializes a struct, gets the text that iap.h has for all of them.
- An int32_t type with its constants becomes an enumeration, which Doxygen shows with a table of the values.
- The namespace with the version (v0_1) is left out. It is inline, so games do not write it.

A line stays on its line, so that Doxygen's warnings name the right one.
"""

import pathlib
import re
import sys

BANNER = re.compile(r"^( *)/\* -{10,} (.+) \*/$")
CONSTANT = re.compile(r"^#define (\w+) +(\(?-?\w+\)?)(?: +(/\*\*<.*))?$")


def title_of(text):
    return text[0].upper() + text[1:]


def topic_of(header, title=None):
    """The identifier of a header's page, or of one of its topics. Doxygen names the file after it."""
    words = [header.replace(".", "_")] + re.findall(r"[a-z0-9]+", (title or "").lower())
    return "_".join(words)


def head(lines, header):
    """The comment at the head of the file, as documentation."""
    end = next(number for number, line in enumerate(lines) if line.strip() == "*/")
    found = []
    for line in lines[1:end]:
        text = line[2:].removeprefix(" ").rstrip()
        if re.fullmatch(r"[A-Z][A-Z ]+", text):
            text = f"### {text.capitalize()}"
        elif number := re.match(r" ?(\d+\. .*)", text):
            text = number[1]
        elif text.startswith("   ") or not text.strip():
            text = text[1:]
        else:
            text = text.strip()
        # Text that is indented less than the items of a list before it goes on with the list around it.
        if found and re.match(r" {3}\S", text) and not re.match(r" {3}\S", found[-1]) and re.match(r" {4,}", found[-1]):
            found.append("")
        found.append(text)
    while len(found) > end - 1:
        found[-2:] = [f"{found[-2]} {found[-1]}"]
    found[0] = found[0].removeprefix(header + ":").strip()
    if not found[0].startswith("<"):
        found[0] = title_of(found[0])
    kind = f"\\defgroup {topic_of(header)} {header}" if header.endswith(".h") else "\\file"
    return [f"/** {kind}"] + found + ["*/"], end + 1


def enumerations(lines):
    """typedef int32_t NAME; with its constants on the next lines, as enum NAME."""
    number = 0
    while number < len(lines):
        match = re.match(r"^typedef int32_t (\w+);(.*)$", lines[number])
        if not match or number + 1 >= len(lines) or not lines[number + 1].startswith(("#define ", "/**")):
            number += 1
            continue
        last, end, comment = None, number + 1, False
        for end in range(number + 1, len(lines)):
            line = lines[end]
            if comment:
                comment = "*/" not in line
            elif line.startswith("/** "):
                comment = "*/" not in line
            elif constant := CONSTANT.match(line):
                last = end
                behind = constant[3] or ""
                lines[end] = f"{constant[1]} = {constant[2]}, {behind}"
                comment = bool(behind) and "*/" not in behind
            elif line.startswith("#define ") and line.endswith("\\"):
                name, rest = re.match(r"#define (\w+) +\\", line)[1], lines[end + 1].strip()
                value, _, behind = rest.partition(" ")
                lines[end], lines[end + 1] = f"{name} =", f"{value}, {behind}"
                last = end + 1
                comment = "/**<" in behind and "*/" not in behind
            elif re.match(r"^\(?-?\w+\)?, ", line):
                continue
            elif last is not None and last == end - 1 and line.startswith((" *", "  ")):
                last = end
            elif not line.startswith(" "):
                break
        if last is None:
            number += 1
            continue
        # A comment that ends on a later line belongs to the constant.
        while "*/" not in "".join(lines[last:last + 1]) and "/**<" in lines[last]:
            last += 1
        lines[number] = f"enum {match[1]} : int32_t {{ {match[2]}"
        lines[last] += " };"
        number = last + 1
    return lines


def escaped(title):
    """A title as an argument of a Doxygen alias."""
    return title.replace(",", "\\,")


def is_empty(lines):
    """Whether the next banner follows before any declaration."""
    for line in lines:
        if BANNER.match(line):
            return True
        if line and not line.startswith(("/*", " *")):
            return False
    return True


RULES = {"retain": "Retains the handle, to keep it after its callback or its list. Ignores NULL.",
         "release": "Releases a handle that was given or retained. Ignores NULL.",
         "init": "Sets the struct to the value of its macro. For bindings; C and C++ use the macro. Ignores NULL."}


def with_rules(lines):
    """The functions that follow the rules of OWNERSHIP have no comment in the header."""
    for number, line in enumerate(lines):
        match = re.match(r"(?:const )?\w+ \*?iap_\w+_(retain|release|init)\(", line)
        if match and not lines[number - 1].endswith("*/") or match and "clang-format on" in lines[number - 1]:
            lines[number] = f"/** {RULES[match[1]]} */ {line}"
    return lines


def main(path):
    header = pathlib.Path(path).name
    lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    c = header.endswith(".h")
    found, begin = head(lines, header)
    rest = lines[begin:]
    if c:
        rest = with_rules(enumerations(rest))
    is_open = False
    if c:
        # The empty lines inside of extern "C" begin and end the page of the header.
        is_open = True
        rest[rest.index('extern "C" {') + 2] = f"/** \\addtogroup {topic_of(header)} */ /**@{{*/"
        last = max(number for number, line in enumerate(rest) if line == "#ifdef __cplusplus")
        rest[last - 1] = "/**@}*/"
    for number, line in enumerate(rest):
        banner = BANNER.match(line)
        if banner and c and is_empty(rest[number + 1:]):
            rest[number] = ""
        elif banner and (c or banner[1]):
            title = title_of(banner[2])
            begin = f"\\topic{{{topic_of(header, title)},{escaped(title)},{topic_of(header)}}}" if c else f"\\name {title}"
            rest[number] = ("/**@}*/ " if is_open else "") + f"/** {begin} */ /**@{{*/"
            is_open = True
        elif is_open and not c and line.startswith("};"):
            rest[number] = f"/**@}}*/ {line}"
            is_open = False
        elif re.match(r"^(inline namespace v\w+ \{|\} // (inline )?namespace v\d\w*)$", line):
            rest[number] = ""
    sys.stdout.write("\n".join(found + rest) + "\n")


main(sys.argv[1])
