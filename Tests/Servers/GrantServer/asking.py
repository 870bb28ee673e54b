"""One HTTP request, and its response."""

import http.client
import json
import urllib.parse
from dataclasses import dataclass

TIMEOUT = 60

# What a request raises when the other side is killed.
NoResponse = (OSError, http.client.HTTPException)


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    body: bytes

    @property
    def json(self):
        return json.loads(self.body)


def ask(url: str, method: str, path: str, body: bytes | None = None, headers: dict[str, str] | None = None,
        timeout: float = TIMEOUT) -> Answer:
    connection = http.client.HTTPConnection(urllib.parse.urlsplit(url).netloc, timeout=timeout)
    try:
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        return Answer(answer.status, answer.headers, answer.read())
    finally:
        connection.close()
