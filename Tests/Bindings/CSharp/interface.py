#!/usr/bin/env python3
"""Prints what iap_api.json describes, one declaration on each line, for InterfaceTests.cs."""

import json
import sys


def kind(type_: dict) -> str:
    return f"out-{type_['of']['kind']}" if type_["kind"] == "out" else type_["kind"]


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        api = json.load(file)
    for function in api["functions"]:
        kinds = [kind(parameter["type"]) for parameter in function["parameters"]]
        print("function", function["name"], int(function["isInline"]), kind(function["returns"]["type"]), *kinds)
    for struct in api["structs"]:
        print("struct", struct["name"], struct["size"]["64"],
              *(f"{field['name']}={field['offset']['64']}" for field in struct["fields"]))


if __name__ == "__main__":
    main()
