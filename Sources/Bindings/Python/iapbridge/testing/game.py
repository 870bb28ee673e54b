"""A store in this process, and a game that uses it."""

import dataclasses
from contextlib import contextmanager
from os import PathLike, fspath
from typing import Iterator, Optional, Union

from .. import Client, ClientOptions, Execution, Store, StoreClock
from .catalogue import CATALOGUE

Path = Union[str, "PathLike[str]"]


@contextmanager
def open_store(
    storekit: Optional[Path] = None, *, state: Optional[Path] = None, bundle_id: Optional[str] = None
) -> Iterator[Store]:
    """Opens a store with a virtual clock.

    Without a .storekit file it sells the products of CATALOGUE. Without a state file it is in memory.
    """
    with Store(
        clock=StoreClock.VIRTUAL,
        storekit_path=None if storekit is None else fspath(storekit),
        storekit_text=CATALOGUE if storekit is None else None,
        state_path=None if state is None else fspath(state),
        bundle_id=bundle_id,
    ) as store:
        yield store


@contextmanager
def open_client(
    store: Store,
    account: str = "player",
    device: str = "phone",
    *,
    journal: Optional[Path] = None,
    options: Optional[ClientOptions] = None,
) -> Iterator[Client]:
    """Launches the game: opens a client without a thread, which works when pump() is called."""
    chosen = dataclasses.replace(options or ClientOptions())
    with store.open_device(account, device) as chosen.device:
        if chosen.execution is None:
            chosen.execution = Execution.MANUAL
        if journal is not None:
            chosen.journal_path = fspath(journal)
        with Client(**vars(chosen)) as client:
            yield client
