"""Checks that the blocks that Tests/Documentation/run does not compile are well-formed.

    syntax.py [--grammars] PAGE...     run in the project's folder

- Python, Lua, Swift, JSON, XML, YAML (with the shell commands in it), make and shell have their own parsers. clang reads
  Objective-C++, with declarations of the parts of Foundation that the page uses. With --grammars, tree-sitter reads JavaScript,
  Java, Go and C#; pip installs its grammars into a virtual environment.
- The body of an HTTP request is JSON. Lines of output that begin with a brace are JSON.
- The files in a list of files exist, in the page's folder or in the project's. The page of the package lists installed files;
  Tests/Package checks those.
- The language of each block is known here.
"""

import ast
import collections
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import venv
import xml.etree.ElementTree as xml

import yaml

from blocks import blocks

HERE = pathlib.Path(__file__).parent
GRAMMARS = {"javascript": "tree-sitter-javascript", "java": "tree-sitter-java", "go": "tree-sitter-go", "csharp": "tree-sitter-c-sharp"}
# Compilers read these: Tests/Documentation/run those of the guide, the tests of the bindings and of the package the others.
COMPILED = {"c", "cpp", "cmake"}
FOUNDATION = """
#include <string>
#define nil nullptr
#define YES true
typedef unsigned long NSUInteger;
enum { NSApplicationSupportDirectory = 14, NSUserDomainMask = 1 };
@class NSString, NSError;
@interface NSURL
- (NSURL *)URLByAppendingPathComponent:(NSString *)name;
@property(readonly) const char *fileSystemRepresentation;
@end
@interface NSFileManager
@property(class, readonly) NSFileManager *defaultManager;
- (NSURL *)URLForDirectory:(NSUInteger)directory inDomain:(NSUInteger)domain appropriateForURL:(NSURL *)url create:(bool)create
                     error:(NSError **)error;
@end
@interface NSConstantString
@end
"""
problems = []
checked = collections.Counter()


def run(place, *command, text=None):
    ran = subprocess.run(command, input=text, text=True, capture_output=True, check=False)
    if ran.returncode != 0:
        problems.append(f"{place}: {command[0].rsplit('/', 1)[-1]} cannot read this: {(ran.stderr or ran.stdout).strip()}")


def in_file(place, ending, text, *command):
    with tempfile.NamedTemporaryFile("w", suffix=ending, encoding="utf-8") as file:
        file.write(text)
        file.flush()
        run(place, *command, file.name)


def shell(place, text):
    run(place, "bash", "-n", text=text)


def read_yaml(place, text):
    def steps(value):
        if isinstance(value, dict):
            for name, inner in value.items():
                # What the host puts in place of ${{ ... }} is a word.
                if name == "run" and isinstance(inner, str):
                    shell(place, re.sub(r"\$\{\{.*?\}\}", "word", inner))
                else:
                    steps(inner)
        elif isinstance(value, list):
            for inner in value:
                steps(inner)

    steps(yaml.safe_load(text))


def swift(place, text):
    # Lines of a manifest are arguments of Package(...).
    if re.match(r"\w+: \[", text):
        text = f"import PackageDescription\nlet package = Package(name: \"game\", {text})\n"
    in_file(place, ".swift", text, "swiftc", "-frontend", "-parse")


def objective_c(place, text):
    tools = pathlib.Path(shutil.which("swift")).resolve().parent
    in_file(place, ".mm", FOUNDATION + text, str(tools / "clang++"), "-fsyntax-only", "-std=c++17", "-fobjc-runtime=gnustep-2.0",
            "-Wno-objc-root-class", "-Werror")


def listing(page, place, text):
    """Lines of a name, and two or more spaces before what it is for."""
    rows = [re.match(r"([\w.~/-]*[/.][\w./]*)(?: [.\w]+)*  ", line) for line in text.splitlines() if not line.startswith(" ")]
    if len(rows) < 2 or not all(rows):
        return False
    for row in rows:
        if not any((folder / row[1]).exists() for folder in (page.parent, pathlib.Path())):
            problems.append(f"{place}: there is no {row[1]}")
    return True


def shown_text(page, place, text):
    if re.match(r"(GET|POST|PUT|DELETE) /\S* HTTP/1\.1\n", text):
        body = text.partition("\n\n")[2]
        json.loads(body)
        return "http"
    for line in text.splitlines():
        if line.startswith("{"):
            json.loads(line)
    if commands := re.findall(r"^\$ (.*)$", text, flags=re.MULTILINE):
        shell(place, "\n".join(commands))
        return "commands and what they print"
    if page.as_posix() != "Sources/Package/README.md" and listing(page, place, text):
        return "lists of files"
    return "text"


def grammar_checker():
    """A parser for each language, which says whether it has understood everything."""
    folder = tempfile.mkdtemp()
    venv.create(folder, with_pip=True)
    python = pathlib.Path(folder, "bin/python")
    subprocess.run([python, "-m", "pip", "install", "--quiet", "tree-sitter", *GRAMMARS.values()], check=True)
    program = """
import importlib, sys, tree_sitter
module = importlib.import_module(sys.argv[1].replace("-", "_"))
tree = tree_sitter.Parser(tree_sitter.Language(module.language())).parse(sys.stdin.buffer.read())
def wrong(node):
    if node.is_error or node.is_missing:
        yield node.start_point
    for child in node.children:
        yield from wrong(child)
found = list(wrong(tree.root_node))
if found:
    sys.exit("line %d, column %d" % (found[0][0] + 1, found[0][1] + 1))
"""

    def check(place, language, text):
        if language == "go" and not text.startswith("package "):
            text = "package game\nfunc main() {\n" + text + "}\n"
        run(place, str(python), "-c", program, GRAMMARS[language], text=text)

    return folder, check


def main(pages, grammars):
    folder, check = grammar_checker() if grammars else (None, None)
    readers = {
        "python": lambda place, text: ast.parse(text),
        "lua": lambda place, text: in_file(place, ".lua", text, "luac5.4", "-p"),
        "swift": swift,
        "objcpp": objective_c,
        "sh": shell,
        "json": lambda place, text: json.loads(text),
        "xml": lambda place, text: xml.fromstring(text),
        "yaml": read_yaml,
        "make": lambda place, text: in_file(place, ".mk", "all:\n" + text, "make", "-n", "-f"),
    }
    for page in map(pathlib.Path, pages):
        for block in blocks(page.as_posix(), page.read_text(encoding="utf-8")):
            place, language, text = block.place, block.language, block.text
            kind = language
            try:
                if language in readers:
                    readers[language](place, text)
                elif language in GRAMMARS:
                    if check is None:
                        continue
                    check(place, language, text)
                elif language in ("", "text", "http"):
                    kind = shown_text(page, place, text)
                elif language not in COMPILED:
                    problems.append(f"{place}: the language {language} of this block is unknown here")
                    continue
                else:
                    continue
            except (SyntaxError, ValueError, xml.ParseError, yaml.YAMLError) as mistake:
                problems.append(f"{place}: this is not well-formed: {mistake}")
            checked[kind] += 1
    if folder:
        shutil.rmtree(folder)
    for what in problems:
        print(what)
    kinds = ", ".join(f"{count} {kind}" for kind, count in sorted(checked.items()))
    print(f"syntax of blocks: {kinds}; {len(problems)} problems")
    return 1 if problems else 0


words = sys.argv[1:]
sys.exit(main([word for word in words if word != "--grammars"], "--grammars" in words))
