"""Checks that the files and names on the pages for maintainers exist.

    maintainer.py MANIFEST      the JSON that `swift package dump-package` gives; run in the project's folder

- Each path in back quotes in Sources/README.md and Tests/README.md leads to a file or folder: from the page's folder, or, for a
  name without a folder, anywhere in Include, Sources and Tests. A star stands for any text.
- What stands behind a file in parentheses and back quotes is in that file.
- Sources/README.md has a row for each target of Package.swift that is no test and no sample, with the targets that it depends on.
- Tests/README.md names each folder and each script of Tests.
"""

import json
import pathlib
import re
import sys

ENDINGS = ("swift", "c", "h", "hpp", "cpp", "py", "md", "map", "bash", "txt", "storekit", "cmake")
FILE = re.compile(r"[\w.+*{},-]+\.(?:%s)$" % "|".join(ENDINGS))
problems = []


def expanded(name):
    """A name with {a,b} as several."""
    if not (match := re.search(r"\{([^}]*)\}", name)):
        return [name]
    return [n for part in match[1].split(",") for n in expanded(name[: match.start()] + part + name[match.end():])]


def is_there(folder, name):
    if "/" in name.rstrip("/"):
        return any(folder.glob(name.rstrip("/"))) or any(pathlib.Path().glob(name.rstrip("/")))
    places = (folder, *map(pathlib.Path, ("Include", "Sources", "Tests")))
    return pathlib.Path(name).exists() or any(match for place in places for match in place.rglob(name.rstrip("/")))


def paths(page):
    fenced, count = False, 0
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        fenced ^= line.startswith("```")
        if fenced:
            continue
        for text in re.findall(r"`([^`]+)`", line):
            last = text.rstrip("/").rsplit("/", 1)[-1]
            # .build is what a build makes.
            if " " in text or text.startswith(".build") or not (FILE.match(last) or re.match(r"[\w.+*{},-]+/[\w./+*{},-]*$", text)):
                continue
            for name in expanded(text):
                count += 1
                if not is_there(page.parent, name):
                    problems.append(f"{page}:{number}: there is no {name}")
        for name, word in re.findall(r"`([\w/+]+\.swift)` \(`(\w+)`\)", line):
            if word not in (page.parent / name).read_text(encoding="utf-8"):
                problems.append(f"{page}:{number}: {name} has no {word}")
    return count


def graph(page, manifest):
    """Rows of the form | `Target` | what it is for | `Dependency` `Dependency` |."""
    targets = {
        target["name"]: {next(iter(d.values()))[0] for d in target["dependencies"]}
        for target in manifest["targets"]
        if target["type"] != "test" and not str(target.get("path") or "").startswith(("Samples", "Tests"))
    }
    rows = {}
    for row in re.finditer(r"^\| `(C?IAP\w*|iap-store|iap-server)` \|[^|]*\|([^|]*)\|$", page.read_text(encoding="utf-8"), re.MULTILINE):
        rows[row[1]] = set(re.findall(r"`(\w+)`", row[2]))
    for name in sorted(targets.keys() | rows.keys()):
        if name not in rows:
            problems.append(f"{page}: the target {name} has no row")
        elif name not in targets:
            problems.append(f"{page}: {name} is no target of Package.swift")
        elif rows[name] != targets[name]:
            problems.append(f"{page}: {name} depends on {' '.join(sorted(targets[name]))}")
    return len(rows)


def folders(page):
    text = page.read_text(encoding="utf-8")
    named = set(re.findall(r"`([\w.-]+)/?`", text))
    for entry in sorted(page.parent.iterdir()):
        if entry.name not in named and entry.name != page.name:
            problems.append(f"{page}: {entry.name} is not named")


sources, tests = pathlib.Path("Sources/README.md"), pathlib.Path("Tests/README.md")
count = paths(sources) + paths(tests)
rows = graph(sources, json.load(open(sys.argv[1], encoding="utf-8")))
folders(tests)
for what in problems:
    print(what)
print(f"maintainers' pages: {count} paths, {rows} targets, {len(problems)} problems")
sys.exit(1 if problems else 0)
