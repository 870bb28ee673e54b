"""The Python binding: the declarations for ctypes with their stub, and the generated part of the layer above."""

from interface import Interface
from python_files.floor import floor, stub
from python_files.layer import Layer

FOLDER = "Python/iapbridge"


def outputs(api: Interface) -> dict[str, str]:
    return {
        f"{FOLDER}/_floor.py": floor(api),
        f"{FOLDER}/_floor.pyi": stub(api),
        f"{FOLDER}/_interface.py": Layer(api).module(),
    }
