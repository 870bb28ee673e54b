"""Tools for tests of games and of their servers: a store in this process, and a store that serves HTTP.

The fixtures for pytest are in iapbridge.testing.plugin, which nothing here imports.
"""

from .catalogue import CATALOGUE
from .game import open_client, open_store
from .server import CannotStart, Refused, StoreServer

__all__ = ["CATALOGUE", "CannotStart", "Refused", "StoreServer", "open_client", "open_store"]
