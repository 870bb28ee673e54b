"""In-app purchases: the reference App Store, its clients, and what verifies, for tests and tools.

Everything is here, and `help()` tells what the headers say of it. iapbridge.testing has what tests of servers need.
"""

from . import _interface
from ._client import Request
from ._errors import IapError, NotVerified
from ._interface import *
from ._library import LibraryNotFound, MissingFunction, load

__all__ = ["IapError", "LibraryNotFound", "MissingFunction", "NotVerified", "Request", "load"]
__all__ += _interface.__all__
