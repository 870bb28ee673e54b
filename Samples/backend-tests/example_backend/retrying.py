"""Retries requests while the App Store is not available."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import requests
from appstoreserverlibrary.api_client import APIException

Answer = TypeVar("Answer")


class Unavailable(Exception):
    """The App Store was not available. The result is unknown, and the game tries again later."""


@dataclass(frozen=True)
class Retrying:
    attempts: int = 5
    first_pause: float = 0.5
    sleep: Callable[[float], None] = time.sleep

    def call(self, ask: Callable[[], Answer]) -> Answer:
        """Returns the response, also a refusal. Retries after 429, 5xx, a lost connection and an incomplete response."""
        for attempt in range(self.attempts):
            if attempt > 0:
                # Random jitter, so servers that failed at the same time do not retry at the same time.
                self.sleep(self.first_pause * 2 ** (attempt - 1) * random.uniform(0.5, 1))
            try:
                return ask()
            except APIException as error:
                if error.http_status_code != 429 and error.http_status_code < 500:
                    raise
                last: Exception = error
            except requests.RequestException as error:
                # Apple's client does not wrap these errors.
                last = error
        raise Unavailable(f"the App Store did not respond to {self.attempts} attempts") from last
