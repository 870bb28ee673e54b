"""Checks that the names and links on the pages exist.

    references.py PAGE...

- Each function, type and constant of C that a page of the guide names is in a header of Include/iap, and so is each type of C++.
- Each link leads to a file, and to a heading in it.
- Each page of the guide ends, in both languages, with a link to the next one, in the order of Sources/Documentation/README.md.
- Troubleshooting.md and its translations have a row for each error of iap.h, without an empty cell.
- A translated page (X.zh.md) links to its original, and the original to it.
- A Chinese page has no word that Glossary.zh.md rules out.
"""

import os
import pathlib
import re
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parents[2] / "Sources/Documentation/html"))
sys.dont_write_bytecode = True

from anchors import Anchors

INCLUDE = pathlib.Path("Include/iap")
GLOSSARY = pathlib.Path("Sources/Documentation/Glossary.zh.md")
HEADERS = {path.name: path.read_text(encoding="utf-8") for path in INCLUDE.iterdir()}
C_NAMES = set(re.findall(r"\b(?:iap|IAP)_\w+", "".join(t for n, t in HEADERS.items() if n.endswith(".h"))))
CPP_NAMES = set(re.findall(r"\b(?:class|struct|using|inline \S+)(?: \[\[nodiscard\]\])? (\w+)",
                           "".join(t for n, t in HEADERS.items() if n.endswith(".hpp"))))
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
problems = []


def problem(page, line, what):
    problems.append(f"{page}:{line}: {what}")


def anchors(path):
    its, found, fenced = Anchors(), set(), False
    for line in path.read_text(encoding="utf-8").splitlines():
        fenced ^= line.startswith("```")
        if not fenced and (heading := re.match(r"#+ (.*)", line)):
            found.add(its.add(heading[1]))
    return found


def check_order(index):
    """The pages of the index, in its order and each language; not the samples and the bindings, which have their own READMEs."""
    targets = dict.fromkeys(re.findall(r"\]\(([^)#\s]+\.md)\)", index.read_text(encoding="utf-8")))
    guide = [index.parent / target for target in targets if not re.search(r"Samples|Bindings", target)]
    chinese = [page for page in guide if page.name.endswith(".zh.md")]
    for word, pages in (("Next: ", [page for page in guide if page not in chinese]), ("下一页：", chinese)):
        for page, following in zip(pages, [*pages[1:], index]):
            last = page.read_text(encoding="utf-8").splitlines()[-1]
            if f"]({os.path.relpath(following, page.parent)})" not in last or not last.startswith(word):
                problem(page, "end", f"the last line has to be a link to the next page, {following}")


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
        # A version of symbols, variables of iap-store, the fixtures of its pytest plugin, and the metrics of iap-server.
        elif not re.fullmatch(r"IAP_\d+|IAP_STORE(KIT|_PROGRAM)?|iap_store(_factory|_testing)?|iap_(notifications|bundle_id)"
                              r"|iap_(requests|verdicts|notifications|webhooks)_total", name):
            problem(page, number, f"no header has {name}")
    for name in re.findall(r"\biap::(\w+)", line):
        if name not in CPP_NAMES:
            problem(page, number, f"no header has iap::{name}")


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


def errors(page):
    """A row for each error: its name, what it means, what the game does, what the player sees."""
    known = set(re.findall(r"^#define (IAP_ERROR_\w+)(?: +\\?$| +\(-)", HEADERS["iap.h"], re.MULTILINE)) - {"IAP_ERROR_VALUE_INIT"}
    rows = {}
    for number, line in enumerate(pathlib.Path(page).read_text(encoding="utf-8").splitlines(), start=1):
        if row := re.match(r"\| `(IAP_ERROR_\w+)`", line):
            cells = [cell.strip() for cell in line.strip("|").split("|")]
            if len(cells) != 4 or not all(re.search(r"\w", cell) for cell in cells):
                problem(page, number, f"{row[1]} has not four cells with something in them")
            if rows.setdefault(row[1], number) != number:
                problem(page, number, f"{row[1]} has a row already")
    for name in sorted(known - set(rows)):
        problem(page, 1, f"{name} has no row")
    for name in sorted(set(rows) - known):
        problem(page, rows[name], f"{name} is no error of iap.h")
    return len(known)


def translation(page):
    """X.zh.md and X.md lead to each other."""
    path = pathlib.Path(page)
    original = path.with_name(re.sub(r"\.[a-z]{2}\.md$", ".md", path.name))
    for here, there in ((path, original), (original, path)):
        if f"]({there.name})" not in here.read_text(encoding="utf-8"):
            problem(here, 1, f"there is no link to {there.name}")


def ruled_out():
    """The words in the second column of the first table of the Chinese glossary, with the words to write instead."""
    found = {}
    for line in re.split(r"^## ", GLOSSARY.read_text(encoding="utf-8"), flags=re.MULTILINE)[1].splitlines():
        if line.startswith("| ") and (cells := [cell.strip() for cell in line.strip("|").split("|")])[2].isascii():
            found |= {word: cells[0] for word in cells[1].split("、")}
    return found


def words(page, without):
    for number, line in enumerate(pathlib.Path(page).read_text(encoding="utf-8").splitlines(), start=1):
        for word in without:
            if word in line:
                problem(page, number, f"write {without[word]}, not {word}")


def main(pages):
    for page in pages:
        fenced = False
        for number, line in enumerate(pathlib.Path(page).read_text(encoding="utf-8").splitlines(), start=1):
            fenced ^= line.startswith("```")
            # Bindings have names of their own languages.
            if not page.startswith(("Sources/Bindings/", "Tests/")):
                names(page, number, line)
            if not fenced:
                links(page, number, line)
    check_order(pathlib.Path("Sources/Documentation/README.md"))
    count = max(map(errors, sorted(pathlib.Path("Sources/Documentation").glob("Troubleshooting*.md"))))
    for page in pages:
        if re.search(r"\.[a-z]{2}\.md$", page):
            translation(page)
        if page.endswith(".zh.md") and pathlib.Path(page) != GLOSSARY:
            words(page, ruled_out())
    for what in problems:
        print(what)
    print(f"references: {len(pages)} pages, {count} errors explained, {len(problems)} problems")
    return 1 if problems else 0


sys.exit(main(sys.argv[1:]))
