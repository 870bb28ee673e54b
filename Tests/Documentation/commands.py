"""Checks that the commands on the pages exist.

    commands.py [--programs FOLDER] PAGE...     run in the project's folder; FOLDER has iap-store and iap-server

In blocks of shell, in blocks with lines that begin with "$ ", and between back quotes in text:

- A script of this project exists and accepts the options.
- iap-store and iap-server have the command and its options, according to their help.
- Package.swift has the products that swift builds, CMake has the settings, and Debian has the packages.
- Any other program is in the list KNOWN below. This finds misspelled names.
"""

import pathlib
import re
import shlex
import shutil
import subprocess
import sys

# Programs of systems and languages that pages may use.
KNOWN = set("""
    apt apt-get awk bash c++ cat cc cd chmod clang codesign cmake cp cpack createdb createuser ctest curl docker dotnet echo emcc export
    g++ gcc git grep gunzip head install kill less love ls lua lua5.4 make man mcs mkdir mkfifo mono mv ninja node npm openssl pip
    pip3 pkg-config psql pytest python3 rm sed sleep source sqlite3 sudo swift systemctl tail tar test touch wait xcode-select
    xcodebuild xcrun xvfb-run zcat zstd set printf unzip cut tr sort uname sha256sum mktemp trap read exit [ pg_dump journalctl podman nc
""".split())
KEYWORDS = {"if", "then", "else", "elif", "fi", "for", "do", "done", "while", "until", "case", "esac", "in", "{", "}", "!", "function", "time"}
PREFIXES = {"sudo", "exec", "env", "nohup", "command"}
FENCE = re.compile(r"^ {0,3}```(\w*)")
problems = []
count = 0


def shell_text(page):
    """Returns the line number and the text of what readers type: whole blocks, or single commands."""
    found, inside, language, begin, lines = [], False, "", 0, []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), start=1):
        if fence := FENCE.match(line):
            if inside:
                if language in ("sh", "bash", "console"):
                    found.append((begin, "\n".join(lines)))
                elif language in ("", "text"):
                    found += [(begin + at, text[2:]) for at, text in enumerate(lines) if text.startswith("$ ")]
            inside, language, begin, lines = not inside, fence[1], number + 1, []
        elif inside:
            lines.append(line)
        else:
            found += [(number, text) for text in re.findall(r"`([^`]+)`", line)
                      if re.match(r"(?:\w+=\S+ )*(?:iap-store|iap-server|(?:Samples|Tests|Sources)/[\w./-]+) ", text)]
    return found


def simple_commands(text):
    """Yields the words of each command, also of commands inside $(...)."""
    text = re.sub(r"<<-?\s*'?(\w+)'?(.*?)\n.*?\n\1(?=\n|$)", r"\2", text, flags=re.DOTALL).replace("\\\n", " ")
    text = re.sub(r"'\{.*?\}'", "DATA", text, flags=re.DOTALL)
    for inner in re.findall(r"\$\(([^()]*)\)", text):
        yield from simple_commands(inner)
    for line in re.sub(r"\$\([^()]*\)", "INNER", text).splitlines():
        try:
            lexer = shlex.shlex(line, posix=True, punctuation_chars="();<>|&")
            lexer.whitespace_split = True
            lexer.commenters = "#" if re.search(r"(^|\s)#", line) else ""
            words = list(lexer)
        except ValueError:
            # A text over several lines.
            continue
        command = []
        for word in words + [";"]:
            if re.fullmatch(r"[();|&]+", word):
                if command:
                    yield command
                command = []
            else:
                command.append(word)


def cleaned(words):
    """Returns the words without assignments, redirections and words that only introduce a command."""
    found, skip = [], False
    for word in words:
        if skip or re.fullmatch(r"[<>&]+", word):
            skip = not skip
            if found and found[-1].isdigit():
                found.pop()
            continue
        found.append(word)
    if found and found[0] in ("for", "case"):
        return []
    while found and (re.match(r"\w+=", found[0]) or found[0] in KEYWORDS | PREFIXES or found[0].startswith("-")):
        found.pop(0)
    return found


class Programs:
    """The commands and options of iap-store and iap-server."""

    def __init__(self, folder):
        self.folder = folder
        self.helps = {}

    def help(self, program, command=None):
        key = (program, command)
        if key not in self.helps:
            words = [str(self.folder / program), "help"] + ([command] if command and program == "iap-store" else [])
            ran = subprocess.run(words, text=True, capture_output=True, check=False)
            self.helps[key] = ran.stdout if ran.returncode == 0 else ""
        return self.helps[key]

    def check(self, place, words):
        if self.folder is None:
            return
        program, rest = words[0], words[1:]
        command = next((word for word in rest if not word.startswith("-")), None)
        if command is None or command == "help" or not re.fullmatch(r"[a-z-]+", command):
            return
        text = self.help(program, command)
        if program == "iap-server" and not re.search(rf"iap-server {command}\b", text):
            text = ""
        if not text:
            problems.append(f"{place}: {program} has no command {command}")
            return
        for option in options(rest):
            if option not in ("--help", "--version") and not re.search(rf"(?<![\w-]){option}(?![\w-])", text):
                problems.append(f"{place}: {program} {command} has no option {option}")


