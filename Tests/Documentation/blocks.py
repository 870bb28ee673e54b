"""The code blocks of the documentation's pages, made into programs. Sorter writes them into a folder, and `found` lists them by kind:

    test          NAME                      a game test of a page, of quirk_tests.cpp or more_tests.cpp; in common.cpp
    fragment      NAME                      a part of a program, put into its frame; in common.cpp, or in NAME.c
    program       NAME SOURCE               a program of its own; `unrun`: one that is only compiled
    shell         PLACE FILE                commands
    commands      NAME PROGRAM FILE         commands to be run in the folder of a program, after it
    cmake         PLACE FILE                lines of a CMakeLists.txt
    json          PLACE                     data, which has been read
    storekit      PLACE FOLDER STATUS       a whole .storekit file, FOLDER/Game.storekit, and what iap-store check returns for it
    translation   PLACE                     a block of a translated page that is the original's; only comments and drawings are translated
    built         PLACE SCRIPT              a block that a script of this folder builds or runs
    left-out      PLACE REASON              a block that is not compiled
    problem       PLACE WHAT

What is to be done with a block stands in a comment above it:

    <!-- in: FRAME -->             a fragment, and the part of frames.txt that it is put into
    <!-- not run: REASON -->       a program that is only compiled
    <!-- not compiled: REASON -->  a block that is left out; facts.py reads it, if it is not C or C++
    <!-- built by: SCRIPT -->      a block that this script builds or runs where the reader does
    <!-- checked: STATUS -->       a .storekit file with problems; without it the file must have none
    <!-- printed by: the program above -->   what the last program of the page has to print
    <!-- run: in the folder of the program above -->   commands that are run after the last program of the page
    <!-- printed by: the commands above -->  what these have to print
    <!-- printed by: the check above -->     what iap-store check has to print for the last .storekit file
"""

import collections
import json
import pathlib
import re

HERE = pathlib.Path(__file__).parent
FRAMES = dict(re.findall(r"^==== (\S+)\n(.*?)(?=^====|\Z)", (HERE / "frames.txt").read_text(encoding="utf-8"), re.M | re.S))
INCLUDES = "".join(f"#include <{name}>\n" for name in (
    "iap/iap_receipt.hpp", "iap/iap_server_key.hpp", "iap/iap_verify.hpp", "iap/iap_inventory.hpp", "string_view", "vector"))
MARK = re.compile(r"<!-- (in|not run|not compiled|built by|checked|run|printed by): (.+?) -->")
PROGRAM = re.compile(r"^int main\(", re.MULTILINE)
TEST = re.compile(r"^TEST\((\w+)\)", re.MULTILINE)
# What makes a line of a page code in a language that somebody here can judge.
LANGUAGES = {"c", "cpp", "sh", "cmake", "json"}
# facts.py reads most of these.
FOREIGN = {"swift", "objcpp", "xml", "python", "javascript", "java", "go", "yaml", "lua", "csharp", "make"}
TEXT = {"", "text", "http"}


class Block:
    def __init__(self, page, line, language, mark):
        self.page, self.line, self.language, self.mark = page, line, language, mark
        self.lines = []

    @property
    def text(self):
        return "".join(line + "\n" for line in self.lines)

    @property
    def place(self):
        return f"{self.page}:{self.line}"

    @property
    def name(self):
        return re.sub(r"\W", "_", self.page.removesuffix(".md")) + f"_{self.line}"

    def located(self):
        """The text, in which compilers name the place on the page."""
        return f'#line {self.line} "{self.page}"\n{self.text}'


def blocks(page, text, indented=False):
    """Yields every block of a page between lines of three backquotes. With indented, blocks in lists too."""
    block, mark = None, None
    for number, line in enumerate(text.splitlines(), start=1):
        if indented:
            line = re.sub(r"^ {1,3}(?=```)|^   ", "", line)
        if block is None:
            if line.startswith("```"):
                block = Block(page, number + 1, line[3:].strip(), mark)
            elif found := MARK.fullmatch(line.strip()):
                mark = found.groups()
            elif line.strip():
                mark = None
        elif line == "```":
            yield block
            block, mark = None, None
        else:
            block.lines.append(line)
    if block is not None:
        raise SystemExit(f"{block.place}: the block has no end")


def without_comments(block):
    patterns = {"sh": r"(?:^|(?<=\s))#.*", "c": r"//.*|/\*.*?\*/"}
    pattern = patterns.get({"cmake": "sh", "cpp": "c"}.get(block.language, block.language), r"(?!)")
    lines = (re.sub(pattern, "", line).rstrip() for line in block.lines)
    return [line for line in lines if line]


def named(block):
    """What each line of a drawing names of the code; its other words are translated."""
    return [re.findall(r"\b[A-Z]{2,}\b|\b\w+\(\)|\b\w+_\w+\b", line, re.ASCII) for line in block.lines]


def is_translation(ours, theirs):
    is_drawing = theirs.language == "text" and theirs.mark is None
    common = named if is_drawing else without_comments
    return ours.language == theirs.language and common(ours) == common(theirs)


