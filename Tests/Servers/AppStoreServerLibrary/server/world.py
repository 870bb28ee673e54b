"""The objects of one test: a new store, an Apple client, the verifier, and on request a receiver of notifications."""

from appstoreserverlibrary.api_client import APIError, APIException

from .error_messages import MESSAGES
from .news import News
from .receiver import Receiver
from .signed import Reader
from .store import Store


class World:
    def __init__(self, report, name, client_kind, program, catalogue):
        self._report = report
        self.name = f"{client_kind.name}, {name}"
        self.client_kind, self.program, self.catalogue = client_kind, program, catalogue
        self.store = Store(program, catalogue)
        self.reader = Reader(self.store)
        self.client = client_kind(self.store)
        self._open = [self.client, self.store]
        self.receiver = None
        self.news = None

    def listen(self, **options):
        """Notifications arrive from here on."""
        self.receiver = Receiver()
        self._open.append(self.receiver)
        self.store.do("notification-url", url=self.receiver.url, **options)
        self.news = News(self)

    def other_client(self, **wrong):
        """A client with another key, key id, issuer or app."""
        client = self.client_kind(self.store, **wrong)
        self._open.insert(0, client)
        return client

    def close(self):
        if self.receiver:
            for problem in self.receiver.problems:
                self.holds(False, f"a notification was sent wrongly: {problem}")
        for part in self._open:
            part.close()

    # Checks

    def holds(self, condition, what):
        self._report.check(self.name, condition, what)

    def equal(self, got, expected, what):
        self._report.check(self.name, got == expected, f"{what} is {got!r}, not {expected!r}")

    def refused(self, error, what, call, *arguments):
        """The call fails with this error of Apple's: an `APIError`, or a number that the library does not know."""
        known = error if isinstance(error, APIError) else None
        expected = (int(error) // 10_000, known, int(error), MESSAGES[int(error)])
        try:
            got = call(*arguments)
        except APIException as exception:
            got = (exception.http_status_code, exception.api_error, exception.raw_api_error, exception.error_message)
        self.equal(got, expected, f"the answer to {what}")

    def unauthorized(self, what, call, *arguments):
        """Status 401 without an error code."""
        try:
            got = call(*arguments)
        except APIException as exception:
            got = (exception.http_status_code, exception.raw_api_error)
        self.equal(got, (401, None), f"the answer to {what}")
