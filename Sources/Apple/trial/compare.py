"""Compares recordings of Sources/Apple/try: the events of a store for each situation of the list.

    compare.py record LIST FOLDER                 prints a recording: the audit logs of the folder without times and with short ids
    compare.py table REFERENCE RECORDING          prints the differences of two recordings as a table
"""

import difflib
import json
import sys


def names(path):
    """Returns the names of the situations, in the order of the list."""
    with open(path, encoding="utf-8") as lines:
        return [line.split(":")[0] for line in lines if ":" in line and not line.startswith("#")]


def reported(path):
    """Returns the lines of an audit log. It numbers ids in the order of their appearance."""
    try:
        with open(path, encoding="utf-8") as lines:
            entries = [json.loads(line) for line in lines]
    except FileNotFoundError:
        return ["not recorded"]
    ids = {}
    texts = []
    for entry in entries:
        del entry["time_ms"]
        fields = [entry.pop("event")]
        for name, value in sorted(entry.items()):
            if name in ("transaction_id", "payment_id"):
                value = ids.setdefault((name, value), sum(kind == name for kind, _ in ids) + 1)
            fields.append(f"{name}={value}")
        texts.append(" ".join(fields))
    return texts


def record(list_path, folder):
    for number, name in enumerate(names(list_path), 1):
        print(name)
        for line in reported(f"{folder}/{number}.jsonl"):
            print(f"    {line}")


def read(path):
    """Returns a recording: the lines of each situation."""
    situations = {}
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            if line.startswith(" "):
                situations[name].append(line.strip())
            else:
                name = line.strip()
                situations[name] = []
    return situations


def table(reference_path, recording_path):
    reference, recording = read(reference_path), read(recording_path)
    rows = []
    for name in reference | recording:
        expected, got = reference.get(name, ["not recorded"]), recording.get(name, ["not recorded"])
        for line in difflib.ndiff(expected, got):
            if line[0] in "-+":
                side = "the reference store alone" if line[0] == "-" else "StoreKit alone"
                rows.append(f"| {name} | {side} | {line[2:]} |")
    print(f"{len(reference | recording)} situations, {len(rows)} lines differ")
    if rows:
        print("\n| situation | who says it | what |\n|---|---|---|")
        print("\n".join(rows))


if len(sys.argv) == 4 and sys.argv[1] in ("record", "table"):
    {"record": record, "table": table}[sys.argv[1]](*sys.argv[2:])
else:
    sys.exit(__doc__)
