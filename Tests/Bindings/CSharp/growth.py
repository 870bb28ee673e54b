#!/usr/bin/env python3
"""Generates the C# files for headers with additions, into a folder; Growth/Uses.cs uses the additions.

    growth.py BINDINGS FOLDER
"""

import copy
import pathlib
import sys

sys.dont_write_bytecode = True
BINDINGS, FOLDER = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
sys.path.insert(0, str(BINDINGS / "Generators"))

import csharp  # noqa: E402
from interface import Interface  # noqa: E402


def grown(api: Interface) -> Interface:
    def function(like: str, name: str) -> dict:
        api.functions[name] = copy.deepcopy(api.functions[like]) | {"name": name}
        return api.functions[name]

    function("iap_product_display_name", "iap_product_colour")
    function("iap_transaction_expiration_date_ms", "iap_transaction_colour_date_ms")
    function("iap_request_products", "iap_request_colours")
    function("iap_inventory_spend", "iap_inventory_paint")
    function("iap_store_set_ask_to_buy", "iap_store_set_colour")
    function("iap_owns", "iap_has_colour")
    function("iap_store_sign_notification", "iap_store_sign_colour")
    value = {"name": "IAP_PRODUCT_TYPE_COLOUR", "value": 99, "description": ""}
    api.enums["iap_product_type_t"]["values"].append(value)
    colour = {"name": "colour", "c": "const char *", "type": {"kind": "text"}, "description": "", "ownership": "copies"}
    api.structs["iap_client_options"]["fields"].append(colour)
    changed = copy.deepcopy(next(field for field in api.structs["iap_observer"]["fields"]
                                 if field["name"] == "storefront_changed"))
    api.structs["iap_observer"]["fields"].append(changed | {"name": "colour_changed"})
    return api


def main() -> None:
    for path, text in csharp.outputs(grown(Interface(BINDINGS / "iap_api.json"))).items():
        (FOLDER / pathlib.Path(path).name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
