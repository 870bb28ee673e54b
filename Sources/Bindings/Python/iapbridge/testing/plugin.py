"""Fixtures for pytest. To use them, write into conftest.py: pytest_plugins = ["iapbridge.testing.plugin"]."""

from pathlib import Path
from typing import Iterator

import pytest

from .. import Client, Store
from .game import open_client, open_store
from .server import StoreServer


@pytest.fixture
def iap_reference_store() -> Iterator[Store]:
    """A new store in this process, in memory, with a virtual clock."""
    with open_store() as store:
        yield store


@pytest.fixture
def iap_client(iap_reference_store: Store, tmp_path: Path) -> Iterator[Client]:
    """A game on the phone of `player`, with a journal."""
    with open_client(iap_reference_store, journal=tmp_path / "iap.journal") as client:
        yield client


@pytest.fixture
def iap_store_server() -> Iterator[StoreServer]:
    """A new store that serves the App Store Server API on a free port."""
    with StoreServer() as server:
        yield server
