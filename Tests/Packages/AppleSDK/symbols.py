#!/usr/bin/env python3
"""Checks the symbols of a library for Apple's systems.

    symbols.py LLVM-NM LIBRARY IAP_API.JSON [OLDEST_SDK]

The library exports exactly the functions of the client's headers. With OLDEST_SDK, every other symbol that this SDK does not
have is weak: without it, a system of that version would refuse the library.
"""
import json
import pathlib
import re
import subprocess
import sys

nm, library, interface, *oldest = sys.argv[1:]


def lines(*options):
    return subprocess.run([nm, *options, library], check=True, capture_output=True, text=True).stdout.splitlines()


def declared():
    api = json.loads(pathlib.Path(interface).read_text(encoding="utf-8"))
    client = {header["name"].rpartition("/")[2] for header in api["headers"] if header["part"] == "client"}
    return {f["name"] for f in api["functions"] if f["header"] in client and not f["isInline"]}


problems = []
exported = {line.split()[-1].removeprefix("_") for line in lines("--defined-only", "--extern-only") if line.split()}
functions = declared()
problems += [f"{name} is declared and not exported" for name in sorted(functions - exported)]
problems += [f"{name} is exported and not declared" for name in sorted(exported - functions)]

# (undefined) weak external _name (from Library)
undefined = [re.match(r" *\(undefined\) (weak )?external (\S+) \((?:from )?(.+)\)", line) for line in lines("-m", "--undefined-only")]
# The functions of the compiler's own runtime come with Apple's toolchain.
own = {"___isPlatformVersionAtLeast"}
undefined = [match for match in undefined if match and match[2] not in own]
strong = [match for match in undefined if not match[1]]
newer = 0
if oldest:
    root = pathlib.Path(oldest[0])
    known = set()
    for file in [*root.glob("usr/lib/*.tbd"), *root.glob("usr/lib/swift/*.tbd"), *root.glob("System/Library/Frameworks/*/*.tbd"),
                 *root.glob("usr/lib/system/*.tbd")]:
        text = file.read_text(encoding="utf-8", errors="replace")
        known.update(re.findall(r"[\w$.]+", text))

    def is_known(symbol):
        # A list of classes names them without the prefix of the symbol.
        name = re.sub(r"^_OBJC_(METACLASS|CLASS)_\$_", "", symbol)
        return symbol in known or name in known or f"_{name}" in known

    problems += [f"{match[2]} from {match[3]} is newer than {root.name}, and not weak" for match in strong if not is_known(match[2])]
    newer = sum(not is_known(match[2]) for match in undefined if match[1])

for problem in problems[:20]:
    print(f"error: {problem}")
print(f"{len(exported)} functions exported, {len(undefined)} symbols of the system, {len(undefined) - len(strong)} of them weak"
      + (f", {newer} of these newer than {pathlib.Path(oldest[0]).name}" if oldest else ""))
sys.exit(1 if problems else 0)
