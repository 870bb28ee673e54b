"""The plain implementation of signatures agrees with files of vectors.

Usage: python3 signatures.py [FILE...]     (default: vectors/signatures.json)
"""

import json
import pathlib
import sys

from counting import Checks
from signing import PREFIX, TOLERANCE, accepts, action, sign


def check(checks: Checks, vectors: dict) -> None:
    checks.equal("prefix", vectors["signaturePrefix"], PREFIX)
    checks.equal("tolerance", vectors["toleranceSeconds"], TOLERANCE)
    for case in vectors["cases"]:
        check_case(checks, case)
    for case in vectors["rejections"]:
        accepted = accepts([case["secret"]], case["presentedSignature"], case["timestamp"], case["body"].encode(),
                           case.get("receiverNow", case["timestamp"]))
        checks.equal(f"{case['name']} is refused", accepted, False)
    for case in vectors["responseSemantics"]["cases"]:
        checks.equal(f"after {case['status']}", action(case["status"]), case["action"])
    checks.equal("after no answer", action(None), vectors["responseSemantics"]["connectionError"])


def check_case(checks: Checks, case: dict) -> None:
    name, timestamp, body = case["name"], case["timestamp"], case["body"].encode()
    secrets = [case[key] for key in ("secret", "previousSecret") if key in case]
    checks.equal(f"{name}: signature", ",".join(sign(secret, timestamp, body) for secret in secrets), case["expected"])
    header = case.get("presentedHeader", case["expected"])
    for difference, expected in [(0, True), (300, True), (-300, True), (301, False), (-301, False)]:
        # Each secret alone is enough: a receiver that has changed to the new secret still accepts the signature.
        for secret in secrets:
            accepted = accepts([secret], header, timestamp, body, timestamp + difference)
            checks.equal(f"{name}: accepted {difference} seconds later", accepted, expected)


def main() -> int:
    default = pathlib.Path(__file__).parent / "vectors" / "signatures.json"
    checks = Checks("Signatures")
    for file in sys.argv[1:] or [default]:
        check(checks, json.loads(pathlib.Path(file).read_text()))
    return checks.end()


if __name__ == "__main__":
    sys.exit(main())
