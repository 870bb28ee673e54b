"""The quirks of Apple's systems: their descriptions, the steps to measure them, and results. The list is
Sources/Store/Quirks/quirks.json.

    quirks.py steps [NAME...]                prints the steps to measure quirks, and which profiles each result confirms
    quirks.py ask ANSWERS [RESULTS...]       asks a person for the quirks that no file contains, and adds the answers to ANSWERS
    quirks.py report SYSTEM RESULTS...       prints the measured values next to those of the profiles

A file of results has a line for each quirk: its name and the two limits of its value, or "-" for no value. A later file replaces
earlier values. A line that begins with "#" names the system.
"""

import json
import os
import re
import sys

UNITS = ("milliseconds", "count", "percent")


def listed():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Store", "Quirks", "quirks.json")
    with open(path, encoding="utf-8") as text:
        return {quirk["name"]: quirk for quirk in json.load(text)["quirks"]}


def results(paths):
    """Returns the lowest and the highest value by name."""
    found = {}
    for path in paths:
        if not os.path.exists(path):
            continue
        with open(path, encoding="utf-8") as lines:
            for name, *numbers in (line.split() for line in lines if line[0] != "#"):
                if len(numbers) == 2:
                    found[name] = tuple(map(int, numbers))
    return found


def versions(paths):
    """Returns the names of the system that the person gave."""
    said = []
    for path in filter(os.path.exists, paths):
        with open(path, encoding="utf-8") as lines:
            said += [line[1:].strip() for line in lines if line[0] == "#"]
    return said


def words(quirk, value):
    """Returns a value in the words of a person."""
    return str(value) if quirk["kind"] in UNITS else names(quirk)[value]


def names(quirk):
    """Returns the words for the values 0, 1, ..."""
    return ["no", "yes"] if quirk["kind"] == "flag" else [choice["name"] for choice in quirk["choices"]]


def number(quirk, answer):
    """Returns the value of an answer; None if it is not a valid one."""
    if quirk["kind"] in UNITS:
        return int(answer) if re.fullmatch(r"[0-9]{1,8}", answer) else None
    return names(quirk).index(answer) if answer in names(quirk) else None


def fits(quirk, low, high, value):
    """Returns whether a result fits a value, with some tolerance: clocks, reads and Apple's systems vary."""
    slack = 0
    if quirk["kind"] == "milliseconds":
        slack = max(100, value // 4)
    elif quirk["kind"] == "percent":
        slack = 5
    return low - slack <= value <= high + slack


def verdict(quirk, low, high):
    profiles = quirk["values"]
    fitting = [name for name, value in profiles.items() if fits(quirk, low, high, value)]
    if fitting:
        return "fits: " + ", ".join(fitting)
    distance = {name: max(low - value, value - high) for name, value in profiles.items()}
    nearest = [name for name in profiles if distance[name] == min(distance.values())]
    return "fits none; nearest: " + ", ".join(nearest)


def row(quirk, result):
    profiles = "  ".join(f"{name} {words(quirk, value)}" for name, value in quirk["values"].items())
    if result is None:
        return f"{quirk['name']}  not measured  {profiles}"
    low, high = result
    measured = words(quirk, low) if low == high else f"{low} to {high}"
    return f"{quirk['name']}  measured {measured}  {profiles}  {verdict(quirk, low, high)}"


def report(system, paths):
    found = results(paths)
    print(", ".join([f"quirks of {system}", *versions(paths)]))
    for quirk in listed().values():
        print(row(quirk, found.get(quirk["name"])))


def show(quirk):
    """Prints the steps of a quirk, and which profiles each result confirms."""
    measuring = quirk["measuring"]
    print(f"\n{quirk['name']}\n  needs: {measuring['needs']}")
    for place, step in enumerate(measuring["steps"], 1):
        print(f"  {place}. {step}")
    print(f"  note: {measuring['note']}")
    for value in sorted(set(quirk["values"].values())):
        having = [name for name, of_profile in quirk["values"].items() if of_profile == value]
        others = [name for name in quirk["values"] if name not in having]
        about = "about " if quirk["kind"] == "milliseconds" and value else ""
        print(f"  {about}{words(quirk, value)} confirms {', '.join(having)}" + (
            f"; refutes {', '.join(others)}" if others else ""))


def ask(answers_path, paths):
    known = results([answers_path, *paths])
    missing = [quirk for name, quirk in listed().items() if name not in known]
    print(f"{len(missing)} quirks. Type an answer, skip, or quit. Your answers are kept.")
    with open(answers_path, "a", encoding="utf-8") as answers:
        if not versions([answers_path]):
            print("which system, for example iOS 26.4? ", end="", flush=True)
            # The report contains nothing else that a person types freely.
            print("#", re.sub("[^A-Za-z0-9. ]", "", sys.stdin.readline())[:30].strip(), file=answers, flush=True)
        for quirk in missing:
            wanted = quirk["kind"] if quirk["kind"] in UNITS else " or ".join(names(quirk))
            show(quirk)
            while True:
                print(f"{quirk['name']} ({wanted})? ", end="", flush=True)
                answer = sys.stdin.readline().strip()
                if answer in ("", "quit"):
                    return
                value = number(quirk, answer)
                if value is not None:
                    print(quirk["name"], value, value, file=answers, flush=True)
                if value is not None or answer == "skip":
                    break
                print(f"this is not {wanted}; type skip to continue, or quit to end")


def main(arguments):
    command, rest = (arguments[0], arguments[1:]) if arguments else ("", [])
    if command == "steps" and set(rest) <= set(listed()):
        for name in rest or listed():
            show(listed()[name])
    elif command == "ask" and rest:
        ask(rest[0], rest[1:])
    elif command == "report" and len(rest) > 1:
        report(rest[0], rest[1:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1:])
