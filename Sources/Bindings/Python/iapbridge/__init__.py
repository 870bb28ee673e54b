"""In-app purchases for tests and tools: the reference App Store, its clients, and verifiers.

This module has everything, and `help()` shows the texts of the headers. Tests of servers use iapbridge.testing.
"""

from . import _interface
from ._client import Request
from ._errors import IapError, NotVerified
from ._interface import *
from ._library import LibraryNotFound, MissingFunction, load

__all__ = ["IapError", "LibraryNotFound", "MissingFunction", "NotVerified", "Request", "load"]
__all__ += _interface.__all__
