"""The habits of Apple's systems: their descriptions, the steps to measure them, and results. The list is
Sources/Habits/habits.json.

    habits.py steps [NAME...]                prints the steps to measure habits, and which profiles each result confirms
    habits.py ask ANSWERS [RESULTS...]       asks a person for the habits that no file contains, and adds the answers to ANSWERS
    habits.py report SYSTEM RESULTS...       prints the measured values next to those of the profiles

A file of results has a line for each habit: its name and the two limits of its value, or "-" for no value. A later file replaces
earlier values. A line that begins with "#" names the system.
"""

import json
import os
import re
import sys

UNITS = ("milliseconds", "count", "percent")


def listed():
    path = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "Habits", "habits.json")
    with open(path, encoding="utf-8") as text:
        return {habit["name"]: habit for habit in json.load(text)["habits"]}


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


def words(habit, value):
    """Returns a value in the words of a person."""
    return str(value) if habit["kind"] in UNITS else names(habit)[value]


def names(habit):
    """Returns the words for the values 0, 1, ..."""
    return ["no", "yes"] if habit["kind"] == "flag" else [choice["name"] for choice in habit["choices"]]


def number(habit, answer):
    """Returns the value of an answer; None if it is not a valid one."""
    if habit["kind"] in UNITS:
        return int(answer) if re.fullmatch(r"[0-9]{1,8}", answer) else None
    return names(habit).index(answer) if answer in names(habit) else None


def fits(habit, low, high, value):
    """Returns whether a result fits a value, with some tolerance: clocks, reads and Apple's systems vary."""
    slack = 0
    if habit["kind"] == "milliseconds":
        slack = max(100, value // 4)
    elif habit["kind"] == "percent":
        slack = 5
    return low - slack <= value <= high + slack


def verdict(habit, low, high):
    profiles = habit["values"]
    fitting = [name for name, value in profiles.items() if fits(habit, low, high, value)]
    if fitting:
        return "fits: " + ", ".join(fitting)
    distance = {name: max(low - value, value - high) for name, value in profiles.items()}
    nearest = [name for name in profiles if distance[name] == min(distance.values())]
    return "fits none; nearest: " + ", ".join(nearest)


def row(habit, result):
    profiles = "  ".join(f"{name} {words(habit, value)}" for name, value in habit["values"].items())
    if result is None:
        return f"{habit['name']}  not measured  {profiles}"
    low, high = result
    measured = words(habit, low) if low == high else f"{low} to {high}"
    return f"{habit['name']}  measured {measured}  {profiles}  {verdict(habit, low, high)}"


def report(system, paths):
    found = results(paths)
    print(", ".join([f"habits of {system}", *versions(paths)]))
    for habit in listed().values():
        print(row(habit, found.get(habit["name"])))


def show(habit):
    """Prints the steps of a habit, and which profiles each result confirms."""
    measuring = habit["measuring"]
    print(f"\n{habit['name']}\n  needs: {measuring['needs']}")
    for place, step in enumerate(measuring["steps"], 1):
        print(f"  {place}. {step}")
    print(f"  note: {measuring['note']}")
    for value in sorted(set(habit["values"].values())):
        having = [name for name, of_profile in habit["values"].items() if of_profile == value]
        others = [name for name in habit["values"] if name not in having]
        about = "about " if habit["kind"] == "milliseconds" and value else ""
        print(f"  {about}{words(habit, value)} confirms {', '.join(having)}" + (
            f"; refutes {', '.join(others)}" if others else ""))


def ask(answers_path, paths):
    known = results([answers_path, *paths])
    missing = [habit for name, habit in listed().items() if name not in known]
    print(f"{len(missing)} habits. Type an answer, skip, or quit. Your answers are kept.")
    with open(answers_path, "a", encoding="utf-8") as answers:
        if not versions([answers_path]):
            print("which system, for example iOS 26.4? ", end="", flush=True)
            # The report contains nothing else that a person types freely.
            print("#", re.sub("[^A-Za-z0-9. ]", "", sys.stdin.readline())[:30].strip(), file=answers, flush=True)
        for habit in missing:
            wanted = habit["kind"] if habit["kind"] in UNITS else " or ".join(names(habit))
            show(habit)
            while True:
                print(f"{habit['name']} ({wanted})? ", end="", flush=True)
                answer = sys.stdin.readline().strip()
                if answer in ("", "quit"):
                    return
                value = number(habit, answer)
                if value is not None:
                    print(habit["name"], value, value, file=answers, flush=True)
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
