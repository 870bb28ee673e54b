"""In-app purchases for tests and tools: the reference App Store, its clients, and verifiers.

This module has everything, and `help()` shows the texts of the headers. Tests of servers use iapbridge.testing.

How to read these texts, which are those of the C headers:

- IAP_TRANSACTION_PURCHASED is TransactionState.PURCHASED, iap_finish_transaction() is Client.finish_transaction(), and NULL is None.
- iap_client_process_events() is Client.pump(). It calls your functions.
- A call that fails raises IapError, with the attributes status, name, category, message, retryable, store_code and store_domain.

To grant each purchase once: when a transaction is PURCHASED, write what it grants and its original_id into your save file, in one
write. When the write is on disk, call finish_transaction(). If the save file already has the original_id, only finish. Until you
finish, the library delivers the purchase again at each launch.
"""

from . import _interface
from ._client import Request
from ._errors import IapError, NotVerified
from ._interface import *
from ._library import LibraryNotFound, MissingFunction, load

__all__ = ["IapError", "LibraryNotFound", "MissingFunction", "NotVerified", "Request", "load"]
__all__ += _interface.__all__