def options(words):
    return [word.partition("=")[0] for word in words if re.match(r"--[a-z]", word)]


def check_script(place, folder, words):
    script = pathlib.Path(words[0])
    here = next((path for path in (script, folder / script) if path.is_file()), None)
    if here is None:
        problems.append(f"{place}: there is no {words[0]}")
        return
    text = here.read_text(encoding="utf-8", errors="replace")
    # Options may be read by a program that the script starts.
    near = "".join(path.read_text(encoding="utf-8", errors="replace") for path in [*here.parent.iterdir(), *here.parent.glob("*/*")]
                   if path.is_file() and path.suffix in (".py", ".c", ".bash", ".sh", ".hpp", ".cpp", ""))
    if "swift" in words[1:]:
        # It runs another command.
        words = words[:words.index("swift")]
    for option in options(words):
        if option not in text and not re.search(rf"[\"' (|]{option}[\"' )=|,]", near):
            problems.append(f"{place}: {words[0]} knows no {option}")


def check_known(place, words, facts):
    if words[0] == "cmake":
        for word in words:
            if (name := re.match(r"-D(IAPBRIDGE_\w+|GAME_\w+|SAMPLE_\w+)", word)) and name[1] not in facts["cmake"]:
                problems.append(f"{place}: CMake has no {name[1]} here")
    elif words[:2] == ["swift", "build"] and "--product" in words:
        product = words[words.index("--product") + 1]
        if f'"{product}"' not in facts["manifest"] and f'"{product}"' not in facts["pages"]:
            problems.append(f"{place}: Package.swift has no product {product}")
    elif words[:2] in (["apt", "install"], ["apt-get", "install"]) and facts["packages"]:
        for package in words[2:]:
            if re.fullmatch(r"[a-z0-9][a-z0-9.+-]+", package) and package not in facts["packages"]:
                problems.append(f"{place}: Debian has no package {package}")


def debian_packages():
    """Empty where apt has no lists."""
    if shutil.which("apt-cache") is None:
        return set()
    names = set(subprocess.run(["apt-cache", "pkgnames"], text=True, capture_output=True, check=False).stdout.split())
    return names if "cmake" in names and "libsqlite3-dev" in names else set()


def main(words):
    global count
    programs = Programs(None)
    if words[0] == "--programs":
        if all(pathlib.Path(words[1], name).exists() for name in ("iap-store", "iap-server")):
            programs = Programs(pathlib.Path(words[1]))
        words = words[2:]
    facts = {
        "cmake": "".join(path.read_text(encoding="utf-8") for pattern in ("CMakeLists.txt", "Sources/Package/*.cmake", "Samples/*/CMakeLists.txt")
                         for path in pathlib.Path().glob(pattern)),
        "manifest": pathlib.Path("Package.swift").read_text(encoding="utf-8"),
        "packages": debian_packages(), "pages": "",
    }
    for page in map(pathlib.Path, words):
        text = page.read_text(encoding="utf-8")
        # Functions and files that the page itself makes.
        made = set(re.findall(r"^\s*(\w+)\(\)\s*\{", text, flags=re.MULTILINE))
        for number, typed in shell_text(page):
            place = f"{page}:{number}"
            for command in simple_commands(typed):
                command = cleaned(command)
                if not command:
                    continue
                count += 1
                name = command[0]
                if name.rsplit("/", 1)[-1] in ("iap-store", "iap-server"):
                    programs.check(place, [name.rsplit("/", 1)[-1], *command[1:]])
                elif re.match(r"(Samples|Tests|Sources|\.ci)/", name):
                    check_script(place, page.parent, command)
                elif name in KNOWN:
                    check_known(place, command, facts)
                elif not (name in made or re.match(r"(\.{1,2}|build|\$\w+|path)/|[\"$]", name) or name.isupper()):
                    problems.append(f"{place}: the program {name} is not in KNOWN of Tests/Documentation/commands.py")
    for what in problems:
        print(what)
    print(f"commands: {count} of {len(words)} pages, {len(problems)} problems"
          + ("" if programs.folder else "; those of iap-store and iap-server are not compared with their help"))
    return 1 if problems else 0


sys.exit(main(sys.argv[1:]))
