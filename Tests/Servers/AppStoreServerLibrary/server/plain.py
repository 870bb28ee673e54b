"""Requests without Apple's library, for everything that it cannot send or does not show."""

import http.client
import json
import urllib.parse
from dataclasses import dataclass

from .waiting import SECONDS


@dataclass(frozen=True)
class Answer:
    status: int
    type: str
    headers: object
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


class Connection:
    """One connection to the store, which stays open between requests."""

    def __init__(self, world):
        self._world = world
        self._connection = http.client.HTTPConnection(urllib.parse.urlsplit(world.store.url).netloc, timeout=SECONDS)

    def ask(self, method, path, body=None, token=None, **headers):
        """With a token of Apple's client, unless another one is given; "" for none."""
        token = self._world.client.client._generate_token() if token is None else token
        if token:
            headers["Authorization"] = f"Bearer {token}"
        self._connection.request(method, path, body, headers)
        answer = self._connection.getresponse()
        return Answer(answer.status, answer.headers["Content-Type"], answer.headers, answer.read())

    def close(self):
        self._connection.close()


def ask(world, method, path, body=None, token=None, **headers):
    connection = Connection(world)
    try:
        return connection.ask(method, path, body, token, **headers)
    finally:
        connection.close()
