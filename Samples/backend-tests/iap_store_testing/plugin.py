"""Options and fixtures for pytest."""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Protocol

import pytest

from .catalogue import named_catalogue, new_catalogue
from .errors import CannotStart
from .process import Process
from .program import VARIABLE, find_program
from .receiver import NotificationReceiver
from .store import Store


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("iap-store", "the reference App Store")
    group.addoption("--iap-store", metavar="PROGRAM", help=f"the program iap-store, or its folder (default: {VARIABLE}, then PATH)")
    group.addoption("--storekit", metavar="FILE", help="what the store sells (default: IAP_STOREKIT, then a small new file)")
    group.addoption("--iap-bundle-id", metavar="ID", help="the app (default: com.example.game)")
    parser.addini("storekit", "what the store sells, seen from the folder of this file")
    parser.addini("iap_bundle_id", "the app")


class StoreFactory(Protocol):
    def __call__(
        self, *, bundle_id: str | None = None, storekit: Path | None = None, options: Sequence[str] = ()
    ) -> Store: ...


@pytest.fixture
def iap_store_factory(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StoreFactory]:
    """Starts stores, each with its own root certificate and keys. They end with the test."""
    config = request.config
    stores: list[Store] = []

    def start(*, bundle_id: str | None = None, storekit: Path | None = None, options: Sequence[str] = ()) -> Store:
        store = _started(config, tmp_path_factory.mktemp("iap-store"), bundle_id, storekit, options)
        stores.append(store)
        return store

    yield start
    for store in stores:
        store.close()


@pytest.fixture
def iap_store(iap_store_factory: StoreFactory) -> Store:
    """A new store for the test."""
    return iap_store_factory()


@pytest.fixture
def iap_notifications(iap_store: Store) -> Iterator[NotificationReceiver]:
    """Receives the notifications of the store of the test."""
    receiver = NotificationReceiver()
    iap_store.send_notifications_to(receiver.url)
    yield receiver
    receiver.close()


def _started(
    config: pytest.Config, folder: Path, bundle_id: str | None, storekit: Path | None, options: Sequence[str]
) -> Store:
    try:
        program = find_program(config.getoption("--iap-store"))
        catalogue = storekit or _catalogue(config) or new_catalogue(program, folder)
        app = bundle_id or config.getoption("--iap-bundle-id") or config.getini("iap_bundle_id") or None
        return Store(Process(program, catalogue, folder, app, options))
    except CannotStart as error:
        why = str(error)
    # Outside the handler, because pytest would otherwise show the stack of this package. The line is enough for a reader.
    pytest.fail(why, pytrace=False)


def _catalogue(config: pytest.Config) -> Path | None:
    if option := config.getoption("--storekit"):
        return named_catalogue(Path(config.invocation_params.dir, option), "--storekit")
    if line := config.getini("storekit"):
        folder = config.inipath.parent if config.inipath else config.rootpath
        return named_catalogue(folder / line, "the ini option storekit")
    if variable := os.environ.get("IAP_STOREKIT"):
        return named_catalogue(Path(variable).absolute(), "IAP_STOREKIT")
    return None
