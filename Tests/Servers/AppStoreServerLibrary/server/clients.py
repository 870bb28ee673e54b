"""Apple's two clients, with the same way to call them."""

import asyncio
import json

import httpx
import requests
from appstoreserverlibrary.api_client import AppStoreServerAPIClient, AsyncAppStoreServerAPIClient
from appstoreserverlibrary.models.Environment import Environment


def _made(kind, store, signing_key=None, key_id=None, issuer_id=None, bundle_id=None):
    key = store.key
    client = kind(
        signing_key or key["privateKey"].encode(), key_id or key["keyId"], issuer_id or key["issuerId"],
        bundle_id or store.bundle_id, Environment.SANDBOX)
    # Nothing else of the client changes.
    client._base_url = store.url
    return client


class SyncClient:
    name = "sync"
    # A connection that closes without a response, and a truncated response.
    drop_errors = (requests.ConnectionError,)
    truncation_errors = (requests.exceptions.ChunkedEncodingError, json.JSONDecodeError)

    def __init__(self, store, **wrong):
        self.client = _made(AppStoreServerAPIClient, store, **wrong)

    def __getattr__(self, method):
        return getattr(self.client, method)

    def close(self):
        pass


class AsyncClient:
    """Waits for the end of each call."""

    name = "async"
    drop_errors = (httpx.TransportError,)
    truncation_errors = (httpx.TransportError, json.JSONDecodeError)

    def __init__(self, store, **wrong):
        self._loop = asyncio.new_event_loop()
        self.client = _made(AsyncAppStoreServerAPIClient, store, **wrong)

    def __getattr__(self, method):
        coroutine = getattr(self.client, method)
        return lambda *arguments, **named: self._loop.run_until_complete(coroutine(*arguments, **named))

    def close(self):
        self._loop.run_until_complete(self.client.async_close())
        self._loop.close()
