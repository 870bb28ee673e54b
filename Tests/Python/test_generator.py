"""Additions to the headers need no hand-written line."""

import copy
import importlib
import sys
import unittest
from typing import Any, Dict
from unittest import mock

from support import API, ROOT

BINDINGS = ROOT / "Sources/Bindings"
ERROR = {
    "name": "error",
    "c": "iap_error *",
    "type": {"kind": "struct", "name": "iap_error", "isPointer": True, "isConst": False},
    "description": "may be NULL; borrows it.",
    "ownership": "borrows",
    "mayBeNull": True,
}


def parameter(name: str, c: str, kind: Dict[str, Any], description: str = "") -> Dict[str, Any]:
    return {"name": name, "c": c, "type": kind, "description": description, "ownership": "borrows", "mayBeNull": False}


def function(
    name: str, header: str, c: str, kind: Dict[str, Any], returns: str, *parameters: Dict[str, Any]
) -> Dict[str, Any]:
    return {
        "name": name,
        "header": header,
        "isInline": False,
        "description": f"About {name}.",
        "returns": {"c": c, "type": kind, "description": returns, "statuses": []},
        "parameters": list(parameters),
        "thread": "any thread",
        "insideCallback": "yes",
        "since": "0.2",
    }


def handle(name: str, is_const: bool) -> Dict[str, Any]:
    return {"kind": "handle", "name": name, "isConst": is_const}


class Generator(unittest.TestCase):
    def outputs(self, api: Dict[str, Any]) -> Dict[str, str]:
        with mock.patch.object(sys, "path", [str(BINDINGS / "Generators"), *sys.path]):
            interface = importlib.import_module("interface").Interface
            with mock.patch("json.loads", lambda _: api):
                described = interface(BINDINGS / "iap_api.json")
            return {
                path: text
                for name in ("python",)
                for path, text in importlib.import_module(name).outputs(described).items()
            }

    @unittest.skipIf(sys.version_info < (3, 10), "the generators need Python 3.10 or later")
    def test_the_files_are_what_is_generated(self) -> None:
        for path, text in self.outputs(API).items():
            self.assertEqual(
                (BINDINGS / path).read_text(encoding="utf-8"), text, f"{path}: run Sources/Bindings/generate"
            )

    @unittest.skipIf(sys.version_info < (3, 10), "the generators need Python 3.10 or later")
    def test_the_result_is_not_described_twice(self) -> None:
        api = copy.deepcopy(API)
        product = parameter("product", "const iap_product *", handle("iap_product", True))
        for name, returns in (("colour", "the text."), ("shape", "the text; empty if it has none.")):
            api["functions"].append(
                function(f"iap_product_{name}", "iap.h", "const char *", {"kind": "text"}, returns, product)
            )
        layer = self.outputs(api)["Python/iapbridge/_interface.py"]
        self.assertIn('"""About iap_product_colour."""', layer)
        self.assertIn('"""About iap_product_shape. The value is empty if it has none."""', layer)

    @unittest.skipIf(sys.version_info < (3, 10), "the generators need Python 3.10 or later")
    def test_new_functions_fields_and_values_appear(self) -> None:
        api = copy.deepcopy(API)
        status = {"kind": "enum", "name": "iap_status"}
        store, client = handle("iap_store", False), handle("iap_client", False)
        text, number = {"kind": "text"}, {"kind": "int64"}
        user_data = {"name": "user_data", "c": "void *", "type": {"kind": "pointer"}, "description": ""}
        request_id = parameter("request_id", "uint64_t *", {"kind": "out", "of": {"kind": "uint64"}})
        api["functions"] += [
            function(
                "iap_store_paint",
                "iap_store.h",
                "iap_status",
                status,
                "IAP_OK.",
                parameter("store", "iap_store *", store),
                parameter("colour", "const char *", text, "copies it; NULL for none."),
                ERROR,
            ),
            function(
                "iap_product_weight_milliunits",
                "iap.h",
                "int64_t",
                number,
                "the number.",
                parameter("product", "const iap_product *", handle("iap_product", True)),
            ),
            function(
                "iap_request_weather",
                "iap.h",
                "iap_status",
                status,
                "IAP_OK.",
                parameter("client", "iap_client *", client),
                parameter("completion", "iap_text_function", {"kind": "callback", "name": "iap_text_function"}),
                user_data,
                request_id,
                ERROR,
            ),
        ]
        payment = next(struct for struct in api["structs"] if struct["name"] == "iap_payment")
        payment["fields"].append(
            {
                "name": "gift_note",
                "c": "const char *",
                "type": text,
                "description": "copies it",
                "offset": {"64": 144, "32": 96},
                "ownership": "copies",
            }
        )
        api["enums"][0]["values"].append({"name": "IAP_ERROR_NEW", "value": -14, "description": ""})
        outputs = self.outputs(api)
        for path, text_ in outputs.items():
            compile(text_, path, "exec")
        layer, floor, stub = (
            outputs[f"Python/iapbridge/{name}"] for name in ("_interface.py", "_floor.py", "_floor.pyi")
        )
        for line in (
            "def paint(self, colour: Optional[str] = None) -> None:",
            "def weight_milliunits(self) -> int:",
            "def weight(self) -> Decimal:",
            "def request_weather(self) -> Request[str]:",
            "gift_note: Optional[str] = None",
        ):
            self.assertIn(line, layer)
        for line in (
            "'iap_store_paint': (c_int32, (c_void_p, c_char_p, POINTER(Error)), 'store'),",
            "    NEW = -14",
            "('gift_note', c_char_p),",
        ):
            self.assertIn(line, floor)
        self.assertIn(
            "def iap_store_paint(self, store: Optional[int], colour: Optional[bytes], error: Any) -> int: ...", stub
        )


if __name__ == "__main__":
    unittest.main()