class Sorter:
    """Sorts the blocks, and writes each where it belongs."""

    def __init__(self, folder):
        self.folder = folder
        self.found = collections.defaultdict(list)
        self.includes = {}
        self.parts = []
        self.tests = {}
        # What printed last, by the words of a comment.
        self.last = {}

    def tell(self, kind, *fields):
        self.found[kind].append(fields)

    def problem(self, block, what):
        self.tell("problem", block.place, what)

    def take(self, block):
        kind, value = block.mark or (None, None)
        if kind == "printed by":
            if value in self.last:
                self.write(self.last[value] + ".expected", block.text)
            else:
                self.problem(block, f"there is no {value.removeprefix('the ')}")
            return
        if block.language in TEXT:
            return
        if block.language not in LANGUAGES | FOREIGN:
            self.problem(block, f"the language {block.language} of this block is unknown here")
        elif kind == "not compiled":
            self.tell("left-out", block.place, value)
        elif kind == "built by":
            self.tell("built", block.place, value)
        elif block.language in FOREIGN:
            return
        elif block.language in ("sh", "cmake"):
            path = self.write(block.name + "." + block.language, block.text)
            self.tell("shell" if block.language == "sh" else "cmake", block.place, path)
            if kind == "run" and "the program above" in self.last:
                self.tell("commands", block.name, self.last["the program above"], path)
                self.last["the commands above"] = block.name
            elif kind == "run":
                self.problem(block, "there is no program above")
        elif block.language == "json":
            self.read_json(block, value if kind == "checked" else "0")
        elif TEST.search(block.text):
            self.add_test(block)
        elif kind == "in":
            self.add_fragment(block, value)
        elif PROGRAM.search(block.text):
            path = self.write(f"{block.name}.{block.language}", block.located())
            self.last["the program above"] = block.name
            self.tell("unrun" if kind == "not run" else "program", block.name, path)
        else:
            self.problem(block, "the block is neither a program nor a test, and names no frame")

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text, encoding="utf-8")
        return path

    def read_json(self, block, status):
        try:
            data = json.loads(block.text)
        except ValueError as mistake:
            self.problem(block, f"this is no JSON: {mistake}")
            return
        # Each whole .storekit file of the pages names its version.
        if not isinstance(data, dict) or "version" not in data:
            self.tell("json", block.place)
            return
        folder = self.folder / f"{block.name}.check"
        folder.mkdir()
        (folder / "Game.storekit").write_text(block.text, encoding="utf-8")
        self.last["the check above"] = block.name
        self.tell("storekit", block.place, folder, status)

    def compare_pages(self, page, original):
        """GettingStarted.zh.md has the code of GettingStarted.md in the same order, with comments in its own language. Testing.zh.md has
        none, and links to it."""
        ours, theirs = (list(blocks(name, pathlib.Path(name).read_text(encoding="utf-8"), indented=True)) for name in (page, original))
        for our, their in zip(ours, theirs):
            if is_translation(our, their):
                self.tell("translation", our.place)
            else:
                self.problem(our, f"this block is not that of {their.place}")
        if ours and len(ours) != len(theirs):
            self.tell("problem", page, f"it has {len(ours)} blocks and {original} {len(theirs)}")

    def add_test(self, block):
        names = TEST.findall(block.text)
        if len(names) != 1:
            self.problem(block, "the block is not one TEST(name)")
        elif names[0] in self.tests:
            self.problem(block, f"there are two tests {names[0]}")
        else:
            self.tests[names[0]] = block.name
            self.parts.append(self.in_namespace(block.name, block.located()))
            self.tell("test", names[0])

    def add_tests(self, path):
        """The tests of a file."""
        text = path.read_text(encoding="utf-8")
        for name in TEST.findall(text):
            self.tests[name] = path.stem
            self.tell("test", name)
        self.parts.append(self.in_namespace(path.stem, f'#line 1 "{path}"\n{text}'))

    def add_fragment(self, block, frame):
        name = f"{frame}.{block.language}"
        if name not in FRAMES:
            self.problem(block, f"there is no frame {name}")
            return
        before, after = FRAMES[name].split("BLOCK\n")
        text = f'#line 1 "{name}"\n{before}{block.located()}#line {before.count(chr(10)) + 2} "{name}"\n{after}'
        if block.language == "c":
            self.write(block.name + ".c", f"#include <iap/iap_polling.h>\n#include <iap/iap_store.h>\n#include <stdlib.h>\n{text}")
        else:
            self.parts.append(self.in_namespace(block.name, text))
        self.tell("fragment", block.name)

    def in_namespace(self, name, text):
        """A part of common.cpp: what it includes stands at the top of the file, once for all."""
        lines = text.splitlines()
        for number, line in enumerate(lines):
            if line.startswith("#include"):
                self.includes[line] = None
                lines[number] = ""
        return f"namespace {name} {{\n" + "\n".join(lines) + f"\n}} // namespace {name}\n"

    def end(self):
        entries = "".join(f'    {{"{test}", {name}::{test}}},\n' for test, name in self.tests.items())
        self.write(
            "common.cpp",
            '#include "runner.hpp"\n#include "test.hpp"\n' + INCLUDES + "\n".join(self.includes) + "\n" + "".join(self.parts)
            + '#line 1 "the list of the tests"\n'
            + f"int main(int count, char **words) {{\n    return run_test(count, words, {{\n{entries}    }});\n}}\n",
        )


def sort(folder, pages):
    sorter = Sorter(folder)
    for page in pages:
        original = re.sub(r"\.[a-z]{2}\.md$", ".md", page)
        if original != page:
            sorter.compare_pages(page, original)
            continue
        for block in blocks(page, pathlib.Path(page).read_text(encoding="utf-8")):
            sorter.take(block)
    sorter.add_tests(HERE / "quirk_tests.cpp")
    sorter.add_tests(HERE / "more_tests.cpp")
    sorter.end()
    return sorter.found
