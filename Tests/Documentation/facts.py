"""Checks the facts on the pages: what a page names exists.

    facts.py FOLDER PAGE...     run in the project's folder; FOLDER has iap-store and iap-server

- Each function, type and constant of C is in a header of Include/iap, and so is each type of C++. iap-server has each metric.
- Each link leads to a file, and to a heading in it.
- Troubleshooting.md and its translation have a row for each error of iap.h.
- Each source file that Sources/README.md names exists.
- Each test that Semantics.md names exists, and each test file that StoreKit.md names. QuirkTests.md names each of quirk_tests.cpp.
- iap-store and iap-server have each command and option that a block of shell uses.
- Blocks of Python, Lua, Swift, JSON, XML and shell can be read. Tests/Documentation/run compiles those of C and C++.
"""

import ast
import json
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as xml

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Sources/Documentation/html"))
sys.dont_write_bytecode = True

from anchors import Anchors  # noqa: E402
from blocks import blocks  # noqa: E402

GUIDE = pathlib.Path("Sources/Documentation")
HEADERS = {path.name: path.read_text(encoding="utf-8") for path in pathlib.Path("Include/iap").iterdir()}
C_NAMES = set(re.findall(r"\b(?:iap|IAP)_\w+", "".join(t for n, t in HEADERS.items() if n.endswith(".h"))))
CPP_NAMES = set(re.findall(r"\b(?:class|struct|using|inline \S+)(?: \[\[nodiscard\]\])? (\w+)",
                           "".join(t for n, t in HEADERS.items() if n.endswith(".hpp"))))
METRICS = set(re.findall(r'"(iap_\w+)"', pathlib.Path("Sources/Server/IAPServer/Metrics.swift").read_text(encoding="utf-8")))
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
problems = []


def problem(page, line, what):
    problems.append(f"{page}:{line}: {what}")


# Names and links


def names(page, number, line):
    # The first column of Changes.md has what is gone.
    if page.endswith("Changes.md") and line.startswith("|"):
        line = line.split("|", 2)[2]
    for match in re.finditer(r"\b(iap|IAP)_\w+", line):
        name, rest = match[0], line[match.end():]
        if rest.startswith((".h", ".c", ".json")) or name in C_NAMES or line[:match.start()].endswith("-D"):
            if (file := re.match(r"\.hp?p?\b", rest)) and name + file[0] not in HEADERS:
                problem(page, number, f"there is no header {name + file[0]}")
        elif rest.startswith(("…", "*")) or name.endswith("_"):
            if not any(known.startswith(name) for known in C_NAMES):
                problem(page, number, f"nothing in the headers begins with {name}")
        # A version of symbols, variables of iap-store, and the fixtures of its pytest plugin.
        elif name not in METRICS and not re.fullmatch(
                r"IAP_\d+|IAP_STORE(KIT|_PROGRAM)?|iap_store(_factory|_testing)?|iap_(notifications|bundle_id)", name):
            problem(page, number, f"no header has {name}")
    for name in re.findall(r"\biap::(\w+)", line):
        if name not in CPP_NAMES:
            problem(page, number, f"no header has iap::{name}")


def anchors(path):
    its, found, fenced = Anchors(), set(), False
    for line in path.read_text(encoding="utf-8").splitlines():
        fenced ^= line.startswith("```")
        if not fenced and (heading := re.match(r"#+ (.*)", line)):
            found.add(its.add(heading[1]))
    return found


def links(page, number, line):
    for target in LINK.findall(re.sub(r"`[^`]*`", "", line)):
        if re.match(r"\w+:", target):
            continue
        path, _, anchor = target.partition("#")
        file = pathlib.Path(page).parent / path if path else pathlib.Path(page)
        if not file.exists():
            problem(page, number, f"the target of the link {target} does not exist")
        elif anchor and anchor not in anchors(file):
            problem(page, number, f"{file} has no heading #{anchor}")


def sources(page):
    for number, line in enumerate(pathlib.Path(page).read_text(encoding="utf-8").splitlines(), start=1):
        for name in re.findall(r"`(\w+/[\w/.+-]+\.(?:swift|h|hpp|c|py|json))`", line):
            if not any(pathlib.Path(folder, name).exists() for folder in (".", "Sources")):
                problem(page, number, f"there is no file {name}")


def errors(page):
    known = set(re.findall(r"^#define (IAP_ERROR_\w+)(?: +\\?$| +\(-)", HEADERS["iap.h"], re.MULTILINE)) - {"IAP_ERROR_VALUE_INIT"}
    for name in known - set(re.findall(r"^\| `(IAP_ERROR_\w+)`", page.read_text(encoding="utf-8"), re.MULTILINE)):
        problem(page, 1, f"{name} has no row")


