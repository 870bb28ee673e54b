"""Everything that the headers declare is available, with the layout of C."""

import ast
import ctypes
import unittest

import iapbridge as iap
from iapbridge import _floor
from iapbridge._library import lib
from support import API, PACKAGE

BITS = "64" if ctypes.sizeof(ctypes.c_void_p) == 8 else "32"


def title(name: str) -> str:
    words = name[len("iap_") :]
    words = words[:-2] if words.endswith("_t") else words
    return "".join(word.capitalize() for word in words.split("_"))


def source() -> str:
    """The code of the layers above the lowest one."""
    return "".join(
        file.read_text(encoding="utf-8") for file in sorted(PACKAGE.glob("*.py")) if file.name != "_floor.py"
    )


class Interface(unittest.TestCase):
    def test_structs_have_the_layout_of_c(self) -> None:
        fields = 0
        for struct in API["structs"]:
            kind = getattr(_floor, title(struct["name"]))
            self.assertEqual(ctypes.sizeof(kind), struct["size"][BITS], struct["name"])
            names = [name for name, *_ in kind._fields_]
            self.assertEqual(names, [field["name"] for field in struct["fields"]], struct["name"])
            for field in struct["fields"]:
                self.assertEqual(
                    getattr(kind, field["name"]).offset, field["offset"][BITS], f"{struct['name']}.{field['name']}"
                )
            fields += len(names)
        print(f"{len(API['structs'])} structs with {fields} fields", end=" ", flush=True)

    def test_the_library_knows_the_same_sizes(self) -> None:
        for struct in API["structs"]:
            if "init" in struct:
                size = lib.iap_struct_size(struct["name"].encode())
                self.assertEqual(size, struct["size"][BITS], struct["name"])

    def test_enumerations_take_values_of_newer_libraries(self) -> None:
        unknown = iap.ProductType(77)
        self.assertEqual((unknown, unknown.name), (77, "UNKNOWN_77"))
        self.assertEqual(iap.Environment.SANDBOX | iap.Environment.PRODUCTION, 3)

    def test_functions_have_their_parameters(self) -> None:
        wanted = [function for function in API["functions"] if not function["isInline"]]
        self.assertEqual(sorted(_floor.PROTOTYPES), sorted(function["name"] for function in wanted))
        for function in wanted:
            self.assertEqual(len(_floor.PROTOTYPES[function["name"]][1]), len(function["parameters"]), function["name"])
            self.assertEqual(getattr(lib, function["name"]).argtypes, _floor.PROTOTYPES[function["name"]][1])
        print(f"{len(wanted)} functions", end=" ", flush=True)

    def test_the_layer_above_uses_each_function(self) -> None:
        """Each function is called by its name, except those that C++ would call in its destructors."""
        code = source()
        inits = {struct.get("init") for struct in API["structs"]}
        for function in API["functions"]:
            name = function["name"]
            # The field c_init has the INIT values of structs; the classes name the functions for retain and release.
            if name in inits or function["isInline"]:
                continue
            if name.endswith("_retain"):
                self.assertIn(f'_retain = "{name}"', code)
            elif name.endswith("_release"):
                self.assertIn(f'_release = "{name}"', code)
            else:
                self.assertRegex(code, rf"(lib\.{name}[(,]|\"{name}\")")

    def test_each_field_of_a_struct_can_be_given(self) -> None:
        hidden = {"struct_size"}
        for struct in API["structs"]:
            if struct["name"] in ("iap_error", "iap_bytes", "iap_observer"):
                continue
            names = getattr(iap, title(struct["name"])).__dataclass_fields__
            for field in struct["fields"]:
                name, kind = field["name"], field["type"]["kind"]
                if name in hidden or name.startswith("reserved") or name.endswith("_user_data") or kind == "size":
                    continue
                self.assertIn(name, names, struct["name"])

    def test_the_code_is_that_of_python_3_9(self) -> None:
        for file in sorted(PACKAGE.rglob("*.py")):
            ast.parse(file.read_text(encoding="utf-8"), str(file), feature_version=(3, 9))


if __name__ == "__main__":
    unittest.main()
