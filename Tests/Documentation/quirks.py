"""Checks what the trial measures of the quirks of the reference store, for the script trial.

    quirks.py names MEASURED             MEASURED has a line for each quirk that the list says is measured
    quirks.py profile EXPECTED MEASURED  what was measured is what the profile says
"""

import json
import os
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")

# What a profile says of a quirk cannot be seen while another quirk of it hides it.
HIDDEN = {
    # There is no repeat, and no moment of expiry, to look at.
    "repeat_after_finish_ms": lambda v: v["repeat_after_finish"] == 0,
    "renewal_flicker_will_renew": lambda v: v["renewal_flicker_ms"] == 0,
    "renewal_flicker_winback": lambda v: v["renewal_flicker_ms"] == 0,
    "renewal_flicker_listing_empty": lambda v: v["renewal_flicker_ms"] == 0,
    # The held transaction is the answer, so that there is no error.
    "bad_promo_error": lambda v: v["offer_to_holder_returns_held"] == 1,
    # Every announcement but a repeat waits for others.
    "refund_announce_lag_ms": lambda v: v["updates_coalesce_ms"] > 0,
    # The listing misses the new period for as long as the longer of the two says.
    "renewal_before_listing_ms": lambda v: v["renewal_flicker_ms"]
    > v["updates_coalesce_ms"] + v["renewal_before_listing_ms"],
    # It is not gone before it would come back.
    "refund_relist_flicker": lambda v: v["refund_lag_ms"] >= 2000,
    # Reads that lack the purchase come on top of the time.
    "listing_lag_ms": lambda v: v["listing_lag_reads"] > 0,
    # Before it buys, the library reads what the account has of the product, and waits some seconds for that.
    "result_delay_ms": lambda v: v["read_stall_ms"] > 0,
    # It counts from the charge; what is seen first is the result.
    "double_delivery_ms": lambda v: v["result_delay_ms"] > 0,
}

# The trial looks each 10 ms, or each 50 ms while it waits for something else.
SLACK_MS = 60


def listed():
    with open(os.path.join(ROOT, "Sources", "Store", "Quirks", "quirks.json"), encoding="utf-8") as text:
        return {quirk["name"]: quirk for quirk in json.load(text)["quirks"]}


def measured_quirks():
    return {name: quirk for name, quirk in listed().items() if quirk["measuring"]["by"] == "trial"}


def lines(path):
    with open(path, encoding="utf-8") as text:
        return {name: [int(number) for number in numbers if number != "-"] for name, *numbers in map(str.split, text)}


def differs(quirk, value, measured):
    """What is wrong with a measure; None if nothing is."""
    name = quirk["name"]
    if not measured:
        return f"{name}: not measured; it is {value}"
    slack = SLACK_MS if quirk["kind"] == "milliseconds" else 0
    low, high = measured
    return None if low - slack <= value <= high + slack else f"{name}: measured {low} to {high}; it is {value}"


def profile(expected_path, measured_path):
    expected = {name: value for name, (value,) in lines(expected_path).items()}
    measured = lines(measured_path)
    problems = []
    for name, quirk in measured_quirks().items():
        if not (name in HIDDEN and HIDDEN[name](expected)):
            problems.append(differs(quirk, expected[name], measured.get(name)))
    return [problem for problem in problems if problem]


def main(command, *arguments):
    if command == "names":
        return [f"{name}: only in one of the two" for name in lines(*arguments).keys() ^ measured_quirks().keys()]
    return profile(*arguments)


found = main(*sys.argv[1:])
for line in found:
    print(line, file=sys.stderr)
sys.exit(1 if found else 0)
