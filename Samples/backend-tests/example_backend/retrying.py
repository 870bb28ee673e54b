"""Asks again while the App Store cannot answer."""

import random
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

import requests
from appstoreserverlibrary.api_client import APIException

Answer = TypeVar("Answer")


class Unavailable(Exception):
    """The App Store could not answer. Nothing is known; the game asks again later."""


@dataclass(frozen=True)
class Retrying:
    attempts: int = 5
    first_pause: float = 0.5
    sleep: Callable[[float], None] = time.sleep

    def call(self, ask: Callable[[], Answer]) -> Answer:
        """The answer, also a refusal. 429, 5xx, a lost connection and half an answer are asked again."""
        for attempt in range(self.attempts):
            if attempt > 0:
                # Random, so that servers that failed together do not come back together.
                self.sleep(self.first_pause * 2 ** (attempt - 1) * random.uniform(0.5, 1))
            try:
                return ask()
            except APIException as error:
                if error.http_status_code != 429 and error.http_status_code < 500:
                    raise
                last: Exception = error
            except requests.RequestException as error:
                # Apple's client lets these through as they are.
                last = error
        raise Unavailable(f"the App Store has not answered {self.attempts} times") from last