# Tests and their files, in the last column of a table

TESTS = {}
for path in pathlib.Path("Tests").rglob("*"):
    if path.suffix in (".c", ".swift") and path.is_file():
        text = path.read_text(encoding="utf-8")
        found = re.findall(r"^TEST(?:_\w+)?\((?:[A-Z_]+, )?(\w+)|\bfunc (\w+)\(", text, re.MULTILINE)
        TESTS.setdefault(path.name, set()).update(name for pair in found for name in pair)


def tests(page):
    known = set(TESTS).union(*TESTS.values())
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if line.startswith("| "):
            for word in re.findall(r"`([^`]+)`", line.rstrip("| ").rsplit("|", 1)[-1]):
                # Not each table of StoreKit.md is about tests.
                if word not in known and (page.name == "Semantics.md" or word.endswith((".c", ".swift"))):
                    problem(page, number, f"there is no test {word}")


def quirk_tests(page):
    named = re.findall(r"^\| .*\| `(\w+)` \|$", page.read_text(encoding="utf-8"), re.MULTILINE)
    there = re.findall(r"^TEST\((\w+)\)", pathlib.Path("Tests/Documentation/quirk_tests.cpp").read_text(encoding="utf-8"), re.MULTILINE)
    if named != there:
        problem(page, 1, f"it does not name the tests of quirk_tests.cpp in their order: {sorted(set(named) ^ set(there))}")


# Blocks

HELP = {}


def help_of(folder, program, command):
    words = [str(folder / program), "help", *([command] if program == "iap-store" else [])]
    if tuple(words) not in HELP:
        ran = subprocess.run(words, text=True, capture_output=True, check=False)
        HELP[tuple(words)] = ran.stdout if ran.returncode == 0 else ""
    text = HELP[tuple(words)]
    return text if program == "iap-store" or re.search(rf"iap-server {command}\b", text) else ""


def commands(folder, block):
    text = re.sub(r"(^|\s)#.*", "", block.text.replace("\\\n", " "), flags=re.MULTILINE)
    for program, command, rest in re.findall(r"\b(iap-store|iap-server) ([a-z][a-z-]*)\b([^\n;|&)]*)", text):
        known = help_of(folder, program, command)
        if command != "help" and not known:
            problems.append(f"{block.place}: {program} has no command {command}")
        for option in re.findall(r"(?<!\S)--[a-z][a-z-]*", rest):
            if known and option not in ("--help", "--version") and not re.search(rf"(?<![\w-]){option}(?![\w-])", known):
                problems.append(f"{block.place}: {program} {command} has no option {option}")


def read_by(*command):
    def read(text):
        ran = subprocess.run(command, input=text, text=True, capture_output=True, check=False)
        if ran.returncode != 0:
            raise ValueError((ran.stderr or ran.stdout).strip())
    return read


def read_swift(text):
    # Lines of a manifest are arguments of Package(...).
    if re.match(r"\w+: \[", text):
        text = f"import PackageDescription\nlet package = Package(name: \"game\", {text})\n"
    read_by("swiftc", "-frontend", "-parse", "-")(text)


READERS = {"python": ast.parse, "json": json.loads, "xml": xml.fromstring, "swift": read_swift,
           "lua": read_by("luac5.4", "-p", "-"), "sh": read_by("bash", "-n")}


def main(folder, pages):
    for page in pages:
        text, fenced = pathlib.Path(page).read_text(encoding="utf-8"), False
        for number, line in enumerate(text.splitlines(), start=1):
            fenced ^= line.startswith("```")
            # Bindings have names of their own languages.
            if not page.startswith(("Sources/Bindings/", "Tests/")):
                names(page, number, line)
            if not fenced:
                links(page, number, line)
        for block in blocks(page, text):
            try:
                if block.language in READERS:
                    READERS[block.language](block.text)
            except (SyntaxError, ValueError, xml.ParseError) as mistake:
                problems.append(f"{block.place}: this is not well-formed: {mistake}")
            if block.language == "sh":
                commands(folder, block)
    for page in sorted(GUIDE.glob("Troubleshooting*.md")):
        errors(page)
    sources("Sources/README.md")
    for page in ("Semantics.md", "StoreKit.md"):
        tests(GUIDE / page)
    quirk_tests(GUIDE / "QuirkTests.md")
    for what in problems:
        print(what)
    print(f"facts: {len(pages)} pages, {len(problems)} problems")
    return 1 if problems else 0


sys.exit(main(pathlib.Path(sys.argv[1]), sys.argv[2:]))
